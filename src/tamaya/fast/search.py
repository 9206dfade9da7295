"""One ply of search over a blueprint: imagine what is hidden, try each action, let the blueprint finish.

Everybody may search. What an action tells stays true whoever takes it, for actions that would tell what is
not so are never tried (see minds.py): so what the blueprint says of one's own cards holds, and no belief
ever becomes empty. Beyond that, hands are doubted for which the others would not have acted as they did.
The same imagined games are played for every action, so that luck cancels out.
"""

from __future__ import annotations

from typing import Final

from tamaya.fast.bits import has, lowest, nth, size
from tamaya.fast.borrowing import bytes_from, row_of
from tamaya.fast.chance import below, random_word
from tamaya.fast.compiling import Row, inner, int64, rare, woven
from tamaya.fast.hat_memory import sole, weigh
from tamaya.fast.layout import (
    CARDS,
    DRAWN,
    FACE_BITS,
    FACE_MASK,
    FIXED,
    LEGAL,
    LOST,
    NO_FACE,
    PERFECT,
    SCORE,
    STATUS,
    STEPS,
    TURN,
    WANTED,
)
from tamaya.fast.minds import (
    MIND_WORDS,
    MINE,
    PLANES,
    begin_mind,
    copy_mind,
    decide,
    lead,
    look_at_own_cards,
    play_out,
    taken_for,
    tells_truth,
)
from tamaya.fast.packing import (
    ACTION_COUNT,
    COUNTS,
    DECK_START,
    HAND,
    HANDS,
    PLAYERS,
    TELLABLE,
    TELLS,
)

TERMS: Final = {
    "samples": "imagined games for each action, at most",
    "round": "imagined games between two looks at how the actions do",
    "threshold": "hundredths of a point by which an action must do better than the blueprint's own",
    "bonus": "hundredths of a point that a perfect game counts more",
    "trust": "tenths of a standard error by which an action must be behind to be given up",
    "doubt": "how much less likely a hand is for each action of others that does not fit it",
    "tries": "hands imagined at most until one is believed",
    "backwards": "how many actions of others are looked at, the last one first; 0 for none",
    "chance": "per cent of chance to fit below which a play is not tried",
}
"""name: what the number says, in the order of a row of terms."""
SAMPLES, ROUND, THRESHOLD, BONUS, TRUST, DOUBT, TRIES, BACKWARDS, CHANCE = range(len(TERMS))

# The desk: rooms for one search, in one row.
ROW_ROOM: Final = 256
ACTION_ROOM: Final = 256
FACE_ROOM: Final = 64
W: Final = 0
"""The game as the seat sees it, with an imagined hand and deck."""
X: Final = W + ROW_ROOM
"""One that is played to its end, or a moment of the past."""
X_MIND: Final = X + ROW_ROOM
STATS: Final = X_MIND + MIND_WORDS
"""[action] 1 while it is tried, the sum of what it does better than the blueprint's own, the sum of its
squares, and in how many games it does better."""
IDS: Final = STATS + 4 * ACTION_ROOM
"""[seat][slot] the cards, by their places in the order of drawing; -1 for none."""
FACES: Final = IDS + 128
"""[card] the face of a card that has left a hand."""
NOTES: Final = FACES + 256
PAST: Final = NOTES + 16
"""[step] what was before it: the action then taken, its seat, the cards in hands, the game, the mind."""
PAST_IDS: Final = 2
PAST_ROW: Final = PAST_IDS + 128
PAST_MIND: Final = PAST_ROW + ROW_ROOM
PAST_WORDS: Final = PAST_MIND + MIND_WORDS

USUAL, ALIVE, DONE, MISLED, PLAYED_OUT, IMAGINED, UNBELIEVED, SURPRISES, DEVIATIONS, DECISIONS = range(10)
"""Notes: the blueprint's own action; actions still tried; imagined games so far; cards of this game that were
not what all took them for. Then counts for statistics:
games played out; hands imagined; hands taken without belief; positions with no hand; other actions taken;
decisions."""


@inner
def _copy(source: Row, target: Row, words: int) -> None:
    for word in range(words):
        target[word] = source[word]


@rare
def begin_past(row: Row, mind: Row, t: Row, desk: Row) -> None:
    """Sit down at a game that has just been dealt."""
    begin_mind(row, mind, t)
    desk[NOTES + MISLED] = 0
    for place in range(t[PLAYERS] * t[HAND]):
        desk[IDS + place] = place


