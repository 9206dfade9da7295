"""One ply of search over a blueprint: imagine what is hidden, try each action, let the blueprint finish.

All seats may search. What an action tells stays true whichever seat takes it, for actions that would tell
what is not so are never tried (see blueprint.py): so what the blueprint says of one's own cards holds, and no
belief ever becomes empty. Beyond that, hands are doubted for which the others would not have acted as they
did. The same imagined games are played for every action, so that luck cancels out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final, TypeAlias

from tamaya.bots import blueprint
from tamaya.bots.bits import sole
from tamaya.bots.blueprint import Mind, decide, mind_at
from tamaya.bots.facts import PLANES, plane_of, take, weigh
from tamaya.bots.hat.compiled import HatMind
from tamaya.bots.hat.conventions import NO_HEARER
from tamaya.bots.partner.compiled import PartnerMind
from tamaya.bots.search.room import ACTION_ROOM, PAST_ROOM
from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.bits import has, lowest, nth, size
from tamaya.fast.deck import count_discarded
from tamaya.fast.jit import Row, inline, int64, kernel, noinline
from tamaya.fast.layout import FACE_BITS, FACE_MASK, LOST, NO_FACE, PERFECT, RUNNING, Words
from tamaya.fast.legal import is_legal
from tamaya.fast.packing import TILE_BITS
from tamaya.fast.pointers import bytes_from, items, row_of
from tamaya.fast.randomness import below, random_word
from tamaya.fast.structs import places, pointer_to, words_of

ALL: Final = -1
"""Every seat searches."""
ROW_ROOM: Final = 256
"""The most words of a row."""
MIND_ROOM: Final = max(words_of(HatMind), words_of(PartnerMind))
LASTING_ROOM: Final = max(places(HatMind)["sight"].start, places(PartnerMind)["sight"].start)
"""The most words of a mind, and of that part of it which lasts from action to action."""
CERTAIN: Final = 1 << 30
MOST_PICKS: Final = 40_000
"""Cards that are picked at most until a hand is dealt."""

# Words in a desk, which to a type checker are rows like all others.
if TYPE_CHECKING:
    GameRow: TypeAlias = Row
    MindRow: TypeAlias = Row
    LastingRow: TypeAlias = Row
    Cards: TypeAlias = Sequence[Row]
else:
    GameRow = Annotated[list[int], ROW_ROOM]
    MindRow = Annotated[list[int], MIND_ROOM]
    LastingRow = Annotated[list[int], LASTING_ROOM]
    Cards = Annotated[list[list[int]], 10, 10]
    """[seat][slot] the cards, by their places in the order of drawing; -1 for none."""


@dataclass(frozen=True, slots=True)
class SearchTerms:
    """How much to search, and when to leave the blueprint."""

    samples: int = 120
    """Imagined games for each action, at most."""
    interval: int = 20
    """Imagined games between two looks at how the actions do."""
    threshold: int = 2
    """Hundredths of a point by which an action must do better than the blueprint's own."""
    bonus: int = 50
    """Hundredths of a point that a perfect game counts more."""
    trust: int = 20
    """Tenths of a standard error by which an action must be behind to be given up."""
    doubt: int = 20
    """How much less likely a hand is for each action of others that does not fit it."""
    tries: int = 100
    """Hands imagined at most until one is believed."""
    backwards: int = 20
    """How many actions of others are looked at, the last one first; 0 for none."""
    chance: int = 25
    """Per cent of chance to fit below which a play is not tried."""


@dataclass(slots=True)
class Trial:
    """How an action does, in hundredths of a point compared with the blueprint's own."""

    alive: bool
    """Whether it is still tried."""
    gain: int
    """The sum of what it does better."""
    squares: int
    """The sum of the squares of that."""
    better: int
    """In how many games it does better."""


@dataclass(slots=True)
class PastMove:
    """What was before an action."""

    action: int
    seat: int
    cards: Cards
    row: GameRow
    mind: LastingRow
    """What the mind remembered."""


