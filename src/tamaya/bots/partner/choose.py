"""Which action: every play, discard and clue gets a worth in points, and the best one is taken."""

from __future__ import annotations

from dataclasses import dataclass

from tamaya.bots.partner import weights
from tamaya.bots.partner.public import (
    CALLED,
    TOUCHED,
    WIDTH,
    Book,
    Public,
    coming,
    index_of,
    next_discard,
    read,
)

# Kinds of action.
PLAY = 0
DISCARD = 1
CLUE = 2

NEVER = -1000.0
"""The worth of what must not be done."""


@dataclass(slots=True)
class Sight:
    """What one seat sees beyond what all know, and room to reckon."""

    seat: int
    face_of: list[int]
    """[card] its face; negative where the seat does not see it"""
    unseen: list[int]
    """[face] copies that are neither gone nor laid nor in a hand that the seat sees"""
    seen: list[int]
    """[face] copies in the hands that the seat sees"""
    price: list[float]
    """[face] what it costs the team to lose a copy"""
    mine: list[int]
    """[slot - 1] the faces that an own card can have"""
    known: list[int]
    """[seat * WIDTH + slot - 1] what a teammate takes a card for, as far as the seat can tell"""
    chop: list[int]
    """[seat] the next discard of a teammate, or -1"""
    holders: list[int]
    """[face] the clued cards of it, as far as the seat knows"""
    spent: list[int]
    """[seat] the faces whose copies a teammate sees all, as far as the seat can tell"""
    saved: list[int]
    """[5 * slot] what was known of a card before a clue was tried"""

    @classmethod
    def blank(cls, book: Book, seat: int, cards: int) -> Sight:
        """Before the seat has opened its eyes."""
        return cls(
            seat=seat,
            face_of=[-1] * cards,
            unseen=[0] * book.faces,
            seen=[0] * book.faces,
            price=[0.0] * book.faces,
            mine=[0] * WIDTH,
            known=[0] * (WIDTH * book.players),
            chop=[-1] * book.players,
            holders=[0] * book.faces,
            spent=[0] * book.players,
            saved=[0] * (5 * WIDTH),
        )


def best(book: Book, public: Public, sight: Sight) -> tuple[int, int]:
    """The best action: its kind, and the slot - 1, or the receiver * all clues + the clue."""
    look(book, public, sight)
    kind, what, top = PLAY, 0, 10 * NEVER
    ahead = round_ahead(book, public, sight, public.playable)
    for slot in range(public.size[sight.seat]):
        worth = worth_of_play(book, public, sight, slot, ahead)
        if worth > top:
            kind, what, top = PLAY, slot, worth
        if public.clues < book.most_clues or book.discard_full:
            worth = worth_of_discard(book, public, sight, slot) + ahead
            if worth > top:
                kind, what, top = DISCARD, slot, worth
    if public.clues > 0:
        cost = token(public, public.clues)
        if public.clues == book.most_clues:
            cost -= weights.FULL
        soon = coming(book, public)
        for step in range(1, book.players):
            receiver = (sight.seat + step) % book.players
            if public.size[receiver] == 0:
                continue
            for clue in range(book.clues):
                touched = touched_by(book, public, sight, receiver, clue)
                if touched == 0 and not book.empty:
                    continue
                worth = worth_of_clue(book, public, sight, receiver, clue, touched, soon) - cost
                if worth > top:
                    kind, what, top = CLUE, receiver * book.clues + clue, worth
    return kind, what


