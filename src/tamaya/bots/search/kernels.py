"""One ply of search over a blueprint: imagine what is hidden, try each action, let the blueprint finish.

All seats may search. The same imagined games are played for every action, so that luck cancels out, and the
blueprint's own action is left only for one that is clearly better. With a mind that is the same for all
seats, actions that would tell what is not so are never tried (see blueprint.py): so what the blueprint says
of one's own cards holds, and no belief ever becomes empty. With a reading for each seat, an action is given
up that misleads teammates in too many of the imagined games.
"""

from __future__ import annotations

from typing import Final

from tamaya.bots import blueprint
from tamaya.bots.bits import sole
from tamaya.bots.blueprint import Mind, decide, mind_at
from tamaya.bots.facts import CLUE, weigh
from tamaya.bots.hat.conventions import NO_HEARER
from tamaya.bots.search.believing import UNKNOWN_LEAST, believe
from tamaya.bots.search.desk import Desk, SearchTerms, Trial, copy_lasting, copy_words, desk_at
from tamaya.bots.search.imagining import strike_out_returned
from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.bits import has, lowest, size
from tamaya.fast.deck import count_discarded
from tamaya.fast.jit import Row, inline, int64, kernel, noinline
from tamaya.fast.layout import FACE_BITS, FACE_MASK, LOST, NO_FACE, PERFECT, RUNNING, Words
from tamaya.fast.legal import is_legal, list_legal
from tamaya.fast.pointers import items, row_of

ALL: Final = -1
"""Every seat searches."""
ANY: Final = -1
"""No action is given: the blueprint's own is asked for."""


# What Python calls. ``rows``, ``tables``, ``minds`` and ``desks`` are the words of one game (to play games to
# their ends, of several), the packed rules, one mind and one desk.


@kernel
def play_to_ends(rows: Words, tables: Words, minds: Words, desks: Words, searcher: int) -> None:
    """Play games to their ends, with one seat that searches or ALL; the others follow the blueprint."""
    packed, mind, desk, words = items(tables), items(minds), desk_at(items(desks), 0), rows.shape[1]
    for game in range(rows.shape[0]):
        row = row_of(items(rows), words, game)
        _begin(row, packed, mind, desk, words)
        while row[field.STATUS] == RUNNING:
            if searcher in (ALL, row[field.TURN]):
                _open(row, packed, mind, desk, words, int64(ANY))
                while _try_round(row, packed, mind, desk, words, desk.terms.interval):
                    pass
                action = _close(packed, desk)
            else:
                action = decide(row, packed, mind)
            _go_on(row, packed, mind, desk, words, action, NO_HEARER)


@kernel
def begin_game(rows: Words, tables: Words, minds: Words, desks: Words) -> None:
    """Sit down at a game that has just been dealt."""
    _begin(items(rows), items(tables), items(minds), desk_at(items(desks), 0), rows.shape[1])


@kernel
def go_on(rows: Words, tables: Words, minds: Words, desks: Words, action: int, actor: int, seat: int) -> None:
    """Take an action of an actor, as a seat sees it, and keep what was before it."""
    desk = desk_at(items(desks), 0)
    if items(rows)[field.TURN] != actor and action >= 0:
        items(rows)[field.TURN] = actor
        list_legal(items(rows), items(tables))
    _go_on(items(rows), items(tables), items(minds), desk, rows.shape[1], action, seat)


@kernel
def come_to(rows: Words, tables: Words, seat: int, clues: int, strikes: int, left: int) -> None:
    """Set what a history does not tell that begins in the middle of a game."""
    row = items(rows)
    row[field.TURN] = seat
    row[field.CLUES] = clues
    row[field.STRIKES] = strikes
    row[field.LEFT] = left
    list_legal(row, items(tables))


@kernel
def open_search(rows: Words, tables: Words, minds: Words, desks: Words, usual: int) -> None:
    """List the actions to be tried; ``usual`` is the blueprint's own one, or ANY to ask for it."""
    _open(items(rows), items(tables), items(minds), desk_at(items(desks), 0), rows.shape[1], usual)


@kernel
def search_round(rows: Words, tables: Words, minds: Words, desks: Words, games: int) -> bool:
    """Play some imagined games with each action that is still tried; whether there is more to do."""
    desk = desk_at(items(desks), 0)
    return _try_round(items(rows), items(tables), items(minds), desk, rows.shape[1], games)


