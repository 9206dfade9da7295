"""The sums: what each hand is told, and by which clue.

Every other player's part of a sum is a number below the modulus, read off the hand by questions. Which
question comes next follows from what all know and from the answers so far, so a player who knows the part
knows the answers. All players see all hands but their own, work out the other parts, and subtract.
"""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest, size, sole
from tamaya.bots.compilable import compilable
from tamaya.bots.facts import NO_SLOT, PerSlot, weigh
from tamaya.bots.hat.state import Book, Hand, Public, Sight, is_late, useless_slots

LOSS: Final = 10_000
"""What a critical card costs, if another useful one costs WASTE."""
WASTE: Final = 1_000
NEVER: Final = 1 << 60
"""More than any card costs."""

COLOURS_OF_FOUR: Final = 0x40FD
VALUES_OF_FOUR: Final = 0x22BB
COLOURS_OF_FIVE: Final = 0x55FD4054
VALUES_OF_FIVE: Final = 0x0F0E8F0E
"""Sets of patterns: which cards a colour or a value touches, the least known card lowest. However a hand of
that size falls apart into groups, at least one group is in the set and one is not."""

COLOUR_CLUE: Final = 1
VALUE_CLUE: Final = 2
"""Decisions on bonus tiles that grant a clue of one sort, as the compiled engine numbers them (L4, L5)."""


@compilable
def expect(book: Book, public: Public, seat: int) -> None:
    """What the others will find on their turns, if those before them play what they publicly know."""
    wanted = public.wanted
    for offset in range(1, book.players):
        hand = public.hands[(seat + offset) % book.players]
        hand.wanted = wanted
        knows_play = False
        known = 0
        for slot in range(hand.cards):
            may_be = hand.may_be[slot]
            if may_be & ~wanted == 0:
                knows_play = True
                if sole(may_be):
                    known |= may_be
        hand.knows_play = knows_play
        hand.next_discard = NO_SLOT
        if not knows_play and offset <= book.terms.watched:
            hand.next_discard = _next_discard(public, hand)
        if known:
            card = known & -known
            wanted = (wanted & ~card) | book.after[lowest(card)]


@compilable
def _next_discard(public: Public, hand: Hand) -> int:
    """The slot that looks cheapest by what all know; NO_SLOT if a useless one is known."""
    if useless_slots(public, hand):
        return NO_SLOT
    best, least = NO_SLOT, NEVER
    for slot in range(hand.cards):
        may_be = hand.may_be[slot]
        copies = weigh(public.open, may_be)
        if sole(may_be) or copies == 0:
            continue
        losses = weigh(public.open, may_be & public.critical)
        wastes = weigh(public.open, may_be & public.useful & ~public.critical)
        cost = (losses * LOSS + wastes * WASTE) // copies
        if cost < least:
            best, least = slot, cost
    return best


@compilable
def in_need(public: Public, hand: Hand, faces: PerSlot) -> bool:
    """Whether a player knows nothing to play and could, or is about to discard what would be a loss."""
    if hand.knows_play:
        return False
    for slot in range(hand.cards):
        if hand.wanted >> faces[slot] & 1:
            return True
    if hand.next_discard == NO_SLOT:
        return False
    return public.critical >> faces[hand.next_discard] & 1 == 1


@compilable
def hoards(book: Book, public: Public, seat: int) -> bool:
    """Whether all know that a seat with nothing to play discards, to have more clue tokens."""
    if public.clues > book.terms.hoard or public.clues >= book.most_clues:
        return False
    return public.pace > book.terms.patience and useless_slots(public, public.hands[seat]) != 0


@compilable
def proves(book: Book, public: Public, seat: int) -> bool:
    """Whether a discard proves that no player was in need of a clue."""
    if public.clues == 0 or is_late(book, public) or not book.exact:
        return False
    return not hoards(book, public, seat)


@compilable
def begin_hearing(book: Book, public: Public) -> None:
    """Nothing has been told by the action that is chosen or read."""
    for seat in range(book.players):
        hand = public.hands[seat]
        for slot in range(hand.cards):
            hand.heard[slot] = hand.may_be[slot]


@compilable
def conclude(book: Book, public: Public, seat: int) -> None:
    """A player discards and could have given a clue: no other player was in need of one."""
    for offset in range(1, book.players):
        hand = public.hands[(seat + offset) % book.players]
        if hand.knows_play:
            continue
        for slot in range(hand.cards):
            not_so = hand.wanted
            if slot == hand.next_discard:
                not_so |= public.critical
            narrow(hand, slot, ~not_so)


@compilable(inline=True)
def narrow(hand: Hand, slot: int, faces: int) -> None:
    """A card is one of these faces, unless that cannot be."""
    left = hand.heard[slot] & faces
    if left:
        hand.heard[slot] = left


