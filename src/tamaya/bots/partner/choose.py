"""Which action: every play, discard and clue gets a worth in points, and the best one is taken."""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest, size
from tamaya.bots.compilable import compilable
from tamaya.bots.conventions.ones import ones_skipped
from tamaya.bots.conventions.state import (
    ALONE,
    CALLED,
    CHOP_MOVE,
    CLUED,
    DOUBTFUL,
    FINESSE,
    FINESSED,
    H_GROUP,
    LAYER,
    MISTAKE,
    MOVED,
    SPARED,
    STALL,
    TAMAYA,
    Reading,
    Table,
    chop_of,
    kind_in,
    next_chop,
    seat_in,
)
from tamaya.bots.conventions.trust import doubt_of, eagerness_of, is_risky
from tamaya.bots.conventions.waits import caller_of, wait_for
from tamaya.bots.conventions.watching import is_called
from tamaya.bots.facts import CLUE, DISCARD, NO_SLOT, PLAY
from tamaya.bots.partner.ending import cards_to_come, is_ending
from tamaya.bots.partner.look import imagine_holder, is_claimed_twice, look, narrow, playable_soon, price_of
from tamaya.bots.partner.state import PartnerBook, Sight, weights_of
from tamaya.bots.partner.trial import take_back, try_clue

NEVER: Final = -1000.0
"""The worth of what must not be done."""


@compilable
def best(book: PartnerBook, table: Table, reading: Reading, sight: Sight) -> tuple[int, int, int]:
    """The best action: its kind, then its slot and -1, or the receiver and the clue."""
    look(book, table, reading, sight)
    kind, where, what, top = PLAY, 0, -1, 10 * NEVER
    ahead = round_ahead(book, table, reading, sight, table.playable)
    for slot in range(table.hand_size[sight.seat]):
        worth = worth_of_play(book, table, reading, sight, slot, ahead)
        if worth > top:
            kind, where, what, top = PLAY, slot, -1, worth
        if table.clues < book.most_clues or book.discard_full:
            worth = worth_of_discard(book, table, reading, sight, slot) + ahead
            if worth > top:
                kind, where, what, top = DISCARD, slot, -1, worth
    if table.clues > 0:
        cost = cost_of_clue(book, table, reading, sight)
        for step in range(1, book.players):
            receiver = (sight.seat + step) % book.players
            if table.hand_size[receiver] == 0:
                continue
            for clue in range(book.clues):
                touched = touched_by(book, table, sight, receiver, clue)
                if touched == 0 and not book.empty:
                    continue
                worth = try_and_weigh(book, table, reading, sight, receiver, clue, touched) - cost
                if worth > top:
                    kind, where, what, top = CLUE, receiver, clue, worth
        imagine_others(book, table, reading, sight)
    return kind, where, what


@compilable
def cost_of_clue(book: PartnerBook, table: Table, reading: Reading, sight: Sight) -> float:
    """What any clue costs: a token, and time."""
    cost = worth_of_token(book, table, sight, table.clues) + cost_of_time(book, table, reading, sight)
    return cost - weights_of(book, sight).full if table.clues == book.most_clues else cost


@compilable
def cost_of_time(book: PartnerBook, table: Table, reading: Reading, sight: Sight) -> float:
    """What it costs that a clue, with which no card is drawn, gives eager teammates a turn more to strike."""
    if table.turns_left >= 0:
        return 0.0
    cost = 0.0
    for seat in range(book.players):
        cost += eagerness_of(reading, seat) / (book.players - 1)
    return cost * weights_of(book, sight).gamble_later * cost_of_strike(book, table, sight)


@compilable
def worth_of_token(book: PartnerBook, table: Table, sight: Sight, count: int) -> float:
    """What the last of some clue tokens is worth."""
    if table.turns_left >= 0:
        return 0.0
    return weights_of(book, sight).token + weights_of(book, sight).token_scarce / count


@compilable
def cost_of_strike(book: PartnerBook, table: Table, sight: Sight) -> float:
    """What a further strike costs."""
    spare = book.most_strikes - table.strikes
    if spare <= 1:
        score = 0
        for suit in range(book.suits):
            score += table.laid[suit]
        return score + weights_of(book, sight).lost_game
    if table.turns_left >= 0:
        return 0.0
    return weights_of(book, sight).strike_second if spare == 2 else weights_of(book, sight).strike_first


