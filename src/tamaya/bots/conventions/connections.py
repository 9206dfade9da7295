"""Connections: through which cards a clued card comes to fit that does not fit yet.

Cards that are played anyway go first, then prompts of others, then their finesses; then what the receiver
holds and the viewer sees; then the viewer's own cards; and then what the receiver may hold unseen.
"""

from __future__ import annotations

from typing import Final

from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.convention import Convention
from tamaya.bots.conventions.ones import is_open_one
from tamaya.bots.conventions.state import (
    CALLED,
    CLUED,
    FINESSE,
    KNOWN,
    LAYER,
    NO_CARD,
    PROMISED,
    PROMPT,
    STEP_ROOM,
    WANTED,
    Book,
    Reading,
    Table,
    card_in,
    face_under,
    kind_in,
    step_of,
)
from tamaya.bots.facts import UNSEEN

DELAYED_PLAY: Final = Convention("delayed-play", book="h-group", level=1, place=7)
PROMPTS: Final = Convention("prompt", book="h-group", level=1, place=9)
FINESSES: Final = Convention("finesse", book="h-group", level=1, place=10)
DOUBLE_FINESSE: Final = Convention("double-finesse", book="h-group", level=2, place=2)
HIDDEN_FINESSE: Final = Convention("hidden-finesse", book="h-group", level=5, place=1)
LAYERED_FINESSE: Final = Convention("layered-finesse", book="h-group", level=5, place=2)

IMPOSSIBLE: Final = -1
ANY_FACE: Final = -1
OTHERS: Final = 2
"""What a play of another hand costs an explanation: the one that costs least is the simplest."""
OWN: Final = 32
"""And a blind play from the reader's own hand."""
OWN_PROMPT: Final = 31
"""And a prompt there."""

MOST_OWN: Final = 2
"""The most plays that a clue asks of one whose cards the reader does not see."""
MOST_OWN_LATER: Final = 1
"""And when another seat has shown that it does not hold what is missing; of a giver who is known to know such
conventions, one more than before."""

# Whose unseen cards an explanation may count on.
NO_HAND: Final = 0
VIEWERS: Final = 1
RECEIVERS: Final = 2
"""The receiver's clued cards."""
BLINDLY: Final = 4
"""And the others of the receiver, too."""
FORCED: Final = 8
"""The giver had to give a clue."""
CAUTIOUS: Final = 16
"""The clue calls for no blind play: it touches no new card, or one that was called before."""


@compilable
def explain(
    book: Book,
    table: Table,
    reading: Reading,
    giver: int,
    receiver: int,
    focus: int,
    face: int,
    counting_on: int,
    but: int,
) -> int:
    """Find the cards that are played before a focus of this face: what they cost, or IMPOSSIBLE.

    ``but`` is a set of seats that have shown that they do not hold one. The steps are left in ``trial``.
    """
    reading.steps = 0
    suit = book.suit_of[face]
    if table.dead >> face & 1 or book.step_of[face] - table.laid[suit] > STEP_ROOM - 2:
        return IMPOSSIBLE
    cost = 0
    ahead = table.playable
    for step in range(table.laid[suit], book.step_of[face]):
        wanted = book.chain[suit][step]
        found = connect(book, table, reading, giver, receiver, focus, wanted, ahead, counting_on, but)
        if found == IMPOSSIBLE:
            return IMPOSSIBLE
        cost += found
        ahead = ahead & ~(1 << wanted) | book.after[wanted]
    return IMPOSSIBLE if cost // OWN > (MOST_OWN if but == 0 else reading.most_own) else cost