@dataclass(slots=True)
class Desk:
    """Room for one search after another, and what they have found."""

    terms: SearchTerms
    usual: int
    """The blueprint's own action."""
    alive: int
    """Actions that are still tried."""
    games: int
    """Imagined games so far, for each action."""
    misled: int
    """Cards of this game that were not what all took them for."""
    rollouts: int
    """Games played to their ends, in all searches."""
    surprises: int
    """Positions for which there was no hand, in all searches."""
    trials: Annotated[list[Trial], ACTION_ROOM]
    """[action]"""
    row: GameRow
    """The game as the seat sees it, with an imagined hand and deck."""
    tried_row: GameRow
    """One that is played to its end, or a moment of the past."""
    tried_mind: MindRow
    cards: Cards
    returned: int
    """The face of the card that a bonus tile put back into the deck (L6); NO_FACE for none."""
    drawn_before: int
    """How many cards had been drawn by then: only later ones can be the card that was put back."""
    spare: int
    """How many cards with its face were in hands or in the deck by then, less those that have left hands."""
    faces: Annotated[list[int], 256]
    """[card] the face of a card that has left a hand."""
    past: Annotated[list[PastMove], PAST_ROOM]
    """[step]"""


desk_at = pointer_to(Desk)


# What Python calls. ``rows``, ``tables``, ``minds`` and ``desks`` are the words of one game (to play games to
# their ends, of several), the packed rules, one mind and one desk.


@kernel
def play_to_ends(rows: Words, tables: Words, minds: Words, desks: Words, searcher: int) -> None:
    """Play games to their ends, with one seat that searches or ALL; the others follow the blueprint."""
    packed, mind, desk, words = items(tables), items(minds), desk_at(items(desks), 0), rows.shape[1]
    for game in range(rows.shape[0]):
        row = row_of(items(rows), words, game)
        _begin(row, packed, mind, desk)
        while row[field.STATUS] == RUNNING:
            if searcher in (ALL, row[field.TURN]):
                _open(row, packed, mind, desk, words)
                while _try_round(row, packed, mind, desk, words):
                    pass
                action = _close(packed, desk)
            else:
                action = decide(row, packed, mind)
            _go_on(row, packed, mind, desk, words, action, NO_HEARER)


@kernel
def begin_game(rows: Words, tables: Words, minds: Words, desks: Words) -> None:
    """Sit down at a game that has just been dealt."""
    _begin(items(rows), items(tables), items(minds), desk_at(items(desks), 0))


@kernel
def go_on(rows: Words, tables: Words, minds: Words, desks: Words, action: int, seat: int) -> None:
    """Take an action, as a seat sees it, and keep what was before it."""
    desk = desk_at(items(desks), 0)
    _go_on(items(rows), items(tables), items(minds), desk, rows.shape[1], action, seat)


@kernel
def open_search(rows: Words, tables: Words, minds: Words, desks: Words) -> None:
    """List the actions to be tried."""
    _open(items(rows), items(tables), items(minds), desk_at(items(desks), 0), rows.shape[1])


@kernel
def search_round(rows: Words, tables: Words, minds: Words, desks: Words) -> bool:
    """Play some imagined games with each action that is still tried; whether there is more to do."""
    return _try_round(items(rows), items(tables), items(minds), desk_at(items(desks), 0), rows.shape[1])


@kernel
def close_search(tables: Words, desks: Words) -> int:
    """The action that did best."""
    return _close(items(tables), desk_at(items(desks), 0))


@inline
def _copy(source: Row, target: Row, words: int) -> None:
    for word in range(words):
        target[word] = source[word]


@inline
def _set_up(row: Row, mind: Row, desk: Desk, words: int) -> None:
    """Prepare a game to be tried, with what its players remember."""
    _copy(row, desk.tried_row, words)
    _copy(mind, desk.tried_mind, mind_at(mind, 0).lasting_words)


