"""How a clue will be read: it is tried in a mind, and what each seat will do then is told from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tamaya.bots.coach_words import ClueReading, StepBefore
from tamaya.bots.coaching import AnyClue
from tamaya.bots.conventions.state import (
    BAD,
    CALLED,
    CLUED,
    FINESSE,
    FIX,
    KNOWN,
    LAYER,
    MISTAKE,
    MOVED,
    PROMPT,
    SAVE_CLUE,
    STALL,
    card_in,
    chop_of,
    face_in,
    kind_in,
    seat_in,
)
from tamaya.bots.partner.choose import imagine_others
from tamaya.bots.partner.look import playable_soon
from tamaya.bots.partner.mind import Mind
from tamaya.bots.partner.trial import take_back, try_clue
from tamaya.rules import Seat


def read_clue(mind: Mind, action: AnyClue) -> ClueReading:
    """How the receiver will read a clue of the seat, and what others will do because of it."""
    book, table, reading, sight = mind.book, mind.table, mind.reading, mind.sight
    receiver = action.receiver
    clue, touched = mind.touched(receiver, action.clue)
    chop = chop_of(table, reading, receiver)
    before, soon = list(sight.thought[receiver]), sight.soon
    try_clue(book, table, reading, sight, receiver, clue, touched)
    imagine_others(book, table, reading, sight)
    sight.soon = playable_soon(book, table, reading, sight)
    found = _told(mind, receiver, touched, before, chop)
    take_back(book, table, reading, sight, receiver)
    sight.soon = soon
    imagine_others(book, table, reading, sight)
    return found


def _told(mind: Mind, receiver: Seat, touched: int, before: list[int], chop: int) -> ClueReading:
    """What a clue that is being tried tells; ``before`` is what the receiver took their cards for."""
    table, reading, sight = mind.table, mind.reading, mind.sight
    hand, thought = mind.hand(receiver), sight.thought[receiver]
    faces = [sight.face_of[card] for card in hand]
    steps = tuple(_steps(mind))
    own = {step.slot - 1 for step in steps if step.seat == receiver}

    def learnt(goal: int) -> list[int]:
        """The places whose cards are within a set of faces for the receiver, and were not before."""
        fresh = [at for at in range(len(hand)) if thought[at] & ~goal == 0 and before[at] & ~goal]
        return [at for at in fresh if at not in own]

    plays = learnt(table.playable)
    waits = [at for at in learnt(sight.soon) if thought[at] & ~table.playable]
    useless = learnt(table.dead)
    focus = hand.index(reading.focus) if reading.focus in hand else None
    open_focus = (
        focus is not None
        and focus not in (*waits, *useless)
        and thought[focus] & ~table.playable != 0
        and reading.last not in (STALL, FIX, MISTAKE)
    )
    saved = reading.last == SAVE_CLUE or (focus is not None and hand[focus] == chop)
    keep = focus if open_focus and saved else None
    unsure = focus if open_focus and keep is None and reading.marks[reading.focus] & CALLED else None
    named = {*plays, *waits, *useless, keep, unsure}
    useful = [
        at
        for at in range(len(hand))
        if touched >> at & 1 and at not in named and thought[at] & ~table.playable
    ]
    marked = sight.before.marks[receiver]
    return ClueReading(
        receiver=receiver,
        plays=_slots(plays),
        waits=_slots(waits),
        keep=None if keep is None else keep + 1,
        unsure=None if unsure is None else unsure + 1,
        useful=_slots(useful),
        useless=_slots(useless),
        misfits=_slots(
            at
            for at in (*plays, *waits)
            if not (table.playable if at in plays else sight.soon & thought[at]) >> faces[at] & 1
        ),
        twins=_slots(_twins(mind, receiver, [*plays, *waits], faces)),
        wasted=_slots(at for at in useful if table.dead >> faces[at] & 1 and thought[at] & ~table.dead),
        last=keep is not None and bool(table.critical >> faces[keep] & 1),
        steps=steps,
        moved=_slots(at for at, card in enumerate(hand) if reading.marks[card] & ~marked[at] & MOVED),
        stopped=_slots(
            at
            for at, card in enumerate(hand)
            if marked[at] & CLUED
            and before[at] & ~table.playable == 0
            and (thought[at] & table.playable == 0 or reading.marks[card] & BAD)
        ),
        stall=reading.last == STALL,
        improper=reading.last == MISTAKE and not reading.stalls,
    )


def _steps(mind: Mind) -> Iterator[StepBefore]:
    """The cards that are played before the card of the clue, if it is what the seat sees that it is."""
    waits, reading = mind.reading.waits, mind.reading
    truth = mind.sight.face_of[reading.focus] if reading.focus >= 0 else -1
    # The newest reading of a card is the one of this clue.
    for wait in reversed(range(waits.count)):
        if waits.focus[wait] == reading.focus and waits.face[wait] == truth:
            for step in waits.step[wait][: waits.steps[wait]]:
                # An older reading of the same card may still count on a card that has been discarded.
                if card_in(step) in mind.hand(seat_in(step)):
                    yield _step(mind, step)
            return


def _step(mind: Mind, step: int) -> StepBefore:
    card, seat, kind = card_in(step), seat_in(step), kind_in(step)
    face = mind.sight.face_of[card]
    [expected] = mind.cards(1 << face_in(step))
    misplayed = face >= 0 and kind in (PROMPT, FINESSE) and face != face_in(step)
    return StepBefore(
        seat=Seat(seat),
        slot=mind.hand(seat).index(card) + 1,
        card=mind.cards(1 << face)[0] if misplayed else expected,
        kind="known" if kind == KNOWN else "blind" if _is_blind(mind, card, kind) else "prompt",
        misfit=misplayed and not mind.table.playable >> face & 1,
    )


def _is_blind(mind: Mind, card: int, kind: int) -> bool:
    return kind in (FINESSE, LAYER) and not mind.reading.marks[card] & CLUED


def _twins(mind: Mind, receiver: Seat, places: list[int], faces: list[int]) -> Iterator[int]:
    """The places whose other copy is clued already, or is called by the same clue."""
    promised: set[int] = set()
    before = mind.sight.before
    for at in places:
        face = faces[at]
        known = before.marks[receiver][at] & CLUED and before.taken_for[receiver][at] >> face & 1
        if face in promised or mind.sight.clued_copies[face] > bool(known):
            yield at
        promised.add(face)


def _slots(places: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(at + 1 for at in places))
