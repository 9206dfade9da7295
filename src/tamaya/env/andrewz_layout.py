"""What an observation of andrewz holds, what its actions are, and how it is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

import numpy as np

from tamaya.andrewz import COLOURS, PACK, Action, Discard, Pass, Play, State
from tamaya.andrewz.piles import top
from tamaya.engine.pictures import Picture, Spot, hand_lines
from tamaya.env.table import Array
from tamaya.fast.encoding import Section
from tamaya.rules import Card, Seat

FACES: Final = tuple(dict.fromkeys(PACK))
"""The 25 different cards, colour by colour."""
ACTIONS: Final[tuple[Action, ...]] = (*map(Play, FACES), *map(Discard, FACES), Pass())
"""[number] what it does: play a face, discard a face, pass."""

NUMBERS: Final = {action: number for number, action in enumerate(ACTIONS)}

_FACE = {card: face for face, card in enumerate(FACES)}
_TOPS = 6


@cache
def sections(players: int) -> tuple[Section, ...]:
    """Where everything stands in an observation; players are counted from the observer to the left."""
    table = (
        ("hand", len(FACES), "[face] how many the observer holds"),
        ("hand_sizes", players, "[player] how many cards each holds, the observer first"),
        ("tops", len(COLOURS) * _TOPS, "[colour][0-5] the value that each pile shows, 0 for none"),
        ("piles", len(FACES), "[face] how many lie on the piles"),
        ("discards", len(FACES), "[face] how many lie in the discard area"),
        ("deck", 1, "how many cards the deck holds"),
        ("idle", 1, "how many passes in a row have changed nothing (Z9)"),
        ("last_actor", players, "[player] who acted last"),
        ("last_action", len(ACTIONS), "[action] what they did"),
    )
    placed, start = [], 0
    for name, length, holds in table:
        placed.append(Section(name, start, length, holds))
        start += length
    return tuple(placed)


def encode(state: State, seat: Seat, last: tuple[Seat, int] | None) -> Array:
    """What a seat may know, with the last action and who took it."""
    table = sections(state.players)
    observed = np.zeros(table[-1].stop, np.int8)
    part = {section.name: observed[section.start : section.stop] for section in table}
    _count(part["hand"], state.hands[seat])
    part["hand_sizes"][:] = [
        len(state.hands[(seat + offset) % state.players]) for offset in range(state.players)
    ]
    for colour, pile in enumerate(state.piles):
        part["tops"][colour * _TOPS + top(pile)] = 1
        _count(part["piles"], pile)
    _count(part["discards"], state.discards)
    part["deck"][0] = len(state.deck)
    part["idle"][0] = state.idle
    if last:
        actor, number = last
        part["last_actor"][(actor - seat) % state.players] = 1
        part["last_action"][number] = 1
    return observed


def picture(state: State, names: Sequence[str]) -> Picture:
    """The table with all hands face up."""
    hands = hand_lines(names, [map(Spot, sorted(hand)) for hand in state.hands], state.turn)
    tops = tuple(
        Spot(Card(f"{suit.letter}{top(pile)}")) for suit, pile in zip(COLOURS, state.piles, strict=True)
    )
    words = [f"deck {len(state.deck)}", f"discards: {' '.join(state.discards) or '-'}"]
    if state.result:
        words.append(f"the game is over: {state.result.why}")
    return Picture(COLOURS, (*hands, ("piles", tops)), tuple(words))


def _count(counts: Array, cards: Iterable[Card]) -> None:
    for card in cards:
        counts[_FACE[card]] += 1