def look(book: Book, public: Public, sight: Sight) -> None:
    """Count what the seat sees."""
    for face in range(book.faces):
        sight.seen[face] = 0
        sight.holders[face] = 0
        sight.unseen[face] = public.left[face]
    for seat in range(book.players):
        if seat != sight.seat:
            for slot in range(public.size[seat]):
                card = public.hand[seat * WIDTH + slot]
                face = sight.face_of[card]
                sight.unseen[face] -= 1
                sight.seen[face] += 1
                if public.mark[card] & TOUCHED and public.mask[card] >> face & 1:
                    sight.holders[face] += 1
    spent = 0
    for face in range(book.faces):
        sight.price[face] = price(book, public, face, sight.seen[face])
        if sight.unseen[face] <= 0:
            spent |= 1 << face
    for seat in range(book.players):
        if seat != sight.seat:
            sight.spent[seat] = spent_for(public, sight, seat, spent)
            put_oneself_in(public, sight, seat)
    for slot in range(public.size[sight.seat]):
        card = public.hand[sight.seat * WIDTH + slot]
        mine = narrow(public.mask[card], spent, public.told[card])
        sight.mine[slot] = mine
        if mine & (mine - 1) == 0:
            face = index_of(mine)
            sight.holders[face] += 1
            sight.unseen[face] -= 1
    # What is known to lie in one slot lies in no other.
    nowhere = 0
    for face in range(book.faces):
        if sight.unseen[face] <= 0:
            nowhere |= 1 << face
    for slot in range(public.size[sight.seat]):
        mine = sight.mine[slot]
        excluded = mine & nowhere
        while excluded and mine & (mine - 1):
            mine &= ~(excluded & -excluded)
            excluded &= excluded - 1
        sight.mine[slot] = mine


def spent_for(public: Public, sight: Sight, seat: int, spent: int) -> int:
    """The faces whose copies a teammate sees all, as far as this seat can tell: but not in their own hand."""
    for slot in range(public.size[seat]):
        spent &= ~(1 << sight.face_of[public.hand[seat * WIDTH + slot]])
    return spent


def put_oneself_in(public: Public, sight: Sight, seat: int) -> None:
    """Find what a teammate takes their cards for, and which one they would discard."""
    for slot in range(public.size[seat]):
        card = public.hand[seat * WIDTH + slot]
        sight.known[seat * WIDTH + slot] = narrow(public.mask[card], sight.spent[seat], public.told[card])
    sight.chop[seat] = next_discard(public, seat)


def narrow(mask: int, spent: int, told: int) -> int:
    """A set of faces without those that are spent, unless nothing would be left."""
    if mask & ~spent:
        return mask & ~spent
    if told & ~spent:
        return told & ~spent
    return mask


def price(book: Book, public: Public, face: int, others: int) -> float:
    """What it costs the team to lose a copy, with some others in sight."""
    if public.dead >> face & 1:
        return 0.0
    suit = book.suit_of[face]
    step = book.step_of[face]
    if public.critical >> face & 1:
        if book.flourish:
            return weights.LOST_GAME + book.faces
        return weights.LAST_COPY + weights.LAST_COPY_STEP * (public.furthest[suit] - step)
    if others > 0:
        return weights.SPARE_COPY
    return weights.ONLY_COPY + weights.ONLY_COPY_NEAR / (1 + step - public.laid[suit])


def token(public: Public, count: int) -> float:
    """What the last of some clue tokens is worth."""
    if public.turns_left >= 0:
        return 0.0
    return weights.TOKEN + weights.TOKEN_SCARCE / count


def strike(book: Book, public: Public) -> float:
    """What a further strike costs."""
    spare = book.most_strikes - public.strikes
    if spare <= 1:
        score = 0
        for suit in range(book.suits):
            score += public.laid[suit]
        return score + weights.LOST_GAME
    if public.turns_left >= 0:
        return 0.0
    return weights.STRIKE_SECOND if spare == 2 else weights.STRIKE_FIRST


def delay(book: Book, public: Public) -> float:
    """What it costs to draw a card without laying one."""
    if public.turns_left >= 0 or book.flourish:
        return 0.0
    spare = public.deck + book.players - public.missing
    return weights.LATE if spare <= 0 else weights.LATE_SOON / spare


