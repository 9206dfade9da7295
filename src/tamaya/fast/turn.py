"""A turn in a row: what an action does. The clauses are those of ``tamaya.engine.turn``, in its order."""

from __future__ import annotations

from tamaya.fast.actions import Kind
from tamaya.fast.bits import has
from tamaya.fast.deck import settle, uncover
from tamaya.fast.hands import hold, take
from tamaya.fast.jit import Row, inline, inline_ir, int64, noinline
from tamaya.fast.layout import (
    BACK,
    CARDS,
    CLUES,
    COUNTED,
    DRAWN,
    FACE_BITS,
    FACE_MASK,
    LEFT,
    LOST,
    PERFECT,
    PILE,
    PLAYED,
    SALT,
    SCORE,
    SHOWN,
    SPENT,
    STATUS,
    STRIKES,
    TILE,
    TILES,
    TOLD,
    TOPS,
    TURN,
    WANTED,
    WHO,
)
from tamaya.fast.legal import (
    can_act,
    has_choice,
    tile_decision,
)
from tamaya.fast.packing import (
    BENEATH,
    CLUE_COUNT,
    COUNTS,
    DECK_START,
    DISCARDS,
    FACE_COUNT,
    FLOURISH,
    FULL,
    GAIN,
    HAND,
    HANDS,
    IF_MISSED,
    IF_TOUCHED,
    KNOWN,
    MEANING,
    MOST_CLUES,
    MOST_STRIKES,
    NEXT,
    PLACE,
    PLAYERS,
    REVEALING,
    SHIFT,
    TILE_BITS,
    TILE_EFFECTS,
    TOUCH,
)
from tamaya.fast.pointers import bytes_from
from tamaya.fast.randomness import landing

PLAY, DISCARD, COLOUR, VALUE = int(Kind.PLAY), int(Kind.DISCARD), int(Kind.COLOUR), int(Kind.VALUE)
DECK, FREE, ENCORE = int(Kind.DECK), int(Kind.FREE), int(Kind.ENCORE)


@inline_ir
def take_action(row: Row, t: Row, action: int) -> None:
    """Let a legal action take effect; the set of legal actions is left as it was."""
    meaning = t[MEANING + action]
    kind, argument, index = meaning & 15, (meaning >> 4) & 255, meaning >> 12
    if kind <= DISCARD:
        _play_or_discard(row, t, kind, argument)
    elif kind <= VALUE:
        row[CLUES] -= 1
        _tell(row, t, kind, argument, index)
        _end_turn(row, t)
    else:
        _take_rare_action(row, t, kind, argument, index)


@inline_ir
def _play_or_discard(row: Row, t: Row, kind: int, slot: int) -> None:
    seat = row[TURN]
    face = take(row, t, seat, slot)
    row[WHO] = (kind + 1) | seat << 4
    row[TOLD] = int64(1) << (t[CLUE_COUNT] + t[HAND] + slot)
    if kind == PLAY:
        _play(row, t, face)
    else:
        row[SHOWN] = int64(1) << face
        _regain(row, t)
        _drop(row, t, face)
    _finish(row, t)


@inline_ir
def _play(row: Row, t: Row, face: int) -> None:
    shown = int64(1) << face
    if has(row[WANTED], face):
        shown |= int64(1) << t[FACE_COUNT]
        shown |= _lay(row, t, face) << (t[FACE_COUNT] + 1)
    else:
        row[STRIKES] += 1
        _drop(row, t, face)
    row[SHOWN] = shown


@inline
def _tell(row: Row, t: Row, kind: int, offset: int, clue: int) -> None:
    """T2: mark all matching cards of a hand, and that the others do not match."""
    seat = row[TURN]
    receiver = seat + offset
    if receiver >= t[PLAYERS]:
        receiver -= t[PLAYERS]
    if_touched, if_missed = t[IF_TOUCHED + clue], t[IF_MISSED + clue]
    mark = int64(1) << (t[FACE_COUNT] + clue)
    faces = row[t[HANDS] + receiver]
    known = t[KNOWN] + receiver * t[HAND]
    slots = int64(0)
    for slot in range(t[HAND]):
        touched = has(t[TOUCH + (faces & FACE_MASK)], clue)
        faces >>= FACE_BITS
        slots |= touched << slot
        # All ones where the clue touches the card, else all zeros: no branch to guess.
        chosen = -touched
        keep = if_missed ^ ((if_missed ^ if_touched) & chosen)
        row[known + slot] = (row[known + slot] & keep) | (mark & chosen)
    row[WHO] = (kind + 1) | seat << 4 | receiver << 8
    row[TOLD] = (int64(1) << clue) | slots << t[CLUE_COUNT]
    row[SHOWN] = 0


@noinline
def _take_rare_action(row: Row, t: Row, kind: int, offset: int, index: int) -> None:
    """A play from the deck, or a decision on a bonus tile."""
    seat = row[TURN]
    if kind == FREE:
        row[TILE] = 0
        _tell(row, t, kind, offset, index)
    else:
        row[WHO] = (kind + 1) | seat << 4
        row[TOLD] = 0
        if kind == DECK:
            face = uncover(row, t)
            row[DRAWN] += 1
            _play(row, t, face)
        elif kind == ENCORE:
            row[TILE] = 0
            _encore(row, t, index)
        else:
            row[TILE] = 0
            _put_back(row, t, index)
    _finish(row, t)


