"""Where everything lies: a game is one row of 64-bit words, described here and nowhere else.

A row begins with the fields of FIELDS, one word each. What depends on the rules and the number of players
follows in the blocks of a ``Layout``. Words are signed; where they are sets, only those of the legal actions
use the top bit.

Faces, clues and suits are numbered as in ``tamaya.rules.Tables``. A set of faces is a word with bit ``face``
set, which is also their order in an observation: suit by suit, from 1 upwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from tamaya.rules import ImpossibleRules, Rules

Words: TypeAlias = npt.NDArray[np.int64]
Bytes: TypeAlias = npt.NDArray[np.uint8]

FIELDS: Final = {
    # Seldom looked at.
    "root": "what chance depends on in all games of this row",
    "episode": "how many games this row has begun, less one",
    "first": "the seat that began",
    "tiles": "the bonus tiles, three bits each, the top one lowest (L1)",
    "spent": "how many of them have been revealed",
    "salt": "decides where a card that goes back into the deck lands (L6)",
    "back": "1 + the place where a card went back into the deck, 0 if none did (L6)",
    "ended": "of the game before: its status, and from bit 8 its counted score plus 128",
    # Looked at in every step.
    "key": "what chance depends on in this game",
    "fixed": "1 when the order of the rest of the deck is settled, 0 when draws mix it (randomness.py)",
    "steps": "actions taken, bonus choices included",
    "turn": "the seat to act; once the game is over, the seat that ended it",
    "clues": "clue tokens available",
    "strikes": "strikes so far",
    "left": "in the last round the turns that remain, before it -1 (E3)",
    "status": "how the game stands: RUNNING, PERFECT, COUNTED or LOST",
    "score": "what the displays count now, whatever the outcome (E4, B4)",
    "drawn": "how many cards have left the deck",
    "cards": "how many cards the deck had, those that went back into it included",
    "played": "set of faces: what lies on the displays",
    "wanted": "set of faces: what fits next; empty when the show is complete",
    "tops": "set of faces: the card on top of each display",
    "pile": "set of faces: what the discard pile holds at least once",
    "tile": "the bonus tile that waits for a decision, 0 for none (L8)",
    "who": "the last action: 1 + its kind, in bits 4-7 its seat, in bits 8-11 the receiver of a clue",
    "told": "the last action: a bit for the clue, for each slot it touched, for the slot played or discarded",
    "shown": "the last action: a bit for the face, one if it fitted, one if completing brought a token",
}
"""name: what the word holds."""

(
    ROOT, EPISODE, FIRST, TILES, SPENT, SALT, BACK, ENDED, KEY, FIXED, STEPS, TURN, CLUES, STRIKES,
    LEFT, STATUS, SCORE, DRAWN, CARDS, PLAYED, WANTED, TOPS, PILE, TILE, WHO, TOLD, SHOWN,
) = range(len(FIELDS))  # fmt: skip

LEGAL: Final = len(FIELDS)
"""The first word of the set of legal actions; bit ``action % 64`` of word ``action // 64``."""

RUNNING, PERFECT, COUNTED, LOST = range(4)

FACE_BITS: Final = 6
FACE_MASK: Final = 63
NO_FACE: Final = 63
"""A hand is one word of faces, FACE_BITS each, the oldest lowest; NO_FACE stands where there is no card."""
SEAT_SHIFT: Final = 11
"""Where an entry of the history holds its seat."""
ENDED_SHIFT: Final = 8
ENDED_ZERO: Final = 128
WORD_BITS: Final = 63

_KNOWN = (
    "[seat][slot] set of faces that the clues leave possible, then from bit `faces` on the set of clues that "
    "touched the card; 0 where there is no card"
)

_RETURNABLE = 1
"""L1, L6: there is one tile of each kind, so one card at most goes back into the deck."""


@dataclass(frozen=True, slots=True)
class Block:
    """Consecutive words of a row."""

    name: str
    start: int
    words: int
    holds: str

    @property
    def stop(self) -> int:
        """The first word after it."""
        return self.start + self.words


@dataclass(frozen=True, slots=True)
class Layout:
    """The row of a game for given rules and players."""

    players: int
    hand: int
    faces: int
    colours: int
    values: int
    actions: int
    blocks: tuple[Block, ...]
    thermometers: tuple[tuple[int, int], ...]
    """[face] the word of the discard block, and the lowest of its bits, one for each copy: ones first."""
    discard_bits: tuple[int, ...]
    """[word of the discard block] how many bits are used; all together are the thermometers, face by face."""

    @property
    def clues(self) -> int:
        """How many different clues there are."""
        return self.colours + self.values

    @property
    def length(self) -> int:
        """The words of a row."""
        return self.blocks[-1].stop

    @property
    def bytes(self) -> int:
        """The memory of one game."""
        return 8 * self.length

    def block(self, name: str) -> Block:
        """A block by its name."""
        return next(block for block in self.blocks if block.name == name)


def layout_for(rules: Rules, players: int, *, actions: int, history: bool) -> Layout:
    """Lay out the row, or refuse rules that it cannot hold."""
    tables = rules.tables
    hand = rules.hand_size(players)
    faces, clues = len(tables.cards), len(tables.clues)
    if faces + clues > WORD_BITS:
        raise ImpossibleRules(
            "suits",
            "fast.too-many-cards",
            faces=faces,
            clues=clues,
            most=WORD_BITS,
        )
    thermometers, discard_bits = _thermometers(tables.copies)
    cards = rules.deck_size + _RETURNABLE
    sizes = (
        ("legal", _ceil(actions, 64), "set of legal actions"),
        ("tells", players, "[seat] set of clues: what the seat may be told (T3)"),
        ("counts", players, "[seat] cards in the hand"),
        (
            "faces",
            players,
            f"[seat] the faces in the hand, {FACE_BITS} bits each, the oldest lowest; {NO_FACE} for no card",
        ),
        ("known", players * hand, _KNOWN),
        ("discards", len(discard_bits), "the discard pile as thermometers, face by face"),
        ("deck", _ceil(cards, 8), "the faces of the cards from the first one dealt, 8 bits each"),
        (
            "history",
            _ceil(longest_game(rules), 4) if history else 0,
            "the actions so far, 16 bits each: the action, from bit 11 its seat",
        ),
    )
    blocks = []
    start = LEGAL
    for name, words, holds in sizes:
        blocks.append(Block(name, start, words, holds))
        start += words
    return Layout(
        players=players,
        hand=hand,
        faces=faces,
        colours=len(tables.colours),
        values=len(tables.values),
        actions=actions,
        blocks=tuple(blocks),
        thermometers=thermometers,
        discard_bits=discard_bits,
    )


def longest_game(rules: Rules) -> int:
    """More actions than any game can have.

    A card leaves a hand or the deck once, and each clue spends a token: one of the first, or one that a
    discard, a completed display or a tile returned. Each tile brings one decision at most.
    """
    moves = rules.deck_size + _RETURNABLE
    tiles = 6 if rules.bonus else 0
    return 2 * moves + rules.clues + len(rules.suits) + 2 * tiles


def _thermometers(copies: tuple[int, ...]) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Where each face's copies stand, none across the end of a word, and how full each word gets."""
    places: list[tuple[int, int]] = []
    used = [0]
    for count in copies:
        if used[-1] + count > WORD_BITS:
            used.append(0)
        places.append((len(used) - 1, used[-1]))
        used[-1] += count
    return tuple(places), tuple(used)


def _ceil(count: int, size: int) -> int:
    return -(-count // size)
