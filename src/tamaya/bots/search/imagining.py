"""Hands and decks dealt from what a seat cannot see."""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import sole
from tamaya.bots.blueprint import Mind
from tamaya.bots.facts import PLANES, plane_of, take, weigh
from tamaya.bots.search.desk import Desk
from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.bits import has, lowest, nth, size
from tamaya.fast.jit import Row, inline, int64, noinline
from tamaya.fast.layout import FACE_BITS, FACE_MASK, NO_FACE
from tamaya.fast.packing import TILE_BITS
from tamaya.fast.pointers import bytes_from
from tamaya.fast.randomness import below, random_word

MOST_PICKS: Final = 40_000
"""Cards that are picked at most until a hand is dealt."""


@noinline
def imagine(row: Row, tables: Row, own: Mind, key: int) -> bool:
    """Deal the own hand and the deck from what the seat cannot see, every way equally likely."""
    seat, unseen = row[field.TURN], own.unseen
    word, hand, tells, taken = int64(0), int64(0), int64(0), False
    while not taken:
        hand, tells, taken = (int64(1) << (FACE_BITS * tables[spec.HAND])) - 1, int64(0), True
        for plane in range(PLANES):
            own.used[plane] = 0
        for slot in range(row[tables[spec.COUNTS] + seat]):
            may_be = own.own[slot]
            face = lowest(may_be)
            if not sole(may_be):
                copies = weigh(unseen, may_be)
                if copies == 0:
                    return False
                # Any copy; if one is picked twice, all hands are dealt again.
                pick = below(random_word(key, word), copies)
                word += 1
                plane = 0
                faces = may_be & unseen.one
                while pick >= size(faces):
                    pick -= size(faces)
                    plane += 1
                    faces = may_be & plane_of(unseen, plane)
                face = nth(faces, pick)
                taken = taken and not has(own.used[plane], face)
                own.used[plane] |= int64(1) << face
            hand ^= (NO_FACE ^ face) << slot * FACE_BITS
            tells |= tables[spec.TELLABLE + face]
        if word > MOST_PICKS:
            return False
    row[tables[spec.HANDS] + seat], row[tables[spec.TELLS] + seat] = hand, tells
    place = row[field.DRAWN]
    for plane in range(PLANES):
        place = _fill(row, tables, plane_of(unseen, plane) & ~own.used[plane], place)
    if place != row[field.CARDS]:
        return False
    row[field.FIXED] = 1
    deck = bytes_from(row, tables[spec.DECK_START])
    for last in range(row[field.CARDS] - 1, row[field.DRAWN], -1):
        other = row[field.DRAWN] + below(random_word(key, 10_000 + last), last - row[field.DRAWN] + 1)
        face = deck[last]
        deck[last] = deck[other]
        deck[other] = face
    if tables[spec.TILE_COUNT]:
        _imagine_tiles(row, tables, key)
    return True


@noinline
def _imagine_tiles(row: Row, tables: Row, key: int) -> None:
    """Mix the bonus tiles that are not revealed yet, and let chance decide where a returned card lands."""
    tiles, mask = row[field.TILES], int64((1 << TILE_BITS) - 1)
    revealed = (int64(1) << TILE_BITS * row[field.SPENT]) - 1
    tiles, left, place = tiles & revealed, tiles & ~revealed, row[field.SPENT]
    # From their own order, not from the one in which they lie.
    for tile in range(1, tables[spec.TILE_COUNT] + 1):
        for hidden in range(row[field.SPENT], tables[spec.TILE_COUNT]):
            if (left >> TILE_BITS * hidden) & mask == tile:
                tiles |= int64(tile) << TILE_BITS * place
                place += 1
    for last in range(tables[spec.TILE_COUNT] - 1, row[field.SPENT], -1):
        other = row[field.SPENT] + below(random_word(key, 20_000 + last), last - row[field.SPENT] + 1)
        difference = ((tiles >> TILE_BITS * last) ^ (tiles >> TILE_BITS * other)) & mask
        tiles ^= (difference << TILE_BITS * last) | (difference << TILE_BITS * other)
    row[field.TILES] = tiles
    row[field.SALT] = int64(random_word(key, 20_100))


@inline
def _fill(row: Row, tables: Row, faces: int, place: int) -> int:
    """Put faces into the deck from a place on; the place after them."""
    deck = bytes_from(row, tables[spec.DECK_START])
    while faces:
        if place < row[field.CARDS]:
            deck[place] = lowest(faces)
        faces &= faces - 1
        place += 1
    return place


# A card that a bonus tile put back into the deck (L6).


@noinline
def spare_copies(row: Row, tables: Row, desk: Desk) -> int:
    """How many cards that the seat on turn held when a card was put back (L6) may have its face."""
    spare = desk.spare
    for seat in range(tables[spec.PLAYERS]):
        if seat != row[field.TURN]:
            spare -= old_copies(row, tables, desk, seat)
    return spare


@noinline
def old_copies(row: Row, tables: Row, desk: Desk, seat: int) -> int:
    """How many cards of a hand have the face of the one that was put back, and were drawn before that."""
    count = int64(0)
    if desk.returned != NO_FACE:
        faces = row[tables[spec.HANDS] + seat]
        for slot in range(row[tables[spec.COUNTS] + seat]):
            if desk.cards[seat][slot] < desk.drawn_before and faces & FACE_MASK == desk.returned:
                count += 1
            faces >>= FACE_BITS
    return count


@noinline
def strike_out_returned(row: Row, tables: Row, own: Mind, desk: Desk) -> None:
    """Cards drawn before a card was put back are not that one."""
    if desk.returned == NO_FACE or spare_copies(row, tables, desk) > 0:
        return
    seat = row[field.TURN]
    for slot in range(row[tables[spec.COUNTS] + seat]):
        left = own.own[slot] & ~(int64(1) << desk.returned)
        if left and desk.cards[seat][slot] < desk.drawn_before and not sole(own.own[slot]):
            own.own[slot] = left
            if sole(left):
                take(own.unseen, left)