@compilable
def connect(
    book: Book,
    table: Table,
    reading: Reading,
    giver: int,
    receiver: int,
    focus: int,
    wanted: int,
    ahead: int,
    counting_on: int,
    but: int,
) -> int:
    """Find the card that will be played as a wanted face; its cost, or IMPOSSIBLE."""
    promised = reading.promised >> wanted & 1
    if promised and find_known(book, table, reading, giver, focus, wanted, ahead):
        return 0
    viewer = reading.viewer
    for offset in range(1, book.players if promised else 1):
        seat = (giver + offset) % book.players
        if (
            seat not in (viewer, receiver)
            and not but >> seat & 1
            and find_prompt(table, reading, seat, focus, wanted)
        ):
            return OTHERS
    for offset in range(1, 1 if counting_on & CAUTIOUS else book.players):
        seat = (giver + offset) % book.players
        if seat not in (viewer, receiver) and not but >> seat & 1:
            found = find_finesse(book, table, reading, seat, focus, wanted, ahead)
            if found > 0:
                if viewer == giver and is_elsewhere(book, table, reading, seat, focus, wanted):
                    return IMPOSSIBLE
                return OTHERS * found
    counts_on_receiver = counting_on & RECEIVERS and not but >> receiver & 1
    if counts_on_receiver and receiver not in (viewer, reading.hidden):
        found = connect_in(book, table, reading, receiver, focus, wanted, ahead, counting_on & BLINDLY != 0)
        if found > 0:
            return found
    if counting_on & VIEWERS and viewer not in (giver, receiver) and not but >> viewer & 1:
        # Good touch: no clue calls for a second copy of a card that is clued.
        blindly = not is_clued(book, table, reading, giver, focus, wanted)
        found = connect_in(book, table, reading, viewer, focus, wanted, ahead, blindly)
        if found > 0:
            return found
    if counts_on_receiver and (receiver in (viewer, reading.hidden)):
        blindly = counting_on & BLINDLY != 0 and not is_clued(book, table, reading, giver, focus, wanted)
        found = connect_in(book, table, reading, receiver, focus, wanted, ahead, blindly)
        if found > 0:
            return found
    return IMPOSSIBLE


@compilable
def promised_faces(book: Book, table: Table, reading: Reading, focus: int) -> int:
    """The faces for which cards besides a focus may be taken that clues have touched or called."""
    faces = 0
    for seat in range(book.players):
        for slot in range(table.hand_size[seat]):
            card = table.hands[seat][slot]
            if reading.marks[card] & (CLUED | PROMISED) and card != focus:
                faces |= reading.taken_for[card]
    return faces


@compilable
def is_elsewhere(book: Book, table: Table, reading: Reading, finessed: int, focus: int, wanted: int) -> bool:
    """Whether a further seat has a wanted face in finesse position, so that neither would know who is
    meant."""
    for seat in range(book.players):
        if seat not in (finessed, reading.viewer):
            card = finesse_position(table, reading, seat, focus, reading.limit)
            if card >= 0 and reading.face_of[card] == wanted:
                return True
    return False


@compilable
def is_clued(book: Book, table: Table, reading: Reading, giver: int, focus: int, wanted: int) -> bool:
    """Whether the viewer sees a clued card of this face; the giver of a clue does not see their own."""
    for seat in range(book.players):
        for slot in range(table.hand_size[seat]):
            card = table.hands[seat][slot]
            if (
                card != focus
                and reading.face_of[card] == wanted
                and reading.marks[card] & CLUED
                and (seat != giver or is_told_later(table, reading, card))
            ):
                return True
    return False


@compilable
def connect_in(
    book: Book, table: Table, reading: Reading, seat: int, focus: int, wanted: int, ahead: int, blindly: bool
) -> int:
    """Find a wanted face in the reader's hand, by a prompt or else a finesse: its cost, or 0."""
    if find_prompt(table, reading, seat, focus, wanted):
        return OWN_PROMPT
    if not blindly:
        return 0
    return OWN * find_finesse(book, table, reading, seat, focus, wanted, ahead)


@compilable
def is_used(reading: Reading, card: int) -> bool:
    """Whether the explanation that is being looked for counts on a card already."""
    for step in range(reading.steps):
        if card_in(reading.trial[step]) == card:
            return True
    return False


@compilable
def add_step(reading: Reading, seat: int, card: int, face: int, kind: int) -> None:
    """Count on a card."""
    if reading.steps < STEP_ROOM:
        reading.trial[reading.steps] = step_of(card, face, kind, seat)
        reading.steps += 1