@noinline
def _begin(row: Row, tables: Row, mind: Row, desk: Desk) -> None:
    blueprint.begin(row, tables, mind)
    _copy(mind, desk.tried_mind, mind_at(mind, 0).words)
    desk.misled = 0
    desk.returned = NO_FACE
    card = int64(0)
    for seat in range(tables[spec.PLAYERS]):
        for slot in range(tables[spec.HAND]):
            desk.cards[seat][slot] = card
            card += 1


@noinline
def _go_on(row: Row, tables: Row, mind: Row, desk: Desk, words: int, action: int, hearer: int) -> None:
    """Take an action and keep what was before it; ``hearer`` as in ``lead``."""
    seat, hand, drawn = row[field.TURN], tables[spec.HAND], row[field.DRAWN]
    moment, cards = desk.past[row[field.STEPS]], desk.cards[seat]
    moment.action = action
    moment.seat = seat
    for other in range(tables[spec.PLAYERS]):
        _copy(desk.cards[other], moment.cards[other], hand)
    _copy(row, moment.row, words)
    _copy(mind, moment.mind, mind_at(mind, 0).lasting_words)
    if tables[spec.TILE_COUNT] and action >= tables[spec.BACKS] and action < tables[spec.ENCORES]:
        _see_return(row, tables, desk, action - tables[spec.BACKS])
    if action < 2 * hand:
        slot = action - hand if action >= hand else action
        face = (row[tables[spec.HANDS] + seat] >> slot * FACE_BITS) & FACE_MASK
        desk.faces[cards[slot]] = face
        if face == desk.returned and cards[slot] < desk.drawn_before:
            desk.spare -= 1
        if not has(blueprint.taken_for(row, tables, mind, slot, cards[slot]), face):
            desk.misled += 1
        for later in range(slot, hand - 1):
            cards[later] = cards[later + 1]
        cards[hand - 1] = -1
    blueprint.lead(row, tables, mind, action, hearer)
    if row[field.DRAWN] > drawn and action != tables[spec.DECK_PLAY]:
        cards[row[tables[spec.COUNTS] + seat] - 1] = drawn


@noinline
def _see_return(row: Row, tables: Row, desk: Desk, face: int) -> None:
    """A discarded card is about to go back into the deck."""
    desk.returned = face
    desk.drawn_before = row[field.DRAWN]
    played = has(row[field.PLAYED], face)
    desk.spare = size(tables[spec.FULL + face]) - played - count_discarded(row, tables, face)


@noinline
def _open(row: Row, tables: Row, mind: Row, desk: Desk, words: int) -> None:
    """List the actions to be tried: legal ones that tell nothing false, and plays with a chance."""
    hand, own = tables[spec.HAND], mind_at(mind, 0)
    _set_up(row, mind, desk, words)
    desk.usual = decide(desk.tried_row, tables, desk.tried_mind)
    desk.alive = 0
    desk.games = 0
    blueprint.look_at_own_cards(row, tables, mind)
    _strike_out_returned(row, tables, own, desk)
    for action in range(tables[spec.ACTION_COUNT]):
        trial = desk.trials[action]
        trial.alive = False
        trial.gain = 0
        trial.squares = 0
        trial.better = 0
        if not is_legal(row, action):
            continue
        if action != desk.usual:
            if hand <= action < 2 * hand and not _may_fit(row, own, desk.terms, own.own[action - hand]):
                continue
            _set_up(row, mind, desk, words)
            if not blueprint.tells_truth(desk.tried_row, tables, desk.tried_mind, action):
                continue
        trial.alive = True
        desk.alive += 1


@inline
def _may_fit(row: Row, own: Mind, terms: SearchTerms, may_be: int) -> bool:
    if sole(may_be):
        return may_be & ~row[field.WANTED] == 0
    return 100 * weigh(own.unseen, may_be & row[field.WANTED]) >= terms.chance * weigh(own.unseen, may_be)


