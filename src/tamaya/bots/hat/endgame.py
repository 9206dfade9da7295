"""The last cards: rehearse the rest of the game after each sensible action, and take the best.

A rehearsal deals what the seat cannot see at random, from a key that all could know. The players then play
what they know to fit, wait with clues while another one could play, and discard otherwise; a clue lets all
others know their cards.
"""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest, size, sole
from tamaya.bots.compilable import compilable
from tamaya.bots.facts import CLUE, DISCARD, PLAY
from tamaya.bots.hat.state import Book, Public, Sight, Stage

KEYS: Final = 1000
"""Random keys for the rehearsals of one turn."""
_WORD: Final = (1 << 64) - 1
_GAMMA: Final = 0x9E3779B97F4A7C15


@compilable
def rehearse(
    book: Book, public: Public, sight: Sight, kind: int, slot: int, cheapest: int
) -> tuple[int, int]:
    """The kind and slot of the action that does best; the given one unless another is clearly better.

    Tried are the cheapest discard, all sure plays, and a clue, as far as allowed.
    """
    usual, usual_slot = kind, slot
    worth = _worth(book, public, sight, usual, usual_slot)
    if worth == book.terms.samples * (size(public.useful) + 1):
        return usual, usual_slot
    best = worth + book.terms.margin
    if public.clues < book.most_clues and usual != DISCARD:
        worth = _worth(book, public, sight, DISCARD, cheapest)
        if worth > best:
            kind, slot, best = DISCARD, cheapest, worth
    for other in range(public.hands[sight.seat].cards):
        if sight.own[other] & ~public.wanted or (usual == PLAY and other == usual_slot):
            continue
        worth = _worth(book, public, sight, PLAY, other)
        if worth > best:
            kind, slot, best = PLAY, other, worth
    if public.clues > 0 and usual != CLUE:
        worth = _worth(book, public, sight, CLUE, 0)
        if worth > best:
            kind, slot, best = CLUE, 0, worth
    return kind, slot


@compilable
def _worth(book: Book, public: Public, sight: Sight, kind: int, slot: int) -> int:
    """The cards laid in all rehearsals, and one more for each that ends with all of them."""
    needed, worth = size(public.useful), 0
    for sample in range(book.terms.samples):
        deck = _deal_unseen(book, public, sight, public.steps * KEYS + sample)
        card = 0 if kind == CLUE else sight.stage.mine[slot]
        laid = _play_on(book, public, sight.stage, sight.seat, kind, card, deck)
        worth += laid
        if laid == needed:
            worth += 1
    return worth


@compilable
def _deal_unseen(book: Book, public: Public, sight: Sight, key: int) -> int:
    """Deal what the seat cannot see to its hand and to the deck; how many cards are left for the deck."""
    stage = sight.stage
    count = _put(stage, sight.unseen.one, 0)
    count = _put(stage, sight.unseen.two, count)
    count = _put(stage, sight.unseen.three, count)
    rest = stage.rest
    for last in range(count - 1, 0, -1):
        other = below(random_word(key, last), last + 1)
        rest[last], rest[other] = rest[other], rest[last]
    for seat in range(book.players):
        hand, player = public.hands[seat], stage.players[seat]
        held, aware = 0, 0
        for slot in range(hand.cards):
            if seat != sight.seat:
                may_be = hand.may_be[slot]
                card = 1 << sight.faces[seat][slot]
            else:
                may_be = sight.own[slot]
                card = may_be
                if not sole(may_be):
                    count -= 1
                    at = count
                    while at > 0 and not may_be >> rest[at] & 1:
                        at -= 1
                    if not may_be >> rest[at] & 1:
                        at = count
                    card = 1 << rest[at]
                    rest[at] = rest[count]
                stage.mine[slot] = card
            held |= card
            if sole(may_be) or may_be & ~public.wanted == 0:
                aware |= card
        player.held = held
        player.aware = aware
        player.cards = hand.cards
    return count


@compilable(inline=True)
def _put(stage: Stage, faces: int, count: int) -> int:
    """Put one copy of each face to the rest, which has so many cards already; how many it has then."""
    while faces:
        stage.rest[count] = lowest(faces)
        faces &= faces - 1
        count += 1
    return count


@compilable
def _play_on(book: Book, public: Public, stage: Stage, seat: int, kind: int, card: int, rest: int) -> int:
    """The cards that are laid from here to the end, beginning with an action and the card that leaves."""
    wanted, useful, clues, turns_left = public.wanted, public.useful, public.clues, public.turns_left
    deck = min(public.deck, rest)
    needed, laid = size(useful), 0
    while True:
        if kind == CLUE:
            clues -= 1
            for other in range(book.players):
                if other != seat:
                    stage.players[other].aware = stage.players[other].held
        else:
            player = stage.players[seat]
            player.cards -= 1
            player.held &= ~card
            token = kind == DISCARD
            if kind == PLAY:
                laid += 1
                if laid == needed:
                    return laid
                useful &= ~card
                after = book.after[lowest(card)]
                wanted = (wanted & ~card) | after
                token = after == 0
            if token and clues < book.most_clues:
                clues += 1
            if deck > 0 and turns_left < 0:
                deck -= 1
                rest -= 1
                player.held |= 1 << stage.rest[rest]
                player.cards += 1
        if turns_left >= 0:
            turns_left -= 1
            if turns_left == 0:
                return laid
        elif deck == 0:
            turns_left = book.players
        seat = seat + 1 if seat + 1 < book.players else 0
        waiting = clues == book.most_clues or turns_left >= 0
        kind, card = _usual(book, stage, seat, wanted, useful, clues, waiting)


@compilable
def _usual(
    book: Book, stage: Stage, seat: int, wanted: int, useful: int, clues: int, waiting: bool
) -> tuple[int, int]:
    """What a player does in a rehearsal, and with which card."""
    player = stage.players[seat]
    held = player.held & useful
    fitting = held & wanted & player.aware
    if fitting:
        return PLAY, _extreme(book, fitting, 1)
    elsewhere = 0
    for other in range(book.players):
        if other != seat:
            elsewhere |= stage.players[other].held
    spare = player.cards - size(held)
    if clues > 0 and (waiting or spare == 0 or elsewhere & wanted):
        return CLUE, 0
    if spare or held == 0:
        return DISCARD, 0
    return DISCARD, _extreme(book, held & elsewhere or held, -1)


@compilable
def _extreme(book: Book, faces: int, sign: int) -> int:
    """The card that most others follow on its display, or fewest with a sign of -1; the lowest of equals."""
    best, most = 0, -book.ranks
    while faces:
        followers = sign * (book.ranks - 1 - book.step_of[lowest(faces)])
        if followers > most:
            best, most = faces & -faces, followers
        faces &= faces - 1
    return best


@compilable(instead="tamaya.fast.randomness:random_word")
def random_word(key: int, count: int) -> int:
    """Splitmix64, as in ``tamaya.rules.deal``."""
    word = (int(key) + (count + 1) * _GAMMA) & _WORD
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _WORD
    return word ^ (word >> 31)


@compilable(instead="tamaya.fast.randomness:below")
def below(word: int, limit: int) -> int:
    """A number from 0 to ``limit - 1``, from the upper half of a random word."""
    return ((word >> 32) * limit) >> 32
