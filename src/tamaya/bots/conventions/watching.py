"""What becomes of open readings when a seat acts: they come true, go on, or are taken back."""

from __future__ import annotations

from typing import Final

from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.connections import (
    BLINDLY,
    FORCED,
    IMPOSSIBLE,
    MOST_OWN_LATER,
    RECEIVERS,
    VIEWERS,
    explain,
)
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.counting import draw_conclusions
from tamaya.bots.conventions.self_finesse import read_self
from tamaya.bots.conventions.state import (
    CALLED,
    CLUED,
    DOUBTFUL,
    FINESSE,
    FINESSED,
    KNOWN,
    LAYER,
    NO_CARD,
    NOBODY,
    PROMISED,
    PROMPT,
    Book,
    Reading,
    Table,
    Waits,
    card_in,
    face_in,
    holder_of,
    kind_in,
    seat_in,
    step_of,
)
from tamaya.bots.conventions.waits import drop_step, drop_wait, keep_steps, mark_waits, unmark
from tamaya.bots.facts import UNSEEN

AFTER_A_STRIKE: Final = Convention("after-a-strike", book="h-group", level=2, place=5)
CLANDESTINE_FINESSE: Final = Convention("clandestine-finesse", book="h-group", level=5, place=3)
AMBIGUOUS_FINESSE: Final = Convention("ambiguous-finesse", book="h-group", level=5, place=5)


@compilable
def watch(
    book: Book,
    table: Table,
    reading: Reading,
    seat: int,
    card: int,
    face: int,
    fits: bool,
    was_playable: int,
) -> None:
    """A seat has acted: it has played ``card`` (NO_CARD if it did not play); look at every open reading."""
    if card >= 0 and reading.marks[card] & (CLUED | PROMISED) == 0:
        notice_blind_play(book, table, reading, seat, face, fits)
    if card >= 0 and not fits and not reading.marks[card] & CLUED:
        forget_latest(book, table, reading)
    if reading.waits.count == 0:
        return
    # Who plays another card blindly follows an earlier call, and shows nothing about a later one.
    busy = card >= 0 and fits and reading.marks[card] & PROMISED != 0
    settle(reading, card, face, fits, was_playable)
    waits = reading.waits
    wait = 0
    while wait < waits.count:
        if waits.steps[wait] == 0 or card == waits.focus[wait]:
            drop_wait(waits, wait)
            continue
        due = waits.step[wait][0]
        wanted = face_in(due)
        kind = kind_in(due)
        if card >= 0 and fits and face == wanted:
            # If it came from elsewhere, the cards that are still to come lie elsewhere, too.
            if not drop_step(waits, wait):
                if card == card_in(due) or explain_again(book, table, reading, wait):
                    wait += 1
                else:
                    fail(book, table, reading, wait, NOBODY)
        elif card >= 0 and card == card_in(due):
            deep = kind == LAYER or (waits.level[wait] >= 5 and kind == FINESSE)
            if fits and deep and go_deeper(table, reading, wait):
                wait += 1
            elif fits and kind == FINESSE and not reading.proved[waits.giver[wait]]:
                take_for_bluff(book, reading, waits.focus[wait])
                wait = 0
            elif kind == PROMPT and explain_again(book, table, reading, wait):
                # The promised card is the next one that is clued, or was in finesse position.
                wait += 1
            elif fits or kind in (KNOWN, PROMPT):
                fail(book, table, reading, wait, NOBODY if kind == KNOWN else seat)
            else:
                forget_focus(book, reading, waits.focus[wait])
                wait = 0
        elif (
            seat == seat_in(due)
            and kind != KNOWN
            and was_playable >> wanted & 1
            and not busy
            and not is_queued(table, reading, wait)
            and table.turn >= waits.turn[wait]
            and not is_in_sight(book, table, reading, wait, seat)
        ):
            fail(book, table, reading, wait, seat)
        else:
            wait += 1
    release(book, table, reading)


