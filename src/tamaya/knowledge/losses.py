"""Which discards lost the last copy of a card that was needed, and how far its display can still go (C2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tamaya.engine.events import Discarded, Encored, Event, Played, WentBack
from tamaya.engine.story import card_label
from tamaya.knowledge.faces import outlook
from tamaya.rules import Card, Rules
from tamaya.words import Message


def lost_copies(rules: Rules, history: Iterable[Event]) -> Iterator[tuple[int, Message]]:
    """For each event that lost such a card: its place in the history, and the sentence that says so.

    It follows from public facts alone, so that every player and spectator may be told. A bonus tile may bring
    the card back (L6, L7), and the sentence says so where the game has such tiles.
    """
    tables = rules.tables
    displays = [0] * len(rules.suits)
    discards: list[Card] = []
    for place, event in enumerate(history):
        match event:
            case Played(card=card, fits=True) | Encored(card=card, fits=True):
                if isinstance(event, Encored):
                    _take(card, discards)
                suit, rank = tables.place[card]
                displays[suit] = rules.suits[suit].order.index(rank) + 1
            case Played(card=card) | Discarded(card=card):
                suit, _ = tables.place[card]
                before = outlook(tables, tuple(displays), tuple(discards)).furthest[suit]
                discards.append(card)
                after = outlook(tables, tuple(displays), tuple(discards)).furthest[suit]
                if after < before:
                    yield place, _sentence(rules, card, suit, after)
            case WentBack(card=card):
                _take(card, discards)
            case _:
                pass


def _take(card: Card, discards: list[Card]) -> None:
    # A game that began in the middle has discards that its history does not tell of.
    if card in discards:
        discards.remove(card)


def _sentence(rules: Rules, card: Card, suit: int, furthest: int) -> Message:
    order = rules.suits[suit].order
    return Message(
        "event.last-copy",
        card=card_label(card, rules),
        suit=rules.suits[suit].label,
        reach=order[furthest - 1] if furthest else 0,
        way="down" if order[0] > order[-1] else "up",
        bonus="yes" if rules.bonus else "no",
    )
