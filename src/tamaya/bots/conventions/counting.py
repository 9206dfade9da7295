"""What follows by counting and by good touch from what clues have meant."""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import size
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
    FaceCount,
    HandCount,
    Reading,
    Table,
)

GOOD_TOUCH: Final = Convention("good-touch", book="h-group", level=1, place=8)

# What is new in a hand.
UNCHANGED: Final = 0
NARROWED: Final = 1
SETTLED: Final = 2
"""A card is taken for one face, or is not any more."""


@compilable
def classify_faces(book: Book, table: Table) -> None:
    """Work out again which faces are playable, dead, critical and used up."""
    table.playable = 0
    table.dead = 0
    table.critical = 0
    table.missing = 0
    table.used_up = 0
    table.one_left = 0
    table.two_left = 0
    table.three_left = 0
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
            if left <= 1:
                table.one_left |= bit
            elif left == 2:
                table.two_left |= bit
            elif left == 3:
                table.three_left |= bit
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
    conclude_from(book, table, reading, (1 << book.players) - 1)


@compilable
def conclude_new(book: Book, table: Table, reading: Reading, seat: int) -> None:
    """The same where nothing is new since conclusions were drawn last but what is known of one hand."""
    count_hands(book, table, reading, 1 << seat)
    conclude_hands(book, table, reading, reading.pending)


@compilable
def conclude_from(book: Book, table: Table, reading: Reading, stale: int) -> None:
    """Work out ``taken_for`` for the hands of some seats, and for the others if that brings anything new."""
    count_hands(book, table, reading, stale)
    conclude_hands(book, table, reading, stale)


@compilable
def count_hands(book: Book, table: Table, reading: Reading, stale: int) -> None:
    """Count the hands of some seats again, and those whose count may be old."""
    old = reading.pending | stale
    reading.pending = old
    for seat in range(book.players):
        if old >> seat & 1:
            recount(book, table, reading, seat)


@compilable
def conclude_hands(book: Book, table: Table, reading: Reading, stale: int) -> None:
    """The same as ``conclude_from`` where nothing is new that is counted.

    A hand is concluded again only where that can bring something else than the last time: something new is
    known of it, or what is counted in another hand has changed. Then it is among the ``pending``.
    """
    reading.pending |= stale
    for _ in range(3):
        for seat in range(book.players):
            if stale >> seat & 1:
                stale &= ~(1 << seat)
                reading.pending &= ~(1 << seat)
                changed = conclude_hand(book, table, reading, seat)
                if changed == SETTLED:
                    recount(book, table, reading, seat)
                    reading.pending |= 1 << seat
                elif changed:
                    recount_known(book, table, reading, seat)
                if changed:
                    stale |= reading.pending
        if stale == 0:
            return


@compilable
def recount(book: Book, table: Table, reading: Reading, seat: int) -> None:
    """Count a hand again, and find the others that may be concluded otherwise by that."""
    count = reading.counts[seat]
    clued, known = count.clued, count.known
    if count_hand(table, reading, seat):
        reading.pending |= (1 << book.players) - 1 & ~(1 << seat)
    else:
        added = count.clued & ~clued | count.known & ~known
        removed = clued & ~count.clued | known & ~count.known
        find_pending(book, table, reading, seat, added, removed)


@compilable
def recount_known(book: Book, table: Table, reading: Reading, seat: int) -> None:
    """The same where no card became known."""
    count = reading.counts[seat]
    known = count.known
    count_known(table, reading, seat)
    find_pending(book, table, reading, seat, count.known & ~known, known & ~count.known)


@compilable(inline=True)
def find_pending(book: Book, table: Table, reading: Reading, counted: int, added: int, removed: int) -> None:
    """Some faces are clued, or are not any more, in the hand that was counted: that may change what is
    concluded, by good touch, of cards in other hands."""
    for seat in range(book.players):
        if added | removed and seat != counted:
            for slot in range(table.hand_size[seat]):
                card = table.hands[seat][slot]
                faces = reading.taken_for[card] & added | table.told[card] & removed
                if faces and reading.marks[card] & (GOOD | FINESSED):
                    reading.pending |= 1 << seat


@compilable
def conclude_hand(book: Book, table: Table, reading: Reading, holder: int) -> int:
    """What a holder takes each card for, as far as the viewer can tell; whether that has changed, and for a
    card that is known, or was."""
    certain, likely = spent_for(book, table, reading, holder)
    changed = UNCHANGED
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
            if new & (new - 1):
                new = without(new, clued_elsewhere(book, table, reading, holder, slot))
        if new != old:
            reading.taken_for[card] = new
            known = single or new & (new - 1) == 0
            changed = SETTLED if known else max(changed, NARROWED)
    return changed