@woven
def go_on(row: Row, mind: Row, t: Row, desk: Row, words: int, action: int, observer: int) -> None:
    """Take an action and keep what was before it."""
    seat, hand, drawn = row[TURN], t[HAND], row[DRAWN]
    entry = row_of(row_of(desk, 1, PAST), PAST_WORDS, row[STEPS])
    entry[0], entry[1] = action, seat
    ids = row_of(desk, 1, IDS)
    _copy(ids, row_of(entry, 1, PAST_IDS), t[PLAYERS] * hand)
    _copy(row, row_of(entry, 1, PAST_ROW), words)
    copy_mind(mind, row_of(entry, 1, PAST_MIND))
    own = row_of(ids, hand, seat)
    if action < 2 * hand:
        slot = action - hand if action >= hand else action
        face = (row[t[HANDS] + seat] >> slot * FACE_BITS) & FACE_MASK
        desk[FACES + own[slot]] = face
        desk[NOTES + MISLED] += not has(taken_for(mind, t, seat, slot, own[slot]), face)
        for later in range(slot, hand - 1):
            own[later] = own[later + 1]
        own[hand - 1] = -1
    lead(row, mind, t, action, observer)
    if row[DRAWN] > drawn:
        own[row[t[COUNTS] + seat] - 1] = drawn


@woven
def begin_search(row: Row, mind: Row, t: Row, terms: Row, desk: Row, words: int) -> None:
    """List the actions to be tried: legal ones that tell nothing false, and plays with a chance."""
    notes, w, x_mind = row_of(desk, 1, NOTES), row_of(desk, 1, W), row_of(desk, 1, X_MIND)
    _copy(row, w, words)
    copy_mind(mind, x_mind)
    usual = decide(w, x_mind, t)
    notes[USUAL], notes[ALIVE], notes[DONE] = usual, 0, 0
    notes[DECISIONS] += 1
    look_at_own_cards(row, mind, t, False)
    for action in range(t[ACTION_COUNT]):
        stats = row_of(row_of(desk, 1, STATS), 4, action)
        stats[0] = stats[1] = stats[2] = stats[3] = 0
        if not has(row[LEGAL + (action >> 6)], action & 63):
            continue
        if action != usual:
            if t[HAND] <= action < 2 * t[HAND] and not _may_fit(
                row, mind, terms, mind[MINE + action - t[HAND]]
            ):
                continue
            _copy(row, w, words)
            copy_mind(mind, x_mind)
            if not tells_truth(w, x_mind, t, action):
                continue
        stats[0] = 1
        notes[ALIVE] += 1


@inner
def _may_fit(row: Row, mind: Row, terms: Row, may_be: int) -> bool:
    if sole(may_be):
        return bool(may_be & ~row[WANTED] == 0)
    fits, copies = weigh(mind, int64(PLANES), may_be & row[WANTED]), weigh(mind, int64(PLANES), may_be)
    return bool(100 * fits >= terms[CHANCE] * copies)


@woven
def search_round(row: Row, mind: Row, t: Row, terms: Row, desk: Row, words: int) -> bool:
    """Play some imagined games with each action that is still tried; whether to go on."""
    notes, w, x, x_mind = (
        row_of(desk, 1, NOTES),
        row_of(desk, 1, W),
        row_of(desk, 1, X),
        row_of(desk, 1, X_MIND),
    )
    if notes[ALIVE] < 2 or notes[DONE] >= terms[SAMPLES]:
        return False
    for _ in range(terms[ROUND]):
        if not _believe(row, mind, t, terms, desk, words):
            notes[SURPRISES] += 1
            notes[ALIVE] = 0
            return False
        usually = int64(0)
        for number in range(-1, t[ACTION_COUNT]):
            action = notes[USUAL] if number < 0 else int64(number)
            stats = row_of(row_of(desk, 1, STATS), 4, action)
            if number == notes[USUAL] or not (stats[0] or number < 0):
                continue
            _copy(w, x, words)
            copy_mind(mind, x_mind)
            play_out(x, x_mind, t, action)
            notes[PLAYED_OUT] += 1
            value = int64(0) if x[STATUS] == LOST else 100 * x[SCORE]
            if x[STATUS] == PERFECT:
                value += terms[BONUS]
            if number < 0:
                usually = value
            else:
                stats[1] += value - usually
                stats[2] += (value - usually) * (value - usually)
                stats[3] += value > usually
        notes[DONE] += 1
    _give_up(t, terms, desk)
    return bool(notes[ALIVE] > 1) and bool(notes[DONE] < terms[SAMPLES])