@noinline
def _try_round(row: Row, tables: Row, mind: Row, desk: Desk, words: int) -> bool:
    """Play some imagined games with each action that is still tried; whether to go on."""
    if desk.alive < 2 or desk.games >= desk.terms.samples:
        return False
    for _ in range(desk.terms.interval):
        if not _believe(row, tables, mind, desk, words):
            desk.surprises += 1
            desk.alive = 0
            return False
        usually = _value(tables, mind, desk, words, desk.usual)
        for action in range(tables[spec.ACTION_COUNT]):
            trial = desk.trials[action]
            if trial.alive and action != desk.usual:
                gain = _value(tables, mind, desk, words, action) - usually
                trial.gain += gain
                trial.squares += gain * gain
                if gain > 0:
                    trial.better += 1
        desk.games += 1
    _give_up(tables, desk)
    return desk.alive > 1 and desk.games < desk.terms.samples


@noinline
def _value(tables: Row, mind: Row, desk: Desk, words: int, action: int) -> int:
    """What the imagined game comes to after an action, in hundredths of a point."""
    row = desk.tried_row
    _set_up(desk.row, mind, desk, words)
    blueprint.play_out(row, tables, desk.tried_mind, action)
    desk.rollouts += 1
    if row[field.STATUS] == LOST:
        return int64(0)
    return 100 * row[field.SCORE] + (desk.terms.bonus if row[field.STATUS] == PERFECT else 0)


@noinline
def _give_up(tables: Row, desk: Desk) -> None:
    """Stop trying what is clearly behind the best, or has never done better than the blueprint's own."""
    best, most = desk.usual, int64(0)
    for action in range(tables[spec.ACTION_COUNT]):
        if desk.trials[action].alive and desk.trials[action].gain > most:
            best, most = int64(action), desk.trials[action].gain
    leader = _variance(desk, best)
    for action in range(tables[spec.ACTION_COUNT]):
        trial = desk.trials[action]
        if not trial.alive or action == best:
            continue
        gap = (most - trial.gain) / desk.games
        if action == desk.usual:
            gap -= desk.terms.threshold
        error = ((_variance(desk, int64(action)) + leader) / desk.games) ** 0.5
        hopeless = action != desk.usual and trial.better == 0
        if hopeless or (gap > 0 and 10 * gap > desk.terms.trust * error):
            trial.alive = False
            desk.alive -= 1


@inline
def _variance(desk: Desk, action: int) -> float:
    """Of what an action does better than the blueprint's own."""
    trial = desk.trials[action]
    return trial.squares / desk.games - (trial.gain / desk.games) ** 2


@noinline
def _close(tables: Row, desk: Desk) -> int:
    """The action that did best; the blueprint's own unless another one is clearly better."""
    if desk.games == 0:
        return desk.usual
    best, most = desk.usual, desk.terms.threshold * desk.games
    for action in range(tables[spec.ACTION_COUNT]):
        trial = desk.trials[action]
        if trial.alive and trial.gain > most:
            error = (_variance(desk, int64(action)) / desk.games) ** 0.5
            if 12 * trial.gain > desk.terms.trust * error * desk.games:
                best, most = int64(action), trial.gain
    return best


@noinline
def _believe(row: Row, tables: Row, mind: Row, desk: Desk, words: int) -> bool:
    """Imagine a hand and a deck that go with what the seat knows and with what the others did."""
    tries, doubt = desk.terms.tries, desk.terms.doubt
    possible = False
    for attempt in range(tries):
        key = int64(random_word(row[field.STEPS], desk.games * tries + attempt))
        _copy(row, desk.row, words)
        if not imagine(desk.row, tables, mind_at(mind, 0), key):
            if attempt:
                return False
            # The blueprint's reading leaves no hand: a player does not keep to it. Clues say what they say.
            blueprint.look_plainly(row, tables, mind)
            _strike_out_returned(row, tables, mind_at(mind, 0), desk)
            if not imagine(desk.row, tables, mind_at(mind, 0), key):
                return False
        possible = _old_copies(desk.row, tables, desk, desk.row[field.TURN]) <= _spare(row, tables, desk)
        if not possible:
            continue
        if desk.terms.backwards == 0:
            return True
        # One doubt is forgiven once in ``doubt`` times, a second one once in its square, and so on.
        forgiven, luck, bar = int64(0), below(random_word(key, 500), CERTAIN), CERTAIN // doubt
        while luck < bar:
            forgiven += 1
            bar //= doubt
        if _doubts(tables, mind, desk, words, forgiven) <= forgiven:
            return True
    return possible


