"""Whole games of ``partner``, compiled: the same choices as the readable bot, thousands of games a second.

The core is written by tools/twin.py from the readable bot's own source; here it is led through the games of
this engine.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from tamaya.fast import partner_core as core
from tamaya.fast.batch import Batch
from tamaya.fast.bits import has, lowest
from tamaya.fast.borrowing import items, row_of
from tamaya.fast.compiling import Reals, Row, inner, int64, kernel, rare
from tamaya.fast.kernels import step_row
from tamaya.fast.layout import (
    CARDS,
    CLUES,
    DRAWN,
    FACE_BITS,
    FACE_MASK,
    LEFT,
    LEGAL,
    RUNNING,
    SHOWN,
    STATUS,
    STRIKES,
    TOLD,
    TURN,
    Words,
)
from tamaya.fast.packing import (
    CLUE_COUNT,
    COUNTS,
    FACE_COUNT,
    HAND,
    HANDS,
    LEGAL_WORDS,
    MEANING,
    PLAYERS,
)
from tamaya.fast.policies import clue_action
from tamaya.fast.rollouts import (
    DEALT,
    Results,
    Rollout,
    begin_game,
    note_end,
    play_games,
)
from tamaya.rules import ImpossibleRules, ImpossibleTable, Rules

WIDTH: Final = core.WIDTH
UNSEEN: Final = -1


def partner_rollout(
    rules: Rules | str,
    players: int,
    games: int,
    seed: int,
    *,
    first: int | None = 0,
    threads: int = 1,
    offset: int = 0,
) -> Rollout:
    """Games with ``partner`` on all seats, as ``rollout`` plays them.

    >>> partner_rollout("original", 2, 200, seed=1).scores.mean() > 20
    True
    """
    house = Rules.parse(rules) if isinstance(rules, str) else rules
    book = partner_book(house, players)

    def play(row: Words, tables: Words, key: int, start: int, results: Results) -> None:
        _partner_games(row, *_desk(), tables, book, key, start, results)

    return play_games(house, players, games, seed, play, first=first, threads=threads, offset=offset)


def finish_games(batch: Batch) -> Rollout:
    """Let ``partner`` play the games of a batch from their beginnings to their ends; they are over then."""
    if batch.steps.any() or batch.done.any():
        raise ImpossibleTable("partner has to see a game from its beginning")
    results = np.zeros((batch.games, 4), np.int32)
    book = partner_book(batch.rules, batch.players)
    _partner_games(batch.rows, *_desk(), batch.tables, book, 0, DEALT, results)
    return Rollout(*results.T)


def _desk() -> tuple[Words, Words, npt.NDArray[np.float64]]:
    """Room for what all know, what a seat sees, and what cards are worth."""
    return (
        np.zeros(core.PUBLIC_WORDS, np.int64),
        np.zeros(core.SIGHT_WORDS, np.int64),
        np.zeros(FACE_MASK + 1, np.float64),
    )


def partner_book(rules: Rules, players: int) -> Words:
    """The fixed facts of a game, as the core wants them."""
    if rules.bonus:
        raise ImpossibleRules("flamboyants", "the compiled partner makes no decisions on bonus tiles")
    tables = rules.tables
    faces = {card: face for face, card in enumerate(tables.cards)}
    book = np.zeros(core.BOOK_WORDS, np.int64)

    def put(start: int, *values: Any) -> None:
        book[start : start + len(values)] = values

    put(core.BOOK_PLAYERS, players)
    put(core.BOOK_FULL_HAND, rules.hand_size(players))
    put(core.BOOK_SUITS, len(tables.suits))
    put(core.BOOK_RANKS, tables.ranks)
    put(core.BOOK_FACES, len(tables.cards))
    put(core.BOOK_COLOURS, len(tables.colours))
    put(core.BOOK_CLUES, len(tables.clues))
    put(core.BOOK_MOST_CLUES, rules.clues)
    put(core.BOOK_MOST_STRIKES, rules.strikes)
    put(core.BOOK_FLOURISH, rules.flourish)
    put(core.BOOK_EMPTY, rules.empty)
    put(core.BOOK_DISCARD_FULL, rules.discard_full)
    put(core.BOOK_COPIES, *tables.copies)
    put(core.BOOK_TOUCH, *(sum(1 << face for face, hit in enumerate(row) if hit) for row in tables.touch))
    for suit, kind in enumerate(tables.suits):
        chain = [suit * tables.ranks + rank - 1 for rank in kind.order]
        put(core.BOOK_CHAIN + suit * tables.ranks, *chain)
        for step, face in enumerate(chain):
            put(core.BOOK_STEP_OF + face, step)
            put(core.BOOK_AFTER + face, 1 << chain[step + 1] if step + 1 < len(chain) else 0)
    put(core.BOOK_SUIT_OF, *(tables.place[card][0] for card in faces))
    return book


@kernel
def _partner_games(
    rows: Words,
    publics: Words,
    sights: Words,
    prices: npt.NDArray[np.float64],
    tables: Words,
    books: Words,
    seed: int,
    offset: int,
    results: Results,
) -> None:
    """Play games to their ends: those in the rows, or with an offset games dealt one by one into one row."""
    table, t, book, ends = items(rows), items(tables), items(books), items(results)
    public, sight = items(publics), items(sights)
    costs: Any = items(prices)
    for game in range(results.shape[0]):
        row = row_of(table, rows.shape[1], game if offset == DEALT else 0)
        if offset != DEALT:
            begin_game(row, t, seed, offset + game)
        sit_down(row, t, book, public)
        while row[STATUS] == RUNNING:
            act(row, t, book, public, decide_as_partner(row, t, book, public, sight, costs))
        note_end(row, row_of(ends, 4, game))


@rare
def sit_down(row: Row, t: Row, book: Row, public: Row) -> None:
    """What all know when the cards have been dealt."""
    for word in range(core.PUBLIC_WORDS):
        public[word] = 0
    public[core.PUBLIC_CLUES] = row[CLUES]
    public[core.PUBLIC_FOCUS] = -1
    card = 0
    for seat in range(t[PLAYERS]):
        public[core.PUBLIC_SIZE + seat] = row[t[COUNTS] + seat]
        for slot in range(row[t[COUNTS] + seat]):
            public[core.PUBLIC_HAND + seat * WIDTH + slot] = card
            core.forget(book, public, card)
            card += 1
    core.take_stock(book, public)
    core.settle(book, public)


@rare
def decide_as_partner(row: Row, t: Row, book: Row, public: Row, sight: Row, prices: Reals) -> int:
    """What the seat on turn does."""
    seat = row[TURN]
    open_eyes(row, t, public, sight, seat)
    kind, what = core.best(book, public, sight, prices)
    if kind == core.CLUE:
        receiver, clue = what // book[core.BOOK_CLUES], what % book[core.BOOK_CLUES]
        return _legal(row, t, clue_action(t, (receiver - seat) % t[PLAYERS], clue))
    return _legal(row, t, what + (t[HAND] if kind == core.PLAY else 0))


@rare
def act(row: Row, t: Row, book: Row, public: Row, action: int) -> None:
    """Let the seat on turn act, and the table see it."""
    seat, drawn, hand = row[TURN], row[DRAWN], t[HAND]
    slot = action - hand if action >= hand else action
    face = (row[t[HANDS] + seat] >> slot * FACE_BITS) & FACE_MASK if action < 2 * hand else int64(0)
    _take_stock(row, public)
    step_row(row, t, action)
    if action >= 2 * hand:
        meaning = t[MEANING + action]
        receiver = (seat + ((meaning >> 4) & 255)) % t[PLAYERS]
        touched = (row[TOLD] >> t[CLUE_COUNT]) & ((int64(1) << hand) - 1)
        core.see_clue(book, public, seat, receiver, meaning >> 12, touched, 0)
    elif action >= hand:
        core.see_play(book, public, seat, slot, face, has(row[SHOWN], t[FACE_COUNT]))
        if has(row[SHOWN], t[FACE_COUNT] + 1):
            core.see_token(book, public)
    else:
        core.see_discard(book, public, seat, slot, face)
    if row[DRAWN] > drawn:
        core.see_draw(book, public, seat, drawn)


@inner
def open_eyes(row: Row, t: Row, public: Row, sight: Row, seat: int) -> None:
    """What the seat sees, and where the game stands."""
    sight[core.SIGHT_SEAT] = seat
    for other in range(t[PLAYERS]):
        faces = row[t[HANDS] + other]
        for slot in range(row[t[COUNTS] + other]):
            card = public[core.PUBLIC_HAND + other * WIDTH + slot]
            sight[core.SIGHT_FACE_OF + card] = UNSEEN if other == seat else faces & FACE_MASK
            faces >>= FACE_BITS
    _take_stock(row, public)


@inner
def _legal(row: Row, t: Row, action: int) -> int:
    """The action, or the first one that is legal where it is not."""
    if has(row[LEGAL + (action >> 6)], action & 63):
        return action
    word = 0
    while row[LEGAL + word] == 0 and word + 1 < t[LEGAL_WORDS]:
        word += 1
    return 64 * word + lowest(row[LEGAL + word])


@inner
def _take_stock(row: Row, public: Row) -> None:
    """Where the game stands."""
    public[core.PUBLIC_CLUES] = row[CLUES]
    public[core.PUBLIC_STRIKES] = row[STRIKES]
    public[core.PUBLIC_DECK] = row[CARDS] - row[DRAWN]
    public[core.PUBLIC_TURNS_LEFT] = row[LEFT]