@inline_ir
def _put_back(row: Row, t: Row, face: int) -> None:
    """L6: the place is decided by the salt of the deal."""
    _pick_up(row, t, face)
    settle(row, t)
    place = row[DRAWN] + landing(row[SALT], int64(row[BACK] > 0), row[CARDS] - row[DRAWN])
    row[CARDS] += 1
    deck = bytes_from(row, t[DECK_START])
    for later in range(row[CARDS] - 1, place, -1):
        deck[later] = deck[later - 1]
    deck[place] = face
    row[BACK] = place + 1
    row[SHOWN] = int64(1) << face


@inline_ir
def _encore(row: Row, t: Row, face: int) -> None:
    shown = int64(1) << face
    if has(row[WANTED], face):
        _pick_up(row, t, face)
        shown |= int64(1) << t[FACE_COUNT]
        shown |= _lay(row, t, face) << (t[FACE_COUNT] + 1)
    row[SHOWN] = shown


@inline_ir
def _lay(row: Row, t: Row, face: int) -> int:
    """Add a fitting card to its display, with what its completion brings (T7, L1); 1 if that is a token."""
    after = t[NEXT + face]
    card = int64(1) << face
    row[WANTED] = (row[WANTED] & ~card) | after
    row[TOPS] = (row[TOPS] & ~t[BENEATH + face]) | card
    row[PLAYED] |= card
    row[SCORE] += t[GAIN + face]
    if after:
        return int64(0)
    if row[WANTED] == 0:
        # E2: nothing further happens, no token, no tile, no draw.
        row[STATUS] = PERFECT
        return int64(0)
    if has(t[REVEALING], face) and next_tile(row):
        _reveal(row, t)
        return int64(0)
    return _regain(row, t)


@noinline
def _reveal(row: Row, t: Row) -> None:
    tile = next_tile(row)
    row[SPENT] += 1
    effect = t[TILE_EFFECTS + tile]
    row[STRIKES] = max(int64(0), row[STRIKES] - ((effect >> 4) & 15))
    for _ in range(effect & 15):
        _regain(row, t)
    # L8: a tile that cannot be applied is lost, without a decision.
    if tile_decision(t, tile) and has_choice(row, t, tile):
        row[TILE] = tile


@inline
def next_tile(row: Row) -> int:
    """The tile on top, or 0 when all are spent."""
    return (row[TILES] >> TILE_BITS * row[SPENT]) & ((1 << TILE_BITS) - 1)


@inline
def _drop(row: Row, t: Row, face: int) -> None:
    """Put a card on the discard pile, and see whether that loses the game (E1, F1)."""
    word, shift, full = t[DISCARDS] + t[PLACE + face], t[SHIFT + face], t[FULL + face]
    gone = (((row[word] >> shift) & full) << 1) | 1
    row[word] |= gone << shift
    row[PILE] |= int64(1) << face
    # F1: of a card that is laid, one copy is on its display, so this was one that is still needed.
    if row[STRIKES] >= t[MOST_STRIKES] or (t[FLOURISH] and gone == full):
        row[STATUS] = LOST


@inline
def _pick_up(row: Row, t: Row, face: int) -> None:
    """Take a card from the discard pile."""
    word, shift, full = t[DISCARDS] + t[PLACE + face], t[SHIFT + face], t[FULL + face]
    gone = ((row[word] >> shift) & full) >> 1
    row[word] = (row[word] & ~(full << shift)) | gone << shift
    if gone == 0:
        row[PILE] &= ~(int64(1) << face)


@inline_ir
def _finish(row: Row, t: Row) -> None:
    """After a play, a discard or a tile's effect: draw and end the turn, unless a tile waits (L1)."""
    if row[STATUS] == 0 and row[TILE] == 0:
        _draw(row, t)
        _end_turn(row, t)


@inline_ir
def _draw(row: Row, t: Row) -> None:
    # E3: nothing is drawn in the last round, not even a card that a tile put back (L6).
    if row[LEFT] >= 0 or row[DRAWN] == row[CARDS]:
        return
    seat = row[TURN]
    if row[t[COUNTS] + seat] < t[HAND]:
        hold(row, t, seat, uncover(row, t))
        row[DRAWN] += 1


@inline_ir
def _end_turn(row: Row, t: Row) -> None:
    while True:
        if row[LEFT] >= 0:
            row[LEFT] -= 1
            if row[LEFT] == 0:
                row[STATUS] = COUNTED
                return
        elif row[DRAWN] == row[CARDS] and not t[FLOURISH]:
            row[LEFT] = t[PLAYERS]
        seat = row[TURN] + 1
        if seat == t[PLAYERS]:
            seat = int64(0)
        row[TURN] = seat
        # F3: a seat that can do nothing is passed over. Another seat always can.
        if row[t[COUNTS] + seat] or can_act(row, t):
            return


@inline
def _regain(row: Row, t: Row) -> int:
    """Take a clue token back, unless all are available (T7, L8); 1 if one came back."""
    came = int64(row[CLUES] < t[MOST_CLUES])
    row[CLUES] += came
    return came