@noinline
def _spare(row: Row, tables: Row, desk: Desk) -> int:
    """How many cards that the seat on turn held when a card was put back (L6) may have its face."""
    spare = desk.spare
    for seat in range(tables[spec.PLAYERS]):
        if seat != row[field.TURN]:
            spare -= _old_copies(row, tables, desk, seat)
    return spare


@noinline
def _old_copies(row: Row, tables: Row, desk: Desk, seat: int) -> int:
    """How many cards of a hand have the face of the one that was put back, and were drawn before that."""
    count = int64(0)
    if desk.returned != NO_FACE:
        faces = row[tables[spec.HANDS] + seat]
        for slot in range(row[tables[spec.COUNTS] + seat]):
            if desk.cards[seat][slot] < desk.drawn_before and faces & FACE_MASK == desk.returned:
                count += 1
            faces >>= FACE_BITS
    return count


@noinline
def _strike_out_returned(row: Row, tables: Row, own: Mind, desk: Desk) -> None:
    """Cards drawn before a card was put back are not that one."""
    if desk.returned == NO_FACE or _spare(row, tables, desk) > 0:
        return
    seat = row[field.TURN]
    for slot in range(row[tables[spec.COUNTS] + seat]):
        left = own.own[slot] & ~(int64(1) << desk.returned)
        if left and desk.cards[seat][slot] < desk.drawn_before and not sole(own.own[slot]):
            own.own[slot] = left
            if sole(left):
                take(own.unseen, left)


@noinline
def imagine(row: Row, tables: Row, own: Mind, key: int) -> bool:
    """Deal the own hand and the deck from what the seat cannot see, every way equally likely."""
    seat, unseen = row[field.TURN], own.unseen
    word, hand, tells, taken = int64(0), int64(0), int64(0), False
    while not taken:
        hand, tells, taken = (int64(1) << (FACE_BITS * tables[spec.HAND])) - 1, int64(0), True
        for plane in range(PLANES):
            own.used[plane] = 0
        for slot in range(row[tables[spec.COUNTS] + seat]):
            may_be = own.own[slot]
            face = lowest(may_be)
            if not sole(may_be):
                copies = weigh(unseen, may_be)
                if copies == 0:
                    return False
                # Any copy; if one is picked twice, all hands are dealt again.
                pick = below(random_word(key, word), copies)
                word += 1
                plane = 0
                faces = may_be & unseen.one
                while pick >= size(faces):
                    pick -= size(faces)
                    plane += 1
                    faces = may_be & plane_of(unseen, plane)
                face = nth(faces, pick)
                taken = taken and not has(own.used[plane], face)
                own.used[plane] |= int64(1) << face
            hand ^= (NO_FACE ^ face) << slot * FACE_BITS
            tells |= tables[spec.TELLABLE + face]
        if word > MOST_PICKS:
            return False
    row[tables[spec.HANDS] + seat], row[tables[spec.TELLS] + seat] = hand, tells
    place = row[field.DRAWN]
    for plane in range(PLANES):
        place = _fill(row, tables, plane_of(unseen, plane) & ~own.used[plane], place)
    if place != row[field.CARDS]:
        return False
    row[field.FIXED] = 1
    deck = bytes_from(row, tables[spec.DECK_START])
    for last in range(row[field.CARDS] - 1, row[field.DRAWN], -1):
        other = row[field.DRAWN] + below(random_word(key, 10_000 + last), last - row[field.DRAWN] + 1)
        face = deck[last]
        deck[last] = deck[other]
        deck[other] = face
    if tables[spec.TILE_COUNT]:
        _imagine_tiles(row, tables, key)
    return True


