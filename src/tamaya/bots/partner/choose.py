"""Which action: every play, discard and clue gets a worth in points, and the best one is taken."""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest, size
from tamaya.bots.compilable import compilable
from tamaya.bots.facts import CLUE, DISCARD, PLAY
from tamaya.bots.partner import weights
from tamaya.bots.partner.conventions import next_discard, playable_soon, read_clue
from tamaya.bots.partner.state import CALLED, TOUCHED, Book, Public, Sight

NEVER: Final = -1000.0
"""The worth of what must not be done."""


@compilable
def best(book: Book, public: Public, sight: Sight) -> tuple[int, int, int]:
    """The best action: its kind, then its slot and -1, or the receiver and the clue."""
    look(book, public, sight)
    kind, where, what, top = PLAY, 0, -1, 10 * NEVER
    ahead = round_ahead(book, public, sight, public.playable)
    for slot in range(public.hand_size[sight.seat]):
        worth = worth_of_play(book, public, sight, slot, ahead)
        if worth > top:
            kind, where, what, top = PLAY, slot, -1, worth
        if public.clues < book.most_clues or book.discard_full:
            worth = worth_of_discard(book, public, sight, slot) + ahead
            if worth > top:
                kind, where, what, top = DISCARD, slot, -1, worth
    if public.clues > 0:
        cost = cost_of_token(book, public)
        soon = playable_soon(book, public)
        for step in range(1, book.players):
            receiver = (sight.seat + step) % book.players
            if public.hand_size[receiver] == 0:
                continue
            for clue in range(book.clues):
                touched = touched_by(book, public, sight, receiver, clue)
                if touched == 0 and not book.empty:
                    continue
                worth = worth_of_clue(book, public, sight, receiver, clue, touched, soon) - cost
                if worth > top:
                    kind, where, what, top = CLUE, receiver, clue, worth
    return kind, where, what


@compilable
def look(book: Book, public: Public, sight: Sight) -> None:
    """Count what the seat sees."""
    for face in range(book.faces):
        sight.seen[face] = 0
        sight.clued_copies[face] = 0
        sight.unseen[face] = public.copies_left[face]
    for seat in range(book.players):
        if seat != sight.seat:
            for slot in range(public.hand_size[seat]):
                card = public.hands[seat][slot]
                face = sight.face_of[card]
                sight.unseen[face] -= 1
                sight.seen[face] += 1
                if public.marks[card] & TOUCHED and public.taken_for[card] >> face & 1:
                    sight.clued_copies[face] += 1
    spent = 0
    for face in range(book.faces):
        sight.price[face] = price_of(book, public, face, sight.seen[face])
        if sight.unseen[face] <= 0:
            spent |= 1 << face
    for seat in range(book.players):
        if seat != sight.seat:
            sight.exhausted[seat] = exhausted_for(public, sight, seat, spent)
            imagine_holder(public, sight, seat)
    for slot in range(public.hand_size[sight.seat]):
        card = public.hands[sight.seat][slot]
        mine = narrow(public.taken_for[card], spent, public.told[card])
        sight.mine[slot] = mine
        if mine & (mine - 1) == 0:
            face = lowest(mine)
            sight.clued_copies[face] += 1
            sight.unseen[face] -= 1
    # What is known to lie in one slot lies in no other.
    nowhere = 0
    for face in range(book.faces):
        if sight.unseen[face] <= 0:
            nowhere |= 1 << face
    for slot in range(public.hand_size[sight.seat]):
        mine = sight.mine[slot]
        excluded = mine & nowhere
        while excluded and mine & (mine - 1):
            mine &= ~(excluded & -excluded)
            excluded &= excluded - 1
        sight.mine[slot] = mine


@compilable
def exhausted_for(public: Public, sight: Sight, seat: int, spent: int) -> int:
    """The faces of which a teammate sees all copies, as far as this seat can tell."""
    for slot in range(public.hand_size[seat]):
        spent &= ~(1 << sight.face_of[public.hands[seat][slot]])
    return spent


@compilable(inline=True)
def imagine_holder(public: Public, sight: Sight, seat: int) -> None:
    """Find what a teammate takes their cards for, and which one they would discard."""
    for slot in range(public.hand_size[seat]):
        card = public.hands[seat][slot]
        sight.thought[seat][slot] = narrow(public.taken_for[card], sight.exhausted[seat], public.told[card])
    sight.next_discards[seat] = next_discard(public, seat)


