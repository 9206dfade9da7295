"""Open readings: how they are kept, and which cards they call for."""

from __future__ import annotations

from typing import Final

from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.connections import FORCED, RECEIVERS, VIEWERS
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.state import (
    DOUBTFUL,
    FINESSED,
    KNOWN,
    NOBODY,
    PROMISED,
    PROMPT,
    STEP_ROOM,
    WAIT_ROOM,
    WANTED,
    Book,
    Reading,
    Table,
    Waits,
    card_in,
    face_in,
    kind_in,
)
from tamaya.bots.facts import UNSEEN

REVERSE_FINESSE: Final = Convention("reverse-finesse", book="h-group", level=2, place=3)
QUEUED_FINESSE: Final = Convention("queued-finesse", book="h-group", level=5, place=4)

NO_WAIT: Final = -1


@compilable
def open_wait(table: Table, reading: Reading, giver: int, focus: int, face: int, own: int, but: int) -> None:
    """Remember the explanation that was found last."""
    waits = reading.waits
    if waits.count >= WAIT_ROOM:
        return
    wait = waits.count
    waits.count += 1
    waits.focus[wait] = focus
    waits.face[wait] = face
    waits.giver[wait] = giver
    waits.turn[wait] = table.turn
    waits.limit[wait] = reading.limit
    # A clue that had to be given is doubted where it counts on its receiver's blind plays.
    waits.own[wait] = own | (FORCED if reading.stalls and own & VIEWERS == 0 and own & RECEIVERS else 0)
    waits.level[wait] = reading.level
    waits.but[wait] = but
    keep_steps(reading, wait)


@compilable
def keep_steps(reading: Reading, wait: int) -> None:
    """Take over the steps of the explanation that was found last."""
    reading.waits.steps[wait] = reading.steps
    for step in range(reading.steps):
        reading.waits.step[wait][step] = reading.trial[step]


@compilable
def copy_wait(source: Waits, wait: int, target: Waits, place: int) -> None:
    """Copy one open reading."""
    target.focus[place] = source.focus[wait]
    target.face[place] = source.face[wait]
    target.giver[place] = source.giver[wait]
    target.turn[place] = source.turn[wait]
    target.limit[place] = source.limit[wait]
    target.but[place] = source.but[wait]
    target.own[place] = source.own[wait]
    target.level[place] = source.level[wait]
    target.steps[place] = source.steps[wait]
    for step in range(STEP_ROOM):
        target.step[place][step] = source.step[wait][step]


@compilable
def copy_waits(source: Waits, target: Waits) -> None:
    """Copy all open readings."""
    target.count = source.count
    for wait in range(source.count):
        copy_wait(source, wait, target, wait)


@compilable
def drop_wait(waits: Waits, wait: int) -> None:
    """Forget an open reading."""
    waits.count -= 1
    for later in range(wait, waits.count):
        copy_wait(waits, later + 1, waits, later)


@compilable
def drop_step(waits: Waits, wait: int) -> bool:
    """The first step of an open reading is done; whether it was the last one, and the reading is
    forgotten."""
    waits.steps[wait] -= 1
    if waits.steps[wait] == 0:
        drop_wait(waits, wait)
        return True
    for step in range(waits.steps[wait]):
        waits.step[wait][step] = waits.step[wait][step + 1]
    return False


@compilable
def mark_waits(reading: Reading, first: int, end: int) -> None:
    """Mark the cards that new readings wait for.

    A card of one's own is any of the faces for which it may be wanted; one of another seat is marked if
    its reading is the true one, and is otherwise only wanted.
    """
    for setting in (False, True):
        for wait in range(first, end):
            truth = reading.face_of[reading.waits.focus[wait]]
            for place in range(reading.waits.steps[wait]):
                step = reading.waits.step[wait][place]
                card = card_in(step)
                if kind_in(step) == KNOWN:
                    continue
                if reading.waits.face[wait] != truth and reading.face_of[card] != UNSEEN:
                    if kind_in(step) != PROMPT:
                        reading.marks[card] |= WANTED
                elif setting:
                    reading.meant[card] |= 1 << face_in(step)
                else:
                    reading.meant[card] = 0
                    if kind_in(step) != PROMPT:
                        reading.marks[card] |= FINESSED
                        if reading.waits.own[wait] & FORCED:
                            reading.marks[card] |= DOUBTFUL


@compilable
def unmark(book: Book, reading: Reading, wait: int) -> None:
    """The cards that a reading waits for are not called any more."""
    for place in range(reading.waits.steps[wait]):
        step = reading.waits.step[wait][place]
        card = card_in(step)
        if kind_in(step) != KNOWN and reading.marks[card] & PROMISED:
            if reading.marks[card] & FINESSED:
                reading.meant[card] = book.every
            reading.marks[card] &= ~(PROMISED | DOUBTFUL)


@compilable
def caller_of(reading: Reading, card: int) -> int:
    """The seat whose clue calls for a card, or NOBODY."""
    if card < 0:
        return NOBODY
    wait = wait_for(reading, card) if reading.marks[card] & FINESSED else NO_WAIT
    return reading.giver[card] if wait == NO_WAIT else reading.waits.giver[wait]


@compilable
def wait_for(reading: Reading, card: int) -> int:
    """The first open reading that counts on a card, or NO_WAIT."""
    for wait in range(reading.waits.count):
        for place in range(reading.waits.steps[wait]):
            if card_in(reading.waits.step[wait][place]) == card:
                return wait
    return NO_WAIT
