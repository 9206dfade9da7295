"""A turn in a row: what an action does. The clauses are those of ``tamaya.engine.turn``, in its order."""

from __future__ import annotations

from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.actions import ActionKind
from tamaya.fast.bits import has
from tamaya.fast.deck import hold, settle, take, uncover
from tamaya.fast.jit import Row, inline, inline_ir, int64, noinline
from tamaya.fast.layout import COUNTED, FACE_BITS, FACE_MASK, LOST, PERFECT
from tamaya.fast.legal import can_act, has_choice, tile_decision
from tamaya.fast.packing import TILE_BITS
from tamaya.fast.pointers import bytes_from
from tamaya.fast.randomness import landing

PLAY, DISCARD, COLOUR, VALUE = (
    int(ActionKind.PLAY),
    int(ActionKind.DISCARD),
    int(ActionKind.COLOUR),
    int(ActionKind.VALUE),
)
FREE, BACK, ENCORE = int(ActionKind.FREE), int(ActionKind.BACK), int(ActionKind.ENCORE)


@inline_ir
def take_action(row: Row, t: Row, action: int) -> None:
    """Let a legal action take effect; the set of legal actions is left as it was."""
    meaning = t[spec.MEANING + action]
    kind, argument, index = meaning & 15, (meaning >> 4) & 255, meaning >> 12
    if kind <= DISCARD:
        _play_or_discard(row, t, kind, argument)
    elif kind <= VALUE:
        row[field.CLUES] -= 1
        _tell(row, t, kind, argument, index)
        _end_turn(row, t)
    else:
        _take_rare_action(row, t, kind, argument, index)


@inline_ir
def _play_or_discard(row: Row, t: Row, kind: int, slot: int) -> None:
    seat = row[field.TURN]
    face = take(row, t, seat, slot)
    row[field.WHO] = (kind + 1) | seat << 4
    row[field.TOLD] = int64(1) << (t[spec.CLUE_COUNT] + t[spec.HAND] + slot)
    if kind == PLAY:
        _play(row, t, face)
    else:
        row[field.SHOWN] = int64(1) << face
        _regain(row, t)
        _drop(row, t, face)
    _finish(row, t)


@inline_ir
def _play(row: Row, t: Row, face: int) -> None:
    shown = int64(1) << face
    if has(row[field.WANTED], face):
        shown |= int64(1) << t[spec.FACE_COUNT]
        shown |= _lay(row, t, face) << (t[spec.FACE_COUNT] + 1)
    else:
        row[field.STRIKES] += 1
        _drop(row, t, face)
    row[field.SHOWN] = shown


@inline
def _tell(row: Row, t: Row, kind: int, offset: int, clue: int) -> None:
    """T2: mark all matching cards of a hand, and that the others do not match."""
    seat = row[field.TURN]
    receiver = seat + offset
    if receiver >= t[spec.PLAYERS]:
        receiver -= t[spec.PLAYERS]
    if_touched, if_missed = t[spec.IF_TOUCHED + clue], t[spec.IF_MISSED + clue]
    mark = int64(1) << (t[spec.FACE_COUNT] + clue)
    faces = row[t[spec.HANDS] + receiver]
    known = t[spec.KNOWN] + receiver * t[spec.HAND]
    slots = int64(0)
    for slot in range(t[spec.HAND]):
        touched = has(t[spec.TOUCH + (faces & FACE_MASK)], clue)
        faces >>= FACE_BITS
        slots |= touched << slot
        # All ones where the clue touches the card, else all zeros: no branch to guess.
        chosen = -touched
        keep = if_missed ^ ((if_missed ^ if_touched) & chosen)
        row[known + slot] = (row[known + slot] & keep) | (mark & chosen)
    row[field.WHO] = (kind + 1) | seat << 4 | receiver << 8
    row[field.TOLD] = (int64(1) << clue) | slots << t[spec.CLUE_COUNT]
    row[field.SHOWN] = 0


@noinline
def _take_rare_action(row: Row, t: Row, kind: int, offset: int, index: int) -> None:
    """A play from the deck, or a decision on a bonus tile."""
    row[field.TILE] = 0
    if kind == FREE:
        _tell(row, t, kind, offset, index)
    else:
        row[field.WHO] = (kind + 1) | row[field.TURN] << 4
        row[field.TOLD] = 0
        face = index
        if kind == BACK:
            _put_back(row, t, face)
        elif kind == ENCORE and not has(row[field.WANTED], face):
            row[field.SHOWN] = int64(1) << face
        else:
            if kind == ENCORE:
                _pick_up(row, t, face)
            else:
                face = uncover(row, t)
                row[field.DRAWN] += 1
            _play(row, t, face)
    _finish(row, t)


