"""The rules as one array of words, which every kernel takes beside the rows.

It begins with the numbers of a ``Spec``. Then come blocks of PER_FACE words, PER_CLUE words, or one for each
action.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from tamaya.fast.actions import Actions
from tamaya.fast.layout import Layout, Words
from tamaya.rules import MISFIT, TILES, ImpossibleRules, Rules, Tables, Tile, TileDecision
from tamaya.rules.tiles import MOST_TILES


class Spec(NamedTuple):
    """The numbers of a table, in the order in which a table array begins with them."""

    players: int
    hand: int
    colours: int
    values: int
    clues: int
    """Different clues."""
    faces: int
    most_clues: int
    most_strikes: int
    flourish: int
    tiles: int
    """How many bonus tiles lie on the table; 0 where they are not in play."""
    discard_full: int
    deck_play: int
    """The number of the action, or -1."""
    free: int
    """The number of the first free clue, or -1; likewise the next two."""
    back: int
    encore: int
    usual: int
    """How many actions there are before the bonus choices."""
    actions: int
    legal_words: int
    cards: int
    colour_mask: int
    """Set of clues: the colours."""
    unknown: int
    """What is known of a card of which nothing is known: set of all faces."""
    opening: int
    """Set of faces: what fits at the start."""
    revealing: int
    """Set of faces: what completes a display and reveals a tile (L1)."""
    start_score: int
    tells: int
    """Where the blocks of a row begin."""
    counts: int
    hands: int
    known: int
    discards: int
    discard_words: int
    deck: int
    deck_words: int
    history: int
    """0 when the actions are not kept."""
    first: int
    """The seat that begins, or -1 for one by lot."""
    autoreset: int
    checked: int


(
    PLAYERS, HAND, COLOURS, VALUES, CLUE_COUNT, FACE_COUNT, MOST_CLUES, MOST_STRIKES, FLOURISH,
    TILE_COUNT, DISCARD_FULL, DECK_PLAY, FREE_CLUES, BACKS, ENCORES, USUAL, ACTION_COUNT, LEGAL_WORDS,
    CARD_COUNT, COLOUR_MASK, UNKNOWN, OPENING, REVEALING, START_SCORE, TELLS, COUNTS, HANDS, KNOWN,
    DISCARDS, DISCARD_WORDS, DECK_START, DECK_WORDS, HISTORY, FIRST_SEAT, AUTORESET, CHECKED,
) = range(len(Spec._fields))  # fmt: skip
"""Where a table array holds them."""
SPARE: Final = len(Spec._fields)
"""The first of some words that kernels may use for numbers of their own."""

PER_FACE: Final = 64
PER_CLUE: Final = 32
TOUCH: Final = 64
"""[face] set of clues: what touches it."""
TELLABLE: Final = TOUCH + PER_FACE
"""[face] set of clues: what a hand that holds it may be told (T3)."""
NEXT: Final = TELLABLE + PER_FACE
"""[face] set of faces: what fits after it; empty if it completes its display."""
BENEATH: Final = NEXT + PER_FACE
"""[face] set of faces: the card that it covers."""
GAIN: Final = BENEATH + PER_FACE
"""[face] the points that laying it brings."""
PLACE: Final = GAIN + PER_FACE
"""[face] the word of its discard thermometer."""
SHIFT: Final = PLACE + PER_FACE
"""[face] the lowest bit of its discard thermometer."""
FULL: Final = SHIFT + PER_FACE
"""[face] its discard thermometer, all copies discarded."""
IF_TOUCHED: Final = FULL + PER_FACE
"""[clue] what remains of the knowledge of a card that the clue touches."""
IF_MISSED: Final = IF_TOUCHED + PER_CLUE
"""[clue] what remains of the knowledge of a card that the clue misses."""
TILE_EFFECTS: Final = IF_MISSED + PER_CLUE
"""[tile] clue tokens that come back, from bit 4 strikes undone, from bit 8 the decision; tile 0 is none."""
MEANING: Final = TILE_EFFECTS + MOST_TILES + 1
"""[action] its kind, from bit 4 its slot (from 0) or offset, from bit 12 its clue or face."""


COLOUR_CLUE, VALUE_CLUE, BACK_CARD, ENCORE_CARD = range(1, 5)
_DECISIONS: Final = {
    None: 0,
    TileDecision.COLOUR_CLUE: COLOUR_CLUE,
    TileDecision.VALUE_CLUE: VALUE_CLUE,
    TileDecision.BACK: BACK_CARD,
    TileDecision.ENCORE: ENCORE_CARD,
}
TILE_BITS: Final = 4
"""So many bits hold the number of a tile."""


@lru_cache(maxsize=256)
def pack(
    rules: Rules,
    actions: Actions,
    layout: Layout,
    *,
    first: int = 0,
    autoreset: bool = True,
    checked: bool = True,
) -> Words:
    """The table array of rules and players; the sorted deck is its last block."""
    tables = rules.tables
    deck = layout.block("deck")
    packed = np.zeros(MEANING + layout.actions + deck.words, np.int64)
    edges = _edges(tables)
    packed[: len(Spec._fields)] = _spec(rules, actions, layout, edges, first, autoreset, checked)
    _pack_faces(packed, rules, layout, edges)
    _pack_clues(packed, tables)
    for number, tile in enumerate(TILES.values(), start=1):
        packed[TILE_EFFECTS + number] = tile.clues | tile.repairs << 4 | _DECISIONS[tile.decision] << 8
    for number, meaning in enumerate(actions):
        argument = meaning.offset or max(meaning.slot - 1, 0)
        packed[MEANING + number] = meaning.kind | argument << 4 | meaning.index << 12
    for place, face in enumerate(np.repeat(np.arange(len(tables.cards)), tables.copies).tolist()):
        packed[MEANING + layout.actions + place // 8] |= face << place % 8 * 8
    packed.flags.writeable = False
    return packed


_Edges = dict[int, tuple[int, int, int]]
"""face: (its suit, the cards laid before it, the cards laid after it)"""


def _edges(tables: Tables) -> _Edges:
    edges: _Edges = {}
    for face, card in enumerate(tables.cards):
        suit, rank = tables.place[card]
        steps = [
            (suit, laid, row[rank - 1])
            for laid, row in enumerate(tables.advance[suit])
            if row[rank - 1] != MISFIT
        ]
        if len(steps) != 1:
            raise ImpossibleRules(f"suit {tables.suits[suit].name}", "fast.one-place")
        edges[face] = steps[0]
    return edges


def _spec(
    rules: Rules,
    actions: Actions,
    layout: Layout,
    edges: _Edges,
    first: int,
    autoreset: bool,
    checked: bool,
) -> Spec:
    tables = rules.tables
    start = {block.name: block.start for block in layout.blocks}
    history = layout.block("history")
    usual = actions.usual
    return Spec(
        players=layout.players,
        hand=layout.hand,
        colours=layout.colours,
        values=layout.values,
        clues=layout.clues,
        faces=layout.faces,
        most_clues=rules.clues,
        most_strikes=rules.strikes,
        flourish=rules.flourish,
        tiles=len(TILES) if rules.bonus else 0,
        discard_full=rules.discard_full,
        deck_play=usual - 1 if rules.deck_play else -1,
        free=usual if rules.bonus else -1,
        back=layout.actions - 2 * layout.faces if rules.bonus else -1,
        encore=layout.actions - layout.faces if rules.bonus else -1,
        usual=usual,
        actions=layout.actions,
        legal_words=layout.block("legal").words,
        cards=rules.deck_size,
        colour_mask=(1 << layout.colours) - 1,
        unknown=(1 << layout.faces) - 1,
        opening=_set(face for face, (_, before, _) in edges.items() if before == 0),
        # L1: a display that ends on its highest value; black ends on its 1.
        revealing=_set(
            face
            for face, (suit, _, after) in edges.items()
            if rules.bonus and after == tables.ranks == tables.closing[suit]
        ),
        start_score=sum(points[0] for points in tables.points),
        tells=start["tells"],
        counts=start["counts"],
        hands=start["faces"],
        known=start["known"],
        discards=start["discards"],
        discard_words=layout.block("discards").words,
        deck=start["deck"],
        deck_words=layout.block("deck").words,
        history=history.start if history.words else 0,
        first=first,
        autoreset=autoreset,
        checked=checked,
    )


def _pack_faces(packed: Words, rules: Rules, layout: Layout, edges: _Edges) -> None:
    tables = rules.tables
    every_clue = (1 << len(tables.clues)) - 1
    for face in range(len(tables.cards)):
        suit, before, after = edges[face]
        same_suit = [(other, edge) for other, edge in edges.items() if edge[0] == suit]
        word, shift = layout.thermometers[face]
        touch = _set(clue for clue, row in enumerate(tables.touch) if row[face])
        packed[TOUCH + face] = touch
        packed[TELLABLE + face] = every_clue if rules.empty else touch
        packed[NEXT + face] = _set(other for other, edge in same_suit if edge[1] == after)
        packed[BENEATH + face] = _set(other for other, edge in same_suit if edge[2] == before)
        packed[GAIN + face] = tables.points[suit][after] - tables.points[suit][before]
        packed[PLACE + face] = word
        packed[SHIFT + face] = shift
        packed[FULL + face] = (1 << tables.copies[face]) - 1


def _pack_clues(packed: Words, tables: Tables) -> None:
    faces = len(tables.cards)
    marks = ((1 << len(tables.clues)) - 1) << faces
    for clue, row in enumerate(tables.touch):
        packed[IF_TOUCHED + clue] = marks | _set(face for face in range(faces) if row[face])
        packed[IF_MISSED + clue] = marks | _set(face for face in range(faces) if not row[face])


def tile_number(tile: Tile | None) -> int:
    """The number of a tile in a row; 0 for none."""
    return 0 if tile is None else list(TILES).index(tile.id) + 1


def pack_tiles(tiles: Sequence[Tile]) -> int:
    """Tiles as one word of a row, the next one lowest."""
    return sum(tile_number(tile) << TILE_BITS * place for place, tile in enumerate(tiles))


def unpack_tiles(word: int) -> tuple[Tile, ...]:
    """The tiles of one word of a row."""
    kinds = list(TILES.values())
    numbers = (word >> TILE_BITS * place & (1 << TILE_BITS) - 1 for place in range(len(kinds)))
    return tuple(kinds[number - 1] for number in numbers if number)


def _set(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)