@compilable
def cost_of_delay(book: PartnerBook, table: Table, sight: Sight) -> float:
    """What it costs to draw a card without laying one."""
    if table.turns_left >= 0 or book.flourish:
        return 0.0
    spare = table.deck + book.players - table.missing
    return weights_of(book, sight).late if spare <= 0 else weights_of(book, sight).late_soon / spare


@compilable
def worth_of_play(
    book: PartnerBook, table: Table, reading: Reading, sight: Sight, slot: int, ahead: float
) -> float:
    """What it is worth to play an own card; ``ahead`` is what the others will do anyway."""
    weights = weights_of(book, sight)
    card = table.hands[sight.seat][slot]
    mine = sight.mine[slot]
    if is_claimed_twice(table, reading, sight.mine, sight.seat, slot):
        return NEVER
    marks = reading.marks[card]
    doubt = weights.doubt_called if marks & CALLED else weights.doubt_touched
    doubtful = table.told[card] & table.dead
    giver = caller_of(reading, card)
    wrong = 0.0
    if is_on_word(table, reading, card):
        if is_doubted(book, table, reading, sight, card):
            return NEVER
        wrong = doubt_of(reading, giver, marks)
    urgent = weights.called if marks & CALLED else 0.0
    if marks & FINESSED and not marks & CLUED:
        doubt = weights.doubt_forced if marks & DOUBTFUL else weights.doubt_blind
        if is_risky(table, reading, sight.seat, card, giver):
            doubt = weights.unproved
        doubtful = table.told[card] & ~table.used_up
        # Of several blind plays the one that was called first goes first.
        urgent = weights.urgent - 0.01 * wait_for(reading, card)
        if is_called(table, reading, sight.seat, slot):
            mine = narrow(mine, ~table.playable, mine)
        elif table.turns_left < 0:
            return NEVER
    total = 0.0
    fitting = 0.0
    worth = 0.0
    rest = mine | doubtful
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        weight = max(sight.unseen[face], 0)
        if not mine >> face & 1:
            total += doubt * weight
            continue
        weight = max(weight, 1)
        total += weight
        if table.playable >> face & 1:
            fitting += weight
            follows = table.furthest[book.suit_of[face]] - book.step_of[face]
            worth += weight * (weights.play_now + weights.play_step * follows)
            if book.step_of[face] == book.ranks - 1:
                worth += weight * weights.play_last
        else:
            worth -= weight * sight.price[face]
    if total <= 0:
        return NEVER
    worth -= wrong * worth
    fitting -= wrong * fitting
    worth = worth / total + urgent * fitting / total
    if table.turns_left >= 0:
        worth = fitting / total - cost_of_strike(book, table, sight) * (total - fitting) / total
    elif fitting < total:
        cost = cost_of_strike(book, table, sight) + cost_of_delay(book, table, sight)
        worth -= cost * (total - fitting) / total
        worth -= weights.guess * (table.deck + 1) if mine & ~table.playable else weights.doubt
    worth += worth_of_order(book, table, reading, sight, slot)
    if is_ending(book, table, sight):
        chance = fitting / total
        if chance > 0.0:
            worth += weights.ending * chance * cards_to_come(book, table, sight, slot, True, table.clues)
        if chance < 1.0:
            later = cards_to_come(book, table, sight, slot, False, table.clues)
            worth += weights.ending * (1.0 - chance) * later
    if mine & (mine - 1) == 0 and mine & table.playable:
        following = book.after[lowest(mine)] & ~table.dead
        return worth + round_ahead(book, table, reading, sight, table.playable & ~mine | following)
    return worth + ahead


@compilable(inline=True)
def is_on_word(table: Table, reading: Reading, card: int) -> bool:
    """Whether a card would be played for what others mean by their clues, and not for the words of clues."""
    return reading.marks[card] & (CLUED | FINESSED) != 0 and (
        table.told[card] & ~table.used_up & ~table.playable != 0
    )


@compilable
def is_doubted(book: PartnerBook, table: Table, reading: Reading, sight: Sight, card: int) -> bool:
    """Whether a card is not played on the word of the one who called it: a strike is too likely, or by the
    book tamaya a card that the same one called was a strike."""
    giver = caller_of(reading, card)
    if giver < 0 or table.turns_left >= 0 or not is_on_word(table, reading, card):
        return False
    if reading.books[sight.seat] == TAMAYA and reading.misled[giver] > 0:
        return True
    return doubt_of(reading, giver, reading.marks[card]) > risk_for(book, table, sight)


