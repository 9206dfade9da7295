"""Which action ``hat`` takes on its turn, and what it tells by that."""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest, nth, size, sole
from tamaya.bots.compilable import compilable
from tamaya.bots.facts import BACK, CLUE, DISCARD, ENCORE, NO_SLOT, PLAY, weigh
from tamaya.bots.hat import sums
from tamaya.bots.hat.endgame import rehearse
from tamaya.bots.hat.state import Book, Public, Sight, is_late, look_around, sure_slots, useless_slots
from tamaya.bots.hat.sums import LOSS, NEVER, WASTE
from tamaya.bots.hat.tiles import ENCORE_CARD, best_encore, best_return, cards_held

ALSO_HELD: Final = 50
KNOWN_COPY: Final = 30
KNOWN_WASTE: Final = 1_500
KNOWN_LOSS: Final = 100_000
"""What it costs to discard a useful card: one that may be in another hand too; one that surely is; one that
surely is not; the last copy. A card that is unknown costs between nothing, WASTE and LOSS."""

NO_CLUE: Final = -1

# Why an action was chosen.
SUM_BY_CLUE: Final = 0
SUM_BY_PLAY: Final = 1
SUM_BY_DISCARD: Final = 2
FITS_FOR_ALL: Final = 3
"""All know that the card fits."""
FITS_FOR_SEAT: Final = 4
"""The card must fit, by what the seat sees."""
USELESS: Final = 5
"""All know that the card is useless."""
MISSED_LEAST: Final = 6
ALL_TOUCHED: Final = 7
"""The clue touches all cards of a hand, so it tells no sum."""
NO_SUMS: Final = 8
"""No sum can be told at all, so the clue only says what it says."""
NO_CLUE_FOR_SUM: Final = 9
HELPS_MOST: Final = 10
"""Of the discarded cards, this one helps most."""


@compilable
def choose(book: Book, public: Public, sight: Sight) -> tuple[int, int, int]:
    """What the seat on turn does: the kind of action, then slot and NO_CLUE, or receiver and clue.

    On a bonus tile, a clue is a free one, and a discarded card that is chosen comes as face and NO_CLUE.
    What the action tells is left in the hands as ``heard``, and the reason in the sight.
    """
    hand = public.hands[sight.seat]
    look_around(book, public, sight)
    sums.expect(book, public, sight.seat)
    sums.begin_hearing(book, public)
    if public.decision:
        return _use_tile(book, public, sight)
    cheapest, cost = _cheapest(public, sight)
    kind, slot = DISCARD, cheapest
    best_play = _best_play(book, public, sight)
    if best_play != NO_SLOT:
        kind, slot = PLAY, best_play
    elif hand.cards == 0 or (public.clues > 0 and _prefers_clue(book, public, sight, cost)):
        kind, slot = CLUE, 0
    if is_late(book, public) and public.useful and hand.cards:
        kind, slot = rehearse(book, public, sight, kind, slot, cheapest)
    if kind == PLAY:
        return PLAY, _telling_play(book, public, sight, slot), NO_CLUE
    if kind == CLUE:
        receiver, clue = _telling_clue(book, public, sight)
        if clue != NO_CLUE:
            return CLUE, receiver, clue
    if public.clues == book.most_clues and not book.discard_full:
        sight.why = NO_CLUE_FOR_SUM
        return PLAY, _likeliest(public, sight), NO_CLUE
    sight.needless = kind == DISCARD and sums.proves(book, public, sight.seat)
    if sight.needless:
        sums.conclude(book, public, sight.seat)
    return DISCARD, _telling_discard(book, public, sight, cheapest), NO_CLUE


@compilable
def _use_tile(book: Book, public: Public, sight: Sight) -> tuple[int, int, int]:
    """What the seat on turn does with a bonus tile."""
    if public.decision <= sums.VALUE_CLUE:
        receiver, clue = _telling_clue(book, public, sight)
        return CLUE, receiver, clue
    sight.why = HELPS_MOST
    encore, most = best_encore(book, public, sight)
    if public.decision == ENCORE_CARD or (public.deck == 0 and most):
        return ENCORE, encore, NO_CLUE
    return BACK, best_return(book, public), NO_CLUE


@compilable
def _best_play(book: Book, public: Public, sight: Sight) -> int:
    """The slot of the sure play that lets most others follow, or NO_SLOT."""
    best, most = NO_SLOT, -1
    for slot in range(public.hands[sight.seat].cards):
        if sight.own[slot] & ~public.wanted:
            continue
        followers = 0
        if sole(sight.own[slot]):
            after = book.after[lowest(sight.own[slot])]
            followers = cards_held(book, public, sight, after) * 10 if after else 5
        if followers > most:
            best, most = slot, followers
    return best


@compilable
def _cheapest(public: Public, sight: Sight) -> tuple[int, int]:
    """The slot whose loss is expected to cost least, and what it costs."""
    best, least = 0, NEVER
    for slot in range(public.hands[sight.seat].cards):
        cost = _cost(public, sight, sight.own[slot])
        if cost < least:
            best, least = slot, cost
    return best, least