@compilable(inline=True)
def narrow(faces: int, spent: int, told: int) -> int:
    """A set of faces without those that are spent, unless nothing would be left."""
    if faces & ~spent:
        return faces & ~spent
    if told & ~spent:
        return told & ~spent
    return faces


@compilable(inline=True)
def price_of(book: Book, public: Public, face: int, others: int) -> float:
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


@compilable
def worth_of_token(public: Public, count: int) -> float:
    """What the last of some clue tokens is worth."""
    if public.turns_left >= 0:
        return 0.0
    return weights.TOKEN + weights.TOKEN_SCARCE / count


@compilable
def cost_of_token(book: Book, public: Public) -> float:
    """What the token of a clue costs."""
    cost = worth_of_token(public, public.clues)
    return cost - weights.FULL if public.clues == book.most_clues else cost


@compilable
def cost_of_strike(book: Book, public: Public) -> float:
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


@compilable
def cost_of_delay(book: Book, public: Public) -> float:
    """What it costs to draw a card without laying one."""
    if public.turns_left >= 0 or book.flourish:
        return 0.0
    spare = public.deck + book.players - public.missing
    return weights.LATE if spare <= 0 else weights.LATE_SOON / spare


@compilable
def worth_of_play(book: Book, public: Public, sight: Sight, slot: int, ahead: float) -> float:
    """What it is worth to play an own card; ``ahead`` is what the others will do anyway."""
    card = public.hands[sight.seat][slot]
    mine = sight.mine[slot]
    if is_claimed_twice(public, sight, slot):
        return NEVER
    doubt = weights.DOUBT_CALLED if public.marks[card] & CALLED else weights.DOUBT_TOUCHED
    total = 0.0
    fitting = 0.0
    worth = 0.0
    rest = mine | public.promised[card] & public.dead
    while rest:
        face = lowest(rest)
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
        worth = fitting / total - cost_of_strike(book, public) * (total - fitting) / total
    elif fitting < total:
        worth -= (cost_of_strike(book, public) + cost_of_delay(book, public)) * (total - fitting) / total
        worth -= weights.GUESS * (public.deck + 1) if mine & ~public.playable else weights.DOUBT
    if mine & (mine - 1) == 0 and mine & public.playable:
        following = book.after[lowest(mine)] & ~public.dead
        return worth + round_ahead(book, public, sight, public.playable & ~mine | following)
    return worth + ahead


@compilable(inline=True)
def is_claimed_twice(public: Public, sight: Sight, slot: int) -> bool:
    """Whether newer own cards are taken for the same face, and use up all copies that are left: a clue has
    touched a useless card as well, and what it means is the newest that may fit."""
    mine = sight.mine[slot]
    if mine & (mine - 1) or mine == 0:
        return False
    newer = 0
    for other in range(public.hand_size[sight.seat]):
        if sight.mine[other] == mine and public.hands[sight.seat][other] > public.hands[sight.seat][slot]:
            newer += 1
    return newer > 0 and newer >= public.copies_left[lowest(mine)]


@compilable
def worth_of_discard(book: Book, public: Public, sight: Sight, slot: int) -> float:
    """What it is worth to discard an own card."""
    card = public.hands[sight.seat][slot]
    total = 0.0
    lost = 0.0
    rest = sight.mine[slot]
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        weight = max(sight.unseen[face], 1)
        total += weight
        lost += weight * sight.price[face]
    if total <= 0:
        return NEVER
    if public.turns_left >= 0:
        return 0.0
    worth = -lost / total - cost_of_delay(book, public)
    if public.clues < book.most_clues:
        worth += worth_of_token(public, public.clues + 1)
    if lost > 0.0:
        if card != next_discard(public, sight.seat):
            worth -= weights.OUT_OF_TURN
        if public.marks[card] & TOUCHED:
            worth -= weights.DISCARD_CLUED
    # Of equals the oldest.
    return worth - 0.0001 * slot