@compilable
def risk_for(book: PartnerBook, table: Table, sight: Sight) -> float:
    """How likely a strike may be for the word of a teammate: the more strikes are spent, the less."""
    weights = weights_of(book, sight)
    if book.most_strikes - table.strikes <= 1:
        return weights.risk_last
    return weights.risk_first if table.strikes == 0 else weights.risk_second


@compilable
def worth_of_order(book: PartnerBook, table: Table, reading: Reading, sight: Sight, slot: int) -> float:
    """What it is worth to play a one before those that should be played first: it keeps a next discard."""
    if reading.books[sight.seat] < H_GROUP + 4:
        return 0.0
    skipped = ones_skipped(book, table, reading, sight.seat, slot)
    if not 0 < skipped < book.players:
        return 0.0
    chop = chop_of(table, reading, (sight.seat + skipped) % book.players)
    if chop < 0:
        return 0.0
    face = sight.face_of[chop]
    return price_of(book, table, sight, face, sight.seen[face] - 1) - weights_of(book, sight).chop_move


@compilable
def worth_of_discard(book: PartnerBook, table: Table, reading: Reading, sight: Sight, slot: int) -> float:
    """What it is worth to discard an own card."""
    weights = weights_of(book, sight)
    card = table.hands[sight.seat][slot]
    spared = reading.marks[card] & SPARED != 0 and card == chop_of(table, reading, sight.seat)
    total = 0.0
    lost = 0.0
    rest = sight.mine[slot]
    while rest:
        face = lowest(rest)
        rest &= rest - 1
        weight = 1.0 * max(sight.unseen[face], 1)
        if spared and table.critical >> face & 1:
            weight *= weights.spared
        total += weight
        lost += weight * sight.price[face]
    if total <= 0:
        return NEVER
    worth = 0.0
    if is_ending(book, table, sight):
        tokens = min(table.clues + 1, book.most_clues)
        worth = weights.ending * cards_to_come(book, table, sight, slot, False, tokens)
    if table.turns_left >= 0:
        return worth
    worth -= lost / total + cost_of_delay(book, table, sight)
    if table.clues < book.most_clues:
        worth += worth_of_token(book, table, sight, table.clues + 1)
    if lost > 0.0:
        if card != chop_of(table, reading, sight.seat):
            worth -= weights.out_of_turn
        if reading.marks[card] & (CLUED | FINESSED | MOVED):
            worth -= weights.discard_clued
    # Of equals the oldest.
    return worth - 0.0001 * slot


@compilable
def round_ahead(book: PartnerBook, table: Table, reading: Reading, sight: Sight, playable: int) -> float:
    """What the others will do before this seat's next turn if it gives no further clue: they play, stop each
    other from discarding what is needed, and discard."""
    weights = weights_of(book, sight)
    worth = 0.0
    dead = table.dead
    tokens = table.clues
    turns = book.players - 1
    if 0 <= table.turns_left <= turns:
        turns = table.turns_left - 1
    for seat in range(book.players):
        sight.saved[seat] = 0
    for step in range(1, turns + 1):
        seat = (sight.seat + step) % book.players
        weight = 1.0 if step == 1 else weights.later_seat
        face = play_of(book, table, reading, sight, seat, playable)
        worth -= cost_of_eagerness(book, table, reading, sight, seat, playable, face >= 0)
        if face >= 0:
            if playable >> face & 1:
                playable = playable & ~(1 << face) | book.after[face] & ~dead
                dead |= 1 << face
                worth += weights.others_play if table.turns_left < 0 else weights.others_at_end
            elif table.turns_left < 0:
                worth -= weights.wrong_play
            else:
                worth -= cost_of_strike(book, table, sight)
        elif table.turns_left >= 0:
            continue
        elif has_safe_discard(table, sight, seat, dead):
            worth += weights.others_safe
            tokens += 1
        else:
            endangered = seat_to_save(book, table, reading, sight, step, turns, playable, dead)
            if tokens > 0 and endangered >= 0:
                tokens -= 1
                worth -= (
                    price_of_chop(book, table, reading, sight, endangered) * weights.left_to_others * weight
                )
                sight.saved[endangered] += 1
                continue
            tokens += 1
            if chop_after(table, reading, seat, sight.saved[seat]) < 0:
                worth -= weights.no_discard * weight
            else:
                worth -= price_of_chop(book, table, reading, sight, seat) * weight
    return worth


