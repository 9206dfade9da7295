"""What a seat has seen of a game, as search needs it: the actions so far, and a deal that goes with them."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.engine.actions import Clue, Discard, Play
from tamaya.engine.events import Clued, Discarded, Played, Rearranged
from tamaya.engine.view import SeenCard, View
from tamaya.rules import Card, Deal, Rules


def past_of(view: View) -> list[str] | None:
    """The actions so far in notation; None if there was one that search does not know."""
    past = []
    for event in view.history:
        match event:
            case Played(slot=slot) if slot:
                past.append(str(Play(slot)))
            case Discarded(slot=slot):
                past.append(str(Discard(slot)))
            case Clued(receiver=receiver, clue=clue, free=False):
                past.append(str(Clue(receiver, clue)))
            case Played() | Clued() | Rearranged():
                return None
            case _:
                pass
    return past


def imagined_deal(view: View) -> Deal | None:
    """A deal that goes with what a seat sees and was told; its own cards are any that may be."""
    faces = seen_faces(view)
    tables = view.rules.tables
    left = dict(zip(tables.cards, tables.copies, strict=True))
    for card in faces.values():
        left[card] -= 1
    own = _fill_hand(view.rules, view.my_hand, left)
    if own is None:
        return None
    faces |= {held.id: card for held, card in zip(view.my_hand, own, strict=True)}
    rest = [card for card, copies in left.items() for _ in range(copies)]
    return Deal(
        tuple(faces[place] if place in faces else rest.pop() for place in range(view.rules.deck_size))
    )


def seen_faces(view: View) -> dict[int, Card]:
    """The faces of all cards that a seat has seen, by their places in the order of drawing."""
    faces = {event.id: event.card for event in view.history if isinstance(event, Played | Discarded)}
    return faces | {held.id: held.card for hand in view.hands for held in hand if held.card is not None}


def _fill_hand(rules: Rules, hand: Sequence[SeenCard], left: dict[Card, int]) -> list[Card] | None:
    """Cards that a hand may hold, taken from what is left; None if there are none."""
    if not hand:
        return []
    for card in rules.tables.cards:
        if left[card] and _goes_with(rules, hand[0], card):
            left[card] -= 1
            rest = _fill_hand(rules, hand[1:], left)
            if rest is not None:
                return [card, *rest]
            left[card] += 1
    return None


def _goes_with(rules: Rules, held: SeenCard, card: Card) -> bool:
    tables = rules.tables
    face = tables.cards.index(card)
    return all(tables.touch[tables.clues.index(clue)][face] for clue in held.yes) and not any(
        tables.touch[tables.clues.index(clue)][face] for clue in held.no
    )
