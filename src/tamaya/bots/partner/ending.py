"""How many cards will still be laid: the rest of a game is imagined, turn by turn, once few cards are left in
the deck."""

from __future__ import annotations

from tamaya.bots.bits import lowest
from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.state import Table
from tamaya.bots.facts import NO_SLOT
from tamaya.bots.partner.state import PartnerBook, Sight, weights_of


@compilable(inline=True)
def is_ending(book: PartnerBook, table: Table, sight: Sight) -> bool:
    """Whether so few cards are left that the rest of the game is imagined."""
    return table.deck <= weights_of(book, sight).ending_deck and not book.flourish


@compilable
def cards_to_come(book: PartnerBook, table: Table, sight: Sight, slot: int, fits: bool, tokens: int) -> float:
    """How many cards all seats will lay after a move of this seat: one by which it lays or loses a slot, or,
    with NO_SLOT, gives a clue; it has ``tokens`` clue tokens then.

    Each seat in turn plays a card that it knows, or else tells another of one, or else discards. Others tell
    this seat of cards that it does not see, as likely as there is something to tell.
    """
    ending = sight.ending
    playable = table.playable
    deck = table.deck
    turns = table.turns_left
    luck = ending.luck
    for seat in range(book.players):
        ending.gone[seat] = 0
        ending.taught[seat] = 0
    count = 0.0
    if slot != NO_SLOT:
        ending.gone[sight.seat] = 1 << slot
        if fits:
            count += 1.0
            face = lowest(sight.mine[slot] & playable)
            playable = playable & ~(1 << face) | book.after[face] & ~table.dead
        deck -= 1
    turns = turns_after(book, table.deck, deck, turns)
    hope = 0.0
    seat = sight.seat
    while turns != 0:
        seat = (seat + 1) % book.players
        before = deck
        found = slot_to_play(book, table, sight, seat, playable)
        if found != NO_SLOT:
            face = lowest(playable & faces_of(table, sight, seat, found))
            playable = playable & ~(1 << face) | book.after[face] & ~table.dead
            ending.gone[seat] |= 1 << found
            if book.step_of[face] == book.ranks - 1 and tokens < book.most_clues:
                tokens += 1
            count += 1.0
            deck -= 1
        elif seat == sight.seat and hope > 0.0:
            count += min(hope, 1.0)
            hope = max(hope - 1.0, 0.0)
            deck -= 1
        elif tokens > 0:
            tokens -= 1
            if not teach(book, table, sight, seat, playable) and seat != sight.seat:
                hope += min(luck, 1.0)
                luck -= min(luck, 1.0)
        elif turns < 0:
            tokens += 1
            deck -= 1
        turns = turns_after(book, before, deck, turns)
    return count


@compilable(inline=True)
def turns_after(book: PartnerBook, before: int, deck: int, turns: int) -> int:
    """The turns that remain after one; -1 while there are cards in the deck."""
    if turns > 0:
        return turns - 1
    if before > 0 and deck == 0:
        return book.players
    return turns


@compilable(inline=True)
def faces_of(table: Table, sight: Sight, seat: int, slot: int) -> int:
    """The faces that a card can have, as far as this seat sees."""
    return sight.mine[slot] if seat == sight.seat else 1 << sight.face_of[table.hands[seat][slot]]


@compilable
def slot_to_play(book: PartnerBook, table: Table, sight: Sight, seat: int, playable: int) -> int:
    """The slot that a seat plays in an imagined game: of those that it knows, the one that others wait for
    longest; or NO_SLOT."""
    best = NO_SLOT
    lowest_step = 100
    for slot in range(table.hand_size[seat]):
        if sight.ending.gone[seat] >> slot & 1:
            continue
        thought = sight.mine[slot] if seat == sight.seat else sight.thought[seat][slot]
        if thought & ~playable and not sight.ending.taught[seat] >> slot & 1:
            continue
        faces = faces_of(table, sight, seat, slot) & playable
        if faces == 0:
            continue
        step = book.step_of[lowest(faces)]
        if step < lowest_step:
            best, lowest_step = slot, step
    return best


@compilable
def teach(book: PartnerBook, table: Table, sight: Sight, seat: int, playable: int) -> bool:
    """In an imagined game a seat tells one that this seat sees, and that knows of no card to play, of a card
    that can be played; whether there is one."""
    for offset in range(1, book.players):
        other = (seat + offset) % book.players
        if other == sight.seat or slot_to_play(book, table, sight, other, playable) != NO_SLOT:
            continue
        for slot in range(table.hand_size[other]):
            known = sight.ending.gone[other] | sight.ending.taught[other]
            if not known >> slot & 1 and playable >> sight.face_of[table.hands[other][slot]] & 1:
                sight.ending.taught[other] |= 1 << slot
                return True
    return False


@compilable
def luck_of(table: Table, sight: Sight) -> float:
    """How many cards of its own hand this seat could play if it were told of them, on average."""
    luck = 0.0
    for slot in range(table.hand_size[sight.seat]):
        mine = sight.mine[slot]
        if mine & ~table.playable == 0:
            continue
        total = 0
        fitting = 0
        while mine:
            face = lowest(mine)
            mine &= mine - 1
            weight = max(sight.unseen[face], 0)
            total += weight
            if table.playable >> face & 1:
                fitting += weight
        if total:
            luck += fitting / total
    return luck