@kernel
def close_search(tables: Words, desks: Words) -> int:
    """The action that did best."""
    return _close(items(tables), desk_at(items(desks), 0))


@inline
def _set_up(row: Row, mind: Row, desk: Desk, words: int) -> None:
    """Prepare a game to be tried, with what its players remember."""
    copy_words(row, desk.tried_row, words)
    copy_lasting(mind, desk.tried_mind)


@noinline
def _begin(row: Row, tables: Row, mind: Row, desk: Desk, words: int) -> None:
    blueprint.begin(row, tables, mind, int64(0))
    copy_words(row, desk.start, words)
    copy_words(mind, desk.tried_mind, mind_at(mind, 0).words)
    desk.misled = 0
    desk.steps = 0
    desk.returned = NO_FACE
    card = int64(0)
    for seat in range(tables[spec.PLAYERS]):
        for slot in range(tables[spec.HAND]):
            desk.cards[seat][slot] = card
            desk.dealt[seat][slot] = card
            card += 1


@noinline
def _go_on(row: Row, tables: Row, mind: Row, desk: Desk, words: int, action: int, hearer: int) -> None:
    """Take an action and keep what was before it; ``hearer`` as in ``lead``."""
    seat, hand, drawn = row[field.TURN], tables[spec.HAND], row[field.DRAWN]
    if action < 0:
        seat = blueprint.seat_of_order(action)
    moment, cards = desk.past[desk.steps], desk.cards[seat]
    desk.steps += 1
    moment.action = action
    moment.seat = seat
    for other in range(tables[spec.PLAYERS]):
        copy_words(desk.cards[other], moment.cards[other], hand)
    copy_words(row, moment.row, words)
    shared = mind_at(mind, 0).shared
    if shared:
        copy_words(mind, moment.mind, mind_at(mind, 0).lasting_words)
    if action < 0:
        blueprint.put_in_order(cards, row[tables[spec.COUNTS] + seat], action)
        blueprint.order_hand(row, tables, action)
        blueprint.reorder(row, tables, mind, action)
        return
    if tables[spec.TILE_COUNT] and action >= tables[spec.BACKS] and action < tables[spec.ENCORES]:
        _see_return(row, tables, desk, action - tables[spec.BACKS])
    if action < 2 * hand:
        slot = action - hand if action >= hand else action
        face = (row[tables[spec.HANDS] + seat] >> slot * FACE_BITS) & FACE_MASK
        desk.faces[cards[slot]] = face
        if face == desk.returned and cards[slot] < desk.drawn_before:
            desk.spare -= 1
        if shared and not has(blueprint.taken_for(row, tables, mind, slot, cards[slot]), face):
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
def _open(row: Row, tables: Row, mind: Row, desk: Desk, words: int, usual: int) -> None:
    """List the actions to be tried: legal ones that tell nothing false, and plays with a chance."""
    hand, own = tables[spec.HAND], mind_at(mind, 0)
    desk.usual = usual
    if usual == ANY:
        _set_up(row, mind, desk, words)
        desk.usual = decide(desk.tried_row, tables, desk.tried_mind)
    desk.alive = 0
    desk.games = 0
    desk.least = UNKNOWN_LEAST
    blueprint.look_at_own_cards(row, tables, mind)
    strike_out_returned(row, tables, own, desk)
    for slot in range(hand):
        desk.believed[slot] = own.own[slot]
    for action in range(tables[spec.ACTION_COUNT]):
        trial = desk.trials[action]
        trial.alive = False
        trial.gain = 0
        trial.squares = 0
        trial.better = 0
        trial.lies = 0
        trial.lost = 0
        trial.perfect = 0
        if not is_legal(row, action):
            continue
        if action != desk.usual:
            if hand <= action < 2 * hand and not _may_fit(row, own, desk.terms, own.own[action - hand]):
                continue
            if own.shared:
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
def _try_round(row: Row, tables: Row, mind: Row, desk: Desk, words: int, games: int) -> bool:
    """Play some imagined games with each action that is still tried; whether to go on."""
    if desk.alive < 2 or desk.games >= desk.terms.samples:
        return False
    for _ in range(games):
        if not believe(row, tables, mind, desk, words):
            desk.surprises += 1
            desk.alive = 0
            return False
        usually = _value(tables, mind, desk, words, desk.usual)
        for action in range(tables[spec.ACTION_COUNT]):
            trial = desk.trials[action]
            if trial.alive and action != desk.usual:
                gain = _value(tables, mind, desk, words, int64(action)) - usually
                trial.gain += gain
                trial.squares += gain * gain
                if gain > 0:
                    trial.better += 1
        desk.games += 1
        if desk.games % desk.terms.interval == 0:
            _give_up(tables, desk)
        if desk.alive < 2 or desk.games >= desk.terms.samples:
            return False
    return True


