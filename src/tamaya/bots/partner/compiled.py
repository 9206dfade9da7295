"""Whole games of ``partner`` in the compiled engine: the same choices, thousands of games a second.

The functions that choose and conclude are those of the readable bot; here they are led through the rows of
``tamaya.fast``.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from tamaya.bots.compilable import compile_marked
from tamaya.bots.partner.choose import CLUE, PLAY, best
from tamaya.bots.partner.conventions import (
    classify_faces,
    draw_conclusions,
    see_clue,
    see_discard,
    see_draw,
    see_play,
    see_token,
)
from tamaya.bots.partner.state import CARD_ROOM, NO_CARD, UNSEEN, Book, Public, Sight, book_of, forget
from tamaya.fast.batch import Batch
from tamaya.fast.bits import has, lowest
from tamaya.fast.jit import Row, inline, int64, noinline
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
from tamaya.fast.pointers import items, row_of
from tamaya.fast.policies import clue_action
from tamaya.fast.rollouts import (
    DEALT,
    Results,
    Rollout,
    begin_game,
    note_end,
    play_games,
)
from tamaya.fast.stepping import game_kernel, step_game
from tamaya.fast.structs import pack, pointer_to, words_of
from tamaya.rules import ImpossibleRules, ImpossibleTable, Rules

compile_marked()

PUBLIC_WORDS: Final = words_of(Public)
SIGHT_WORDS: Final = words_of(Sight)
BOOK_WORDS: Final = words_of(Book)
book_at = pointer_to(Book)
public_at = pointer_to(Public)
sight_at = pointer_to(Sight)


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
    """Games with ``partner`` on all seats, as ``tamaya.fast.rollout`` plays them.

    >>> bool(partner_rollout("original", 2, 200, seed=1).scores.mean() > 20)
    True
    """
    house = Rules.parse(rules) if isinstance(rules, str) else rules
    book = packed_book(house, players)

    def play(row: Words, tables: Words, key: int, start: int, results: Results) -> None:
        _partner_games(row, _memory(), tables, book, key, start, results)

    return play_games(house, players, games, seed, play, first=first, threads=threads, offset=offset)


def finish_games(batch: Batch) -> Rollout:
    """Let ``partner`` play the games of a batch from their beginnings to their ends; they are over then."""
    if batch.steps.any() or batch.done.any():
        raise ImpossibleTable("bots.from-beginning", bot="partner")
    results = np.zeros((batch.games, 4), np.int32)
    book = packed_book(batch.rules, batch.players)
    _partner_games(batch.rows, _memory(), batch.tables, book, 0, DEALT, results)
    return Rollout(*results.T)


def packed_book(rules: Rules, players: int) -> Words:
    """The fixed facts of a game for kernels; refuses rules that the compiled bot does not play."""
    if rules.bonus:
        raise ImpossibleRules("flamboyants", "bots.compiled-no-bonus", bot="partner")
    if rules.deck_size > CARD_ROOM:
        raise ImpossibleRules("suits", "bots.card-room", bot="partner", most=CARD_ROOM)
    return pack(book_of(rules, players))


def _memory() -> Words:
    """Room for what all know, then for what a seat sees."""
    return np.zeros(PUBLIC_WORDS + SIGHT_WORDS, np.int64)


@game_kernel
def _partner_games(
    rows: Words, memory: Words, tables: Words, books: Words, seed: int, offset: int, results: Results
) -> None:
    """Play games to their ends: those in the rows, or with an offset games dealt one by one into one row."""
    table, t, ends = items(rows), items(tables), items(results)
    book, public = book_at(items(books), 0), public_at(items(memory), 0)
    sight = sight_at(items(memory), PUBLIC_WORDS)
    for game in range(results.shape[0]):
        row = row_of(table, rows.shape[1], game if offset == DEALT else 0)
        if offset != DEALT:
            begin_game(row, t, seed, offset + game)
        begin_public(row, t, book, public)
        while row[STATUS] == RUNNING:
            act(row, t, book, public, decide_as_partner(row, t, book, public, sight))
        note_end(row, row_of(ends, 4, game))


@noinline
def begin_public(row: Row, t: Row, book: Book, public: Public) -> None:
    """What all know when the cards have been dealt."""
    sync_counters(row, public)
    public.focus = NO_CARD
    for suit in range(book.suits):
        public.laid[suit] = 0
    for face in range(book.faces):
        public.discarded[face] = 0
    card = int64(0)
    for seat in range(t[PLAYERS]):
        public.false_calls[seat] = 0
        public.hand_size[seat] = row[t[COUNTS] + seat]
        for slot in range(row[t[COUNTS] + seat]):
            public.hands[seat][slot] = card
            forget(book, public, card)
            card += 1
    classify_faces(book, public)
    draw_conclusions(book, public)


@noinline
def decide_as_partner(row: Row, t: Row, book: Book, public: Public, sight: Sight) -> int:
    """What the seat on turn does."""
    seat = row[TURN]
    see_hands(row, t, public, sight, seat)
    sync_counters(row, public)
    kind, where, clue = best(book, public, sight)
    if kind == CLUE:
        return _legal(row, t, clue_action(t, (where - seat) % t[PLAYERS], clue))
    return _legal(row, t, where + (t[HAND] if kind == PLAY else 0))


@noinline
def act(row: Row, t: Row, book: Book, public: Public, action: int) -> None:
    """Let the seat on turn act, and the table see it."""
    seat, drawn, hand = row[TURN], row[DRAWN], t[HAND]
    slot = action - hand if action >= hand else action
    face = (row[t[HANDS] + seat] >> slot * FACE_BITS) & FACE_MASK if action < 2 * hand else int64(0)
    sync_counters(row, public)
    step_game(row, t, action)
    if action >= 2 * hand:
        meaning = t[MEANING + action]
        receiver = (seat + ((meaning >> 4) & 255)) % t[PLAYERS]
        touched = (row[TOLD] >> t[CLUE_COUNT]) & ((int64(1) << hand) - 1)
        see_clue(book, public, seat, receiver, meaning >> 12, touched, False)
    elif action >= hand:
        see_play(book, public, seat, slot, face, has(row[SHOWN], t[FACE_COUNT]) == 1)
        if has(row[SHOWN], t[FACE_COUNT] + 1):
            see_token(book, public)
    else:
        see_discard(book, public, seat, slot, face)
    if row[DRAWN] > drawn:
        see_draw(book, public, seat, drawn)


@inline
def see_hands(row: Row, t: Row, public: Public, sight: Sight, seat: int) -> None:
    """Show a seat the hands of the others."""
    sight.seat = seat
    for other in range(t[PLAYERS]):
        faces = row[t[HANDS] + other]
        for slot in range(row[t[COUNTS] + other]):
            sight.face_of[public.hands[other][slot]] = UNSEEN if other == seat else faces & FACE_MASK
            faces >>= FACE_BITS


@inline
def sync_counters(row: Row, public: Public) -> None:
    """Take over tokens, strikes, deck and turns left from the game."""
    public.clues = row[CLUES]
    public.strikes = row[STRIKES]
    public.deck = row[CARDS] - row[DRAWN]
    public.turns_left = row[LEFT]


@inline
def _legal(row: Row, t: Row, action: int) -> int:
    """The action, or the first one that is legal where it is not."""
    if has(row[LEGAL + (action >> 6)], action & 63):
        return action
    word = 0
    while row[LEGAL + word] == 0 and word + 1 < t[LEGAL_WORDS]:
        word += 1
    return 64 * word + lowest(row[LEGAL + word])
