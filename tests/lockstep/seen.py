"""What a seat sees, written out plainly from a state of the reference engine: the oracle of observations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

import numpy as np

from tamaya.engine import State
from tamaya.engine.events import Clued, Completed, Discarded, Encored, Played, Revealed, WentBack
from tamaya.rules import TILES, Card
from tests.helpers import allows

Thing = TypeVar("Thing", bound=Hashable)
Entries = list[float]


def sections(state: State, seat: int, knowledge: str, belief: bool) -> Iterator[tuple[str, Entries]]:
    """All sections in order, as the canonical encoding has them; then what it lacks."""
    cards, rules = state.tables.cards, state.rules
    around = [(seat + offset) % state.players for offset in range(state.players)]
    hands = [[state.cards[held.id] for held in state.hands[other]] for other in around]
    yield "others_hands", joined(shown(state, hand) for hand in hands[1:])
    yield "short_hands", [float(len(hand) < state.full_hand) for hand in hands]
    room = rules.deck_size - state.players * state.full_hand
    yield "deck", ones(min(state.deck_size, room), room)
    tops = {
        f"{suit.letter}{suit.order[laid - 1]}"
        for suit, laid in zip(rules.suits, state.displays, strict=True)
        if laid
    }
    yield "displays", marks(cards, tops)
    yield "clue_tokens", ones(state.clues, rules.clues)
    yield "lives", ones(rules.strikes - state.strikes, rules.strikes)
    gone = Counter(state.discards)
    yield "discards", joined(ones(gone[card], state.tables.supply[card]) for card in cards)
    yield from last_action(state, around)
    if knowledge != "minimal":
        places = [(other, slot) for other in around for slot in range(state.full_hand)]
        yield "knowledge", joined(known(state, *place, knowledge, belief) for place in places)
    if rules.bonus:
        yield "tiles", marks(list(TILES.values()), state.tiles)
        yield "tile", marks(list(TILES.values()), {state.tile} if state.tile else ())
    kinds = [*(["deck"] if rules.deck_play else []), *(["free", "back", "encore"] if rules.bonus else [])]
    if kinds:
        yield "last_other_kind", marks(kinds, {last_kind(state)})


def last_action(state: State, around: Sequence[int]) -> Iterator[tuple[str, Entries]]:
    cards, tables, slots = state.tables.cards, state.tables, range(1, state.full_hand + 1)
    event = last_event(state)
    actor = getattr(event, "giver", getattr(event, "seat", None))
    clue = event.clue if isinstance(event, Clued) else None
    card = getattr(event, "card", None)
    yield "last_actor", marks(around, {actor})
    yield "last_kind", marks(("play", "discard", "colour", "value"), {last_kind(state)})
    yield "last_receiver", marks(around, {event.receiver} if isinstance(event, Clued) else ())
    yield "last_colour", marks(tables.colours, {clue})
    yield "last_value", marks(tables.values, {clue})
    yield "last_touched", marks(slots, event.slots if isinstance(event, Clued) else ())
    yield "last_slot", marks(slots, {event.slot} if isinstance(event, Played | Discarded) else ())
    yield "last_card", marks(cards, {card})
    yield "last_fitted", [float(getattr(event, "fits", False))]
    yield "last_token", [float(brought_a_token(state))]


def last_event(state: State) -> object:
    kinds = (Clued, Played, Discarded, WentBack, Encored)
    return next((event for event in reversed(state.history) if isinstance(event, kinds)), None)


def last_kind(state: State) -> str:
    match last_event(state):
        case Played(slot=slot):
            return "play" if slot else "deck"
        case Discarded():
            return "discard"
        case Clued(free=free, clue=clue):
            return "free" if free else "value" if clue.isdigit() else "colour"
        case WentBack():
            return "back"
        case Encored():
            return "encore"
        case _:
            return ""


def brought_a_token(state: State) -> bool:
    """Whether the last action completed a display and brought a token; what a tile brings does not count."""
    for event in reversed(state.history):
        match event:
            case Completed(token=token):
                return token
            case Clued() | Played() | Discarded() | WentBack() | Encored() | Revealed():
                return False
            case _:
                pass
    return False


def known(state: State, seat: int, slot: int, knowledge: str, belief: bool) -> Entries:
    """What is known of a card: possible faces, then clues."""
    tables = state.tables
    if slot >= len(state.hands[seat]):
        return [0.0] * (len(tables.cards) + len(tables.clues))
    held = state.hands[seat][slot]
    if knowledge == "seer":
        card = state.cards[held.id]
        return marks(tables.cards, {card}) + marks(tables.clues, tables.touched_by[card])
    possible = [allows(tables, card, held.yes, held.no) for card in tables.cards]
    faces = shares(state, possible) if belief else [float(can_be) for can_be in possible]
    return faces + marks(tables.clues, held.yes)


def shares(state: State, possible: Sequence[bool]) -> Entries:
    """Each possible face by its copies that are neither laid nor discarded, as float32."""
    gone = Counter(state.discards)
    for suit, laid in zip(state.rules.suits, state.displays, strict=True):
        gone.update(Card(f"{suit.letter}{rank}") for rank in suit.order[:laid])
    left = [
        can_be * (state.tables.supply[card] - gone[card])
        for card, can_be in zip(state.tables.cards, possible, strict=True)
    ]
    return [float(np.float32(count) / np.float32(sum(left))) for count in left]


def shown(state: State, hand: Sequence[Card]) -> Entries:
    """A hand that is seen; nothing where cards are missing."""
    cards = state.tables.cards
    held = joined(marks(cards, {card}) for card in hand)
    return held + [0.0] * ((state.full_hand - len(hand)) * len(cards))


def marks(things: Sequence[Thing], chosen: Collection[object]) -> Entries:
    return [float(thing in chosen) for thing in things]


def ones(count: int, length: int) -> Entries:
    return [1.0] * count + [0.0] * (length - count)


def joined(parts: Iterable[Entries]) -> Entries:
    return [entry for part in parts for entry in part]
