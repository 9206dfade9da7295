"""The classes of a review: what each move was worth, by what its player could know and in hindsight."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

from pydantic import TypeAdapter, ValidationError

from tamaya.records import Json
from tamaya.review.version_1 import with_messages
from tamaya.rules import BrokenRecord, Seat, UnknownVersion
from tamaya.wire.schema import AsObject, broken
from tamaya.words import ENGLISH, Message, Reader

FORMAT = "tamaya-review"
VERSION = 2
WITH_SENTENCES = 1
"""The version of 0.1.0, which held sentences as texts in English."""
COSTLY = 5
"""How many moves a summary names at most, of each sort."""

Loss: TypeAlias = Literal["", "strikes", "misplay", "discard", "tempo"]
"""Why points went out of reach: the last strike, a misplayed card, a discarded one, or time."""
Fate: TypeAlias = Literal["played", "misplayed", "discarded", "held"]

LOSSES: tuple[Loss, ...] = ("strikes", "misplay", "discard", "tempo")
"""The sorts of loss, in the order in which a summary names them."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """How games went on from here when hat played all seats, over hands and decks that the mover thought
    possible."""

    win: float
    """The share of perfect games."""
    win_error: float
    """Its standard error."""
    score: float
    """The mean official score."""
    score_error: float
    rollouts: int


@dataclass(frozen=True, slots=True)
class Risk:
    """What a play or a discard risked, as far as its player could know; all are chances."""

    strike: float
    """Of a card that does not fit."""
    loss: float
    """Of losing an indispensable card."""
    lost: float
    """Of losing the game at once (E1, F1)."""
    dead: float
    """Of a card that is not needed any more."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a clue told its receiver, by the receiver's own knowledge before and after it."""

    receiver: Seat
    clue: str
    slots: tuple[int, ...]
    """All that it touched."""
    new: tuple[int, ...]
    """Those that no clue had touched before."""
    bits: float
    """How much it told: each bit halves the hands that the receiver thinks possible."""
    excluded: int
    """How many faces it ruled out, over all slots."""
    playable: tuple[int, ...]
    """The slots that the receiver now knows to fit, and did not know before."""
    dead: tuple[int, ...]
    """The slots that the receiver now knows to be of no use, and did not know before."""


@dataclass(frozen=True, slots=True)
class Touched:
    """What became of a card that a clue touched; known when the game is over."""

    slot: int
    fate: Fate
    turn: int | None
    """When; None for a card that is still held."""
    saved: bool
    """It was indispensable, no clue had touched it before, and it was neither discarded nor misplayed."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a bot would have done with the same view."""

    bot: str
    action: str
    words: Message
    reason: tuple[Message, ...]
    """One sentence after the other; none if the bot gives no reason."""
    same: bool
    """It is what the player did."""


@dataclass(frozen=True, slots=True)
class Better:
    """A move that did better than the one made, over the same imagined deals."""

    action: str
    words: Message
    gain: float
    """How many points more, on average."""
    error: float
    """The standard error of the gain."""
    win_gain: float
    """How many more perfect games, as a share."""
    reason: tuple[Message, ...]
    """What speaks for it, one sentence after the other."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The best score for those who know all cards: at least ``score`` can be reached, at most ``bound``."""

    score: int
    bound: int

    @property
    def proven(self) -> bool:
        """Whether it is known exactly."""
        return self.score == self.bound

    @property
    def label(self) -> Message:
        """The score, or what it lies between."""
        if self.proven:
            return Message("review.reach-known", score=self.score)
        return Message("review.reach-between", score=self.score, bound=self.bound)

    def __str__(self) -> str:
        return str(self.label)


