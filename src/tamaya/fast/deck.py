"""Cards on their way: shuffled, dealt and drawn, into a hand and out of it, counted on the discard pile."""

from __future__ import annotations

from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.bits import size
from tamaya.fast.jit import Row, inline, inline_ir, int64, noinline
from tamaya.fast.layout import FACE_BITS, FACE_MASK, NO_FACE
from tamaya.fast.legal import list_legal
from tamaya.fast.packing import TILE_BITS
from tamaya.fast.pointers import bytes_from
from tamaya.fast.randomness import FIRST_WORD, SALT_WORD, TILE_WORDS, below, random_word


@noinline
def begin(row: Row, t: Row) -> None:
    """Begin the next episode of a row: shuffle and deal."""
    row[field.EPISODE] += 1
    row[field.KEY] = int64(random_word(row[field.ROOT], row[field.EPISODE]))
    row[field.FIXED] = 0
    row[field.SALT] = 0
    row[field.TILES] = 0
    for word in range(t[spec.DECK_WORDS]):
        row[t[spec.DECK_START] + word] = t[spec.MEANING + t[spec.ACTION_COUNT] + word]
    if t[spec.TILE_COUNT]:
        row[field.TILES] = _shuffled_tiles(row[field.KEY], t[spec.TILE_COUNT])
        row[field.SALT] = int64(random_word(row[field.KEY], SALT_WORD))
    first = t[spec.FIRST_SEAT]
    if first < 0:
        first = below(random_word(row[field.KEY], FIRST_WORD), t[spec.PLAYERS])
    deal(row, t, first)


@inline
def deal(row: Row, t: Row, first: int) -> None:
    """Set a game up with the deck, the tiles and the salt that the row holds."""
    # All fields from here on tell of the present game.
    for word in range(field.STEPS, field.LEGAL):
        row[word] = 0
    row[field.BACK] = row[field.SPENT] = 0
    row[field.TURN] = row[field.FIRST] = first
    row[field.CLUES] = t[spec.MOST_CLUES]
    row[field.SCORE] = t[spec.START_SCORE]
    row[field.CARDS] = t[spec.CARD_COUNT]
    row[field.WANTED] = t[spec.OPENING]
    for word in range(t[spec.DISCARD_WORDS]):
        row[t[spec.DISCARDS] + word] = 0
    for seat in range(t[spec.PLAYERS]):
        faces = tells = int64(0)
        for slot in range(t[spec.HAND]):
            face = uncover(row, t)
            row[field.DRAWN] += 1
            faces |= face << slot * FACE_BITS
            tells |= t[spec.TELLABLE + face]
            row[t[spec.KNOWN] + seat * t[spec.HAND] + slot] = t[spec.UNKNOWN]
        row[t[spec.HANDS] + seat] = faces
        row[t[spec.TELLS] + seat] = tells
        row[t[spec.COUNTS] + seat] = t[spec.HAND]
    # A deal that takes the whole deck begins with the last round (E3).
    row[field.LEFT] = t[spec.PLAYERS] if row[field.DRAWN] == row[field.CARDS] and not t[spec.FLOURISH] else -1
    list_legal(row, t)


@inline
def uncover(row: Row, t: Row) -> int:
    """The face on top of the deck, which is mixed now unless its order is settled."""
    deck = bytes_from(row, t[spec.DECK_START])
    place = row[field.DRAWN]
    if not row[field.FIXED]:
        _mix(deck, row[field.KEY], place, row[field.CARDS])
    return int64(deck[place])


@inline
def settle(row: Row, t: Row) -> None:
    """Mix the whole rest of the deck."""
    if not row[field.FIXED]:
        for place in range(row[field.DRAWN], row[field.CARDS]):
            _mix(bytes_from(row, t[spec.DECK_START]), row[field.KEY], place, row[field.CARDS])
        row[field.FIXED] = 1


@inline
def _mix(deck: Row, key: int, place: int, cards: int) -> None:
    """Let the card at a place change places with one at or after it."""
    other = place + below(random_word(key, place), cards - place)
    face = deck[place]
    deck[place] = deck[other]
    deck[other] = face


@inline
def _shuffled_tiles(key: int, count: int) -> int:
    """The tiles in any order, drawn one by one from those that are left."""
    left = int64(0)
    for tile in range(count, 0, -1):
        left = left << TILE_BITS | tile
    tiles = int64(0)
    for place in range(count):
        at = TILE_BITS * below(random_word(key, TILE_WORDS + place), count - place)
        below_it = (int64(1) << at) - 1
        tiles |= ((left >> at) & ((1 << TILE_BITS) - 1)) << TILE_BITS * place
        left = (left & below_it) | ((left >> TILE_BITS) & ~below_it)
    return tiles


@inline_ir
def take(row: Row, t: Row, seat: int, slot: int) -> int:
    """Take the card of a slot, counted from 0, out of a hand; the later ones move up."""
    faces = row[t[spec.HANDS] + seat]
    at = slot * FACE_BITS
    earlier = (int64(1) << at) - 1
    face = (faces >> at) & FACE_MASK
    last = (t[spec.HAND] - 1) * FACE_BITS
    faces = (faces & earlier) | ((faces >> FACE_BITS) & ~earlier) | (int64(NO_FACE) << last)
    row[t[spec.HANDS] + seat] = faces
    row[t[spec.COUNTS] + seat] -= 1
    # Every loop runs over all slots, also where no card is: one that ends early is guessed wrong too often.
    known = t[spec.KNOWN] + seat * t[spec.HAND]
    for later in range(t[spec.HAND] - 1):
        row[known + later] = row[known + later + (later >= slot)]
    row[known + t[spec.HAND] - 1] = 0
    row[t[spec.TELLS] + seat] = _tellable(t, faces)
    return face


@inline
def hold(row: Row, t: Row, seat: int, face: int) -> None:
    """Put a card of which nothing is known at the end of a hand."""
    count = row[t[spec.COUNTS] + seat]
    at = count * FACE_BITS
    row[t[spec.HANDS] + seat] ^= (NO_FACE ^ face) << at
    row[t[spec.KNOWN] + seat * t[spec.HAND] + count] = t[spec.UNKNOWN]
    row[t[spec.TELLS] + seat] |= t[spec.TELLABLE + face]
    row[t[spec.COUNTS] + seat] = count + 1


@inline
def _tellable(t: Row, faces: int) -> int:
    """Set of clues: what a hand with these faces may be told."""
    tells = int64(0)
    for _ in range(t[spec.HAND]):
        tells |= t[spec.TELLABLE + (faces & FACE_MASK)]
        faces >>= FACE_BITS
    return tells


@inline
def count_discarded(row: Row, t: Row, face: int) -> int:
    """How many copies of a face have been discarded."""
    thermometer = row[t[spec.DISCARDS] + t[spec.PLACE + face]] >> t[spec.SHIFT + face]
    return size(thermometer & t[spec.FULL + face])