@compilable
def add_up(book: Book, public: Public, sight: Sight, modulus: int) -> int:
    """The sum of what the others are told by the seat that looks at them."""
    total = 0
    for offset in range(1, book.players):
        other = (sight.seat + offset) % book.players
        hand = public.hands[other]
        hand.part = ask_hand(public, hand, sight.faces[other], modulus)
        total += hand.part
    return total % modulus


@compilable
def ask_hand(public: Public, hand: Hand, faces: PerSlot, words: int) -> int:
    """Ask a hand that is seen, while there are words for answers: the word that says all answers."""
    word = 0
    while words > 1:
        slot, yes, share = _question_of(public, hand, words)
        if slot == NO_SLOT:
            break
        if yes >> faces[slot] & 1:
            words = share
        else:
            yes, words, word = ~yes, words - share, word + share
        narrow(hand, slot, yes)
    return word


@compilable
def hear_word(public: Public, hand: Hand, words: int, word: int) -> None:
    """What a hand learns from its word: the same questions, answered by the word instead of the cards."""
    while words > 1:
        slot, yes, share = _question_of(public, hand, words)
        if slot == NO_SLOT:
            break
        if word < share:
            words = share
        else:
            yes, words, word = ~yes, words - share, word - share
        narrow(hand, slot, yes)


@compilable
def _question_of(public: Public, hand: Hand, words: int) -> tuple[int, int, int]:
    """What to ask a hand next: a slot or NO_SLOT, the faces that mean yes, and the words that yes gets.

    Each answer gets as many of the words as it is likely.
    """
    slot, yes = next_question(public, hand)
    if slot == NO_SLOT:
        return NO_SLOT, 0, 0
    may_be = hand.heard[slot]
    copies = weigh(public.open, may_be)
    if copies == 0:
        return NO_SLOT, 0, 0
    share = (2 * words * weigh(public.open, may_be & yes) + copies) // (2 * copies)
    return slot, yes, min(max(share, 1), words - 1)


@compilable
def next_question(public: Public, hand: Hand) -> tuple[int, int]:
    """A slot or NO_SLOT, and the faces that mean yes.

    First it is asked for a card to play, then which one it is, then for a useless one.
    """
    wanted, useful = hand.wanted, public.useful
    known, knows_useless = NO_SLOT, False
    fit, fits, of_fit = NO_SLOT, 0, 1
    dead, deads, of_dead = NO_SLOT, 0, 1
    vague, vagueness = NO_SLOT, 0
    for slot in range(hand.cards):
        may_be = hand.heard[slot]
        if may_be & ~wanted == 0:
            # The first that is not known exactly, or else the first.
            if known == NO_SLOT or (sole(hand.heard[known]) and not sole(may_be)):
                known = slot
            continue
        if may_be & useful == 0:
            knows_useless = True
            continue
        if sole(may_be):
            continue
        copies = weigh(public.open, may_be)
        playable = weigh(public.open, may_be & wanted)
        useless = weigh(public.open, may_be & ~useful)
        if playable * of_fit > fits * copies:
            fit, fits, of_fit = slot, playable, copies
        if useless * of_dead > deads * copies:
            dead, deads, of_dead = slot, useless, copies
        unknown = (copies - useless) * 8 + size(may_be & useful)
        if unknown > vagueness:
            vague, vagueness = slot, unknown
    if known == NO_SLOT and fit != NO_SLOT:
        return fit, wanted
    if known != NO_SLOT and not sole(hand.heard[known]):
        return known, _half(public, hand.heard[known])
    if NO_SLOT not in (known, fit) and fits * 5 >= of_fit * 2:
        return fit, wanted
    if dead != NO_SLOT and not knows_useless:
        return dead, ~useful
    if fit != NO_SLOT:
        return fit, wanted
    if vague == NO_SLOT:
        return NO_SLOT, 0
    may_be = hand.heard[vague]
    yes = _half(public, may_be & useful) | ~useful
    return vague, yes if may_be & ~yes else ~useful


@compilable
def _half(public: Public, faces: int) -> int:
    """The lowest faces of a set, about half of its copies."""
    copies = weigh(public.open, faces)
    half, passed = 0, 0
    while faces:
        card = faces & -faces
        with_it = passed + weigh(public.open, card)
        if half and 2 * with_it > copies:
            return half | card if with_it + passed < copies else half
        half |= card
        passed = with_it
        faces &= faces - 1
    return half


@compilable
def share_out(book: Book, public: Public, seat: int) -> int:
    """Share out the sums that a seat can tell among clues to the others: how many sums there are."""
    modulus = 0
    for offset in range(1, book.players):
        hand = public.hands[(seat + offset) % book.players]
        colours, values = 0, 0
        if book.empty and hand.cards:
            colours, values = book.colours, book.clues - book.colours
        elif book.exact and hand.cards > 1:
            colours, values = book.colour_classes, book.value_classes
        elif hand.cards:
            colours, values = _classes(book, public, seat, hand)
        hand.colour_messages = 0 if public.decision == VALUE_CLUE else colours
        hand.value_messages = 0 if public.decision == COLOUR_CLUE else values
        hand.messages = hand.colour_messages + hand.value_messages
        modulus += hand.messages
    return modulus