@compilable(inline=True)
def find_known(
    book: Book, table: Table, reading: Reading, giver: int, focus: int, wanted: int, ahead: int
) -> bool:
    """A card that its holder plays as this face anyway. The giver of a clue counts on no card of their own
    that they do not know."""
    for seat in range(book.players):
        for slot in range(table.hand_size[seat]):
            card = table.hands[seat][slot]
            faces = reading.taken_for[card]
            if reading.marks[card] & (CLUED | PROMISED) == 0 or not faces >> wanted & 1:
                continue
            if card == focus or is_used(reading, card):
                continue
            seen = face_under(reading, seat, card)
            if seen not in (UNSEEN, wanted):
                continue
            if seat == giver and (faces & (faces - 1) or is_told_later(table, reading, card)):
                continue
            if reading.marks[card] & WANTED and not reading.marks[card] & CLUED:
                add_step(reading, seat, card, wanted, KNOWN)
                return True
            # One of several that fit is played by its holder without being told more, and so is, in time, one
            # that a play clue was about.
            surely = faces == 1 << wanted or faces & ~ahead == 0
            if surely or reading.marks[card] & CALLED:
                add_step(reading, seat, card, wanted, KNOWN)
                return True
    return False


@compilable(inline=True)
def is_told_later(table: Table, reading: Reading, card: int) -> bool:
    """Whether a clue touched a card only after the clue that is being explained."""
    return reading.marks[card] & CLUED != 0 and table.since[card] > reading.moment


@compilable
def find_prompt(table: Table, reading: Reading, seat: int, focus: int, wanted: int) -> bool:
    """The newest clued card of a seat that may be this face, if it is."""
    newest = newest_prompt(table, reading, seat, focus, wanted)
    if newest < 0:
        return False
    face = face_under(reading, seat, newest)
    if face not in (UNSEEN, wanted):
        return False
    add_step(reading, seat, newest, wanted, PROMPT)
    return True


@compilable
def find_finesse(
    book: Book, table: Table, reading: Reading, seat: int, focus: int, wanted: int, ahead: int
) -> int:
    """The card in finesse position, if it is this face: how many blind plays, or 0.

    At level 5 cards that fit may lie before it, and a clued card that is taken for it.
    """
    first = reading.steps
    while True:
        prompted = newest_prompt(table, reading, seat, focus, wanted)
        if prompted < 0:
            break
        face = face_under(reading, seat, prompted)
        if face == wanted:
            add_step(reading, seat, prompted, face, PROMPT)
            return 1
        # Ones are played anyway, in their order.
        passed_over = reading.level >= 5 or (
            reading.level >= 3 and is_open_one(book, table, reading, prompted)
        )
        if face == UNSEEN or not passed_over or not ahead >> face & 1:
            reading.steps = first
            return 0
        add_step(reading, seat, prompted, face, LAYER)
        ahead = ahead & ~(1 << face) | book.after[face]
    bound = reading.limit
    count = 0
    while True:
        newest = finesse_position(table, reading, seat, focus, bound)
        if newest < 0 or reading.steps >= STEP_ROOM:
            reading.steps = first
            return 0
        count += 1
        bound = newest
        face = face_under(reading, seat, newest)
        if face == wanted or (face == UNSEEN and reading.taken_for[newest] >> wanted & 1):
            if reading.level < 2 and has_blind_step(reading):
                return 0
            add_step(reading, seat, newest, wanted, FINESSE)
            return count
        if face == UNSEEN or reading.level < 5 or not ahead >> face & 1:
            reading.steps = first
            return 0
        add_step(reading, seat, newest, face, LAYER)
        ahead = ahead & ~(1 << face) | book.after[face]


@compilable
def has_blind_step(reading: Reading) -> bool:
    """Whether the explanation that is being looked for counts on a blind play already."""
    for step in range(reading.steps):
        if kind_in(reading.trial[step]) >= FINESSE:
            return True
    return False


@compilable(inline=True)
def finesse_position(table: Table, reading: Reading, seat: int, focus: int, bound: int) -> int:
    """The newest card before a bound that is neither clued nor to be played, or NO_CARD."""
    newest = NO_CARD
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        if (
            newest < card < bound
            and reading.marks[card] & (CLUED | PROMISED) == 0
            and card != focus
            and not is_used(reading, card)
        ):
            newest = card
    return newest


@compilable
def newest_prompt(table: Table, reading: Reading, seat: int, focus: int, wanted: int) -> int:
    """The clued card that a seat would play as this face: the newest that may be it, or NO_CARD."""
    newest = NO_CARD
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        if (
            card > newest
            and card != focus
            and reading.marks[card] & CLUED
            and reading.taken_for[card] >> wanted & 1
            and not is_used(reading, card)
        ):
            newest = card
    return newest
