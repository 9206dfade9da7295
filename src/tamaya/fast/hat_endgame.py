"""The last cards of ``hat``: rehearse the rest of the game after each sensible action, and take the best.

A rehearsal deals what the seat cannot see at random. Everybody then plays what they know to fit, waits with
clues while somebody else could play, and discards otherwise; a clue lets all others know their cards.
"""

from __future__ import annotations

from tamaya.fast.bits import has, lowest, size
from tamaya.fast.chance import below, random_word
from tamaya.fast.compiling import Row, int64, rare
from tamaya.fast.hat_memory import (
    AWARE,
    HELD,
    LENGTH,
    MARGIN,
    MINE,
    OWN,
    PUBLIC,
    REST,
    SAMPLES,
    SIZES,
    UNSEEN,
    USEFUL,
    face_at,
    sole,
)
from tamaya.fast.layout import CARDS, CLUES, DRAWN, LEFT, STEPS, WANTED
from tamaya.fast.packing import COUNTS, HAND, MOST_CLUES, NEXT, PLAYERS

PLAY, CLUE, DISCARD = range(3)
KEYS = 1000
"""Random keys for the rehearsals of one turn."""


@rare
def rehearse(row: Row, memory: Row, t: Row, seat: int, usual: int, cheapest: int) -> int:
    """The action that does best; ``usual`` unless another one is clearly better.

    Actions: 0... discard a slot, from ``hand`` on play one, twice ``hand`` for a clue.
    """
    hand = t[HAND]
    choice, best = usual, int64(0)
    for option in range(-1, 2 * hand + 1):
        action = usual if option < 0 else int64(option)
        if option >= 0 and (action == usual or not _sensible(row, memory, t, seat, action, cheapest)):
            continue
        worth = _worth(row, memory, t, seat, action)
        if option < 0:
            if worth == memory[SAMPLES] * (size(memory[USEFUL]) + 1):
                return usual
            best = worth + memory[MARGIN]
        elif worth > best:
            choice, best = action, worth
    return choice


@rare
def _sensible(row: Row, memory: Row, t: Row, seat: int, action: int, cheapest: int) -> bool:
    """A sure play, the cheapest discard or a clue, if allowed."""
    if action == 2 * t[HAND]:
        return bool(row[CLUES] > 0)
    if action < t[HAND]:
        return bool(action == cheapest) and bool(row[CLUES] < t[MOST_CLUES])
    slot = action - t[HAND]
    return bool(slot < row[t[COUNTS] + seat]) and bool(memory[OWN + slot] & ~row[WANTED] == 0)


@rare
def _worth(row: Row, memory: Row, t: Row, seat: int, action: int) -> int:
    """The cards laid in all rehearsals, and one more for each that ends with all of them."""
    worth = int64(0)
    for sample in range(memory[SAMPLES]):
        rest = _imagine(row, memory, t, seat, row[STEPS] * KEYS + sample)
        if action == 2 * t[HAND]:
            laid = _play_on(row, memory, t, seat, int64(CLUE), int64(0), rest)
        elif action >= t[HAND]:
            laid = _play_on(row, memory, t, seat, int64(PLAY), memory[MINE + action - t[HAND]], rest)
        else:
            laid = _play_on(row, memory, t, seat, int64(DISCARD), memory[MINE + action], rest)
        worth += laid + (laid == size(memory[USEFUL]))
    return worth


@rare
def _imagine(row: Row, memory: Row, t: Row, seat: int, key: int) -> int:
    """Deal what cannot be seen; how many cards of REST are left for the deck."""
    count = int64(0)
    for copy in range(3):
        faces = memory[UNSEEN + copy]
        while faces:
            memory[REST + count] = lowest(faces)
            faces &= faces - 1
            count += 1
    for last in range(count - 1, 0, -1):
        other = below(random_word(key, last), last + 1)
        memory[REST + last], memory[REST + other] = memory[REST + other], memory[REST + last]
    for other in range(t[PLAYERS]):
        held = aware = int64(0)
        for slot in range(row[t[COUNTS] + other]):
            if other == seat:
                may_be = memory[OWN + slot]
                card = may_be
                if not sole(may_be):
                    count -= 1
                    at = count
                    for place in range(count, -1, -1):
                        if has(may_be, memory[REST + place]):
                            at = int64(place)
                            break
                    card = int64(1) << memory[REST + at]
                    memory[REST + at] = memory[REST + count]
                memory[MINE + slot] = card
            else:
                may_be = memory[PUBLIC + other * t[HAND] + slot]
                card = int64(1) << face_at(row, t, other, slot)
            held |= card
            if sole(may_be) or may_be & ~row[WANTED] == 0:
                aware |= card
        memory[HELD + other], memory[AWARE + other] = held, aware
        memory[SIZES + other] = row[t[COUNTS] + other]
    return count


@rare
def _play_on(row: Row, memory: Row, t: Row, seat: int, kind: int, card: int, rest: int) -> int:
    """The cards that are laid from here to the end, beginning with an action."""
    players, most = t[PLAYERS], t[MOST_CLUES]
    wanted, useful, clues, left = row[WANTED], memory[USEFUL], row[CLUES], row[LEFT]
    deck = min(row[CARDS] - row[DRAWN], rest)
    needed, laid = size(useful), int64(0)
    while True:
        if kind == CLUE:
            clues -= 1
            for other in range(players):
                if other != seat:
                    memory[AWARE + other] = memory[HELD + other]
        else:
            memory[SIZES + seat] -= 1
            memory[HELD + seat] &= ~card
            if kind == PLAY:
                laid += 1
                if laid == needed:
                    return laid
                useful &= ~card
                after = t[NEXT + lowest(card)]
                wanted = (wanted & ~card) | after
                if after == 0 and clues < most:
                    clues += 1
            elif clues < most:
                clues += 1
            if deck > 0 and left < 0:
                rest -= 1
                deck -= 1
                memory[HELD + seat] |= int64(1) << memory[REST + rest]
                memory[SIZES + seat] += 1
        if left >= 0:
            left -= 1
            if left == 0:
                return laid
        elif deck == 0:
            left = players
        seat += 1
        if seat == players:
            seat = int64(0)
        kind, card = _usual(memory, seat, players, wanted, useful, clues, clues == most or left >= 0)


@rare
def _usual(
    memory: Row, seat: int, players: int, wanted: int, useful: int, clues: int, waiting: bool
) -> tuple[int, int]:
    """What a player does in a rehearsal, and with which card."""
    held = memory[HELD + seat] & useful
    fitting = held & wanted & memory[AWARE + seat]
    if fitting:
        return int64(PLAY), _extreme(memory, fitting, int64(1))
    elsewhere = int64(0)
    for other in range(players):
        if other != seat:
            elsewhere |= memory[HELD + other]
    spare = memory[SIZES + seat] - size(held)
    if clues > 0 and (waiting or spare == 0 or elsewhere & wanted):
        return int64(CLUE), int64(0)
    if spare:
        return int64(DISCARD), int64(0)
    return int64(DISCARD), _extreme(memory, held & elsewhere or held, int64(-1))


@rare
def _extreme(memory: Row, faces: int, sign: int) -> int:
    """The card that most others follow, or with the sign -1 fewest; the lowest of equals."""
    best, most = int64(0), int64(-100)
    while faces:
        face = lowest(faces)
        faces &= faces - 1
        if sign * memory[LENGTH + face] > most:
            best, most = int64(1) << face, sign * memory[LENGTH + face]
    return best
