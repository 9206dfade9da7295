"""A stronger player of andrewz: it deals the unseen cards in many ways that fit what the others have done,
plays each of its actions to the end in all of them, and takes the one that wins most."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean as mean
from statistics import stdev
from typing import TypeAlias

from tamaya.andrewz.actions import Action, Discard, Pass, Play
from tamaya.andrewz.events import Closed, Discarded, Drew, Ended, Passed, Played
from tamaya.andrewz.pack import COLOURS, PACK
from tamaya.andrewz.view import View
from tamaya.bots.andrewz import greedy
from tamaya.bots.registry import Choice, bot
from tamaya.rules import Card
from tamaya.words import Message

WORLDS = 60
DOUBT = 1.5
"""How many standard errors an action must be better than the greedy one to be preferred."""
LONGEST = 60
"""Turns after which a rehearsed game is judged by the hands."""

Face: TypeAlias = int
"""8 for each colour and the rank: quicker to rehearse with than cards."""
_PLACES = {suit.letter: place for place, suit in enumerate(COLOURS)}
_FACES: dict[Card, Face] = {card: 8 * _PLACES[card.suit] + card.rank for card in PACK}
_ALL: Counter[Face] = Counter(_FACES[card] for card in PACK)
_HIGHEST = 5
_PASS: Face = -1


@bot(game="andrewz", summary=Message("bots.foresight"))
def foresight(view: View, rng: Random) -> Choice[Action]:
    """Rehearses the rest of the game with hands that the others may hold, and takes what wins most."""
    if len(view.actions) == 1:
        return Choice(view.actions[0], Message("why.only-move"))
    refused, plain = _refusals(view), greedy(view)
    worth: dict[Action, list[float]] = {action: [] for action in view.actions}
    for _ in range(WORLDS):
        world = _imagine(view, refused, rng)
        for action, found in worth.items():
            found.append(world.copy().finish(action))
    best = max(view.actions, key=lambda action: _surely_more(worth[action], worth[plain]))
    if _surely_more(worth[best], worth[plain]) <= 0:
        best = plain
    return Choice(best, secret=Message("why.foresight.share", share=round(mean(worth[best]), 2)))


def _surely_more(ours: list[float], theirs: list[float]) -> float:
    """By how much one action is better than another, less what may be luck."""
    gaps = [one - other for one, other in zip(ours, theirs, strict=True)]
    return mean(gaps) - DOUBT * stdev(gaps) / sqrt(len(gaps))


@dataclass(slots=True)
class _Refusal:
    """What a seat did not play when it could have, and how many of its cards have come since."""

    faces: frozenset[Face] = frozenset()
    new: int = 0


def _refusals(view: View) -> list[_Refusal]:
    """Who passes or discards would rather have played: what fitted then is not among the cards held since."""
    tops = [0] * len(COLOURS)
    seats = [_Refusal() for _ in range(view.players)]
    for event in view.history:
        match event:
            case Played(card=card):
                tops[_PLACES[card.suit]] = card.rank
            case Closed(suit=suit):
                tops[_PLACES[suit]] = 0
            case Passed(seat=seat) | Discarded(seat=seat):
                fitting = frozenset(
                    8 * place + top + more for place, top in enumerate(tops) for more in (0, 1)
                )
                seats[seat] = _Refusal(frozenset(fitting))
            case Drew(seat=seat, count=count):
                seats[seat].new += count
            case Ended():
                pass
    return seats


def _imagine(view: View, refused: list[_Refusal], rng: Random) -> _World:
    """Deal the unseen cards, as far as possible in a way that fits the passes."""
    assert view.seat is not None
    mine = [_FACES[card] for card in view.my_hand]
    piles = [[_FACES[card] for card in pile] for pile in view.piles]
    discards = [_FACES[card] for card in view.discards]
    seen = Counter([*mine, *discards, *(face for pile in piles for face in pile)])
    unseen = list((_ALL - seen).elements())
    rng.shuffle(unseen)
    hands: list[list[Face]] = []
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            hands.append(mine)
            continue
        old = max(0, size - refused[seat].new)
        likely = [face for face in unseen if face not in refused[seat].faces][:old]
        for face in likely:
            unseen.remove(face)
        rest = size - len(likely)
        hands.append(likely + unseen[:rest])
        del unseen[:rest]
    return _World(hands, piles, discards, unseen, view.seat, luck=rng.getrandbits(32))


@dataclass(slots=True)
class _World:
    """A game with all cards known, to be rehearsed quickly: everybody plays by the greedy rule."""

    hands: list[list[Face]]
    piles: list[list[Face]]
    discards: list[Face]
    deck: list[Face]
    turn: int
    luck: int
    """Decides how closed piles are shuffled, alike for every action that is tried."""
    idle: int = 0
    tops: list[Face] = field(default_factory=list)
    """[colour] the face on top, or the one that would lie beneath a 1."""

    def __post_init__(self) -> None:
        self.tops = [pile[-1] if pile else 8 * place for place, pile in enumerate(self.piles)]

    def copy(self) -> _World:
        """The same game, to be played otherwise."""
        hands, piles = [list(hand) for hand in self.hands], [list(pile) for pile in self.piles]
        return _World(hands, piles, list(self.discards), list(self.deck), self.turn, self.luck, self.idle)

    def finish(self, action: Action) -> float:
        """What an action is worth to who is on turn: 1 for a win, a little for a small hand in the end."""
        me, rng = self.turn, Random(self.luck)
        match action:
            case Play(card):
                self._play(_FACES[card], rng)
            case Discard(card):
                self._discard(_FACES[card])
            case Pass():
                self._pass()
        for _ in range(LONGEST):
            if not self.hands[self.turn]:
                return float(self.turn == me)
            if self.idle == len(self.hands):
                break
            self.turn = (self.turn + 1) % len(self.hands)
            face = self._greedy()
            if face == _PASS:
                self._pass()
            else:
                self._play(face, rng)
        mine = len(self.hands[me])
        return sum(mine < len(hand) for hand in self.hands) / (2 * len(self.hands))

    def _greedy(self) -> Face:
        """A repeat before a step, and the lowest of them; or a pass."""
        tops = self.tops
        best, rank = _PASS, 99
        for face in self.hands[self.turn]:
            step = face - tops[face >> 3]
            if 0 <= step <= 1 and (worth := 8 * step + (face & 7)) < rank:
                best, rank = face, worth
        return best

    def _play(self, face: Face, rng: Random) -> None:
        self.idle = 0
        hand, place = self.hands[self.turn], face >> 3
        hand.remove(face)
        self.piles[place].append(face)
        self.tops[place] = face
        if face & 7 == _HIGHEST and hand:
            self.deck += self.piles[place] + [card for card in self.discards if card >> 3 == place]
            self.discards = [card for card in self.discards if card >> 3 != place]
            self.piles[place] = []
            self.tops[place] = 8 * place
            rng.shuffle(self.deck)

    def _discard(self, face: Face) -> None:
        self.idle = 0
        self.hands[self.turn].remove(face)
        self.discards.append(face)
        self._draw(2)

    def _pass(self) -> None:
        self.idle = 0 if self.deck else self.idle + 1
        self._draw(1)

    def _draw(self, due: int) -> None:
        self.hands[self.turn] += self.deck[:due]
        del self.deck[:due]