@rare
def _give_up(t: Row, terms: Row, desk: Row) -> None:
    """Stop trying what is clearly behind the best, or has never done better than the blueprint's own."""
    notes = row_of(desk, 1, NOTES)
    best, most = notes[USUAL], int64(0)
    for action in range(t[ACTION_COUNT]):
        stats = row_of(row_of(desk, 1, STATS), 4, action)
        if stats[0] and stats[1] > most:
            best, most = int64(action), stats[1]
    leader = _variance(desk, best)
    for action in range(t[ACTION_COUNT]):
        stats = row_of(row_of(desk, 1, STATS), 4, action)
        if not stats[0] or action == best:
            continue
        gap = (most - stats[1]) / notes[DONE]
        if action == notes[USUAL]:
            gap -= terms[THRESHOLD]
        error = ((_variance(desk, int64(action)) + leader) / notes[DONE]) ** 0.5
        hopeless = action != notes[USUAL] and stats[3] == 0
        if hopeless or (gap > 0 and 10 * gap > terms[TRUST] * error):
            stats[0] = 0
            notes[ALIVE] -= 1


@inner
def _variance(desk: Row, action: int) -> float:
    """Of what an action does better than the blueprint's own."""
    stats, done = row_of(row_of(desk, 1, STATS), 4, action), desk[NOTES + DONE]
    return stats[2] / done - (stats[1] / done) ** 2


@rare
def end_search(t: Row, terms: Row, desk: Row) -> int:
    """The action that did best; the blueprint's own unless another one is clearly better."""
    notes = row_of(desk, 1, NOTES)
    done = notes[DONE]
    if done == 0:
        return notes[USUAL]
    best, most = notes[USUAL], terms[THRESHOLD] * done
    for action in range(t[ACTION_COUNT]):
        stats = row_of(row_of(desk, 1, STATS), 4, action)
        if stats[0] and stats[1] > most:
            error = (_variance(desk, int64(action)) / done) ** 0.5
            if 12 * stats[1] > terms[TRUST] * error * done:
                best, most = int64(action), stats[1]
    notes[DEVIATIONS] += best != notes[USUAL]
    return best


@woven
def _believe(row: Row, mind: Row, t: Row, terms: Row, desk: Row, words: int) -> bool:
    """Imagine a hand and a deck that go with what the seat knows and with what the others did."""
    notes, w = row_of(desk, 1, NOTES), row_of(desk, 1, W)
    for attempt in range(terms[TRIES]):
        key = int64(random_word(row[STEPS], notes[DONE] * terms[TRIES] + attempt))
        _copy(row, w, words)
        if not _imagine(w, mind, t, key):
            if attempt:
                return False
            # The blueprint's reading leaves no hand: somebody does not keep to it. Clues say what they say.
            look_at_own_cards(row, mind, t, True)
            if not _imagine(w, mind, t, key):
                return False
        notes[IMAGINED] += 1
        if terms[BACKWARDS] == 0:
            return True
        # One doubt is forgiven once in ``doubt`` times, a second one once in its square, and so on.
        forgiven, luck, bar = int64(0), below(random_word(key, 500), 1 << 30), (1 << 30) // terms[DOUBT]
        while luck < bar:
            forgiven += 1
            bar //= terms[DOUBT]
        if _doubts(w, mind, t, terms, desk, words, forgiven) <= forgiven:
            return True
    notes[UNBELIEVED] += 1
    return True


