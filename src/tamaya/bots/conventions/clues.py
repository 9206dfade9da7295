"""What a clue means by the conventions of the H-Group."""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest
from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.chop_moves import is_about_trash, moves_by_five, read_trash
from tamaya.bots.conventions.connections import (
    ANY_FACE,
    BLINDLY,
    CAUTIOUS,
    IMPOSSIBLE,
    RECEIVERS,
    VIEWERS,
    explain,
    promised_faces,
)
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.counting import conclude_from, conclude_hands, draw_conclusions
from tamaya.bots.conventions.fixes import fix_by_repeating, is_fix
from tamaya.bots.conventions.focus import focus_of
from tamaya.bots.conventions.ones import first_one
from tamaya.bots.conventions.saves import savable
from tamaya.bots.conventions.self_finesse import read_self
from tamaya.bots.conventions.state import (
    CALLED,
    CHOP_FOCUS,
    CHOP_MOVE,
    CLUED,
    FINESSE,
    FINESSED,
    FIX,
    GOOD,
    MISTAKE,
    NOBODY,
    NOTHING,
    PLAY_CLUE,
    PROMISED,
    SAVE_CLUE,
    STALL,
    Book,
    Reading,
    Table,
    card_in,
    chop_of,
    face_in,
    kind_in,
)
from tamaya.bots.conventions.waits import mark_waits, open_wait
from tamaya.bots.conventions.watching import stomp
from tamaya.bots.facts import UNSEEN

DIRECT_PLAY: Final = Convention("direct-play", book="h-group", level=1, place=3)
FIVE_STALL: Final = Convention("five-stall", book="h-group", level=2, place=1)


@compilable
def read_by_h_group(
    book: Book, table: Table, reading: Reading, giver: int, receiver: int, clue: int, touched: int
) -> None:
    """Find what a clue means whose words have been heard (``table.told``)."""
    chop = chop_of(table, reading, receiver)
    focus = focus_of(table, reading, receiver, touched, chop)
    called = focus >= 0 and reading.marks[focus] & CALLED != 0
    fresh = 0
    for slot in range(table.hand_size[receiver]):
        card = table.hands[receiver][slot]
        reading.before[slot] = reading.taken_for[card]
        if touched >> slot & 1:
            if reading.marks[card] & (CLUED | PROMISED) == 0:
                fresh |= 1 << slot
                reading.giver[card] = giver
                reading.clue[card] = clue
            reading.marks[card] |= CLUED | GOOD
    if reading.level >= 3 and focus != chop:
        one = first_one(book, table, reading, receiver, fresh)
        if one >= 0:
            focus = one
    reading.focus = focus
    conclude_from(book, table, reading, 1 << receiver)
    stomp(book, table, reading, giver, receiver)
    if focus < 0:
        return
    if focus == chop:
        reading.marks[focus] |= CHOP_FOCUS
    reading.giver[focus] = giver
    reading.clue[focus] = clue
    reading.last = NOTHING
    if fresh == 0 and (
        is_fix(table, reading, receiver)
        or (reading.level >= 3 and fix_by_repeating(table, reading, receiver, touched))
    ):
        reading.last = FIX
    elif reading.level >= 4 and is_about_trash(book, table, reading, receiver, touched, fresh):
        reading.last = read_trash(book, table, reading, receiver, touched, chop)
    elif reading.stalls and fresh == 0 and not has_direct_meaning(table, reading, focus):
        reading.last = STALL
    elif is_about_fives(book, clue) and focus != chop and fresh and reading.level >= 2:
        read_fives(book, table, reading, giver, receiver, focus, fresh, chop)
    else:
        candidates = candidates_of(table, reading, focus)
        # A clue that touches no new card calls for no blind play of its receiver, as strangers mean it.
        own = RECEIVERS
        if reading.level >= 2 and (fresh or (reading.proved[giver] and not called)):
            own |= BLINDLY
        # One to a card that was called before calls for none, nor does one that may only pass the time.
        own |= VIEWERS if not called and (fresh or reading.proved[giver]) else CAUTIOUS
        if not reading.proved[giver] and reveals_play(table, reading, receiver, touched & ~fresh):
            own = own & ~VIEWERS | CAUTIOUS
        saves = savable(book, table, clue) & candidates if focus == chop else 0
        read_focus(book, table, reading, giver, receiver, focus, candidates, saves, own)