@compilable
def play_of(book: PartnerBook, table: Table, reading: Reading, sight: Sight, seat: int, playable: int) -> int:
    """The face that a teammate will play by what they think, or -1."""
    face = -1
    for slot in range(table.hand_size[seat]):
        faces = sight.thought[seat][slot]
        if faces & ~playable == 0 and not is_claimed_twice(table, reading, sight.thought[seat], seat, slot):
            found = sight.face_of[table.hands[seat][slot]]
            if face < 0 or book.step_of[found] < book.step_of[face]:
                face = found
    return face


@compilable
def cost_of_eagerness(
    book: PartnerBook, table: Table, reading: Reading, sight: Sight, seat: int, playable: int, busy: bool
) -> float:
    """What it costs that a teammate may play a card that only seems to fit, or any card if none is sure; one
    that plays a sure card does so later."""
    eagerness = eagerness_of(reading, seat)
    if eagerness <= 0.0 or table.turns_left >= 0:
        return 0.0
    weights = weights_of(book, sight)
    strike = max(weights.wrong_play, cost_of_strike(book, table, sight))
    risk = 0.0 if busy else weights.gamble
    if guesses_wrong(table, reading, sight, seat, playable):
        risk += weights.grab_later if busy else weights.grab
    return eagerness * risk * strike


@compilable
def guesses_wrong(table: Table, reading: Reading, sight: Sight, seat: int, playable: int) -> bool:
    """Whether a clue has touched a card of a teammate alone that only seems to fit."""
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        if (
            reading.marks[card] & ALONE
            and sight.thought[seat][slot] & playable
            and not playable >> sight.face_of[card] & 1
        ):
            return True
    return False


@compilable(inline=True)
def has_safe_discard(table: Table, sight: Sight, seat: int, dead: int) -> bool:
    """Whether a teammate knows a card to be of no use."""
    for slot in range(table.hand_size[seat]):
        if sight.thought[seat][slot] & ~dead == 0:
            return True
    return False


@compilable
def seat_to_save(
    book: PartnerBook,
    table: Table,
    reading: Reading,
    sight: Sight,
    step: int,
    turns: int,
    playable: int,
    dead: int,
) -> int:
    """The teammate who acts after a seat and would discard a last copy, so that the seat gives a clue; or
    -1."""
    if weights_of(book, sight).left_to_others >= 1.0:
        return -1
    for later in range(step + 1, turns + 1):
        other = (sight.seat + later) % book.players
        card = chop_after(table, reading, other, sight.saved[other])
        if (
            card >= 0
            and table.critical >> sight.face_of[card] & 1
            and play_of(book, table, reading, sight, other, playable) < 0
            and not has_safe_discard(table, sight, other, dead)
        ):
            return other
    return -1


@compilable
def price_of_chop(book: PartnerBook, table: Table, reading: Reading, sight: Sight, seat: int) -> float:
    """What it costs if a teammate discards the next card, those left out that others will save."""
    face = sight.face_of[chop_after(table, reading, seat, sight.saved[seat])]
    return price_of(book, table, sight, face, sight.seen[face] - 1)


@compilable
def chop_after(table: Table, reading: Reading, seat: int, saved: int) -> int:
    """The card that a seat discards when some next discards have been saved, or NO_CARD."""
    chop = chop_of(table, reading, seat)
    for _ in range(saved):
        chop = next_chop(table, reading, seat, chop)
    return chop


@compilable
def touched_by(book: PartnerBook, table: Table, sight: Sight, receiver: int, clue: int) -> int:
    """The slots that a clue touches, as bits."""
    touched = 0
    for slot in range(table.hand_size[receiver]):
        if book.touch[clue] >> sight.face_of[table.hands[receiver][slot]] & 1:
            touched |= 1 << slot
    return touched


@compilable
def worth_of_clue(
    book: PartnerBook, table: Table, reading: Reading, sight: Sight, receiver: int, clue: int, touched: int
) -> float:
    """What a clue is worth: it is tried, read as its receiver will read it, and taken back."""
    worth = try_and_weigh(book, table, reading, sight, receiver, clue, touched)
    imagine_others(book, table, reading, sight)
    return worth


