"""What a seat sees: copies that are missing, what its own cards can be, what its teammates think and will
do."""

from __future__ import annotations

from tamaya.bots.bits import lowest, size
from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.books import has_to_clue
from tamaya.bots.conventions.state import CALLED, CHOP_FOCUS, CLUED, FINESSED, NOBODY, Reading, Table
from tamaya.bots.conventions.trust import is_careless, is_literal
from tamaya.bots.facts import PerSlot
from tamaya.bots.partner.ending import is_ending, luck_of
from tamaya.bots.partner.state import PartnerBook, Sight, weights_of
from tamaya.bots.partner.trial import remember


@compilable
def look(book: PartnerBook, table: Table, reading: Reading, sight: Sight) -> None:
    """Count what the seat sees."""
    sight.literal = is_literal(book, reading, sight.seat)
    sight.careless = is_careless(book, reading, sight.seat)
    for face in range(book.faces):
        sight.seen[face] = 0
        sight.clued_copies[face] = 0
        sight.unseen[face] = table.copies_left[face]
    for seat in range(book.players):
        if seat != sight.seat:
            for slot in range(table.hand_size[seat]):
                card = table.hands[seat][slot]
                face = sight.face_of[card]
                sight.unseen[face] -= 1
                sight.seen[face] += 1
                if reading.marks[card] & (CLUED | FINESSED) and reading.taken_for[card] >> face & 1:
                    sight.clued_copies[face] += 1
    spent = 0
    for face in range(book.faces):
        sight.price[face] = price_of(book, table, sight, face, sight.seen[face])
        if sight.unseen[face] <= 0:
            spent |= 1 << face
    for seat in range(book.players):
        if seat != sight.seat:
            sight.exhausted[seat] = exhausted_for(table, sight, seat, spent)
            imagine_holder(table, reading, sight, seat)
    look_at_own_hand(book, table, reading, sight, spent)
    sight.soon = playable_soon(book, table, reading, sight)
    if is_ending(book, table, sight):
        sight.ending.luck = luck_of(table, sight)
    sight.has_to_clue = has_to_clue(book, table, reading, sight.seat)
    remember(book, table, reading, sight)


@compilable
def look_at_own_hand(book: PartnerBook, table: Table, reading: Reading, sight: Sight, spent: int) -> None:
    """What the seat's own cards can be."""
    for slot in range(table.hand_size[sight.seat]):
        card = table.hands[sight.seat][slot]
        mine = narrow(reading.taken_for[card], spent, table.told[card])
        sight.mine[slot] = mine
        if mine & (mine - 1) == 0:
            face = lowest(mine)
            sight.clued_copies[face] += 1
            sight.unseen[face] -= 1
        elif reading.marks[card] & CLUED and size(mine) == 2:
            # It may be either; both would be told twice.
            sight.clued_copies[lowest(mine)] += 1
            sight.clued_copies[lowest(mine & (mine - 1))] += 1
    # What is known to lie in one slot lies in no other.
    nowhere = 0
    for face in range(book.faces):
        if sight.unseen[face] <= 0:
            nowhere |= 1 << face
    sight.known = 0
    for slot in range(table.hand_size[sight.seat]):
        mine = sight.mine[slot]
        excluded = mine & nowhere
        while excluded and mine & (mine - 1):
            mine &= ~(excluded & -excluded)
            excluded &= excluded - 1
        sight.mine[slot] = mine
        if mine & (mine - 1) == 0:
            sight.known |= mine


@compilable
def exhausted_for(table: Table, sight: Sight, seat: int, spent: int) -> int:
    """The faces of which a teammate sees all copies, as far as this seat can tell."""
    for slot in range(table.hand_size[seat]):
        spent &= ~(1 << sight.face_of[table.hands[seat][slot]])
    return spent


@compilable
def imagine_holder(table: Table, reading: Reading, sight: Sight, seat: int) -> None:
    """Find what a teammate takes their cards for."""
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        sight.thought[seat][slot] = narrow(reading.taken_for[card], sight.exhausted[seat], table.told[card])


@compilable(inline=True)
def narrow(faces: int, spent: int, told: int) -> int:
    """A set of faces without those that are spent, unless nothing would be left."""
    if faces & ~spent:
        return faces & ~spent
    if told & ~spent:
        return told & ~spent
    return faces


@compilable
def is_claimed_twice(table: Table, reading: Reading, thought: PerSlot, seat: int, slot: int) -> bool:
    """Whether other cards of a hand are taken for the same face with better right: a clue has touched a
    useless card as well.

    What a clue was about goes first. Of the others the newer goes first by Tamaya's conventions, as long as
    copies are left for all; by those of the H-Group none does.
    """
    faces = thought[slot]
    if faces & (faces - 1) or faces == 0:
        return False
    alone = reading.viewer != NOBODY
    card = table.hands[seat][slot]
    meant = reading.marks[card] & (CALLED | CHOP_FOCUS) != 0
    better = 0
    for other in range(table.hand_size[seat]):
        twin = table.hands[seat][other]
        if thought[other] != faces or twin == card:
            continue
        also = reading.marks[twin] & (CALLED | CHOP_FOCUS) != 0
        if (also and not meant) or (also == meant and (twin > card or (alone and not meant))):
            better += 1
    return better > 0 and (alone or better >= table.copies_left[lowest(faces)])


@compilable(inline=True)
def price_of(book: PartnerBook, table: Table, sight: Sight, face: int, others: int) -> float:
    """What it costs the team to lose a copy, with some others in sight."""
    weights = weights_of(book, sight)
    if table.dead >> face & 1:
        return 0.0
    suit = book.suit_of[face]
    step = book.step_of[face]
    if table.critical >> face & 1:
        if book.flourish:
            return weights.lost_game + book.faces
        return weights.last_copy + weights.last_copy_step * (table.furthest[suit] - step)
    if others > 0:
        return weights.spare_copy
    return weights.only_copy + weights.only_copy_near / (1 + step - table.laid[suit])


@compilable
def playable_soon(book: PartnerBook, table: Table, reading: Reading, sight: Sight) -> int:
    """The faces that are playable, or will be once the cards are laid that their holders will play."""
    soon = table.playable
    before = 0
    while soon != before:
        before = soon
        own = sight.known & soon
        while own:
            soon |= book.after[lowest(own)]
            own &= own - 1
        for seat in range(book.players):
            if seat != sight.seat:
                for slot in range(table.hand_size[seat]):
                    card = table.hands[seat][slot]
                    if sight.thought[seat][slot] & ~soon == 0 and reading.marks[card] & (CLUED | FINESSED):
                        face = sight.face_of[card]
                        if soon >> face & 1:
                            soon |= book.after[face]
    return soon & ~table.dead