@compilable
def notice_blind_play(book: Book, table: Table, reading: Reading, seat: int, face: int, fits: bool) -> None:
    """A seat has played a card without a clue on it that the viewer did not expect: it took the last clue for
    a finesse. So a card of the viewer that the clue was about does not fit at once, nor is the viewer called
    to play blindly."""
    drop_own_finesses(book, table, reading, seat)
    focus = reading.heard
    if (
        focus < 0
        or seat in (reading.viewer, reading.heard_giver)
        or table.turn - reading.heard_turn > book.players
        or reading.heard_other == 0
    ):
        return
    if reading.heard_direct == 0:
        take_for_bluff(book, reading, focus)
    other = reading.heard_other
    if fits and other & book.after[face]:
        other &= book.after[face]
    reading.meant[focus] = other
    reading.heard = NO_CARD


@compilable
def drop_own_finesses(book: Book, table: Table, reading: Reading, seat: int) -> None:
    """A seat that has answered a clue of the last round by a blind play shows that the clue calls for no
    blind play of the viewer."""
    waits = reading.waits
    wait = 0
    while wait < waits.count:
        due = waits.step[wait][0]
        if (
            seat not in (reading.viewer, waits.giver[wait])
            and table.turn - waits.turn[wait] <= book.players
            and waits.steps[wait] > 0
            and seat_in(due) == reading.viewer
            and kind_in(due) >= FINESSE
        ):
            take_for_bluff(book, reading, waits.focus[wait])
            wait = 0
        else:
            wait += 1


@compilable
def forget_focus(book: Book, reading: Reading, focus: int) -> None:
    """After a strike: forget what was concluded from the clue."""
    waits = reading.waits
    wait = 0
    while wait < waits.count:
        if waits.focus[wait] == focus:
            unmark(book, reading, wait)
            drop_wait(waits, wait)
        else:
            wait += 1
    reading.meant[focus] = book.every
    reading.marks[focus] &= ~CALLED


@compilable
def is_in_sight(book: Book, table: Table, reading: Reading, wait: int, seat: int) -> bool:
    """Whether the viewer sees that the receiver of a clue, who has not played yet, holds the missing card."""
    due = reading.waits.step[wait][0]
    return (
        reading.face_of[card_in(due)] == face_in(due)
        and holder_of(book, table, card_in(due)) == seat
        and holder_of(book, table, reading.waits.focus[wait]) == seat
    )


@compilable
def forget_latest(book: Book, table: Table, reading: Reading) -> None:
    """After a blind strike: forget what was concluded from the clues of the last round, since one was
    wrong."""
    waits = reading.waits
    wait = 0
    while wait < waits.count:
        if table.turn - waits.turn[wait] <= book.players:
            forget_focus(book, reading, waits.focus[wait])
            wait = 0
        else:
            wait += 1
    reading.heard = NO_CARD


@compilable
def settle(reading: Reading, card: int, face: int, fits: bool, was_playable: int) -> None:
    """A blind play proves a reading: the others of the same focus are gone."""
    if card < 0 or not fits:
        return
    if reading.marks[card] & CLUED and reading.taken_for[card] & ~was_playable == 0:
        return
    waits = reading.waits
    for wait in range(waits.count):
        if is_due(waits, wait, card, face):
            focus = waits.focus[wait]
            proved = 0
            for other in range(waits.count):
                if waits.focus[other] == focus and is_due(waits, other, card, face):
                    proved |= 1 << waits.face[other]
            reading.meant[focus] = proved
            other = 0
            while other < waits.count:
                if waits.focus[other] == focus and not proved >> waits.face[other] & 1:
                    drop_wait(waits, other)
                else:
                    other += 1
            return


@compilable
def is_due(waits: Waits, wait: int, card: int, face: int) -> bool:
    """Whether an open reading waits for this card next, as this face, and it would not be played anyway."""
    due = waits.step[wait][0]
    return waits.steps[wait] > 0 and card_in(due) == card and face_in(due) == face and kind_in(due) != KNOWN


@compilable
def go_deeper(table: Table, reading: Reading, wait: int) -> bool:
    """Another card than the promised one fitted: the promised one lies behind it."""
    waits = reading.waits
    due = waits.step[wait][0]
    if kind_in(due) == LAYER:
        drop_step(waits, wait)
        return True
    if not reading.proved[waits.giver[wait]]:
        return False
    seat = seat_in(due)
    newest = NO_CARD
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        if reading.marks[card] & (CLUED | FINESSED) == 0 and newest < card < card_in(due):
            newest = card
    if newest < 0:
        return False
    waits.step[wait][0] = step_of(newest, face_in(due), FINESSE, seat)
    reading.marks[newest] |= FINESSED
    reading.meant[newest] = 1 << face_in(due)
    return True