@compilable
def reveals_play(table: Table, reading: Reading, receiver: int, touched: int) -> bool:
    """Whether a clue tells its receiver that one of these slots, clued before, fits."""
    for slot in range(table.hand_size[receiver]):
        if touched >> slot & 1 and reading.before[slot] & ~table.playable:
            card = table.hands[receiver][slot]
            fits = reading.face_of[card] == UNSEEN or table.playable >> reading.face_of[card] & 1
            if fits and reading.taken_for[card] & ~table.playable == 0:
                return True
    return False


@compilable
def candidates_of(table: Table, reading: Reading, focus: int) -> int:
    """The faces that a focus may have. If all of them are useless, a card elsewhere was taken for what the
    focus is."""
    candidates = reading.taken_for[focus]
    if candidates & ~table.dead:
        return candidates
    live = table.told[focus] & ~table.used_up & ~table.dead
    return live or candidates


@compilable(inline=True)
def has_direct_meaning(table: Table, reading: Reading, focus: int) -> bool:
    """Whether a focus may fit now."""
    return reading.taken_for[focus] & table.playable != 0


@compilable(inline=True)
def is_about_fives(book: Book, clue: int) -> bool:
    """Whether a clue names the value that completes displays."""
    return clue == book.clues - 1


@compilable
def read_fives(
    book: Book, table: Table, reading: Reading, giver: int, receiver: int, focus: int, fresh: int, chop: int
) -> None:
    """Fives that are not on the chop: a stall, a chop move, or a play clue."""
    truth = reading.face_of[focus]
    # The giver has to consider what the receiver may think; another viewer sees that the five cannot be
    # meant.
    sees = truth != UNSEEN and reading.viewer != giver
    fits = table.playable & (1 << truth if sees else reading.taken_for[focus]) != 0
    if (reading.early or reading.stalls) and not fits:
        reading.last = STALL
    elif reading.level >= 4 and not reading.early and moves_by_five(table, reading, receiver, fresh, chop):
        reading.last = CHOP_MOVE
    else:
        read_focus(
            book,
            table,
            reading,
            giver,
            receiver,
            focus,
            reading.taken_for[focus],
            0,
            VIEWERS | RECEIVERS | BLINDLY,
        )


@compilable
def read_focus(
    book: Book,
    table: Table,
    reading: Reading,
    giver: int,
    receiver: int,
    focus: int,
    candidates: int,
    saves: int,
    own: int,
) -> None:
    """The faces that a focus may have: saved, playable, or coming to fit through other cards.

    ``own`` says which of the receiver's own cards may be among them.
    """
    reading.limit = table.drawn
    reading.moment = table.turn
    truth = reading.face_of[focus]
    mine = reading.viewer == receiver
    first = reading.waits.count
    found = saves
    direct = 0
    rest = candidates & ~saves
    # Nothing changes in the hands meanwhile.
    reading.promised = promised_faces(book, table, reading, focus)
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        # The receiver does not see the cards beside it.
        reading.hidden = NOBODY if mine or face == truth else receiver
        if explain(book, table, reading, giver, receiver, focus, face, own & CAUTIOUS, 0) != IMPOSSIBLE:
            if (
                face == truth
                and reading.viewer == giver
                and is_seen_otherwise(book, table, reading, giver, receiver, focus, face, own & CAUTIOUS)
            ):
                continue
            found |= 1 << face
            if reading.steps == 0:
                direct |= 1 << face
            if reading.steps and (mine or face == truth):
                open_wait(table, reading, giver, focus, face, own & CAUTIOUS, 0)
    reading.hidden = NOBODY
    reading.promised = ANY_FACE
    if mine:
        reading.heard = focus
        reading.heard_turn = table.turn
        reading.heard_giver = giver
        reading.heard_direct = direct
        reading.heard_other = candidates & ~direct
        if found == 0:
            found = read_self(book, table, reading, giver, receiver, focus, candidates, own & ~VIEWERS)
    elif truth != UNSEEN and not found >> truth & 1 and candidates >> truth & 1:
        found = read_hidden(book, table, reading, giver, receiver, focus, candidates, found, own)
    if found == 0:
        reading.last = MISTAKE
        return
    mark_waits(reading, first, reading.waits.count)
    reading.meant[focus] &= found
    if reading.meant[focus] == 0:
        reading.meant[focus] = found
    if found & ~saves:
        reading.marks[focus] |= CALLED
    if truth != UNSEEN and not found >> truth & 1:
        reading.last = MISTAKE
    else:
        reading.last = SAVE_CLUE if saves and (truth == UNSEEN or saves >> truth & 1) else PLAY_CLUE
    if reading.waits.count == first:
        conclude_hands(book, table, reading, 1 << receiver)
    else:
        draw_conclusions(book, table, reading)