@inline_ir
def _put_back(row: Row, t: Row, face: int) -> None:
    """L6: the place is decided by the salt of the deal."""
    _pick_up(row, t, face)
    settle(row, t)
    left = row[field.CARDS] - row[field.DRAWN]
    place = row[field.DRAWN] + landing(row[field.SALT], int64(row[field.BACK] > 0), left)
    row[field.CARDS] += 1
    deck = bytes_from(row, t[spec.DECK_START])
    for later in range(row[field.CARDS] - 1, place, -1):
        deck[later] = deck[later - 1]
    deck[place] = face
    row[field.BACK] = place + 1
    row[field.SHOWN] = int64(1) << face


@inline_ir
def _lay(row: Row, t: Row, face: int) -> int:
    """Add a fitting card to its display, with what its completion brings (T7, L1); 1 if that is a token."""
    after = t[spec.NEXT + face]
    card = int64(1) << face
    row[field.WANTED] = (row[field.WANTED] & ~card) | after
    row[field.TOPS] = (row[field.TOPS] & ~t[spec.BENEATH + face]) | card
    row[field.PLAYED] |= card
    row[field.SCORE] += t[spec.GAIN + face]
    if after:
        return int64(0)
    if row[field.WANTED] == 0:
        # E2: nothing further happens, no token, no tile, no draw.
        row[field.STATUS] = PERFECT
        return int64(0)
    if has(t[spec.REVEALING], face) and next_tile(row):
        _reveal(row, t)
        return int64(0)
    return _regain(row, t)


@noinline
def _reveal(row: Row, t: Row) -> None:
    tile = next_tile(row)
    row[field.SPENT] += 1
    effect = t[spec.TILE_EFFECTS + tile]
    row[field.STRIKES] = max(int64(0), row[field.STRIKES] - ((effect >> 4) & 15))
    for _ in range(effect & 15):
        _regain(row, t)
    # L8: a tile that cannot be applied is lost, without a decision.
    if tile_decision(t, tile) and has_choice(row, t, tile):
        row[field.TILE] = tile


@inline
def next_tile(row: Row) -> int:
    """The tile on top, or 0 when all are spent."""
    return (row[field.TILES] >> TILE_BITS * row[field.SPENT]) & ((1 << TILE_BITS) - 1)


@inline
def _drop(row: Row, t: Row, face: int) -> None:
    """Put a card on the discard pile, and see whether that loses the game (E1, F1)."""
    word, shift, full = t[spec.DISCARDS] + t[spec.PLACE + face], t[spec.SHIFT + face], t[spec.FULL + face]
    gone = (((row[word] >> shift) & full) << 1) | 1
    row[word] |= gone << shift
    row[field.PILE] |= int64(1) << face
    # F1: of a card that is laid, one copy is on its display, so this was one that is still needed.
    if row[field.STRIKES] >= t[spec.MOST_STRIKES] or (t[spec.FLOURISH] and gone == full):
        row[field.STATUS] = LOST


@inline
def _pick_up(row: Row, t: Row, face: int) -> None:
    """Take a card from the discard pile."""
    word, shift, full = t[spec.DISCARDS] + t[spec.PLACE + face], t[spec.SHIFT + face], t[spec.FULL + face]
    gone = ((row[word] >> shift) & full) >> 1
    row[word] = (row[word] & ~(full << shift)) | gone << shift
    if gone == 0:
        row[field.PILE] &= ~(int64(1) << face)


@inline_ir
def _finish(row: Row, t: Row) -> None:
    """After a play, a discard or a tile's effect: draw and end the turn, unless a tile waits (L1)."""
    if row[field.STATUS] == 0 and row[field.TILE] == 0:
        _draw(row, t)
        _end_turn(row, t)


@inline_ir
def _draw(row: Row, t: Row) -> None:
    # E3: nothing is drawn in the last round, not even a card that a tile put back (L6).
    if row[field.LEFT] >= 0 or row[field.DRAWN] == row[field.CARDS]:
        return
    seat = row[field.TURN]
    if row[t[spec.COUNTS] + seat] < t[spec.HAND]:
        hold(row, t, seat, uncover(row, t))
        row[field.DRAWN] += 1


@inline_ir
def _end_turn(row: Row, t: Row) -> None:
    while True:
        if row[field.LEFT] >= 0:
            row[field.LEFT] -= 1
            if row[field.LEFT] == 0:
                row[field.STATUS] = COUNTED
                return
        elif row[field.DRAWN] == row[field.CARDS] and not t[spec.FLOURISH]:
            row[field.LEFT] = t[spec.PLAYERS]
        seat = row[field.TURN] + 1
        if seat == t[spec.PLAYERS]:
            seat = int64(0)
        row[field.TURN] = seat
        # F3: a seat that can do nothing is passed over. Another seat always can.
        if row[t[spec.COUNTS] + seat] or can_act(row, t):
            return


@inline
def _regain(row: Row, t: Row) -> int:
    """Take a clue token back, unless all are available (T7, L8); 1 if one came back."""
    came = int64(row[field.CLUES] < t[spec.MOST_CLUES])
    row[field.CLUES] += came
    return came
