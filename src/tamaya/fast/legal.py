"""What is allowed now, as a set of action numbers. The clauses are those of ``tamaya.engine.legal``."""

from __future__ import annotations

from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.bits import has, spread
from tamaya.fast.jit import Row, inline, inline_ir, int64, noinline
from tamaya.fast.packing import BACK_CARD, COLOUR_CLUE, ENCORE_CARD, VALUE_CLUE


@inline
def list_legal(row: Row, t: Row) -> None:
    """Write the set of legal actions into the row; it is empty once the game is over."""
    for word in range(1, t[spec.LEGAL_WORDS]):
        row[field.LEGAL + word] = 0
    if row[field.STATUS]:
        row[field.LEGAL] = 0
    elif row[field.TILE]:
        row[field.LEGAL] = 0
        _list_choices(row, t)
    elif t[spec.USUAL] <= 64:
        row[field.LEGAL] = _usual(row, t)
    else:
        row[field.LEGAL] = 0
        _list_many(row, t)


@inline_ir
def _usual(row: Row, t: Row) -> int:
    """The set of legal actions where one word holds it."""
    seat = row[field.TURN]
    slots = (int64(1) << row[t[spec.COUNTS] + seat]) - 1
    actions = slots << t[spec.HAND]
    if may_discard(row, t):
        actions |= slots
    if row[field.CLUES] > 0:
        colours = 2 * t[spec.HAND]
        values = colours + (t[spec.PLAYERS] - 1) * t[spec.COLOURS]
        receiver = seat
        for _ in range(t[spec.PLAYERS] - 1):
            receiver += 1
            if receiver == t[spec.PLAYERS]:
                receiver = int64(0)
            tells = row[t[spec.TELLS] + receiver]
            actions |= ((tells & t[spec.COLOUR_MASK]) << colours) | ((tells >> t[spec.COLOURS]) << values)
            colours += t[spec.COLOURS]
            values += t[spec.VALUES]
    if t[spec.DECK_PLAY] >= 0 and may_play_deck(row):
        actions |= int64(1) << t[spec.DECK_PLAY]
    return actions


@noinline
def _list_many(row: Row, t: Row) -> None:
    """The same for tables whose usual actions need several words."""
    seat = row[field.TURN]
    slots = (int64(1) << row[t[spec.COUNTS] + seat]) - 1
    spread(row, field.LEGAL, t[spec.HAND], slots)
    if may_discard(row, t):
        spread(row, field.LEGAL, 0, slots)
    if row[field.CLUES] > 0:
        for offset in range(1, t[spec.PLAYERS]):
            tells = row[t[spec.TELLS] + (seat + offset) % t[spec.PLAYERS]]
            spread(row, field.LEGAL, clue_action(t, offset, 0), tells & t[spec.COLOUR_MASK])
            spread(row, field.LEGAL, clue_action(t, offset, t[spec.COLOURS]), tells >> t[spec.COLOURS])
    if t[spec.DECK_PLAY] >= 0 and may_play_deck(row):
        spread(row, field.LEGAL, t[spec.DECK_PLAY], int64(1))


@noinline
def _list_choices(row: Row, t: Row) -> None:
    """The decisions that a tile leaves to the seat on turn (L4-L7)."""
    decision = tile_decision(t, row[field.TILE])
    if decision <= VALUE_CLUE:
        sort = _sort(t, decision)
        for offset in range(1, t[spec.PLAYERS]):
            tells = row[t[spec.TELLS] + (row[field.TURN] + offset) % t[spec.PLAYERS]]
            spread(row, field.LEGAL, t[spec.FREE_CLUES] + (offset - 1) * t[spec.CLUE_COUNT], tells & sort)
        return
    if decision == BACK_CARD:
        spread(row, field.LEGAL, t[spec.BACKS], row[field.PILE])
    # L6: with an empty deck the player may choose an encore instead.
    if decision == ENCORE_CARD or row[field.DRAWN] == row[field.CARDS]:
        spread(row, field.LEGAL, t[spec.ENCORES], row[field.PILE])


@inline
def has_choice(row: Row, t: Row, tile: int) -> bool:
    """L8: whether a tile that asks for a decision leaves any to the seat on turn."""
    decision = tile_decision(t, tile)
    if decision > VALUE_CLUE:
        return bool(row[field.PILE] != 0)
    return _may_tell(row, t, _sort(t, decision))


@noinline
def can_act(row: Row, t: Row) -> bool:
    """F3: whether a seat on turn without cards can do anything."""
    if t[spec.DECK_PLAY] >= 0 and may_play_deck(row):
        return True
    return bool(row[field.CLUES] > 0) and _may_tell(row, t, (int64(1) << t[spec.CLUE_COUNT]) - 1)


@inline
def is_legal(row: Row, action: int) -> bool:
    """Whether the row lists an action as legal."""
    return has(row[field.LEGAL + (action >> 6)], action & 63) == 1


@inline
def clue_action(t: Row, offset: int, clue: int) -> int:
    """The number of a clue to the player who sits so many seats to the left."""
    first = 2 * t[spec.HAND]
    if clue < t[spec.COLOURS]:
        return first + (offset - 1) * t[spec.COLOURS] + clue
    first += (t[spec.PLAYERS] - 1) * t[spec.COLOURS]
    return first + (offset - 1) * t[spec.VALUES] + clue - t[spec.COLOURS]


@inline
def may_discard(row: Row, t: Row) -> bool:
    """T4: not while all clue tokens are available."""
    return bool(row[field.CLUES] < t[spec.MOST_CLUES]) or t[spec.DISCARD_FULL] != 0


@inline
def may_play_deck(row: Row) -> bool:
    """House option: the very last card may be played straight from the deck; a returned one may not (L6)."""
    return bool(row[field.CARDS] == row[field.DRAWN] + 1) and bool(row[field.LEFT] < 0)


@inline
def tile_decision(t: Row, tile: int) -> int:
    """What a tile leaves to the seat on turn; 0 for nothing."""
    return t[spec.TILE_EFFECTS + tile] >> 8


@inline
def _sort(t: Row, decision: int) -> int:
    """Set of clues: those that a tile grants."""
    if decision == COLOUR_CLUE:
        return t[spec.COLOUR_MASK]
    return ((int64(1) << t[spec.CLUE_COUNT]) - 1) & ~t[spec.COLOUR_MASK]


@inline
def _may_tell(row: Row, t: Row, sort: int) -> bool:
    told = int64(0)
    for offset in range(1, t[spec.PLAYERS]):
        told |= row[t[spec.TELLS] + (row[field.TURN] + offset) % t[spec.PLAYERS]] & sort
    return bool(told != 0)