@compilable
def take_for_bluff(book: Book, reading: Reading, focus: int) -> None:
    """A blind card fitted that is not the promised one, and the giver of the clue need not know layers: many
    people clue so to get just that card played. Nothing further is to be played blindly for the clue."""
    waits = reading.waits
    wait = 0
    while wait < waits.count:
        if waits.focus[wait] == focus:
            unmark(book, reading, wait)
            drop_wait(waits, wait)
        else:
            wait += 1


@compilable
def fail(book: Book, table: Table, reading: Reading, wait: int, seat: int) -> bool:
    """What a reading waits for has not come: the card is another one, or the reading is wrong and forgotten;
    whether it stands.

    ``seat`` has shown that it does not hold it; NOBODY if a card was merely another one.
    """
    waits = reading.waits
    focus, face, giver = waits.focus[wait], waits.face[wait], waits.giver[wait]
    reading.level = waits.level[wait]
    reading.limit = waits.limit[wait]
    reading.moment = waits.turn[wait]
    reading.stalls = waits.own[wait] & FORCED != 0
    if seat >= 0:
        waits.but[wait] |= 1 << seat
    receiver = holder_of(book, table, focus)
    true = receiver >= 0 and receiver != reading.viewer and reading.face_of[focus] == face
    if true:
        # The viewer may hold what is missing.
        waits.own[wait] |= VIEWERS
    if explain_again(book, table, reading, wait):
        return True
    unmark(book, reading, wait)
    drop_wait(waits, wait)
    mark_waits(reading, 0, waits.count)
    if receiver < 0:
        return False
    if reading.meant[focus] & ~(1 << face):
        reading.meant[focus] &= ~(1 << face)
        return False
    # Nothing else explains the clue: the receiver holds what is missing.
    reading.meant[focus] = book.every
    draw_conclusions(book, table, reading)
    first = waits.count
    candidates = reading.taken_for[focus] & ~(1 << face)
    own = RECEIVERS | BLINDLY if reading.level >= 2 else RECEIVERS
    found = read_self(book, table, reading, giver, receiver, focus, candidates, own)
    for wait in range(first, waits.count):
        # It is the next action that can speak against it.
        waits.turn[wait] = table.turn + 1
    if found:
        mark_waits(reading, first, waits.count)
        reading.meant[focus] = found
    return False


@compilable
def release(book: Book, table: Table, reading: Reading) -> None:
    """Cards that no open reading waits for any more are not to be played blindly."""
    waits = reading.waits
    for seat in range(book.players):
        for slot in range(table.hand_size[seat]):
            card = table.hands[seat][slot]
            if reading.marks[card] & PROMISED == 0:
                continue
            wanted = False
            for wait in range(waits.count):
                for place in range(waits.steps[wait]):
                    if card_in(waits.step[wait][place]) == card:
                        wanted = True
            if not wanted:
                if reading.marks[card] & FINESSED and not reading.marks[card] & CLUED:
                    reading.meant[card] = book.every
                reading.marks[card] &= ~(PROMISED | DOUBTFUL)


@compilable
def explain_again(book: Book, table: Table, reading: Reading, wait: int) -> bool:
    """Explain an open reading again, and those that came after it; whether it still can be."""
    waits = reading.waits
    for later in range(wait, waits.count):
        unmark(book, reading, later)
    draw_conclusions(book, table, reading)
    good = True
    for later in range(wait, waits.count):
        focus = waits.focus[later]
        if later > wait and focus != waits.focus[later - 1]:
            # Readings of one card are alternatives, and may count on the same cards; those of another may
            # not.
            mark_waits(reading, 0, later)
        receiver = holder_of(book, table, focus)
        reading.limit = waits.limit[later]
        reading.moment = waits.turn[later]
        reading.most_own = MOST_OWN_LATER
        if reading.proved[waits.giver[later]]:
            reading.most_own += own_steps(reading, later)
        reading.level = waits.level[later]
        if (
            receiver >= 0
            and explain(
                book,
                table,
                reading,
                waits.giver[later],
                receiver,
                focus,
                waits.face[later],
                waits.own[later],
                waits.but[later],
            )
            != IMPOSSIBLE
        ):
            keep_steps(reading, later)
        elif later == wait:
            good = False
            waits.steps[later] = 0
    mark_waits(reading, 0, waits.count)
    return good