@dataclass(frozen=True, slots=True)
class Hindsight:
    """What only those know who see all cards: no player could have."""

    before: Reach
    after: Reach
    lost: int
    """How many points the move gave away, as far as it is proven."""
    kind: Loss
    """How; empty if it gave nothing away."""


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One move. All but ``later`` and ``hindsight`` follows from what a player could know then:
    the mover, or for ``told`` the receiver."""

    turn: int
    """Its number in the record, from 1."""
    seat: Seat
    name: str
    action: str
    words: tuple[Message, ...]
    """What the table saw, event by event."""
    gone: int
    """Points that it put out of reach for all to see: by the cards that are gone, or by losing the game."""
    pace: int | None
    """Before the move; see ``Knowledge.pace``."""
    efficiency: float | None
    """Before the move, as the mover counts: cards laid and useful cards touched, for each clue so far."""
    risk: Risk | None
    """Of a play or a discard."""
    told: Told | None
    """By a clue."""
    advice: Advice | None
    estimate: Estimate | None
    """The position before the move, by the mover's belief."""
    played: Estimate | None
    """The same with the move made."""
    better: Better | None
    """A better move, if one is beyond doubt."""
    later: tuple[Touched, ...]
    """What became of the cards that a clue touched."""
    hindsight: Hindsight | None

    @property
    def before(self) -> Reach | None:
        """Hindsight: the best that could be reached before the move."""
        return self.hindsight.before if self.hindsight else None

    @property
    def after(self) -> Reach | None:
        """Hindsight: the best that could be reached after it."""
        return self.hindsight.after if self.hindsight else None

    @property
    def lost(self) -> int:
        """Hindsight: the points that it gave away, as far as it is proven."""
        return self.hindsight.lost if self.hindsight else 0

    @property
    def gain(self) -> float:
        """How many points more a better move would have brought, on average."""
        return self.better.gain if self.better else 0.0


@dataclass(frozen=True, slots=True)
class Solved:
    """Hindsight: what the deal allowed to those who know all cards."""

    score: int
    bound: int
    line: tuple[str, ...]
    """The actions that reach the score, from the deal on."""
    how: Message

    @property
    def reach(self) -> Reach:
        """The score, and what it cannot exceed."""
        return Reach(self.score, self.bound)


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the graph: how the game stood after so many moves, by the belief of who moves next."""

    turn: int
    win: float
    win_error: float
    score: float
    score_error: float


@dataclass(frozen=True, slots=True)
class Turning:
    """A turning point: the move after which the outlook was worse by most."""

    turn: int
    drop: float
    """In expected points."""
    win_drop: float
    """In the chance of a perfect game."""


@dataclass(frozen=True, slots=True)
class LossCount:
    """How often points went out of reach in one way, and how many."""

    kind: Loss
    moves: int
    points: int


@dataclass(frozen=True, slots=True)
class Span:
    """Points that were given away by some move of these turns; which one is not proven."""

    begin: int
    end: int
    points: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What a review comes to; moves are named by their turns. None stands for what was not worked out."""

    winnable: bool | None
    weighed: int
    """How many moves were compared with other moves."""
    graph: tuple[Point, ...]
    turning: tuple[Turning, ...] | None
    costly: tuple[int, ...]
    missed: tuple[int, ...] | None
    losses: tuple[LossCount, ...] | None
    unplaced: tuple[Span, ...] | None