@compilable
def try_and_weigh(
    book: PartnerBook, table: Table, reading: Reading, sight: Sight, receiver: int, clue: int, touched: int
) -> float:
    """The same; what the others think is still imagined as after the clue."""
    soon = sight.soon
    try_clue(book, table, reading, sight, receiver, clue, touched)
    imagine_others(book, table, reading, sight)
    sight.soon = playable_soon(book, table, reading, sight)
    worth = 0.0
    for seat in range(book.players):
        if seat != sight.seat:
            slots = touched if seat == receiver else 0
            worth += worth_of_news(book, table, reading, sight, seat, slots, soon)
    if reading.last == CHOP_MOVE:
        worth -= weights_of(book, sight).chop_move
    elif reading.last == STALL:
        worth -= weights_of(book, sight).stall
    elif reading.last == MISTAKE:
        worth -= weights_of(book, sight).forced_mistake if reading.stalls else weights_of(book, sight).mistake
    worth -= cost_of_blind_plays(book, reading, sight, receiver)
    if table.turns_left >= 0:
        worth *= 0.01
    worth += round_ahead(book, table, reading, sight, table.playable)
    if is_ending(book, table, sight):
        worth += weights_of(book, sight).ending * cards_to_come(
            book, table, sight, NO_SLOT, False, table.clues - 1
        )
    take_back(book, table, reading, sight, receiver)
    sight.soon = soon
    return worth


@compilable
def cost_of_blind_plays(book: PartnerBook, reading: Reading, sight: Sight, receiver: int) -> float:
    """What it costs that a clue, which has been tried, counts on blind plays: each may go wrong."""
    weights = weights_of(book, sight)
    cost = 0.0
    blind = 0
    for wait in range(reading.waits.count):
        if reading.waits.giver[wait] != sight.seat or reading.waits.focus[wait] != reading.focus:
            continue
        for place in range(reading.waits.steps[wait]):
            step = reading.waits.step[wait][place]
            if kind_in(step) < FINESSE:
                continue
            blind += 1
            cost += weights.blind if blind == 1 else weights.blind_again
            if kind_in(step) == LAYER:
                cost += weights.layer
            if seat_in(step) == receiver:
                cost += weights.blind_receiver if reading.proved[receiver] else weights.blind_unproved
    return cost


@compilable(inline=True)
def imagine_others(book: PartnerBook, table: Table, reading: Reading, sight: Sight) -> None:
    """Find what all teammates take their cards for."""
    for seat in range(book.players):
        if seat != sight.seat:
            imagine_holder(table, reading, sight, seat)


@compilable(inline=True)
def worth_of_news(
    book: PartnerBook,
    table: Table,
    reading: Reading,
    sight: Sight,
    seat: int,
    touched: int,
    soon_before: int,
) -> float:
    """What it is worth that a hand is known so much better than it was remembered."""
    weights = weights_of(book, sight)
    spent = sight.exhausted[seat]
    soon = sight.soon
    worth = 0.0
    promised = 0
    for slot in range(table.hand_size[seat]):
        card = table.hands[seat][slot]
        face = sight.face_of[card]
        bit = 1 << face
        taken_for = sight.before.taken_for[seat][slot]
        clued = sight.before.marks[seat][slot] & (CLUED | FINESSED)
        told = sight.before.told[seat][slot] if touched else table.told[card]
        before = narrow(taken_for, spent, told)
        after = sight.thought[seat][slot]
        if not touched and before == after:
            continue
        if reading.taken_for[card] & bit == 0:
            # It will be taken for something that it is not.
            if taken_for & bit:
                worth -= weights.false_idea
                if (
                    after & ~soon == 0
                    and not table.playable & bit
                    and not is_claimed_twice(table, reading, sight.thought[seat], seat, slot)
                ):
                    worth += NEVER
            continue
        twins = sight.clued_copies[face]
        if clued and taken_for & bit:
            twins -= 1
        twin = twins > 0 or bit & promised > 0
        if after & ~soon == 0:
            goal = soon_before if after & ~table.playable else table.playable
            if before & ~goal:
                if twin:
                    worth -= weights.second_call
                else:
                    promised |= bit
                    if after & ~table.playable:
                        worth += weights.new_play_later
                    else:
                        follows = table.furthest[book.suit_of[face]] - book.step_of[face]
                        worth += weights.new_play + weights.new_play_step * follows
        elif touched >> slot & 1 and not clued:
            if bit & table.dead:
                if after & ~table.dead:
                    worth -= weights.touch_dead
            elif twin:
                worth -= weights.touch_twin
            else:
                promised |= bit
                worth += weights.touch_useful
                if bit & table.critical:
                    worth += weights.touch_last
        if after & ~table.dead == 0 and before & ~table.dead:
            worth += weights.new_dead
        elif after != before and bit & ~table.dead:
            worth += weights.news * (size(before) - size(after)) / size(before)
    return worth