@compilable
def _classes(book: Book, public: Public, seat: int, hand: Hand) -> tuple[int, int]:
    """The messages that colours and values can tell a hand where some hands lack a clue for some of them.

    A seat that finds no clue for its sum does something else. Where it has to give a clue, all count only
    the messages that it surely can tell, by what all know of the hand.
    """
    colours, values = book.colour_classes, book.value_classes
    if must_clue(book, public, seat):
        colours, values = book.sure_colour_classes, book.sure_value_classes
        if not _surely_touched(hand, book.coloured):
            colours = 0
        if not _surely_touched(hand, book.valued):
            values = 0
    if hand.cards == 1:
        return min(colours, 1), min(values, 1)
    return colours, values


@compilable
def must_clue(book: Book, public: Public, seat: int) -> bool:
    """Whether a seat that has nothing to play can only give a clue."""
    full = public.clues == book.most_clues and not book.discard_full
    return full or public.decision != 0 or public.hands[seat].cards == 0


@compilable
def _surely_touched(hand: Hand, faces: int) -> bool:
    """Whether all know of a card of the hand that it is one of these faces."""
    sure = False
    for slot in range(hand.cards):
        sure = sure or hand.may_be[slot] & ~faces == 0
    return sure


@compilable
def granted_clues(book: Book, public: Public) -> tuple[int, int]:
    """The first clue that the seat on turn may give, and the one after the last: a tile grants one sort."""
    first = book.colours if public.decision == VALUE_CLUE else 0
    return first, book.colours if public.decision == COLOUR_CLUE else book.clues


@compilable
def first_sum(book: Book, public: Public, giver: int, receiver: int) -> int:
    """The lowest of the sums that are told by clues to a seat."""
    first = 0
    seat = (giver + 1) % book.players
    while seat != receiver:
        first += public.hands[seat].messages
        seat = (seat + 1) % book.players
    return first


@compilable
def rank_slots(public: Public, hand: Hand) -> None:
    """Put the cards of a hand in order, the least known first."""
    for slot in range(hand.cards):
        rank = 0
        unknown = _unknown(public, hand.may_be[slot])
        for other in range(hand.cards):
            others = _unknown(public, hand.may_be[other])
            if others > unknown or (others == unknown and other < slot):
                rank += 1
        hand.rank[slot] = rank


@compilable(inline=True)
def _unknown(public: Public, may_be: int) -> int:
    return 0 if sole(may_be) else 2 * size(may_be & public.useful) + 1


@compilable
def message_of(book: Book, hand: Hand, clue: int, touched: int) -> int:
    """Which of the messages to a hand a clue is, by the slots that it touches; -1 if it is none.

    ``rank_slots`` has put the cards in order.
    """
    value = clue >= book.colours
    before = hand.colour_messages if value else 0
    messages = hand.value_messages if value else hand.colour_messages
    if messages == 0:
        return -1
    if book.empty:
        return before + clue - (book.colours if value else 0)
    if messages == 1:
        return before
    if touched == (1 << hand.cards) - 1:
        # It touches all cards: none of the messages, so that there always is a clue for each of them.
        return -1
    pattern = 0
    for slot in range(hand.cards):
        pattern |= (touched >> slot & 1) << hand.rank[slot]
    inside = clue_class(hand.cards, value, pattern)
    if hand.messages == 4:
        # Of all ways to number them this is the best for two players, where the sum has one part only.
        return 3 * inside if value else 1 + inside
    return before + inside


@compilable
def clue_class(held: int, value: bool, pattern: int) -> int:
    """Which of two messages a colour or a value is, by the cards it touches, the least known card lowest."""
    if held == 4:
        return (VALUES_OF_FOUR if value else COLOURS_OF_FOUR) >> pattern & 1
    if held == 5:
        return (VALUES_OF_FIVE if value else COLOURS_OF_FIVE) >> pattern & 1
    return pattern & 1


@compilable
def touched_slots(book: Book, hand: Hand, faces: PerSlot, clue: int) -> int:
    """The slots that a clue touches."""
    touched = 0
    for slot in range(hand.cards):
        touched |= (book.touch[clue] >> faces[slot] & 1) << slot
    return touched


@compilable
def gain_of(book: Book, public: Public, hand: Hand, clue: int, touched: int) -> int:
    """How much the words of a clue say beyond its sum."""
    gain = 0
    for slot in range(hand.cards):
        may_be = hand.heard[slot]
        copies = weigh(public.open, may_be)
        if sole(may_be) or copies == 0:
            continue
        left = may_be & (book.touch[clue] if touched >> slot & 1 else ~book.touch[clue])
        gain += (copies - weigh(public.open, left)) * 1000 // copies
        if sole(left):
            gain += 500
        if left & ~hand.wanted == 0 and may_be & ~hand.wanted:
            gain += 3000
        if left & public.useful == 0 and may_be & public.useful:
            gain += 1000
    return gain