def worth_of_play(book: Book, public: Public, sight: Sight, slot: int, ahead: float) -> float:
    """What it is worth to play an own card; ``ahead`` is what the others will do anyway."""
    card = public.hand[sight.seat * WIDTH + slot]
    mine = sight.mine[slot]
    doubt = weights.DOUBT_CALLED if public.mark[card] & CALLED else weights.DOUBT_TOUCHED
    total = 0.0
    fitting = 0.0
    worth = 0.0
    rest = mine | public.sworn[card] & public.dead
    while rest:
        face = index_of(rest & -rest)
        rest &= rest - 1
        weight = max(sight.unseen[face], 0)
        if not mine >> face & 1:
            total += doubt * weight
            continue
        weight = max(weight, 1)
        total += weight
        if public.playable >> face & 1:
            fitting += weight
            follows = public.furthest[book.suit_of[face]] - book.step_of[face]
            worth += weight * (weights.PLAY_NOW + weights.PLAY_STEP * follows)
            if book.step_of[face] == book.ranks - 1:
                worth += weight * weights.PLAY_LAST
        else:
            worth -= weight * sight.price[face]
    if total <= 0:
        return NEVER
    worth /= total
    if public.turns_left >= 0:
        worth = fitting / total - strike(book, public) * (total - fitting) / total
    elif fitting < total:
        worth -= (strike(book, public) + delay(book, public)) * (total - fitting) / total
        worth -= weights.GUESS * (public.deck + 1) if mine & ~public.playable else weights.DOUBT
    if mine & (mine - 1) == 0 and mine & public.playable:
        following = book.after[index_of(mine)] & ~public.dead
        return worth + round_ahead(book, public, sight, public.playable & ~mine | following)
    return worth + ahead


def worth_of_discard(book: Book, public: Public, sight: Sight, slot: int) -> float:
    """What it is worth to discard an own card."""
    card = public.hand[sight.seat * WIDTH + slot]
    total = 0.0
    lost = 0.0
    rest = sight.mine[slot]
    while rest:
        face = index_of(rest & -rest)
        rest &= rest - 1
        weight = max(sight.unseen[face], 1)
        total += weight
        lost += weight * sight.price[face]
    if total <= 0:
        return NEVER
    if public.turns_left >= 0:
        return 0.0
    worth = -lost / total - delay(book, public)
    if public.clues < book.most_clues:
        worth += token(public, public.clues + 1)
    if lost > 0.0:
        if card != next_discard(public, sight.seat):
            worth -= weights.OUT_OF_TURN
        if public.mark[card] & TOUCHED:
            worth -= weights.DISCARD_CLUED
    # Of equals the oldest.
    return worth - 0.0001 * slot


def round_ahead(book: Book, public: Public, sight: Sight, playable: int) -> float:
    """What the others will do before this seat's next turn if nobody clues: plays, and cards lost."""
    worth = 0.0
    dead = public.dead
    turns = book.players - 1
    if 0 <= public.turns_left <= turns:
        turns = public.turns_left - 1
    for step in range(1, turns + 1):
        seat = (sight.seat + step) % book.players
        weight = 1.0 if step == 1 else weights.LATER_SEAT
        face = -1
        safe = False
        for slot in range(public.size[seat]):
            mask = sight.known[seat * WIDTH + slot]
            if mask & ~playable == 0:
                found = sight.face_of[public.hand[seat * WIDTH + slot]]
                if face < 0 or book.step_of[found] < book.step_of[face]:
                    face = found
            elif mask & ~dead == 0:
                safe = True
        if face >= 0:
            if playable >> face & 1:
                playable = playable & ~(1 << face) | book.after[face] & ~dead
                dead |= 1 << face
                worth += weights.OTHERS_PLAY if public.turns_left < 0 else weights.OTHERS_AT_END
            elif public.turns_left < 0:
                worth -= weights.WRONG_PLAY
            else:
                worth -= strike(book, public)
        elif public.turns_left >= 0:
            continue
        elif safe:
            worth += weights.OTHERS_SAFE
        else:
            card = sight.chop[seat]
            if card < 0:
                worth -= weights.NO_DISCARD * weight
            else:
                face = sight.face_of[card]
                worth -= price(book, public, face, sight.seen[face] - 1) * weight
    return worth


def touched_by(book: Book, public: Public, sight: Sight, receiver: int, clue: int) -> int:
    """The slots that a clue touches, as bits."""
    touched = 0
    for slot in range(public.size[receiver]):
        if book.touch[clue] >> sight.face_of[public.hand[receiver * WIDTH + slot]] & 1:
            touched |= 1 << slot
    return touched