@compilable
def count_hand(table: Table, reading: Reading, seat: int) -> bool:
    """Count the faces of a hand, as its holder knows them and as the others do; whether the others count
    other cards now."""
    certain, likely, shown, assumed = (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0)
    clued = 0
    known = 0
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        faces = reading.taken_for[card]
        bit = faces if faces & (faces - 1) == 0 else 0
        told = table.told[card] & ~table.used_up
        sure = told if bit and told & (told - 1) == 0 else 0
        seen = 1 << reading.face_of[card] if reading.face_of[card] >= 0 else 0
        certain = with_face(certain, sure)
        likely = with_face(likely, bit)
        shown = with_face(shown, seen or sure)
        assumed = with_face(assumed, seen or bit)
        if reading.marks[card] & (CLUED | FINESSED):
            clued |= seen or bit
            known |= known_face(reading, card)
    count = reading.counts[seat]
    keep(count.certain, certain)
    keep(count.likely, likely)
    same = is_same(count.certain_to_others, shown) and is_same(count.likely_to_others, assumed)
    keep(count.certain_to_others, shown)
    keep(count.likely_to_others, assumed)
    count.clued = clued
    count.known = known
    return not same


@compilable
def count_known(table: Table, reading: Reading, seat: int) -> None:
    """Count again which clued cards a holder knows, where no card became known."""
    known = 0
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        if reading.marks[card] & (CLUED | FINESSED):
            known |= known_face(reading, card)
    reading.counts[seat].known = known


@compilable(inline=True)
def known_face(reading: Reading, card: int) -> int:
    """The face of a card, as a set, if its holder knows it; also if it can be one of two."""
    faces = reading.taken_for[card]
    if faces & (faces - 1) == 0:
        return faces
    return 1 << reading.face_of[card] if size(faces) == 2 and reading.face_of[card] >= 0 else 0


@compilable(inline=True)
def spent_for(book: Book, table: Table, reading: Reading, holder: int) -> tuple[int, int]:
    """The faces of which a holder knows all copies that are left, surely and by what it concludes."""
    certain, likely = (0, 0, 0), (0, 0, 0)
    for seat in range(book.players):
        count = reading.counts[seat]
        certain = with_faces(certain, count.certain if seat == holder else count.certain_to_others)
        likely = with_faces(likely, count.likely if seat == holder else count.likely_to_others)
    surely = spent_by(table, certain)
    return surely, surely | spent_by(table, likely)


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
            gone |= reading.counts[seat].known
        elif seat != holder:
            gone |= reading.counts[seat].clued
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
def with_face(planes: tuple[int, int, int], bit: int) -> tuple[int, int, int]:
    """Count a face, given as a set, which may be empty."""
    one, two, three = planes
    return one | bit, two | one & bit, three | two & bit


@compilable(inline=True)
def keep(count: FaceCount, planes: tuple[int, int, int]) -> None:
    """Remember what was counted."""
    count.one = planes[0]
    count.two = planes[1]
    count.three = planes[2]


@compilable(inline=True)
def is_same(count: FaceCount, planes: tuple[int, int, int]) -> bool:
    """Whether the same was counted before."""
    one, two, three = planes
    return count.one == one and count.two == two and count.three == three


@compilable(inline=True)
def copy_count(source: HandCount, target: HandCount) -> None:
    """Copy what is counted in a hand."""
    copy_faces(source.certain, target.certain)
    copy_faces(source.likely, target.likely)
    copy_faces(source.certain_to_others, target.certain_to_others)
    copy_faces(source.likely_to_others, target.likely_to_others)
    target.clued = source.clued
    target.known = source.known


@compilable(inline=True)
def copy_faces(source: FaceCount, target: FaceCount) -> None:
    """Copy one count."""
    target.one = source.one
    target.two = source.two
    target.three = source.three


@compilable(inline=True)
def with_faces(planes: tuple[int, int, int], other: FaceCount) -> tuple[int, int, int]:
    """Count all that was counted elsewhere."""
    one, two, three = planes
    return (
        one | other.one,
        two | other.two | one & other.one,
        three | other.three | two & other.one | one & other.two,
    )


@compilable(inline=True)
def spent_by(table: Table, planes: tuple[int, int, int]) -> int:
    """The faces of which all copies that are left have been counted."""
    one, two, three = planes
    return one & table.one_left | two & table.two_left | three & table.three_left