@rare
def _imagine(row: Row, mind: Row, t: Row, key: int) -> bool:
    """Deal the own hand and the deck from what the seat cannot see, every way equally likely."""
    seat = row[TURN]
    word, hand, tells, taken = int64(0), int64(0), int64(0), False
    used_0 = used_1 = used_2 = int64(0)
    while not taken:
        hand, tells, taken = (int64(1) << (FACE_BITS * t[HAND])) - 1, int64(0), True
        used_0 = used_1 = used_2 = int64(0)
        for slot in range(row[t[COUNTS] + seat]):
            may_be = mind[MINE + slot]
            face = lowest(may_be)
            if not sole(may_be):
                first, second = may_be & mind[PLANES], may_be & mind[PLANES + 1]
                copies = weigh(mind, int64(PLANES), may_be)
                if copies == 0:
                    return False
                # Any copy; if one is picked twice, all begins anew.
                pick = below(random_word(key, word), copies)
                word += 1
                if pick < size(first):
                    face = nth(first, pick)
                    taken = taken and not has(used_0, face)
                    used_0 |= int64(1) << face
                elif pick < size(first) + size(second):
                    face = nth(second, pick - size(first))
                    taken = taken and not has(used_1, face)
                    used_1 |= int64(1) << face
                else:
                    face = nth(may_be & mind[PLANES + 2], pick - size(first) - size(second))
                    taken = taken and not has(used_2, face)
                    used_2 |= int64(1) << face
            hand ^= (NO_FACE ^ face) << slot * FACE_BITS
            tells |= t[TELLABLE + face]
        if word > 4000:
            return False
    row[t[HANDS] + seat], row[t[TELLS] + seat] = hand, tells
    place = row[DRAWN]
    place = _fill(row, t, mind[PLANES] & ~used_0, place)
    place = _fill(row, t, mind[PLANES + 1] & ~used_1, place)
    place = _fill(row, t, mind[PLANES + 2] & ~used_2, place)
    if place != row[CARDS]:
        return False
    row[FIXED] = 1
    deck = bytes_from(row, t[DECK_START])
    for last in range(row[CARDS] - 1, row[DRAWN], -1):
        other = row[DRAWN] + below(random_word(key, 10_000 + last), last - row[DRAWN] + 1)
        face = deck[last]
        deck[last] = deck[other]
        deck[other] = face
    return True


@inner
def _fill(row: Row, t: Row, faces: int, place: int) -> int:
    """Put faces into the deck from a place on; the place after them."""
    deck = bytes_from(row, t[DECK_START])
    while faces:
        if place < row[CARDS]:
            deck[place] = lowest(faces)
        faces &= faces - 1
        place += 1
    return place


@woven
def _doubts(row: Row, mind: Row, t: Row, terms: Row, desk: Row, words: int, most: int) -> int:
    """How many past actions of others do not go with the imagined hand; one more than ``most`` at most."""
    seat, hand, ids = row[TURN], t[HAND], row_of(row_of(desk, 1, IDS), t[HAND], row[TURN])
    x, x_mind = row_of(desk, 1, X), row_of(desk, 1, X_MIND)
    found = looked = int64(0)
    for step in range(row[STEPS] - 1, -1, -1):
        entry = row_of(row_of(desk, 1, PAST), PAST_WORDS, step)
        if entry[1] == seat:
            continue
        then = row_of(row_of(entry, 1, PAST_IDS), hand, seat)
        looked += 1
        if looked > terms[BACKWARDS] or not _shares_unknown(row, mind, t, seat, ids, then):
            break
        _copy(row_of(entry, 1, PAST_ROW), x, words)
        copy_mind(row_of(entry, 1, PAST_MIND), x_mind)
        faces, tells = (int64(1) << (FACE_BITS * hand)) - 1, int64(0)
        for old in range(x[t[COUNTS] + seat]):
            face = desk[FACES + then[old]]
            for slot in range(row[t[COUNTS] + seat]):
                if ids[slot] == then[old]:
                    face = (row[t[HANDS] + seat] >> slot * FACE_BITS) & FACE_MASK
            faces ^= (NO_FACE ^ face) << old * FACE_BITS
            tells |= t[TELLABLE + face]
        x[t[HANDS] + seat], x[t[TELLS] + seat] = faces, tells
        found += decide(x, x_mind, t) != entry[0]
        if found > most:
            break
    return found


@rare
def _shares_unknown(row: Row, mind: Row, t: Row, seat: int, ids: Row, then: Row) -> bool:
    """Whether a card that is not known now was in the hand then."""
    for slot in range(row[t[COUNTS] + seat]):
        if not sole(mind[MINE + slot]):
            for old in range(t[HAND]):
                if then[old] == ids[slot]:
                    return True
    return False


@woven
def think(row: Row, mind: Row, t: Row, terms: Row, desk: Row, words: int) -> int:
    """A whole search."""
    begin_search(row, mind, t, terms, desk, words)
    while search_round(row, mind, t, terms, desk, words):
        pass
    return end_search(t, terms, desk)
