"""What follows by counting and by good touch from what clues have meant."""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest, size
from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.state import (
    BAD,
    CALLED,
    CLUED,
    FINESSED,
    GOOD,
    NOBODY,
    Book,
    Reading,
    Table,
)
from tamaya.bots.facts import Copies

GOOD_TOUCH: Final = Convention("good-touch", book="h-group", level=1, place=8)


@compilable
def classify_faces(book: Book, table: Table) -> None:
    """Work out again which faces are playable, dead, critical and used up."""
    table.playable = 0
    table.dead = 0
    table.critical = 0
    table.missing = 0
    table.used_up = 0
    for suit in range(book.suits):
        reachable = True
        laid = table.laid[suit]
        end = laid
        for step in range(book.ranks):
            face = book.chain[suit][step]
            bit = 1 << face
            left = book.copies[face] - table.discarded[face]
            if step < laid:
                left -= 1
            table.copies_left[face] = left
            if left <= 0:
                table.used_up |= bit
            if step < laid:
                table.dead |= bit
                continue
            if left == 0:
                reachable = False
            if not reachable:
                table.dead |= bit
                continue
            end = step + 1
            if step == laid:
                table.playable |= bit
            if left == 1:
                table.critical |= bit
        table.furthest[suit] = end
        table.missing += end - laid


@compilable
def draw_conclusions(book: Book, table: Table, reading: Reading) -> None:
    """Work out ``taken_for`` again for every card."""
    for _ in range(3):
        changed = False
        for seat in range(book.players):
            if conclude_hand(book, table, reading, seat):
                changed = True
        if not changed:
            return


@compilable
def conclude_hand(book: Book, table: Table, reading: Reading, holder: int) -> bool:
    """What a holder takes each card for, as far as the viewer can tell; whether that has changed."""
    reading.certain.one = 0
    reading.certain.two = 0
    reading.certain.three = 0
    reading.likely.one = 0
    reading.likely.two = 0
    reading.likely.three = 0
    for seat in range(book.players):
        count_hand(table, reading, seat, holder)
    certain = spent_by(table, reading.certain)
    likely = spent_by(table, reading.likely) | certain
    changed = False
    for slot in range(table.hand_size[holder]):
        card = table.hands[holder][slot]
        old = reading.taken_for[card]
        single = old if old & (old - 1) == 0 else 0
        possible = table.told[card] & ~table.used_up
        sure = possible if possible & (possible - 1) == 0 else 0
        possible = without(possible, certain & ~sure)
        possible = without(possible, likely & ~single)
        new = reading.meant[card] & possible
        if new == 0:
            new = possible
        if reading.marks[card] & BAD:
            if possible & table.dead:
                new = possible & table.dead
        elif reading.marks[card] & (GOOD | FINESSED):
            # Good touch: what a clue touches is of use, and is not clued elsewhere already.
            new = without(new, table.dead)
            new = without(new, clued_elsewhere(book, table, reading, holder, slot))
        if new != old:
            reading.taken_for[card] = new
            changed = True
    return changed


@compilable
def count_hand(table: Table, reading: Reading, seat: int, holder: int) -> None:
    """Count the faces that a hand shows to a holder, certainly or by what is concluded; and what is clued."""
    clued = 0
    known = 0
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        faces = reading.taken_for[card]
        bit = faces if faces & (faces - 1) == 0 else 0
        told = table.told[card] & ~table.used_up
        if seat != holder and reading.face_of[card] >= 0:
            add_copy(reading.certain, 1 << reading.face_of[card])
            add_copy(reading.likely, 1 << reading.face_of[card])
        elif bit:
            add_copy(reading.likely, bit)
            if told & (told - 1) == 0:
                add_copy(reading.certain, told)
        if reading.marks[card] & (CLUED | FINESSED):
            seen = 1 << reading.face_of[card] if reading.face_of[card] >= 0 else bit
            clued |= seen
            # Its holder knows a card, too, that can be one of two.
            known |= bit or (seen if size(faces) == 2 else 0)
    reading.clued_in[seat] = clued
    reading.known_in[seat] = known


@compilable(inline=True)
def without(faces: int, excluded: int) -> int:
    """A set of faces without some, unless nothing would be left."""
    return faces & ~excluded or faces


@compilable
def clued_elsewhere(book: Book, table: Table, reading: Reading, holder: int, slot: int) -> int:
    """The faces that are clued elsewhere, as far as the giver of the clue on a card could know."""
    card = table.hands[holder][slot]
    gone = 0
    for seat in range(book.players):
        if seat == reading.giver[card]:
            gone |= reading.known_in[seat]
        elif seat != holder:
            gone |= reading.clued_in[seat]
    for other in range(table.hand_size[holder]):
        if other != slot:
            twin = table.hands[holder][other]
            faces = reading.taken_for[twin]
            if faces & (faces - 1) == 0 and is_settled(table, reading, twin):
                gone |= faces
    return gone


@compilable(inline=True)
def is_settled(table: Table, reading: Reading, card: int) -> bool:
    """Whether a card that is taken for one face is so by a clue, and not only since others are elsewhere."""
    if reading.viewer == NOBODY:
        return reading.marks[card] & (CLUED | FINESSED) != 0
    told = table.told[card] & ~table.used_up
    meant = reading.meant[card]
    return reading.marks[card] & (CALLED | FINESSED) != 0 or (
        reading.marks[card] & CLUED != 0 and (told & (told - 1) == 0 or meant & (meant - 1) == 0)
    )


@compilable(inline=True)
def add_copy(copies: Copies, bit: int) -> None:
    """One copy more of a face, given as a set."""
    copies.three |= copies.two & bit
    copies.two |= copies.one & bit
    copies.one |= bit


@compilable
def spent_by(table: Table, copies: Copies) -> int:
    """The faces of which all copies that are left have been counted."""
    spent = 0
    rest = copies.one
    while rest:
        bit = rest & -rest
        rest &= rest - 1
        left = table.copies_left[lowest(bit)]
        if left <= 1 or (left == 2 and copies.two & bit) or (left == 3 and copies.three & bit):
            spent |= bit
    return spent