@compilable
def own_steps(reading: Reading, wait: int) -> int:
    """How many cards of the viewer an open reading waits for."""
    count = 0
    for place in range(reading.waits.steps[wait]):
        count += seat_in(reading.waits.step[wait][place]) == reading.viewer
    return count


@compilable
def stomp(book: Book, table: Table, reading: Reading, giver: int, receiver: int) -> None:
    """A clue that shows that a card is another one than was waited for: what waited for it is looked at
    again. Where its giver sees the viewer's card that waited, it is another one."""
    waits = reading.waits
    wait = 0
    changed = False
    while wait < waits.count:
        if is_upset(table, waits, wait, receiver) or is_told_elsewhere(table, reading, wait, receiver):
            changed = True
            focus, face = waits.focus[wait], waits.face[wait]
            own = reading.face_of[focus] == UNSEEN and giver not in (reading.viewer, waits.giver[wait])
            stands = fail(book, table, reading, wait, NOBODY)
            if own and stands and reading.meant[focus] & ~(1 << face):
                reading.meant[focus] &= ~(1 << face)
                unmark(book, reading, wait)
                drop_wait(waits, wait)
                mark_waits(reading, 0, waits.count)
                stands = False
            if not stands:
                continue
        wait += 1
    if changed:
        release(book, table, reading)
        draw_conclusions(book, table, reading)


@compilable
def is_upset(table: Table, waits: Waits, wait: int, receiver: int) -> bool:
    """Whether a clue to a receiver has denied a card of an open reading."""
    for place in range(waits.steps[wait]):
        step = waits.step[wait][place]
        if seat_in(step) != receiver:
            continue
        if not table.told[card_in(step)] >> face_in(step) & 1:
            return True
    return False


@compilable
def is_told_elsewhere(table: Table, reading: Reading, wait: int, receiver: int) -> bool:
    """Whether a clue to a receiver has touched a card that the viewer was to play blindly: by good touch, the
    viewer does not hold it."""
    waits = reading.waits
    for place in range(waits.steps[wait]):
        step = waits.step[wait][place]
        if seat_in(step) != reading.viewer or kind_in(step) < FINESSE or receiver == reading.viewer:
            continue
        for slot in range(table.hand_size[receiver]):
            card = table.hands[receiver][slot]
            if reading.face_of[card] == face_in(step) and reading.marks[card] & CLUED:
                return True
    return False


@compilable
def is_called(table: Table, reading: Reading, seat: int, slot: int) -> bool:
    """Whether a seat is to play a card now."""
    card = table.hands[seat][slot]
    if reading.marks[card] & (CLUED | FINESSED) == 0:
        return False
    surely = reading.taken_for[card] & ~table.playable == 0
    if reading.marks[card] & CLUED:
        return surely
    queued = False
    for wait in range(reading.waits.count):
        due = reading.waits.step[wait][0]
        if card_in(due) == card and table.playable >> face_in(due) & 1:
            if not is_queued(table, reading, wait):
                return True
            queued = True
    return surely and not queued


@compilable
def is_queued(table: Table, reading: Reading, wait: int) -> bool:
    """Queued finesses: whether the seat that an open reading waits for is to play another card blindly first,
    for an earlier clue, which cannot be played yet and may lie behind others."""
    waits = reading.waits
    seat = seat_in(waits.step[wait][0])
    if waits.level[wait] < 5 or kind_in(waits.step[wait][0]) < FINESSE:
        return False
    for earlier in range(wait):
        if waits.turn[earlier] >= waits.turn[wait] or seat_in(waits.step[earlier][0]) == seat:
            continue
        for place in range(1, waits.steps[earlier]):
            step = waits.step[earlier][place]
            if seat_in(step) == seat and kind_in(step) >= FINESSE:
                return has_older(table, reading, seat, card_in(step))
    return False


@compilable
def has_older(table: Table, reading: Reading, seat: int, card: int) -> bool:
    """Whether a seat holds an older card than this one that is neither clued nor to be played."""
    for slot in range(table.hand_size[seat]):
        older = table.hands[seat][slot]
        if older < card and reading.marks[older] & (CLUED | PROMISED) == 0:
            return True
    return False