@dataclass(frozen=True, slots=True)
class Review:
    """A whole game, reviewed. ``str`` tells it, ``html`` is a page of it, ``svg`` its graph.

    It holds codes and numbers; what is shown is said to a reader, in their language.
    """

    rules: str
    names: tuple[str, ...]
    first: Seat
    outcome: str
    """perfect, counted or lost; empty while the game runs."""
    score: int
    """The official score; of a running game, what the displays count."""
    most: int
    """The highest score of these rules."""
    ending: Message
    """How it ended."""
    seed: int
    rollouts: int
    """How many for each move; 0 without."""
    total: int
    """How many moves the record has."""
    stopped: bool
    """It was stopped before all was done."""
    notes: tuple[Message, ...]
    """What could not be done, and why."""
    moves: tuple[MoveReview, ...]
    end: Estimate | None
    """The last position, where the game was not over."""
    deal: Solved | None
    """Hindsight."""

    # What it comes to.

    @property
    def winnable(self) -> bool | None:
        """Hindsight: whether the deal allowed a perfect game; None if that is not proven."""
        if self.deal is None:
            return None
        if self.deal.score == self.most:
            return True
        return False if self.deal.bound < self.most else None

    @property
    def graph(self) -> tuple[Point, ...]:
        """Winning chance and expected score before the first move and after every move."""
        found = [_point(move.turn - 1, move.estimate) for move in self.moves if move.estimate]
        if self.end is not None:
            found.append(_point(len(self.moves), self.end))
        elif self.outcome and found and len(self.moves) == self.total:
            found.append(Point(self.total, float(self.outcome == "perfect"), 0.0, float(self.score), 0.0))
        return tuple(found)

    @property
    def turning(self) -> tuple[Turning, ...]:
        """The largest drops of the graph that are beyond doubt, the largest first."""
        points = self.graph
        drops = []
        for before, after in pairwise(points):
            drop, doubt = before.score - after.score, (before.score_error**2 + after.score_error**2) ** 0.5
            if drop > max(2 * doubt, 0.05):
                drops.append(Turning(before.turn + 1, round(drop, 4), round(before.win - after.win, 4)))
        return tuple(sorted(drops, key=lambda turning: (-turning.drop, turning.turn))[:COSTLY])

    @property
    def costly(self) -> tuple[MoveReview, ...]:
        """The moves that gave points away, the dearest first; in hindsight, or for all to see."""
        found = [move for move in self.moves if move.lost or move.gone]
        return tuple(sorted(found, key=lambda move: (-move.lost, -move.gone, move.turn))[:COSTLY])

    @property
    def missed(self) -> tuple[MoveReview, ...]:
        """The moves for which there was a better one, the largest gain first.

        Left out are those that partner would have made too: its conventions tell more than the words of the
        clues, by which rollouts go.
        """
        found = [move for move in self.moves if move.better and not (move.advice and move.advice.same)]
        return tuple(sorted(found, key=lambda move: (-move.gain, move.turn))[:COSTLY])

    @property
    def losses(self) -> tuple[LossCount, ...]:
        """Hindsight: how points were given away, by sort."""
        found = []
        for kind in LOSSES:
            moves = [move.lost for move in self.moves if move.hindsight and move.hindsight.kind == kind]
            if moves:
                found.append(LossCount(kind, len(moves), sum(moves)))
        return tuple(found)

    @property
    def unplaced(self) -> tuple[Span, ...]:
        """Hindsight: losses that are proven for some turns together, and for none of them alone."""
        found = []
        known, since, placed = self.moves[0].before if self.moves else None, 1, 0
        for move in self.moves:
            placed += move.lost
            if known is None or not known.proven:
                known, since, placed = move.after, move.turn + 1, 0
            elif move.after is not None and move.after.proven:
                if missing := known.score - move.after.score - placed:
                    found.append(Span(since, move.turn, missing))
                known, since, placed = move.after, move.turn + 1, 0
        return tuple(found)

    @property
    def weighed(self) -> int:
        """How many moves were compared with other moves; where none was, ``missed`` says nothing."""
        return sum(move.estimate is not None for move in self.moves)

    @property
    def summary(self) -> Summary:
        """All of these in one value."""
        hindsight = any(move.hindsight for move in self.moves)
        return Summary(
            winnable=self.winnable,
            weighed=self.weighed,
            graph=self.graph,
            turning=self.turning if self.graph else None,
            costly=tuple(move.turn for move in self.costly),
            missed=tuple(move.turn for move in self.missed) if self.weighed else None,
            losses=self.losses if hindsight else None,
            unplaced=self.unplaced if hindsight else None,
        )

    # Its forms.

    def plain(self) -> dict[str, Json]:
        """The review as JSON values, with its summary."""
        summary = {"text": str(self), **_SUMMARIES.dump_python(self.summary, mode="json")}
        data = _REVIEWS.dump_python(self, mode="json")
        return {"format": FORMAT, "version": VERSION, **data, "summary": summary}

    @classmethod
    def from_plain(cls, data: object) -> Review:
        """A review from what ``plain`` gave; the summary is worked out again."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BrokenRecord(str(data)[:200], "record.format", format=FORMAT)
        if data.get("version") not in (VERSION, WITH_SENTENCES):
            raise UnknownVersion(f"version {data.get('version')!r}", "record.version", version=VERSION)
        rest = {key: item for key, item in data.items() if key not in ("format", "version", "summary")}
        try:
            if data["version"] == WITH_SENTENCES:
                rest = with_messages(rest)
            return _REVIEWS.validate_json(json.dumps(rest), strict=True, extra="forbid")
        except ValidationError as error:
            raise broken(error) from None

    def __str__(self) -> str:
        from tamaya.review.text import summary

        return summary(self)

    def text(self, reader: Reader = ENGLISH) -> str:
        """The summary and every move, in words."""
        from tamaya.review.text import everything

        return everything(self, reader)

    def svg(self, reader: Reader = ENGLISH) -> str:
        """The graph as an SVG document."""
        from tamaya.review.graph import draw

        return draw(self, reader)

    def html(self, reader: Reader = ENGLISH) -> str:
        """A page that stands alone: the summary, the graph and every move."""
        from tamaya.review.page import write

        return write(self, reader)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from tamaya.review.page import part

        return part(self)


_REVIEWS: TypeAdapter[Review] = TypeAdapter(Annotated[Review, AsObject()])
_SUMMARIES = TypeAdapter(Summary)


def _point(turn: int, estimate: Estimate) -> Point:
    return Point(turn, estimate.win, estimate.win_error, estimate.score, estimate.score_error)
