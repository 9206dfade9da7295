"""Whole games played by a player who sees every card, compiled: thousands of tries a second.

A try plays what fits, prefers cards that open the way for others, discards what is useless or still to come,
and spends clue tokens to wait; what a clue says does not matter. Every try but the first has its own habits
and its own luck. A try is given up as soon as it cannot beat the best one any more.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np

from tamaya.engine import State
from tamaya.engine.legal import clue_names
from tamaya.fast.actions import Actions, actions
from tamaya.fast.bits import has, lowest, size
from tamaya.fast.jit import Row, inline, int64, kernel, noinline
from tamaya.fast.kernels import step_row
from tamaya.fast.layout import (
    BACK,
    CARDS,
    CLUES,
    DRAWN,
    FACE_BITS,
    FACE_MASK,
    FIRST,
    FIXED,
    LEFT,
    LEGAL,
    LOST,
    NO_FACE,
    PILE,
    PLAYED,
    RUNNING,
    SALT,
    SCORE,
    SEAT_SHIFT,
    STATUS,
    STEPS,
    STRIKES,
    TILE,
    TILES,
    TOPS,
    TURN,
    WANTED,
    Layout,
    Words,
    layout_for,
)
from tamaya.fast.legal import list_legal, tile_decision
from tamaya.fast.packing import (
    BACKS,
    CLUE_COUNT,
    COUNTS,
    DECK_PLAY,
    DECK_START,
    DISCARDS,
    ENCORES,
    FLOURISH,
    FREE_CLUES,
    FULL,
    HAND,
    HANDS,
    HISTORY,
    MOST_STRIKES,
    NEXT,
    PLACE,
    PLAYERS,
    SHIFT,
    TILE_COUNT,
    VALUE_CLUE,
    pack,
    pack_tiles,
    tile_number,
)
from tamaya.fast.pointers import bytes_from, items
from tamaya.fast.randomness import below, random_word
from tamaya.rules import Rules, Seat

NOTHING: Final = -1000
"""The score of no line."""
REVIVALS: Final = 2
"""So many more cards than there are turns may be laid where bonus tiles bring cards back (L6, L7)."""
_SCALE: Final = 1024
"""Weights are in parts of this."""
_HOPELESS: Final = 1 << 40
"""More than all weights together."""
_LAST: Final = _HOPELESS >> 8
"""What the last copy of a card costs at least."""


class GreedyTries:
    """Tries from one position, some at a time."""

    def __init__(self, state: State, seed: int) -> None:
        self._actions, self._layout, self._tables = _table(state.rules, state.players)
        self._start = write_state(state, self._layout)
        self._row = np.zeros((1, self._layout.length), np.int64)
        self._best = np.zeros((1, self._layout.length), np.int64)
        self._best[0, SCORE] = NOTHING
        self._seed = seed & 0x7FFF_FFFF_FFFF_FFFF
        self.tries = 0
        # Nothing is tried, but what must be compiled is: that is not to be measured later.
        self.run(0, 0)

    @property
    def score(self) -> int:
        """The best score so far; NOTHING before the first try."""
        return int(self._best[0, SCORE])

    def run(self, tries: int, target: int) -> None:
        """Try so many times more, or until a line reaches the target."""
        self.tries += _tries(
            self._start, self._tables, self._row, self._best, self._seed, self.tries, tries, target
        )

    def line(self) -> tuple[str, ...]:
        """The line of the best try."""
        row = self._best[0]
        entries = row[self._layout.block("history").start :].view(np.uint16)[: row[STEPS]].tolist()
        number = (1 << SEAT_SHIFT) - 1
        return tuple(self._actions.notation(entry & number, entry >> SEAT_SHIFT) for entry in entries)


@lru_cache(maxsize=64)
def _table(rules: Rules, players: int) -> tuple[Actions, Layout, Words]:
    numbers = actions(rules, players)
    layout = layout_for(rules, players, actions=len(numbers), history=True)
    return numbers, layout, pack(rules, numbers, layout)


def write_state(state: State, layout: Layout) -> Words:
    """A running game as a row. What clues have said is left out: here it changes nothing."""
    assert state.turn is not None
    tables = state.tables
    row = np.zeros((1, layout.length), np.int64)
    face = {card: number for number, card in enumerate(tables.cards)}
    start = {block.name: block.start for block in layout.blocks}
    laid = [
        [suit * tables.ranks + rank - 1 for rank in tables.suits[suit].order[:count]]
        for suit, count in enumerate(state.displays)
    ]
    wanted = [
        suit * tables.ranks + tables.suits[suit].order[count] - 1
        for suit, count in enumerate(state.displays)
        if count < tables.ranks
    ]
    row[0, [FIRST, TURN, CLUES, STRIKES, DRAWN, CARDS, FIXED]] = (
        state.first, state.turn, state.clues, state.strikes, state.drawn, len(state.cards), 1,
    )  # fmt: skip
    row[0, LEFT] = -1 if state.turns_left is None else state.turns_left
    row[0, SCORE] = state.score
    row[0, PLAYED] = sum(1 << number for faces in laid for number in faces)
    row[0, TOPS] = sum(1 << faces[-1] for faces in laid if faces)
    row[0, WANTED] = sum(1 << number for number in wanted)
    row[0, PILE] = sum(1 << face[card] for card in set(state.discards))
    row[0, SALT] = state.salt - (1 << 64 if state.salt >> 63 else 0)
    row[0, BACK] = int(state.returned > 0)
    row[0, TILES] = pack_tiles(state.tiles)
    row[0, TILE] = tile_number(state.tile)
    for card in set(state.discards):
        word, shift = layout.thermometers[face[card]]
        row[0, start["discards"] + word] |= ((1 << state.discards.count(card)) - 1) << shift
    for place, card in enumerate(state.cards):
        row[0, start["deck"] + place // 8] |= face[card] << place % 8 * 8
    for seat, hand in enumerate(state.hands):
        faces = [face[state.cards[held.id]] for held in hand]
        padded = [*faces, *[NO_FACE] * (layout.hand - len(faces))]
        tells = [tables.clues.index(clue) for clue in clue_names(state, Seat(seat))]
        row[0, start["tells"] + seat] = sum(1 << clue for clue in tells)
        row[0, start["counts"] + seat] = len(faces)
        row[0, start["faces"] + seat] = sum(number << FACE_BITS * slot for slot, number in enumerate(padded))
    return row


# Compiled from here on: row and t as in tamaya.fast. All of it stays in this file, because numba looks at
# the file of a kernel to see whether it has changed.


class Habits(NamedTuple):
    """How one try weighs things."""

    luck: int
    """What chance depends on."""
    noise: int
    """How far a weight may be off, in parts of _SCALE."""
    wait: int
    """How often, in parts of _SCALE, a playable card is kept back for a clue."""
    keep: int
    """With more clue tokens than this, a clue is given rather than a useful card discarded."""
    spend: int
    """With more clue tokens than this, a clue is given rather than a useless card discarded."""
    shared: int
    """How much less a play is worth that another seat could make."""
    opening: int
    """How much more a play is worth whose next card lies in a hand."""
    nearby: int
    """What it costs to discard a card of which a copy lies in another hand."""
    later: int
    """What it costs to discard a card for every place in the deck down to its next copy."""
    far: int
    """How much less it costs for every card that must be laid before it."""
    spare: int
    """With fewer discards to spare than this, tokens are spent rather than cards."""


@kernel
def _tries(
    start: Words, tables: Words, rows: Words, bests: Words, seed: int, first: int, tries: int, target: int
) -> int:
    """Play from ``start`` so many times; the best game is copied into ``bests``. How many tries it took."""
    begin, t, row, best = items(start), items(tables), items(rows), items(bests)
    words = start.shape[1]
    for done in range(tries):
        for word in range(t[HISTORY]):
            row[word] = begin[word]
        list_legal(row, t)
        habits = _habits(seed, first + done)
        while row[STATUS] == RUNNING:
            if _cannot_beat(row, t, best[SCORE]):
                break
            step_row(row, t, _choice(row, t, habits))
        if row[STATUS] == RUNNING:
            continue
        reached = int64(0) if row[STATUS] == LOST else row[SCORE]
        if reached > best[SCORE]:
            for word in range(words):
                best[word] = row[word]
            best[SCORE] = reached
            if reached >= target:
                return int64(done + 1)
    return int64(tries)


@noinline
def _habits(seed: int, number: int) -> Habits:
    """The habits of a try: sober in the first one, then ever different."""
    luck = int64(random_word(seed, number))
    if number == 0:
        return Habits(luck, int64(0), int64(0), int64(3), int64(7), int64(300), int64(500),
                      int64(600), int64(40), int64(60), int64(1))  # fmt: skip
    wild = _below(luck, 0, 3)
    return Habits(
        luck,
        _below(luck, 1, 200) << (wild + 1),
        _below(luck, 2, 40) * wild,
        _below(luck, 3, 6),
        1 + _below(luck, 4, 8),
        _below(luck, 5, 1000),
        _below(luck, 6, 1000),
        100 + _below(luck, 7, 1200),
        5 + _below(luck, 8, 90),
        _below(luck, 9, 200),
        _below(luck, 10, 4),
    )


@inline
def _below(luck: int, count: int, limit: int) -> int:
    return below(random_word(luck, count), limit)


@inline
def _copies(row: Row, t: Row, face: int) -> int:
    """How many copies of a face are not discarded."""
    gone = row[t[DISCARDS] + t[PLACE + face]] >> t[SHIFT + face]
    return size(t[FULL + face] & ~gone)


@noinline
def _useful(row: Row, t: Row) -> int:
    """Set of faces: what displays can still take if no discarded card comes back."""
    useful = int64(0)
    ahead = row[WANTED]
    while ahead:
        face = lowest(ahead)
        ahead &= ahead - 1
        while _copies(row, t, face):
            useful |= int64(1) << face
            if t[NEXT + face] == 0:
                break
            face = lowest(t[NEXT + face])
    return useful


@inline
def _turns(row: Row, t: Row) -> int:
    """How many cards can be laid at most before the game is over."""
    if t[FLOURISH]:
        return int64(_HOPELESS)
    if row[LEFT] >= 0:
        return row[LEFT]
    return row[CARDS] - row[DRAWN] + t[PLAYERS]


@inline
def _cannot_beat(row: Row, t: Row, score: int) -> bool:
    if score < 0:
        return False
    extra = int64(REVIVALS) if t[TILE_COUNT] else int64(0)
    more = size(_useful(row, t)) if t[TILE_COUNT] == 0 else _HOPELESS
    return bool(row[SCORE] + min(more, _turns(row, t) + extra) <= score)


@noinline
def _choice(row: Row, t: Row, habits: Habits) -> int:
    if row[TILE]:
        return _tile_choice(row, t, habits)
    useful = _useful(row, t)
    play = _best_play(row, t, habits, useful)
    clue = _any_clue(row, t)
    luck = random_word(habits.luck, 1024 + 64 * row[STEPS])
    if play >= 0 and (clue < 0 or below(luck, _SCALE) >= habits.wait):
        return play
    if row[LEFT] >= 0 and clue >= 0:
        return clue
    return _discard_or_wait(row, t, habits, useful, clue, play)


@inline
def _noise(row: Row, habits: Habits, count: int) -> int:
    if habits.noise == 0:
        return int64(0)
    return below(random_word(habits.luck, 1025 + 64 * row[STEPS] + count), habits.noise)


@noinline
def _others(row: Row, t: Row, seat: int) -> int:
    """Set of faces: what all but one hold."""
    held = int64(0)
    for other in range(t[PLAYERS]):
        if other != seat:
            held |= _faces(row, t, other)
    return held


@inline
def _faces(row: Row, t: Row, seat: int) -> int:
    """Set of faces: what one holds."""
    faces, held = row[t[HANDS] + seat], int64(0)
    for _ in range(row[t[COUNTS] + seat]):
        held |= int64(1) << (faces & FACE_MASK)
        faces >>= FACE_BITS
    return held


@noinline
def _best_play(row: Row, t: Row, habits: Habits, useful: int) -> int:
    """The action that plays the most valuable fitting card, or -1."""
    seat = row[TURN]
    faces = row[t[HANDS] + seat]
    if row[WANTED] & _faces(row, t, seat) == 0 and not _may_play_top(row, t):
        return int64(-1)
    others = _others(row, t, seat)
    own = _faces(row, t, seat)
    best, chosen = -_HOPELESS, int64(-1)
    for slot in range(row[t[COUNTS] + seat]):
        face = faces & FACE_MASK
        faces >>= FACE_BITS
        if has(row[WANTED], face):
            worth = _worth(t, habits, useful, face, own, others) + _noise(row, habits, slot)
            if worth > best:
                best, chosen = worth, t[HAND] + slot
    if _may_play_top(row, t):
        face = int64(bytes_from(row, t[DECK_START])[row[DRAWN]])
        worth = _worth(t, habits, useful, face, own, others) + _noise(row, habits, 40)
        if worth > best:
            chosen = t[DECK_PLAY]
    return chosen


@inline
def _may_play_top(row: Row, t: Row) -> bool:
    """Whether the last card may be played straight from the deck, and fits."""
    if t[DECK_PLAY] < 0 or not has(row[LEGAL + (t[DECK_PLAY] >> 6)], t[DECK_PLAY] & 63):
        return False
    return bool(has(row[WANTED], int64(bytes_from(row, t[DECK_START])[row[DRAWN]])))


@noinline
def _worth(t: Row, habits: Habits, useful: int, face: int, own: int, others: int) -> int:
    """Worth of a play: how much it opens, less if another seat can make it."""
    worth = int64(0)
    after = t[NEXT + face] & useful
    if after & (own | others):
        worth += habits.opening
    while after:
        worth += 200
        after = t[NEXT + lowest(after)] & useful
    if has(others, face):
        worth -= habits.shared
    return worth


@inline
def _any_clue(row: Row, t: Row) -> int:
    """A legal clue, or -1."""
    first = 2 * t[HAND]
    return _legal_from(row, first, first + (t[PLAYERS] - 1) * t[CLUE_COUNT])


@noinline
def _legal_from(row: Row, first: int, stop: int) -> int:
    """The lowest legal action of some, or -1."""
    action = first
    while action < stop:
        word = row[LEGAL + (action >> 6)] >> (action & 63)
        if action & 63:
            # A word is signed, so what comes in from the left may be ones.
            word &= (int64(1) << (64 - (action & 63))) - 1
        if word:
            found = action + lowest(word)
            return found if found < stop else int64(-1)
        action = ((action >> 6) + 1) << 6
    return int64(-1)


@noinline
def _discard_or_wait(row: Row, t: Row, habits: Habits, useful: int, clue: int, play: int) -> int:
    slot, cost = _cheapest(row, t, habits, useful)
    may_discard = bool(row[LEGAL] & 1)
    spare = _turns(row, t) - size(useful)
    if clue >= 0:
        tokens = row[CLUES]
        if not may_discard or slot < 0:
            return clue
        if spare < habits.spare or tokens > habits.spend or (cost > 0 and tokens > habits.keep):
            return clue
        if cost >= _LAST:
            return clue
    if may_discard and slot >= 0:
        if play >= 0 and cost >= _LAST:
            return play
        return slot
    if play >= 0:
        return play
    if slot >= 0 and (row[STRIKES] + 1 < t[MOST_STRIKES] or clue < 0):
        # All tokens are there and none can be spent: only a misplay takes a card out of the hand.
        return t[HAND] + slot
    return clue


@noinline
def _cheapest(row: Row, t: Row, habits: Habits, useful: int) -> tuple[int, int]:
    """The slot whose card is missed least, and how much; -1 for an empty hand."""
    seat = row[TURN]
    faces = row[t[HANDS] + seat]
    others = _others(row, t, seat)
    best, chosen, seen = int64(_HOPELESS), int64(-1), int64(0)
    for slot in range(row[t[COUNTS] + seat]):
        face = faces & FACE_MASK
        faces >>= FACE_BITS
        cost = int64(0)
        if has(useful, face):
            cost = _loss(row, t, habits, useful, face, has(seen, face), others)
            cost += _noise(row, habits, 20 + slot)
        seen |= int64(1) << face
        if cost < best:
            best, chosen = cost, int64(slot)
    return chosen, best


@noinline
def _loss(row: Row, t: Row, habits: Habits, useful: int, face: int, twice: int, others: int) -> int:
    """What the discard of a useful card costs."""
    if twice:
        return int64(1)
    ahead = _steps_ahead(row, t, face)
    if _copies(row, t, face) == 1:
        lost = int64(1)
        after = t[NEXT + face] & useful
        while after:
            lost += 1
            after = t[NEXT + lowest(after)] & useful
        return _LAST + lost * 100_000
    cost = 4000 - habits.far * ahead
    if has(others, face):
        return cost - 2000 + habits.nearby
    deck = bytes_from(row, t[DECK_START])
    for place in range(row[DRAWN], row[CARDS]):
        if deck[place] == face:
            return cost + habits.later * (place - row[DRAWN])
    return cost


@noinline
def _steps_ahead(row: Row, t: Row, face: int) -> int:
    """How many cards must be laid before a useful one."""
    ahead = row[WANTED]
    while ahead:
        at, steps = lowest(ahead), int64(0)
        ahead &= ahead - 1
        while True:
            if at == face:
                return steps
            if t[NEXT + at] == 0:
                break
            at, steps = lowest(t[NEXT + at]), steps + 1
    return int64(0)


@noinline
def _tile_choice(row: Row, t: Row, habits: Habits) -> int:
    """A free clue does not matter; a discarded card comes back where it is missed most (L4-L7)."""
    if tile_decision(t, row[TILE]) <= VALUE_CLUE:
        return _legal_from(row, t[FREE_CLUES], t[BACKS])
    chosen, best = int64(-1), -_HOPELESS
    pile = row[PILE]
    while pile:
        face = lowest(pile)
        pile &= pile - 1
        luck = _noise(row, habits, face & 31)
        missing = has(row[PLAYED], face) ^ 1
        last = int64(_copies(row, t, face) == 0)
        encore = t[ENCORES] + face
        if has(row[LEGAL + (encore >> 6)], encore & 63):
            worth = luck + 100_000 * has(row[WANTED], face) + 5_000 * last
            if worth > best:
                best, chosen = worth, encore
        back = t[BACKS] + face
        if has(row[LEGAL + (back >> 6)], back & 63):
            worth = luck + missing * (4_000 + 2_000 * last - 100 * _steps_ahead(row, t, face))
            if worth > best:
                best, chosen = worth, back
    return chosen