@noinline
def _imagine_tiles(row: Row, tables: Row, key: int) -> None:
    """Mix the bonus tiles that are not revealed yet, and let chance decide where a returned card lands."""
    tiles, mask = row[field.TILES], int64((1 << TILE_BITS) - 1)
    revealed = (int64(1) << TILE_BITS * row[field.SPENT]) - 1
    tiles, left, place = tiles & revealed, tiles & ~revealed, row[field.SPENT]
    # From their own order, not from the one in which they lie.
    for tile in range(1, tables[spec.TILE_COUNT] + 1):
        for hidden in range(row[field.SPENT], tables[spec.TILE_COUNT]):
            if (left >> TILE_BITS * hidden) & mask == tile:
                tiles |= int64(tile) << TILE_BITS * place
                place += 1
    for last in range(tables[spec.TILE_COUNT] - 1, row[field.SPENT], -1):
        other = row[field.SPENT] + below(random_word(key, 20_000 + last), last - row[field.SPENT] + 1)
        difference = ((tiles >> TILE_BITS * last) ^ (tiles >> TILE_BITS * other)) & mask
        tiles ^= (difference << TILE_BITS * last) | (difference << TILE_BITS * other)
    row[field.TILES] = tiles
    row[field.SALT] = int64(random_word(key, 20_100))


@inline
def _fill(row: Row, tables: Row, faces: int, place: int) -> int:
    """Put faces into the deck from a place on; the place after them."""
    deck = bytes_from(row, tables[spec.DECK_START])
    while faces:
        if place < row[field.CARDS]:
            deck[place] = lowest(faces)
        faces &= faces - 1
        place += 1
    return place


@noinline
def _doubts(tables: Row, mind: Row, desk: Desk, words: int, most: int) -> int:
    """How many past actions of others do not go with the imagined hand; one more than ``most`` at most."""
    row, seat = desk.row, desk.row[field.TURN]
    found = looked = int64(0)
    for step in range(row[field.STEPS] - 1, -1, -1):
        moment = desk.past[step]
        if moment.seat == seat:
            continue
        looked += 1
        if looked > desk.terms.backwards or not _shares_unknown(row, tables, mind_at(mind, 0), desk, moment):
            break
        _copy(moment.row, desk.tried_row, words)
        _copy(moment.mind, desk.tried_mind, mind_at(mind, 0).lasting_words)
        _put_hand_back(tables, desk, moment)
        found += decide(desk.tried_row, tables, desk.tried_mind) != moment.action
        if found > most:
            break
    return found


@inline
def _put_hand_back(tables: Row, desk: Desk, moment: PastMove) -> None:
    """Give the seat that imagines a hand the cards that it held at a moment of the past."""
    row, seat, then = desk.tried_row, desk.row[field.TURN], moment.cards[desk.row[field.TURN]]
    faces, tells = (int64(1) << (FACE_BITS * tables[spec.HAND])) - 1, int64(0)
    for old in range(row[tables[spec.COUNTS] + seat]):
        face = desk.faces[then[old]]
        for slot in range(desk.row[tables[spec.COUNTS] + seat]):
            if desk.cards[seat][slot] == then[old]:
                face = (desk.row[tables[spec.HANDS] + seat] >> slot * FACE_BITS) & FACE_MASK
        faces ^= (NO_FACE ^ face) << old * FACE_BITS
        tells |= tables[spec.TELLABLE + face]
    row[tables[spec.HANDS] + seat], row[tables[spec.TELLS] + seat] = faces, tells


@noinline
def _shares_unknown(row: Row, tables: Row, own: Mind, desk: Desk, moment: PastMove) -> bool:
    """Whether a card that is not known now was in the hand then."""
    seat = row[field.TURN]
    for slot in range(row[tables[spec.COUNTS] + seat]):
        if not sole(own.own[slot]):
            for old in range(tables[spec.HAND]):
                if moment.cards[seat][old] == desk.cards[seat][slot]:
                    return True
    return False