def worth_of_clue(
    book: Book, public: Public, sight: Sight, receiver: int, clue: int, touched: int, soon: int
) -> float:
    """What a clue is worth: it is tried, read as its receiver will read it, and taken back."""
    remember(public, sight, receiver)
    read(book, public, sight.seat, receiver, clue, touched, soon)
    put_oneself_in(public, sight, receiver)
    worth = worth_of_news(book, public, sight, receiver, touched, soon)
    if public.turns_left >= 0:
        worth *= 0.01
    worth += round_ahead(book, public, sight, public.playable)
    take_back(public, sight, receiver)
    put_oneself_in(public, sight, receiver)
    return worth


def worth_of_news(book: Book, public: Public, sight: Sight, receiver: int, touched: int, soon: int) -> float:
    """What it is worth that a hand is known so much better than it was remembered."""
    spent = sight.spent[receiver]
    worth = 0.0
    promised = 0
    for slot in range(public.size[receiver]):
        card = public.hand[receiver * WIDTH + slot]
        face = sight.face_of[card]
        bit = 1 << face
        told, mask = sight.saved[slot * 5], sight.saved[slot * 5 + 1]
        clued = sight.saved[slot * 5 + 3] & TOUCHED
        before = narrow(mask, spent, told)
        after = sight.known[receiver * WIDTH + slot]
        if public.mask[card] & bit == 0:
            # It will be taken for something that it is not.
            if mask & bit:
                worth -= weights.FALSE_IDEA
                if after & ~soon == 0:
                    worth += NEVER
            continue
        twins = sight.holders[face]
        if clued and mask & bit:
            twins -= 1
        twin = twins > 0 or bit & promised > 0
        if after & ~soon == 0:
            goal = soon if after & ~public.playable else public.playable
            if before & ~goal:
                if twin:
                    worth -= weights.SECOND_CALL
                else:
                    promised |= bit
                    if goal == soon and after & ~public.playable:
                        worth += weights.NEW_PLAY_LATER
                    else:
                        follows = public.furthest[book.suit_of[face]] - book.step_of[face]
                        worth += weights.NEW_PLAY + weights.NEW_PLAY_STEP * follows
        elif touched >> slot & 1 and not clued:
            if bit & public.dead:
                if after & ~public.dead:
                    worth -= weights.TOUCH_DEAD
            elif twin:
                worth -= weights.TOUCH_TWIN
            else:
                promised |= bit
                worth += weights.TOUCH_USEFUL
                if bit & public.critical:
                    worth += weights.TOUCH_LAST
        if after & ~public.dead == 0 and before & ~public.dead:
            worth += weights.NEW_DEAD
        elif after != before and bit & ~public.dead:
            worth += weights.NEWS * (bits(before) - bits(after)) / bits(before)
    return worth


def remember(public: Public, sight: Sight, seat: int) -> None:
    """Keep what is known of a hand."""
    for slot in range(public.size[seat]):
        card = public.hand[seat * WIDTH + slot]
        sight.saved[slot * 5] = public.told[card]
        sight.saved[slot * 5 + 1] = public.mask[card]
        sight.saved[slot * 5 + 2] = public.sworn[card]
        sight.saved[slot * 5 + 3] = public.mark[card]
        sight.saved[slot * 5 + 4] = public.source[card]


def take_back(public: Public, sight: Sight, seat: int) -> None:
    """Forget what has been learnt about a hand since it was remembered."""
    for slot in range(public.size[seat]):
        card = public.hand[seat * WIDTH + slot]
        public.told[card] = sight.saved[slot * 5]
        public.mask[card] = sight.saved[slot * 5 + 1]
        public.sworn[card] = sight.saved[slot * 5 + 2]
        public.mark[card] = sight.saved[slot * 5 + 3]
        public.source[card] = sight.saved[slot * 5 + 4]


def bits(mask: int) -> int:
    """How many bits are set."""
    return mask.bit_count()
