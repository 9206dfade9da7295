"""The sums: what each hand is told, and by which clue.

Every other player's part of a sum is a number below the modulus, read off the hand by questions. Which
question comes next follows from what all know and from the answers so far, so whoever knows the part knows
the answers. Everybody sees all hands but their own, works out the other parts, and subtracts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tamaya.bots.hat.book import Book, lowest, sole
from tamaya.bots.hat.public import Public

LOSS = 10_000
"""What a critical card costs, if another useful one costs WASTE."""
WASTE = 1_000

CLASS_OF_FOUR = (0x40FD, 0x22BB)
CLASS_OF_FIVE = (0x55FD4054, 0x0F0E8F0E)
"""Sets of patterns: which cards a colour or a value touches, the least known card lowest. However a hand of
that size falls apart into groups, at least one group is in the set and one is not."""


class Question(NamedTuple):
    """Whether the card of a slot is one of these faces."""

    slot: int
    yes: int


class Message(NamedTuple):
    """A sum and its modulus."""

    total: int
    modulus: int


def expect(public: Public, seat: int) -> None:
    """What the others will find on their turns, if those before them play what they publicly know."""
    book = public.book
    wanted = public.wanted
    public.want = [wanted] * book.players
    public.knows = [False] * book.players
    public.drop = [-1] * book.players
    for offset, other in enumerate(book.others(seat), start=1):
        public.want[other] = wanted
        fitting = [may_be for may_be in public.masks[other] if not may_be & ~wanted]
        public.knows[other] = bool(fitting)
        if not fitting and offset <= book.terms.watched:
            public.drop[other] = _next_discard(public, other)
        known = [may_be for may_be in fitting if sole(may_be)]
        if known:
            wanted = (wanted & ~min(known)) | book.after[lowest(min(known))]


def _next_discard(public: Public, seat: int) -> int:
    """The slot that looks cheapest by what all know; -1 if a useless one is known."""
    if public.useless(seat):
        return -1
    costs: dict[int, int] = {}
    for slot, may_be in enumerate(public.masks[seat]):
        copies = public.open.weigh(may_be)
        if not sole(may_be) and copies:
            losses = public.open.weigh(may_be & public.critical)
            wastes = public.open.weigh(may_be & public.useful & ~public.critical)
            costs[slot] = (losses * LOSS + wastes * WASTE) // copies
    return min(costs, key=costs.__getitem__, default=-1)


def in_need(public: Public, seat: int, faces: list[int]) -> bool:
    """Whether a player knows nothing to play and could, or is about to discard what would be a loss."""
    if public.knows[seat]:
        return False
    if any(public.want[seat] >> face & 1 for face in faces):
        return True
    drop = public.drop[seat]
    return drop >= 0 and bool(public.critical >> faces[drop] & 1)


def conclude(public: Public, seat: int) -> None:
    """Somebody discarded and could have given a clue: nobody was in need of one."""
    for other in public.book.others(seat):
        if not public.knows[other]:
            for slot, may_be in enumerate(public.masks[other]):
                left = may_be & ~public.want[other]
                if slot == public.drop[other]:
                    left &= ~public.critical
                public.masks[other][slot] = left or may_be


class Asked(NamedTuple):
    """What a hand was asked, and what it may be after that."""

    word: int
    masks: list[int]


def ask_hand(public: Public, seat: int, words: int, faces: list[int]) -> Asked:
    """Ask a hand that one sees: the word that says all answers."""
    return _ask(public, seat, words, lambda slot, yes, _share, _word: bool(yes >> faces[slot] & 1))


def hear_word(public: Public, seat: int, words: int, heard: int) -> Asked:
    """The answers that a word says."""
    return _ask(public, seat, words, lambda _slot, _yes, share, word: heard - word < share)


def _ask(public: Public, seat: int, words: int, says: Callable[[int, int, int, int], bool]) -> Asked:
    """Ask while there are words for answers; each answer gets as many as it is likely."""
    masks = list(public.masks[seat])
    word = 0
    while words > 1:
        question = next_question(public, masks, public.want[seat])
        if question is None:
            break
        slot, yes = question
        copies = public.open.weigh(masks[slot])
        if copies == 0:
            break
        share = (2 * words * public.open.weigh(masks[slot] & yes) + copies) // (2 * copies)
        share = min(max(share, 1), words - 1)
        if says(slot, yes, share, word):
            left, words = masks[slot] & yes, share
        else:
            left, words, word = masks[slot] & ~yes, words - share, word + share
        masks[slot] = left or masks[slot]
    return Asked(word, masks)


def next_question(public: Public, masks: list[int], wanted: int) -> Question | None:
    """What to ask a hand next: first for a card to play, then which it is, then for a useless one."""
    useful, weigh = public.useful, public.open.weigh
    fitting = [slot for slot, may_be in enumerate(masks) if not may_be & ~wanted]
    useless = [slot for slot, may_be in enumerate(masks) if may_be & ~wanted and not may_be & useful]
    vague = [
        slot for slot, may_be in enumerate(masks) if may_be & ~wanted and may_be & useful and not sole(may_be)
    ]
    fit = _likeliest([(slot, weigh(masks[slot] & wanted), weigh(masks[slot])) for slot in vague])
    dead = _likeliest([(slot, weigh(masks[slot] & ~useful), weigh(masks[slot])) for slot in vague])
    unclear = [slot for slot in fitting if not sole(masks[slot])]
    if not fitting and fit:
        return Question(fit[0], wanted)
    if unclear:
        return Question(unclear[0], _half(public, masks[unclear[0]]))
    if fitting and fit and fit[1] * 5 >= fit[2] * 2:
        return Question(fit[0], wanted)
    if dead and not useless:
        return Question(dead[0], ~useful)
    if fit:
        return Question(fit[0], wanted)
    unknown = {slot: weigh(masks[slot] & useful) * 8 + (masks[slot] & useful).bit_count() for slot in vague}
    if not any(unknown.values()):
        return None
    slot = max(unknown, key=unknown.__getitem__)
    yes = _half(public, masks[slot] & useful) | ~useful
    return Question(slot, yes if masks[slot] & ~yes else ~useful)


def _likeliest(chances: list[tuple[int, int, int]]) -> tuple[int, int, int] | None:
    """Of (slot, copies that would do, all copies) the likeliest, the lowest slot of equals; None for none."""
    best: tuple[int, int, int] | None = None
    for chance in chances:
        _, some, copies = chance
        if some and (best is None or some * best[2] > best[1] * copies):
            best = chance
    return best


def _half(public: Public, faces: int) -> int:
    """The lowest faces of a set, about half of its copies."""
    copies = public.open.weigh(faces)
    half = passed = 0
    while faces:
        card = faces & -faces
        with_it = passed + public.open.weigh(card)
        if half and 2 * with_it > copies:
            return half | card if with_it + passed < copies else half
        half |= card
        passed = with_it
        faces &= faces - 1
    return half


class Share(NamedTuple):
    """Of the sums from ``first`` on, so many are told by clues to a seat."""

    seat: int
    first: int
    many: int


def shares(public: Public, seat: int) -> list[Share]:
    """How the sums that a seat can tell are shared out among the others."""
    book = public.book
    found: list[Share] = []
    first = 0
    for other in book.others(seat):
        held = len(public.masks[other])
        if book.empty:
            many = len(book.clues) if held else 0
        else:
            many = 4 if held > 1 else 0
        found.append(Share(other, first, many))
        first += many
    return found


def message_of(public: Public, giver: int, receiver: int, clue: int, slots: set[int]) -> Message | None:
    """The sum that a clue tells, or None if it only says what it says."""
    found = shares(public, giver)
    modulus = sum(share.many for share in found)
    if modulus == 0:
        return None
    total = next(share.first for share in found if share.seat == receiver)
    if public.book.empty:
        return Message(total + clue, modulus)
    pattern = _pattern(public, receiver, slots)
    held = len(public.masks[receiver])
    if pattern == (1 << held) - 1:
        # It touches all cards: none of the messages, so that there always is a clue for each of them.
        return None
    return Message(total + clue_class(held, clue >= public.book.colours, pattern), modulus)


def clue_class(held: int, value: bool, pattern: int) -> int:
    """Which of four messages a clue is, by the cards it touches."""
    members = {4: CLASS_OF_FOUR, 5: CLASS_OF_FIVE}.get(held)
    inside = members[value] >> pattern & 1 if members else pattern & 1
    # Of all ways to number them this is the best for two players, where the sum has one part only.
    return 3 * inside if value else 1 + inside


def _pattern(public: Public, seat: int, slots: set[int]) -> int:
    """Touched slots as a set of ranks, the least known card first."""

    def known(slot: int) -> int:
        may_be = public.masks[seat][slot]
        return 0 if sole(may_be) else -1 - 2 * (may_be & public.useful).bit_count()

    order = sorted(range(len(public.masks[seat])), key=known)
    return sum(1 << rank for rank, slot in enumerate(order) if slot in slots)


def gain(book: Book, public: Public, masks: list[int], receiver: int, clue: int, slots: set[int]) -> int:
    """How much the words of a clue say beyond its sum."""
    total = 0
    wanted, useful, weigh = public.want[receiver], public.useful, public.open.weigh
    for slot, may_be in enumerate(masks):
        copies = weigh(may_be)
        if sole(may_be) or not copies:
            continue
        left = may_be & (book.touch[clue] if slot in slots else ~book.touch[clue])
        total += (copies - weigh(left)) * 1000 // copies
        if sole(left):
            total += 500
        if not left & ~wanted and may_be & ~wanted:
            total += 3000
        if not left & useful and may_be & useful:
            total += 1000
    return total
