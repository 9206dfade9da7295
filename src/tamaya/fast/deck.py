"""Shuffling, dealing and drawing."""

from __future__ import annotations

from tamaya.fast.jit import Row, inline, int64, noinline
from tamaya.fast.layout import (
    BACK,
    CARDS,
    CLUES,
    DRAWN,
    EPISODE,
    FACE_BITS,
    FIRST,
    FIXED,
    KEY,
    LEFT,
    PILE,
    PLAYED,
    ROOT,
    RUNNING,
    SALT,
    SCORE,
    SHOWN,
    SPENT,
    STATUS,
    STEPS,
    STRIKES,
    TILE,
    TILES,
    TOLD,
    TOPS,
    TURN,
    WANTED,
    WHO,
)
from tamaya.fast.legal import list_legal
from tamaya.fast.packing import (
    ACTION_COUNT,
    CARD_COUNT,
    COUNTS,
    DECK_START,
    DECK_WORDS,
    DISCARD_WORDS,
    DISCARDS,
    FIRST_SEAT,
    FLOURISH,
    HAND,
    HANDS,
    KNOWN,
    MEANING,
    MOST_CLUES,
    OPENING,
    PLAYERS,
    START_SCORE,
    TELLABLE,
    TELLS,
    TILE_BITS,
    TILE_COUNT,
    UNKNOWN,
)
from tamaya.fast.pointers import bytes_from
from tamaya.fast.randomness import FIRST_WORD, SALT_WORD, TILE_WORDS, below, random_word


@noinline
def begin(row: Row, t: Row) -> None:
    """Begin the next episode of a row: shuffle and deal."""
    row[EPISODE] += 1
    row[KEY] = int64(random_word(row[ROOT], row[EPISODE]))
    row[FIXED] = 0
    row[SALT] = 0
    row[TILES] = 0
    for word in range(t[DECK_WORDS]):
        row[t[DECK_START] + word] = t[MEANING + t[ACTION_COUNT] + word]
    if t[TILE_COUNT]:
        row[TILES] = _shuffled_tiles(row[KEY], t[TILE_COUNT])
        row[SALT] = int64(random_word(row[KEY], SALT_WORD))
    first = t[FIRST_SEAT]
    if first < 0:
        first = below(random_word(row[KEY], FIRST_WORD), t[PLAYERS])
    deal(row, t, first)


@inline
def deal(row: Row, t: Row, first: int) -> None:
    """Set a game up with the deck, the tiles and the salt that the row holds."""
    row[TURN] = row[FIRST] = first
    row[CLUES] = t[MOST_CLUES]
    row[STRIKES] = row[TILE] = row[WHO] = row[TOLD] = row[SHOWN] = row[STEPS] = row[BACK] = row[SPENT] = 0
    row[STATUS] = RUNNING
    row[SCORE] = t[START_SCORE]
    row[DRAWN] = 0
    row[CARDS] = t[CARD_COUNT]
    row[PLAYED] = row[TOPS] = row[PILE] = 0
    row[WANTED] = t[OPENING]
    for word in range(t[DISCARD_WORDS]):
        row[t[DISCARDS] + word] = 0
    for seat in range(t[PLAYERS]):
        faces = tells = int64(0)
        for slot in range(t[HAND]):
            face = uncover(row, t)
            row[DRAWN] += 1
            faces |= face << slot * FACE_BITS
            tells |= t[TELLABLE + face]
            row[t[KNOWN] + seat * t[HAND] + slot] = t[UNKNOWN]
        row[t[HANDS] + seat] = faces
        row[t[TELLS] + seat] = tells
        row[t[COUNTS] + seat] = t[HAND]
    # A deal that takes the whole deck begins with the last round (E3).
    row[LEFT] = t[PLAYERS] if row[DRAWN] == row[CARDS] and not t[FLOURISH] else -1
    list_legal(row, t)


@inline
def uncover(row: Row, t: Row) -> int:
    """The face on top of the deck, which is mixed now unless its order is settled."""
    deck = bytes_from(row, t[DECK_START])
    place = row[DRAWN]
    if not row[FIXED]:
        _mix(deck, row[KEY], place, row[CARDS])
    return int64(deck[place])


@inline
def settle(row: Row, t: Row) -> None:
    """Mix the whole rest of the deck."""
    if not row[FIXED]:
        for place in range(row[DRAWN], row[CARDS]):
            _mix(bytes_from(row, t[DECK_START]), row[KEY], place, row[CARDS])
        row[FIXED] = 1


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