@compilable
def round_ahead(book: Book, public: Public, sight: Sight, playable: int) -> float:
    """What the others will do before this seat's next turn if no clue is given: plays, and cards lost."""
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
        for slot in range(public.hand_size[seat]):
            faces = sight.thought[seat][slot]
            if faces & ~playable == 0:
                found = sight.face_of[public.hands[seat][slot]]
                if face < 0 or book.step_of[found] < book.step_of[face]:
                    face = found
            elif faces & ~dead == 0:
                safe = True
        if face >= 0:
            if playable >> face & 1:
                playable = playable & ~(1 << face) | book.after[face] & ~dead
                dead |= 1 << face
                worth += weights.OTHERS_PLAY if public.turns_left < 0 else weights.OTHERS_AT_END
            elif public.turns_left < 0:
                worth -= weights.WRONG_PLAY
            else:
                worth -= cost_of_strike(book, public)
        elif public.turns_left >= 0:
            continue
        elif safe:
            worth += weights.OTHERS_SAFE
        else:
            card = sight.next_discards[seat]
            if card < 0:
                worth -= weights.NO_DISCARD * weight
            else:
                face = sight.face_of[card]
                worth -= price_of(book, public, face, sight.seen[face] - 1) * weight
    return worth


@compilable
def touched_by(book: Book, public: Public, sight: Sight, receiver: int, clue: int) -> int:
    """The slots that a clue touches, as bits."""
    touched = 0
    for slot in range(public.hand_size[receiver]):
        if book.touch[clue] >> sight.face_of[public.hands[receiver][slot]] & 1:
            touched |= 1 << slot
    return touched


@compilable
def worth_of_clue(
    book: Book, public: Public, sight: Sight, receiver: int, clue: int, touched: int, soon: int
) -> float:
    """What a clue is worth: it is tried, read as its receiver will read it, and taken back."""
    remember(public, sight, receiver)
    read_clue(book, public, sight.seat, receiver, clue, touched, soon)
    imagine_holder(public, sight, receiver)
    worth = worth_of_news(book, public, sight, receiver, touched, soon)
    if public.turns_left >= 0:
        worth *= 0.01
    worth += round_ahead(book, public, sight, public.playable)
    take_back(public, sight, receiver)
    imagine_holder(public, sight, receiver)
    return worth


@compilable
def worth_of_news(book: Book, public: Public, sight: Sight, receiver: int, touched: int, soon: int) -> float:
    """What it is worth that a hand is known so much better than it was remembered."""
    spent = sight.exhausted[receiver]
    worth = 0.0
    promised = 0
    for slot in range(public.hand_size[receiver]):
        card = public.hands[receiver][slot]
        face = sight.face_of[card]
        bit = 1 << face
        taken_for = sight.before.taken_for[slot]
        clued = sight.before.marks[slot] & TOUCHED
        before = narrow(taken_for, spent, sight.before.told[slot])
        after = sight.thought[receiver][slot]
        if public.taken_for[card] & bit == 0:
            # It will be taken for something that it is not.
            if taken_for & bit:
                worth -= weights.FALSE_IDEA
                if after & ~soon == 0:
                    worth += NEVER
            continue
        twins = sight.clued_copies[face]
        if clued and taken_for & bit:
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
            worth += weights.NEWS * (size(before) - size(after)) / size(before)
    return worth


@compilable(inline=True)
def remember(public: Public, sight: Sight, seat: int) -> None:
    """Keep what is known of a hand."""
    before = sight.before
    for slot in range(public.hand_size[seat]):
        card = public.hands[seat][slot]
        before.told[slot] = public.told[card]
        before.promised[slot] = public.promised[card]
        before.taken_for[slot] = public.taken_for[card]
        before.marks[slot] = public.marks[card]
        before.called_by[slot] = public.called_by[card]
        before.called_with[slot] = public.called_with[card]


@compilable(inline=True)
def take_back(public: Public, sight: Sight, seat: int) -> None:
    """Forget what has been learnt about a hand since it was remembered."""
    before = sight.before
    for slot in range(public.hand_size[seat]):
        card = public.hands[seat][slot]
        public.told[card] = before.told[slot]
        public.promised[card] = before.promised[slot]
        public.taken_for[card] = before.taken_for[slot]
        public.marks[card] = before.marks[slot]
        public.called_by[card] = before.called_by[slot]
        public.called_with[card] = before.called_with[slot]
