"""What the whole table makes of an action, also of one that ``hat`` would not have taken.

``read_action`` works out what an action tells, before it takes effect; ``accept_heard`` makes it common
knowledge; ``see_clue``, ``see_play`` and the like follow what then lies open. A reader
that sees a hand finds its part of a sum by asking the cards. The ``hearer`` does not see its own, and
subtracts the other parts from the sum; with NO_HEARER all hands are seen, which comes to the same if the sum
is true.
"""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import size
from tamaya.bots.compilable import compilable
from tamaya.bots.facts import BACK, CLUE, DISCARD, ENCORE, PLAY, give, take
from tamaya.bots.hat import sums
from tamaya.bots.hat.state import Book, Public, Sight, is_late, sure_slots, useless_slots

NO_HEARER: Final = -1
DECK: Final = -1
"""The slot of a card that is played straight from the deck, where a table allows it."""


@compilable
def read_action(
    book: Book,
    public: Public,
    sight: Sight,
    seat: int,
    kind: int,
    where: int,
    clue: int,
    touched: int,
    hearer: int,
) -> None:
    """What an action tells by a sum; a discard may also tell that no player needed a clue.

    ``where`` is a slot, or the receiver of a clue, or the face of a discarded card that comes back.
    """
    sums.expect(book, public, seat)
    sums.begin_hearing(book, public)
    if kind == DISCARD and sums.proves(book, public, seat):
        sums.conclude(book, public, seat)
    total, modulus = _sum_of(book, public, seat, kind, where, clue, touched)
    _hear(book, public, sight, seat, total, modulus, hearer)


@compilable
def _sum_of(
    book: Book, public: Public, seat: int, kind: int, where: int, clue: int, touched: int
) -> tuple[int, int]:
    """The sum that an action tells, and its modulus, which is 0 if it tells none."""
    if kind == CLUE:
        return sum_of_clue(book, public, seat, where, clue, touched)
    if kind in (BACK, ENCORE) or where == DECK:
        return 0, 0
    return sum_of_slot(book, public, seat, kind, where)


@compilable
def sum_of_clue(
    book: Book, public: Public, giver: int, receiver: int, clue: int, touched: int
) -> tuple[int, int]:
    """The sum that a clue tells, and its modulus, which is 0 if the clue only says what it says."""
    modulus = sums.share_out(book, public, giver)
    hand = public.hands[receiver]
    if hand.messages == 0:
        return 0, 0
    sums.rank_slots(public, hand)
    message = sums.message_of(book, hand, clue, touched)
    if message < 0:
        return 0, 0
    return sums.first_sum(book, public, giver, receiver) + message, modulus


@compilable
def sum_of_slot(book: Book, public: Public, seat: int, kind: int, slot: int) -> tuple[int, int]:
    """The sum told by which card is played or discarded, of several that all know to fit or to be useless."""
    if kind == PLAY and is_late(book, public):
        return 0, 0
    hand = public.hands[seat]
    slots = sure_slots(public, hand) if kind == PLAY else useless_slots(public, hand)
    if size(slots) < 2 or not slots >> slot & 1:
        return 0, 0
    return size(slots & ((1 << slot) - 1)), size(slots)


@compilable
def _hear(
    book: Book, public: Public, sight: Sight, giver: int, total: int, modulus: int, hearer: int
) -> None:
    """All players learn their parts of a sum; a modulus of 0 tells nothing."""
    if modulus == 0:
        return
    for offset in range(1, book.players):
        other = (giver + offset) % book.players
        if other != hearer:
            total -= sums.ask_hand(public, public.hands[other], sight.faces[other], modulus)
    if hearer not in (NO_HEARER, giver):
        sums.hear_word(public, public.hands[hearer], modulus, total % modulus)


@compilable
def tells_truth(
    book: Book, public: Public, sight: Sight, kind: int, where: int, clue: int, touched: int
) -> bool:
    """Whether all that an action of the seat tells is so; ``where`` is a slot, or the receiver of a clue."""
    seat = sight.seat
    sums.expect(book, public, seat)
    sums.begin_hearing(book, public)
    if kind == DISCARD and sums.proves(book, public, seat):
        for offset in range(1, book.players):
            other = (seat + offset) % book.players
            if sums.in_need(public, public.hands[other], sight.faces[other]):
                return False
        sums.conclude(book, public, seat)
    total, modulus = _sum_of(book, public, seat, kind, where, clue, touched)
    if modulus == 0:
        return True
    return sums.add_up(book, public, sight, modulus) == total


@compilable
def accept_heard(book: Book, public: Public) -> None:
    """What an action tells is common knowledge."""
    for seat in range(book.players):
        hand = public.hands[seat]
        for slot in range(hand.cards):
            hand.may_be[slot] = hand.heard[slot]


@compilable
def see_clue(book: Book, public: Public, receiver: int, clue: int, touched: int) -> None:
    """The words of a clue."""
    hand = public.hands[receiver]
    for slot in range(hand.cards):
        says = book.touch[clue] if touched >> slot & 1 else ~book.touch[clue]
        hand.told[slot] &= says
        left = hand.may_be[slot] & says
        hand.may_be[slot] = left or hand.told[slot]


@compilable
def see_play(book: Book, public: Public, seat: int, slot: int, face: int, fits: bool) -> None:
    """A card is laid on its display, or is a strike."""
    if slot == DECK:
        take(public.hidden, 1 << face)
    else:
        _lose(public, seat, slot, face)
    if fits:
        public.wanted = (public.wanted & ~(1 << face)) | book.after[face]
    else:
        public.discarded[face] += 1


@compilable
def see_discard(public: Public, seat: int, slot: int, face: int) -> None:
    """A card is discarded."""
    _lose(public, seat, slot, face)
    public.discarded[face] += 1


@compilable
def see_return(public: Public, face: int) -> None:
    """A discarded card goes back into the deck (L6)."""
    public.discarded[face] -= 1
    give(public.hidden, 1 << face)


@compilable
def see_encore(book: Book, public: Public, face: int) -> None:
    """A discarded card is laid on its display (L7)."""
    public.discarded[face] -= 1
    public.wanted = (public.wanted & ~(1 << face)) | book.after[face]


@compilable
def _lose(public: Public, seat: int, slot: int, face: int) -> None:
    """A card leaves a hand for all to see."""
    hand = public.hands[seat]
    hand.cards -= 1
    for later in range(slot, hand.cards):
        hand.may_be[later] = hand.may_be[later + 1]
        hand.told[later] = hand.told[later + 1]
    take(public.hidden, 1 << face)


@compilable
def see_draw(book: Book, public: Public, seat: int) -> None:
    """A new card comes to a hand."""
    hand = public.hands[seat]
    hand.may_be[hand.cards] = book.every
    hand.told[hand.cards] = book.every
    hand.cards += 1
