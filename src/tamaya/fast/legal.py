"""What is allowed now, as a set of action numbers. The clauses are those of ``tamaya.engine.legal``."""

from __future__ import annotations

from tamaya.fast.bits import spread
from tamaya.fast.jit import Row, inline, int64, noinline
from tamaya.fast.layout import CARDS, CLUES, DRAWN, LEFT, LEGAL, PILE, STATUS, TILE, TURN
from tamaya.fast.packing import (
    BACK_CARD,
    BACKS,
    CLUE_COUNT,
    COLOUR_CLUE,
    COLOUR_MASK,
    COLOURS,
    COUNTS,
    DECK_PLAY,
    DISCARD_FULL,
    ENCORE_CARD,
    ENCORES,
    FREE_CLUES,
    HAND,
    LEGAL_WORDS,
    MOST_CLUES,
    PLAYERS,
    TELLS,
    TILE_EFFECTS,
    USUAL,
    VALUE_CLUE,
    VALUES,
)


@inline
def list_legal(row: Row, t: Row) -> None:
    """Write the set of legal actions into the row; it is empty once the game is over."""
    for word in range(1, t[LEGAL_WORDS]):
        row[LEGAL + word] = 0
    if row[STATUS]:
        row[LEGAL] = 0
    elif row[TILE]:
        row[LEGAL] = 0
        _list_choices(row, t)
    elif t[USUAL] <= 64:
        row[LEGAL] = _usual(row, t)
    else:
        row[LEGAL] = 0
        _list_many(row, t)


@inline
def _usual(row: Row, t: Row) -> int:
    """The set of legal actions where one word holds it."""
    seat = row[TURN]
    slots = (int64(1) << row[t[COUNTS] + seat]) - 1
    actions = slots << t[HAND]
    if may_discard(row, t):
        actions |= slots
    if row[CLUES] > 0:
        colours = 2 * t[HAND]
        values = colours + (t[PLAYERS] - 1) * t[COLOURS]
        receiver = seat
        for _ in range(t[PLAYERS] - 1):
            receiver += 1
            if receiver == t[PLAYERS]:
                receiver = int64(0)
            tells = row[t[TELLS] + receiver]
            actions |= ((tells & t[COLOUR_MASK]) << colours) | ((tells >> t[COLOURS]) << values)
            colours += t[COLOURS]
            values += t[VALUES]
    if t[DECK_PLAY] >= 0 and may_play_deck(row):
        actions |= int64(1) << t[DECK_PLAY]
    return actions


@noinline
def _list_many(row: Row, t: Row) -> None:
    """The same for tables whose usual actions need several words."""
    seat = row[TURN]
    slots = (int64(1) << row[t[COUNTS] + seat]) - 1
    spread(row, LEGAL, t[HAND], slots)
    if may_discard(row, t):
        spread(row, LEGAL, 0, slots)
    if row[CLUES] > 0:
        for offset in range(1, t[PLAYERS]):
            tells = row[t[TELLS] + (seat + offset) % t[PLAYERS]]
            colours = 2 * t[HAND] + (offset - 1) * t[COLOURS]
            values = 2 * t[HAND] + (t[PLAYERS] - 1) * t[COLOURS] + (offset - 1) * t[VALUES]
            spread(row, LEGAL, colours, tells & t[COLOUR_MASK])
            spread(row, LEGAL, values, tells >> t[COLOURS])
    if t[DECK_PLAY] >= 0 and may_play_deck(row):
        spread(row, LEGAL, t[DECK_PLAY], int64(1))


@noinline
def _list_choices(row: Row, t: Row) -> None:
    """The decisions that a tile leaves to the seat on turn (L4-L7)."""
    decision = tile_decision(t, row[TILE])
    if decision <= VALUE_CLUE:
        sort = _sort(t, decision)
        for offset in range(1, t[PLAYERS]):
            tells = row[t[TELLS] + (row[TURN] + offset) % t[PLAYERS]]
            spread(row, LEGAL, t[FREE_CLUES] + (offset - 1) * t[CLUE_COUNT], tells & sort)
        return
    if decision == BACK_CARD:
        spread(row, LEGAL, t[BACKS], row[PILE])
    # L6: with an empty deck the player may choose an encore instead.
    if decision == ENCORE_CARD or row[DRAWN] == row[CARDS]:
        spread(row, LEGAL, t[ENCORES], row[PILE])


@inline
def has_choice(row: Row, t: Row, tile: int) -> bool:
    """L8: whether a tile that asks for a decision leaves any to the seat on turn."""
    decision = tile_decision(t, tile)
    if decision > VALUE_CLUE:
        return bool(row[PILE] != 0)
    return _may_tell(row, t, _sort(t, decision))


@noinline
def can_act(row: Row, t: Row) -> bool:
    """F3: whether a seat on turn without cards can do anything."""
    if t[DECK_PLAY] >= 0 and may_play_deck(row):
        return True
    return bool(row[CLUES] > 0) and _may_tell(row, t, (int64(1) << t[CLUE_COUNT]) - 1)


@inline
def may_discard(row: Row, t: Row) -> bool:
    """T4: not while all clue tokens are available."""
    return bool(row[CLUES] < t[MOST_CLUES]) or t[DISCARD_FULL] != 0


@inline
def may_play_deck(row: Row) -> bool:
    """House option: the very last card may be played straight from the deck; a returned one may not (L6)."""
    return bool(row[CARDS] == row[DRAWN] + 1) and bool(row[LEFT] < 0)


@inline
def tile_decision(t: Row, tile: int) -> int:
    """What a tile leaves to the seat on turn; 0 for nothing."""
    return t[TILE_EFFECTS + tile] >> 8


@inline
def _sort(t: Row, decision: int) -> int:
    """Set of clues: those that a tile grants."""
    return t[COLOUR_MASK] if decision == COLOUR_CLUE else ((int64(1) << t[CLUE_COUNT]) - 1) & ~t[COLOUR_MASK]


@inline
def _may_tell(row: Row, t: Row, sort: int) -> bool:
    told = int64(0)
    for offset in range(1, t[PLAYERS]):
        told |= row[t[TELLS] + (row[TURN] + offset) % t[PLAYERS]] & sort
    return bool(told != 0)