@compilable
def foresee_misreading(
    book: Book,
    table: Table,
    reading: Reading,
    giver: int,
    receiver: int,
    focus: int,
    candidates: int,
    own: int,
) -> None:
    """A clue that nothing explains: its receiver will look for the missing cards in the own hand, in vain."""
    first = reading.waits.count
    read_self(book, table, reading, giver, receiver, focus, candidates, own)
    for wait in range(first, reading.waits.count):
        for place in range(reading.waits.steps[wait]):
            step = reading.waits.step[wait][place]
            if kind_in(step) >= FINESSE and table.playable >> face_in(step) & 1:
                card = card_in(step)
                if reading.marks[card] & FINESSED == 0:
                    reading.marks[card] |= FINESSED
                    reading.meant[card] = 0
                reading.meant[card] |= 1 << face_in(step)
    draw_conclusions(book, table, reading)


@compilable
def is_seen_otherwise(
    book: Book,
    table: Table,
    reading: Reading,
    giver: int,
    receiver: int,
    focus: int,
    face: int,
    counting_on: int,
) -> bool:
    """Whether the receiver, who does not see the own hand, explains a face by other cards than its giver
    does.

    The giver's explanation is the one that was found last, and is so again afterwards.
    """
    steps = reading.steps
    sum_of_cards = 0
    for step in range(steps):
        sum_of_cards += card_in(reading.trial[step])
    reading.hidden = receiver
    explain(book, table, reading, giver, receiver, focus, face, counting_on, 0)
    other = reading.steps != steps
    for step in range(reading.steps):
        sum_of_cards -= card_in(reading.trial[step])
    reading.hidden = NOBODY
    explain(book, table, reading, giver, receiver, focus, face, counting_on, 0)
    return other or sum_of_cards != 0


@compilable
def read_hidden(
    book: Book,
    table: Table,
    reading: Reading,
    giver: int,
    receiver: int,
    focus: int,
    candidates: int,
    found: int,
    own: int,
) -> int:
    """A focus that nothing in sight explains: the receiver holds what is missing, or the viewer does."""
    truth = reading.face_of[focus]
    receivers = own & ~VIEWERS
    if found == 0 and (
        explain(book, table, reading, giver, receiver, focus, truth, receivers, 0) != IMPOSSIBLE
    ):
        return read_self(book, table, reading, giver, receiver, focus, candidates, receivers)
    if reading.viewer == giver:
        if found == 0:
            foresee_misreading(book, table, reading, giver, receiver, focus, candidates, receivers)
        return found
    if found:
        # The receiver has an explanation, and so plays nothing blindly for the true one.
        own &= VIEWERS | CAUTIOUS
    if explain(book, table, reading, giver, receiver, focus, truth, own, 0) != IMPOSSIBLE:
        open_wait(table, reading, giver, focus, truth, own, 0)
        return found | 1 << truth
    return found
