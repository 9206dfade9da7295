"""A stronger player of andrewz: it imagines thousands of races with cards that the others may hold, as far as
what they have done tells, and takes the action that wins most."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

from tamaya.andrewz.actions import Action, Discard, Pass, Play
from tamaya.andrewz.events import Closed, Discarded, Drew, Ended, Passed, Played
from tamaya.andrewz.pack import COLOURS, PACK
from tamaya.andrewz.view import View
from tamaya.bots import racing
from tamaya.bots.facts import set_of
from tamaya.bots.racing import (
    ACTIONS,
    CARDS,
    DISCARD,
    FACES,
    GUESSES,
    PASS,
    PLACES,
    RANKS,
    SLOTS,
    Place,
    Race,
    Table,
)
from tamaya.bots.registry import Choice, bot
from tamaya.capabilities import ENGINE
from tamaya.rules import Card
from tamaya.words import Message

RACES = 20_000
"""Races that are imagined for a move."""
FEW_RACES = 500
"""The same where the compiled engine is not installed, or not ready yet."""
WARM_UP: float | None = 5.0
"""Seconds for which a move waits until the engine is read from disk or compiled."""

HAND_SIZE = 6
"""Cards that are dealt to a seat (Z1)."""
IMPOSSIBLE = 1e-9
"""How likely a card is that a greedy player would have played before: not every player is greedy."""

_PLACES = {suit.letter: place for place, suit in enumerate(COLOURS)}
_FACES: dict[Card, int] = {card: RANKS * _PLACES[card.suit] + card.rank - 1 for card in PACK}
_CARDS = {face: card for card, face in _FACES.items()}


@bot(game="andrewz", summary=Message("bots.foresight"))
def foresight(view: View, rng: Random) -> Choice[Action]:
    """Imagines races with hands that the others may hold, and takes what wins most."""
    if len(view.actions) == 1:
        return Choice(view.actions[0], Message("why.only-move"))
    race = _race(view, rng)
    if _ready():
        from tamaya.bots.racing_compiled import imagined

        race = imagined(race, RACES)
    else:
        race.tree += [_no_place() for _ in range(PLACES - 1)]
        racing.imagine_races(race, FEW_RACES)
    now = race.tree[0]
    best = max(view.actions, key=lambda action: now.tried[_number(action)])
    share = float(now.worth[_number(best)] / max(now.tried[_number(best)], 1))
    return Choice(best, secret=Message("why.foresight.share", share=round(share, 2)))


def _number(action: Action) -> int:
    """The number of an action in ``racing``."""
    match action:
        case Play(card):
            return _FACES[card]
        case Discard(card):
            return DISCARD + _FACES[card]
        case Pass():
            return PASS


def _race(view: View, rng: Random) -> Race:
    """What a seat sees, before any race is imagined."""
    assert view.seat is not None
    seen = _empty_table(view.players)
    own = [_FACES[card] for card in view.my_hand]
    seen.hands[view.seat][: len(own)] = own
    laid = [card for pile in view.piles for card in pile]
    unseen = Counter(PACK) - Counter([*view.my_hand, *laid, *view.discards])
    deck = sorted(_FACES[card] for card in unseen.elements())
    seen.sizes = list(view.hand_sizes)
    seen.held = _counted(view.my_hand)
    seen.piles = _counted(laid)
    seen.tops = [pile[-1].rank if pile else 0 for pile in view.piles]
    seen.discards = _counted(view.discards)
    seen.deck[: len(deck)] = deck
    seen.left = len(deck)
    return _race_at(seen, view.seat, guess_unlikely_faces(view, rng), key=rng.getrandbits(60))


def _race_at(seen: Table, seat: int, unlikely: list[list[list[int]]], *, key: int) -> Race:
    """A race before any is imagined."""
    return Race(
        players=len(seen.sizes),
        seat=seat,
        key=key,
        words=0,
        seen=seen,
        unlikely=unlikely,
        table=_empty_table(len(seen.sizes)),
        tree=[_no_place()],
        places=1,
        slots=[0] * SLOTS,
        met=[0] * SLOTS,
        path=[0] * racing.DEEPEST,
        taken=[0] * racing.DEEPEST,
    )


def _empty_table(players: int) -> Table:
    return Table(
        hands=[[0] * CARDS for _ in range(players)],
        sizes=[0] * players,
        held=[0] * FACES,
        piles=[0] * FACES,
        tops=[0] * len(COLOURS),
        discards=[0] * FACES,
        deck=[0] * CARDS,
        left=0,
    )


def _counted(cards: Iterable[Card]) -> list[int]:
    counts = [0] * FACES
    for card in cards:
        counts[_FACES[card]] += 1
    return counts


def _no_place() -> Place:
    return Place(position=0, visits=0, tried=[0] * ACTIONS, worth=[0.0] * ACTIONS)


def guess_unlikely_faces(view: View, rng: Random) -> list[list[list[int]]]:
    """[guess][seat][card, the oldest first] set of faces that a seat would have played, had it held them.

    Who passes or discards would rather have played; who plays would rather have played what the greedy rule
    prefers. The table does not see how long a card that is played was held: that is what guesses differ in.
    """
    return [list(seats) for seats in zip(*_guesses_by_seat(view, rng), strict=True)]


def _guesses_by_seat(view: View, rng: Random) -> list[list[list[int]]]:
    """The same as [seat][guess][card]; nothing is asked about the own hand."""
    tops = [0] * len(COLOURS)
    seats = [[[0] * HAND_SIZE for _ in range(GUESSES)] for _ in range(view.players)]
    for event in view.history:
        match event:
            case Played(seat=seat, card=card):
                if seat != view.seat:
                    better, equal = _preferred(tops, _FACES[card])
                    _take_out(seats[seat], _FACES[card], better, equal, rng)
                tops[_PLACES[card.suit]] = card.rank
            case Discarded(seat=seat, card=card):
                if seat != view.seat:
                    _take_out(seats[seat], _FACES[card], set_of(_fitting(tops)), 0, rng)
            case Passed(seat=seat):
                fitting = set_of(_fitting(tops))
                for hand in seats[seat]:
                    hand[:] = [faces | fitting for faces in hand]
            case Closed(suit=suit):
                tops[_PLACES[suit]] = 0
            case Drew(seat=seat, count=count):
                for hand in seats[seat]:
                    hand += [0] * count
            case Ended():
                pass
    if view.seat is not None:
        seats[view.seat] = [[0] * len(view.my_hand) for _ in range(GUESSES)]
    return seats


def _take_out(guesses: list[list[int]], face: int, better: int, equal: int, rng: Random) -> None:
    """Guess which card of a hand was played or discarded, and take it out.

    The fewer faces a card may have, the likelier it is this one; a guess that made it likelier is kept rather
    than one that did not. The others are not what is better, and the older ones not what is equal: of equal
    cards the oldest is played.
    """
    weights = [[_likelihood(faces, face) for faces in hand] for hand in guesses]
    kept = rng.choices(range(GUESSES), [sum(hand) for hand in weights], k=GUESSES)
    after = []
    for guess in kept:
        hand = guesses[guess]
        (at,) = rng.choices(range(len(hand)), weights[guess])
        older = [faces | better | equal for faces in hand[:at]]
        after.append(older + [faces | better for faces in hand[at + 1 :]])
    guesses[:] = after


def _likelihood(unlikely: int, face: int) -> float:
    """How likely a card is that has a face, compared with other cards."""
    return IMPOSSIBLE if unlikely >> face & 1 else 1 / (FACES + 1 - unlikely.bit_count())


def _preferred(tops: list[int], face: int) -> tuple[int, int]:
    """Sets of the faces that the greedy rule plays rather than a face, and of those that are as good."""
    worth = _worth(tops, face)
    fitting = list(_fitting(tops))
    better = set_of(other for other in fitting if _worth(tops, other) < worth)
    return better, set_of(other for other in fitting if _worth(tops, other) == worth)


def _fitting(tops: list[int]) -> Iterator[int]:
    """The faces that some pile takes (Z4)."""
    for colour, top in enumerate(tops):
        for rank in (top, top + 1):
            if 1 <= rank <= RANKS:
                yield RANKS * colour + rank - 1


def _worth(tops: list[int], face: int) -> tuple[bool, int]:
    """What the greedy rule goes by: steps come after repeats and new colours, high cards after low ones."""
    top, rank = tops[face // RANKS], face % RANKS + 1
    return 0 < top < rank, rank


def compile_races() -> None:
    """Compile what imagines races, or read it from disk, by imagining one."""
    from tamaya.bots.racing_compiled import imagined

    # The seat that thinks holds one card, and wins with it.
    table = _empty_table(players=1)
    table.sizes[0] = table.held[0] = 1
    imagined(_race_at(table, 0, [], key=0), 1)


@cache
def _compiling() -> threading.Thread:
    """Compile in the background."""
    thread = threading.Thread(target=compile_races, daemon=True)
    thread.start()
    return thread


def _ready() -> bool:
    """Whether the engine is compiled; the first time, a move waits a little for it."""
    if not ENGINE.works:
        return False
    thread = _compiling()
    thread.join(WARM_UP)
    return not thread.is_alive()
