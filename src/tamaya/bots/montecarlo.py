"""A stronger player of andrewz: it imagines thousands of races with cards that the others may hold, as far as
what they have done tells, and takes the action that wins most."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from tamaya.andrewz.actions import Action, Discard, Pass, Play
from tamaya.andrewz.events import Closed, Discarded, Drew, Ended, Passed, Played
from tamaya.andrewz.pack import COLOURS, PACK
from tamaya.andrewz.view import View
from tamaya.bots import racing
from tamaya.bots.facts import set_of
from tamaya.bots.racing import ACTIONS, CARDS, DISCARD, FACES, PASS, PLACES, RANKS, SLOTS, Place, Race, Table
from tamaya.bots.registry import Choice, bot
from tamaya.capabilities import ENGINE
from tamaya.rules import Card
from tamaya.words import Message

RACES = 6_000
"""Races that are imagined for a move."""
FEW_RACES = 500
"""The same where the compiled engine is not installed, or not ready yet."""
WARM_UP: float | None = 5.0
"""Seconds for which a move waits until the engine is read from disk or compiled."""

_PLACES = {suit.letter: place for place, suit in enumerate(COLOURS)}
_FACES: dict[Card, int] = {card: RANKS * _PLACES[card.suit] + card.rank - 1 for card in PACK}
_CARDS = {face: card for card, face in _FACES.items()}


@bot(game="andrewz", summary=Message("bots.foresight"))
def foresight(view: View, rng: Random) -> Choice[Action]:
    """Imagines races with hands that the others may hold, and takes what wins most."""
    if len(view.actions) == 1:
        return Choice(view.actions[0], Message("why.only-move"))
    race = _race(view, key=rng.getrandbits(60))
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


def _race(view: View, *, key: int) -> Race:
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
    return _race_at(seen, view.seat, unlikely_faces(view), key)


def _race_at(seen: Table, seat: int, unlikely: list[list[int]], key: int) -> Race:
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


@dataclass(slots=True)
class _Refusal:
    """What a seat did not play when it could have, and how many of its cards have come since."""

    faces: int
    new: int = 0


def unlikely_faces(view: View) -> list[list[int]]:
    """[seat][card, the oldest first] set of faces that a seat would have played, had it held them so long.

    Who passes or discards would rather have played; who plays would rather have played what the greedy rule
    prefers. A card that is played and was refused before must have come since.
    """
    tops = [0] * len(COLOURS)
    seats: list[list[_Refusal]] = [[] for _ in range(view.players)]
    for event in view.history:
        match event:
            case Played(seat=seat, card=card):
                _have_come(seats[seat], card)
                worth = _worth(tops, _FACES[card])
                better = [face for face in _fitting(tops) if _worth(tops, face) < worth]
                seats[seat].append(_Refusal(set_of(better)))
                tops[_PLACES[card.suit]] = card.rank
            case Discarded(seat=seat, card=card):
                _have_come(seats[seat], card)
                seats[seat].append(_Refusal(set_of(_fitting(tops))))
            case Passed(seat=seat):
                seats[seat].append(_Refusal(set_of(_fitting(tops))))
            case Closed(suit=suit):
                tops[_PLACES[suit]] = 0
            case Drew(seat=seat, count=count):
                for refusal in seats[seat]:
                    refusal.new += count
            case Ended():
                pass
    return [
        [_refused_since(refusals, size, card) for card in range(size)]
        for refusals, size in zip(seats, view.hand_sizes, strict=True)
    ]


def _have_come(refusals: list[_Refusal], card: Card) -> None:
    """A card leaves a hand: where it had been refused, it is one of those that came since."""
    for refusal in refusals:
        if refusal.faces >> _FACES[card] & 1 and refusal.new:
            refusal.new -= 1


def _refused_since(refusals: list[_Refusal], size: int, card: int) -> int:
    """Set of faces that a card of a hand is not, counted from the oldest."""
    found = 0
    for refusal in refusals:
        if card < size - refusal.new:
            found |= refusal.faces
    return found


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
    imagined(_race_at(table, 0, [[]], key=0), 1)


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