@compilable
def _cost(public: Public, sight: Sight, may_be: int) -> int:
    """What it costs to lose an own card."""
    if may_be & public.useful == 0:
        return 0
    if sole(may_be):
        if may_be & sight.seen:
            return KNOWN_COPY
        return KNOWN_LOSS if may_be & public.critical else KNOWN_WASTE
    copies = weigh(sight.unseen, may_be)
    if copies == 0:
        return WASTE
    spare = may_be & public.useful & ~public.critical
    cost = weigh(sight.unseen, may_be & public.critical) * LOSS
    cost += weigh(sight.unseen, spare & ~sight.seen) * WASTE
    cost += weigh(sight.unseen, spare & sight.seen) * ALSO_HELD
    return cost // copies


@compilable
def _prefers_clue(book: Book, public: Public, sight: Sight, cost: int) -> bool:
    """Whether to give a clue, with nothing to play, and a discard that costs so much."""
    if sums.hoards(book, public, sight.seat):
        return False
    if public.clues == book.most_clues or public.turns_left >= 0:
        return True
    for offset in range(1, book.players):
        other = (sight.seat + offset) % book.players
        if sums.in_need(public, public.hands[other], sight.faces[other]):
            return True
    if public.pace <= book.terms.patience and sight.seen & public.wanted:
        return True
    return cost > book.terms.dear and public.clues > book.terms.thrift


@compilable
def _telling_play(book: Book, public: Public, sight: Sight, slot: int) -> int:
    """A sure play, and among several that all know to be sure the one that tells the sum."""
    sure = sure_slots(public, public.hands[sight.seat])
    if not sure >> slot & 1:
        sight.why = FITS_FOR_SEAT
        return slot
    if is_late(book, public) or size(sure) < 2:
        sight.why = FITS_FOR_ALL
        return slot
    sight.why = SUM_BY_PLAY
    return nth(sure, sums.add_up(book, public, sight, size(sure)))


@compilable
def _telling_discard(book: Book, public: Public, sight: Sight, cheapest: int) -> int:
    """A card that all know to be useless, among several the one that tells the sum; or the cheapest."""
    useless = useless_slots(public, public.hands[sight.seat])
    if useless == 0:
        sight.why = MISSED_LEAST
        return cheapest
    if sole(useless):
        sight.why = USELESS
        return lowest(useless)
    sight.why = SUM_BY_DISCARD
    return nth(useless, sums.add_up(book, public, sight, size(useless)))


@compilable
def _telling_clue(book: Book, public: Public, sight: Sight) -> tuple[int, int]:
    """The receiver and the clue that tells the sum, the most telling one; NO_CLUE if there is none."""
    modulus = sums.share_out(book, public, sight.seat)
    if modulus == 0:
        sight.why = NO_SUMS
        return _plain_clue(book, public, sight)
    total = sums.add_up(book, public, sight, modulus)
    receiver, message = (sight.seat + 1) % book.players, total
    while message >= public.hands[receiver].messages:
        message -= public.hands[receiver].messages
        receiver = (receiver + 1) % book.players
    hand = public.hands[receiver]
    sums.rank_slots(public, hand)
    best, most, plain = NO_CLUE, -1, NO_CLUE
    first, end = sums.granted_clues(book, public)
    for clue in range(first, end):
        touched = sums.touched_slots(book, hand, sight.faces[receiver], clue)
        if touched == 0 and not book.empty:
            continue
        told = sums.message_of(book, hand, clue, touched)
        if told < 0 and plain == NO_CLUE:
            plain = clue
        elif told == message:
            gain = sums.gain_of(book, public, hand, clue, touched)
            if gain > most:
                best, most = clue, gain
    if best != NO_CLUE:
        sight.why, sight.total, sight.modulus = SUM_BY_CLUE, total, modulus
        return receiver, best
    sums.begin_hearing(book, public)
    if plain != NO_CLUE:
        sight.why = ALL_TOUCHED
        return receiver, plain
    if not sums.must_clue(book, public, sight.seat):
        return receiver, NO_CLUE
    sight.why = NO_CLUE_FOR_SUM
    return _plain_clue(book, public, sight)


@compilable
def _plain_clue(book: Book, public: Public, sight: Sight) -> tuple[int, int]:
    """The receiver and the clue whose words say most; NO_CLUE if none can be given."""
    best, best_receiver, most = NO_CLUE, sight.seat, -1
    if public.clues == 0 and public.decision == 0:
        return best_receiver, best
    first, end = sums.granted_clues(book, public)
    for offset in range(1, book.players):
        receiver = (sight.seat + offset) % book.players
        hand = public.hands[receiver]
        for clue in range(first, end):
            touched = sums.touched_slots(book, hand, sight.faces[receiver], clue)
            if hand.cards and (touched or book.empty):
                gain = sums.gain_of(book, public, hand, clue, touched)
                if gain > most:
                    best_receiver, best, most = receiver, clue, gain
    return best_receiver, best


@compilable
def _likeliest(public: Public, sight: Sight) -> int:
    """The slot that is likeliest to fit."""
    best, fits, of_all = 0, -1, 1
    for slot in range(public.hands[sight.seat].cards):
        fitting = weigh(sight.unseen, sight.own[slot] & public.wanted)
        copies = max(weigh(sight.unseen, sight.own[slot]), 1)
        if fitting * of_all > fits * copies:
            best, fits, of_all = slot, fitting, copies
    return best