@noinline
def _value(tables: Row, mind: Row, desk: Desk, words: int, action: int) -> int:
    """What the imagined game comes to after an action, in hundredths of a point."""
    row, trial = desk.tried_row, desk.trials[action]
    if mind_at(mind, 0).shared:
        _set_up(desk.row, mind, desk, words)
        blueprint.play_out(row, tables, desk.tried_mind, action)
    else:
        _set_up(desk.row, desk.mind, desk, words)
        for seat in range(tables[spec.PLAYERS]):
            desk.meant[seat] = -1
        _hear(row, tables, desk, action)
        trial.lies += not blueprint.tells_truth(row, tables, desk.tried_mind, action)
        _play_on(row, tables, desk)
    desk.rollouts += 1
    if row[field.STATUS] == LOST:
        trial.lost += 1
        return int64(0)
    perfect = row[field.STATUS] == PERFECT
    trial.perfect += perfect
    return 100 * row[field.SCORE] + (desk.terms.bonus if perfect else 0)


@noinline
def _play_on(row: Row, tables: Row, desk: Desk) -> None:
    """Let the blueprint play to the end; strangers play what a clue has touched alone, if it may fit."""
    mind, hand = desk.tried_mind, tables[spec.HAND]
    while row[field.STATUS] == RUNNING:
        seat, action = row[field.TURN], int64(ANY)
        slot = desk.meant[seat]
        if slot >= 0 and row[tables[spec.KNOWN] + seat * hand + slot] & row[field.WANTED]:
            action = hand + slot
        if action == ANY:
            action = decide(row, tables, mind)
        _hear(row, tables, desk, action)
        blueprint.follow(row, tables, mind, action)


@noinline
def _hear(row: Row, tables: Row, desk: Desk, action: int) -> None:
    """Keep in mind which slot of a stranger a clue is about to touch alone."""
    kind, receiver, clue = blueprint.action_meaning(row, tables, action)
    desk.meant[row[field.TURN]] = -1
    if kind == CLUE and has(desk.strangers, receiver):
        faces, touched = row[tables[spec.HANDS] + receiver], int64(0)
        for slot in range(row[tables[spec.COUNTS] + receiver]):
            touched |= has(tables[spec.TOUCH + (faces & FACE_MASK)], clue) << slot
            faces >>= FACE_BITS
        desk.meant[receiver] = lowest(touched) if touched and sole(touched) else -1


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
        hopeless = action != desk.usual and (trial.better == 0 or _misleads(desk, trial))
        if hopeless or (gap > 0 and 10 * gap > desk.terms.trust * error):
            trial.alive = False
            desk.alive -= 1


@inline
def _misleads(desk: Desk, trial: Trial) -> bool:
    """Whether an action misleads a teammate in too many games; the blueprint's own may have to."""
    return 100 * (trial.lies - desk.trials[desk.usual].lies) > desk.terms.lies * desk.games


@inline
def _variance(desk: Desk, action: int) -> float:
    """Of what an action does better than the blueprint's own."""
    trial = desk.trials[action]
    return trial.squares / desk.games - (trial.gain / desk.games) ** 2


@noinline
def _close(tables: Row, desk: Desk) -> int:
    """The action that did best; the blueprint's own unless another one is clearly better."""
    if desk.games <= desk.terms.fewest:
        return desk.usual
    best, most = desk.usual, desk.terms.threshold * desk.games
    for action in range(tables[spec.ACTION_COUNT]):
        trial = desk.trials[action]
        if trial.alive and trial.gain > most and not _misleads(desk, trial):
            error = (_variance(desk, int64(action)) / desk.games) ** 0.5
            if 12 * trial.gain > desk.terms.clearly * error * desk.games:
                best, most = int64(action), trial.gain
    return best
