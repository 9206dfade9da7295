"""What a seat has seen of a game, as search needs it: the actions so far, and a deal that goes with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.bots.conventions.history import begin, hand_of, wind_back
from tamaya.bots.conventions.state import CLUED, PLAIN, book_of
from tamaya.engine.actions import Back, Clue, Discard, Encore, FreeClue, Play, Rearrange
from tamaya.engine.events import Clued, Discarded, Drew, Encored, Played, Rearranged, Revealed, WentBack
from tamaya.engine.view import SeenCard, View
from tamaya.rules import TILES, Card, Deal, Rules, Tile
from tamaya.rules.deal import landing

SALTS = 2_000
"""Salts that are tried until a returned card lands where it may be."""


def past_of(view: View, *, orders: bool = False) -> list[str] | None:
    """The actions so far in notation; None if there was one that search does not know.

    A hand that was put in another order is one, unless ``orders`` says otherwise.
    """
    past = []
    for event in view.history:
        match event:
            case Played(slot=slot):
                past.append(str(Play(slot)))
            case Discarded(slot=slot):
                past.append(str(Discard(slot)))
            case Clued(receiver=receiver, clue=clue, free=free):
                past.append(str(FreeClue(receiver, clue) if free else Clue(receiver, clue)))
            case WentBack(card=card):
                past.append(str(Back(card)))
            case Encored(card=card):
                past.append(str(Encore(card)))
            case Rearranged(seat=seat, order=order):
                if not orders:
                    return None
                past.append(str(Rearrange(seat, order)))
            case _:
                pass
    return past


def actors_of(view: View) -> list[int]:
    """The seat that took each of the actions of ``past_of``."""
    actors = list[int]()
    for event in view.history:
        match event:
            case Clued(giver=seat) | Played(seat=seat) | Discarded(seat=seat) | Rearranged(seat=seat):
                actors.append(seat)
            case WentBack(seat=seat) | Encored(seat=seat):
                actors.append(seat)
            case _:
                pass
    return actors


def imagined_deal(view: View) -> Deal | None:
    """A deal that goes with what a seat sees and was told; its own cards are any that may be.

    None if there is none. Where the history does not go back to the deal, it is one of the cards that were
    left when the history began.
    """
    faces, tiles, returned = seen_faces(view), _tiles(view), _returned(view)
    if returned is None:
        cards = _filled(view, faces, gone=_gone(view))
        return Deal(cards, tiles) if cards else None
    for salt in range(SALTS):
        place = returned.drawn + landing(salt, 0, view.rules.deck_size - returned.drawn)
        cards = _filled(view, faces, returned.card, place)
        if cards:
            return Deal((*cards[:place], *cards[place + 1 :]), tiles, salt)
    return None


def seen_faces(view: View) -> dict[int, Card]:
    """The faces of all cards that a seat has seen, by their places in the order of drawing."""
    faces = {event.id: event.card for event in view.history if isinstance(event, Played | Discarded)}
    return faces | {held.id: held.card for hand in view.hands for held in hand if held.card is not None}


@dataclass(frozen=True, slots=True)
class Beginning:
    """The table where a history begins that does not go back to the deal."""

    laid: tuple[int, ...]
    """Faces, as they were laid."""
    discarded: tuple[int, ...]
    clues: int
    strikes: int
    told: tuple[tuple[int, ...], ...]
    """[seat][slot] the faces that the words of earlier clues leave."""
    clued: tuple[tuple[bool, ...], ...]
    """[seat][slot] whether such a clue has touched the card."""


def beginning_of(view: View) -> Beginning | None:
    """Where the history of a view begins; None for a deal. Unfit if that is no place to begin."""
    assert view.seat is not None
    story = begin(view, [PLAIN] * view.players, view.seat)
    table, marks, size = story.table, story.reading.marks, view.rules.hand_size(view.players)
    hands = [hand_of(table, seat) for seat in range(view.players)]
    words = [table.told[card] != story.book.every for hand in hands for card in hand]
    if not any(table.laid) and not any(table.discarded) and not any(words):
        return None
    if [card for hand in hands for card in hand] != list(range(view.players * size)) or view.turns_left:
        raise Unfit
    return Beginning(
        laid=tuple(face for suit, count in enumerate(table.laid) for face in story.book.chain[suit][:count]),
        discarded=tuple(face for face, count in enumerate(table.discarded) for _ in range(count)),
        clues=table.clues,
        strikes=view.strikes - sum(isinstance(event, Played) and not event.fits for event in view.history),
        told=tuple(tuple(table.told[card] for card in hand) for hand in hands),
        clued=tuple(tuple(bool(marks[card] & CLUED) for card in hand) for hand in hands),
    )


class Unfit(Exception):
    """A position from which no game can be imagined: hands were not full when its history began, or the last
    round runs."""


def _gone(view: View) -> list[Card]:
    """The cards that were laid or discarded before the history begins."""
    if view.rules.bonus:
        return []
    past = wind_back(book_of(view.rules, view.players), view, len(view.history))
    laid = [
        Card(f"{suit.letter}{rank}")
        for suit, count in zip(view.rules.suits, past.laid, strict=True)
        for rank in suit.order[:count]
    ]
    cards = view.rules.tables.cards
    return laid + [cards[face] for face, count in enumerate(past.discarded) for _ in range(count)]


@dataclass(frozen=True, slots=True)
class _Returned:
    """A card that went back into the deck (L6), and how many had been drawn by then."""

    card: Card
    drawn: int


def _returned(view: View) -> _Returned | None:
    """The card that a tile put back; there is one such tile."""
    drawn = view.players * view.rules.hand_size(view.players)
    for event in view.history:
        match event:
            case Drew() | Played(slot=0):
                drawn += 1
            case WentBack(card=card):
                return _Returned(card, drawn)
            case _:
                pass
    return None


def _tiles(view: View) -> tuple[Tile, ...]:
    """Those that were revealed, then the others in any order."""
    if not view.rules.bonus:
        return ()
    revealed = [event.tile for event in view.history if isinstance(event, Revealed)]
    return (*revealed, *(tile for tile in TILES.values() if tile not in revealed))


def _filled(
    view: View,
    faces: dict[int, Card],
    returned: Card | None = None,
    place: int = -1,
    gone: Sequence[Card] = (),
) -> tuple[Card, ...] | None:
    """All cards in the order of drawing, a returned one at its place; None if they cannot be so."""
    rules, hand = view.rules, list(view.my_hand)
    left = dict(zip(rules.tables.cards, rules.tables.copies, strict=True))
    for card in (*faces.values(), *gone):
        left[card] -= 1
    known = dict(faces)
    if returned is not None:
        left[returned] += 1
        if known.setdefault(place, returned) != returned:
            return None
        left[returned] -= place not in faces
        if any(held.id == place and not _goes_with(rules, held, returned) for held in hand):
            return None
        hand = [held for held in hand if held.id != place]
    own = _fill_hand(rules, hand, left)
    if own is None or min(left.values()) < 0:
        return None
    known |= {held.id: card for held, card in zip(hand, own, strict=True)}
    rest = [card for card, copies in left.items() for _ in range(copies)]
    count = rules.deck_size - len(gone) + (returned is not None)
    return tuple(known[at] if at in known else rest.pop() for at in range(count))


def _fill_hand(rules: Rules, hand: Sequence[SeenCard], left: dict[Card, int]) -> list[Card] | None:
    """Cards that a hand may hold, taken from what is left; None if there are none."""
    if not hand:
        return []
    for card in rules.tables.cards:
        if left[card] > 0 and _goes_with(rules, hand[0], card):
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
