"""A review in words: the remarks about a game and its moves, and all of them as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tamaya.engine import parse_action
from tamaya.engine.story import action_label
from tamaya.review.model import Hindsight, Loss, MoveReview, Review, Risk, Told, Touched, Turning
from tamaya.rules import Rules
from tamaya.words import ENGLISH, Message, Reader, Who, say, say_all

_BARS = "▁▂▃▄▅▆▇█"
_WIDEST = 46
"""Bars in a line."""


def summary(review: Review, reader: Reader = ENGLISH) -> str:
    """The verdict, the graph and the moves that mattered: one screen."""
    return "\n".join(_summary(review, reader_of(review, reader)))


def everything(review: Review, reader: Reader = ENGLISH) -> str:
    """The summary and every move."""
    reader = reader_of(review, reader)
    moves = (line for move in review.moves for line in _move_lines(review, move, reader))
    return "\n".join([*_summary(review, reader), "", *moves])


def reader_of(review: Review, reader: Reader) -> Reader:
    """The reader, who calls the players by their names in the review."""
    return replace(reader, names=review.names)


@dataclass(frozen=True, slots=True)
class Remark:
    """A line of one or several sentences, and whether it tells what no player could know."""

    sentences: tuple[Message, ...]
    hindsight: bool = False

    def say(self, reader: Reader) -> str:
        """The line in the reader's language."""
        return say_all(self.sentences, reader)


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move worth a look: its turn, and what there is to say."""

    turn: int
    remark: Remark


@dataclass(frozen=True, slots=True)
class ReviewSection:
    """Moves worth a look."""

    heading: Message
    rows: tuple[MoveRow, ...]
    hindsight: bool = False


@dataclass(frozen=True, slots=True)
class Bars:
    """A graph in one line."""

    label: Message
    bars: str
    span: Message
    """What it begins and ends with."""


def _summary(review: Review, reader: Reader) -> Iterator[str]:
    yield say(heading(review), reader)
    yield say(ending(review), reader)
    yield say(verdict(review), reader)
    yield from (f"{say(row.label, reader):<16} {row.bars}  {say(row.span, reader)}" for row in bars(review))
    for section in sections(review):
        yield say(section.heading, reader)
        yield from (f"  {row.turn:>3}  {row.remark.say(reader)}" for row in section.rows)
    yield from (remark.say(reader) for remark in remarks(review))


def _move_lines(review: Review, move: MoveReview, reader: Reader) -> Iterable[str]:
    """A move in a few lines."""
    yield f"[{move.turn}] {say(move_label(move), reader)}"
    yield from (f"      {fact.say(reader)}" for fact in move_facts(move, review))


# The whole game.


def heading(review: Review) -> Message:
    """Which game it is."""
    return Message("review.heading", rules=review.rules, names=review.names)


def ending(review: Review) -> Message:
    """How it ended, as a sentence."""
    return Message("review.ending", ending=review.ending)


def verdict(review: Review) -> Message:
    """Whether the deal could be won, by those who see all cards."""
    deal, most = review.deal, review.most
    if deal is None:
        return Message("review.deal-not-asked")
    if review.winnable:
        return Message("review.deal-won", score=deal.score, most=most, how=deal.how)
    if review.winnable is False:
        return Message("review.deal-lost", best=deal.reach.label, most=most, how=deal.how)
    return Message("review.deal-open", score=deal.score, most=most, bound=deal.bound)


def bars(review: Review) -> list[Bars]:
    """Winning chance and expected points in a line each; none without estimates.

    A game that is longer than the line is shown at equal distances.
    """
    points = review.graph
    if not points:
        return []
    step = -(-len(points) // _WIDEST)
    some = [*points[:-1:step], points[-1]]
    least = min(0.0, *(point.score for point in points))
    width = max(1.0, review.most - least)
    first, last = points[0], points[-1]
    wins = "".join(bar(point.win) for point in some)
    scores = "".join(bar((point.score - least) / width) for point in some)
    win_span = Message("review.win-span", begin=first.win, end=last.win)
    score_span = Message("review.score-span", begin=first.score, end=last.score)
    return [
        Bars(Message("review.winning-chance"), wins, win_span),
        Bars(Message("review.expected-points"), scores, score_span),
    ]


def bar(share: float) -> str:
    """A bar as high as a share of the line."""
    return _BARS[min(7, max(0, int(8 * share)))]


def sections(review: Review) -> list[ReviewSection]:
    """The moves that mattered; nothing is said of what there is none of."""
    found = (
        ReviewSection(Message("review.turning-points"), tuple(_turning_rows(review))),
        ReviewSection(Message("review.given-away"), tuple(_costly_rows(review)), hindsight=True),
        ReviewSection(Message("review.better-moves"), tuple(_missed_rows(review))),
    )
    return [section for section in found if section.rows]


def _turning_rows(review: Review) -> Iterator[MoveRow]:
    moves = {move.turn: move for move in review.moves}
    for turning in review.turning:
        said = Message("review.turning-point", move=moves[turning.turn].words, drop=drop_label(turning))
        yield MoveRow(turning.turn, Remark((said,)))


def drop_label(turning: Turning) -> Message:
    """By how much the outlook was worse after a turning point."""
    return Message(
        "review.drop",
        points=turning.drop,
        won="yes" if abs(turning.win_drop) >= 0.005 else "no",
        sign="-" if turning.win_drop > 0 else "+",
        win=abs(turning.win_drop),
    )


def _costly_rows(review: Review) -> Iterator[MoveRow]:
    for move in review.costly:
        said = Message("review.costly-move", move=move.words)
        yield MoveRow(move.turn, Remark((said, _cost(move)), hindsight=True))


def _missed_rows(review: Review) -> Iterator[MoveRow]:
    rules = Rules.parse(review.rules)
    for move in review.missed:
        if better := move.better:
            said = Message(
                "review.missed-move",
                who=Who(move.seat),
                better=better.words,
                made=action_label(parse_action(move.action), rules),
                gain=better.gain,
            )
            yield MoveRow(move.turn, Remark((said, *better.reason)))


def remarks(review: Review) -> Iterator[Remark]:
    """What else there is to say about the whole game."""
    if losses := review.losses:
        counts = tuple(
            Message("review.loss-count", points=loss.points, loss=_loss(loss.kind), moves=loss.moves)
            for loss in losses
        )
        yield Remark((Message("review.losses", losses=counts),), hindsight=True)
    for span in review.unplaced:
        said = Message("review.unplaced", points=span.points, begin=span.begin, end=span.end)
        yield Remark((said,), hindsight=True)
    yield from (Remark((note,)) for note in review.notes)
    if review.moves and not review.weighed:
        yield Remark((Message("review.not-weighed"),))
    if review.stopped:
        yield Remark((Message("review.stopped", done=len(review.moves), total=review.total),))


# One move.


def move_label(move: MoveReview) -> Message:
    """What the table saw of a move."""
    return Message("review.move", events=move.words)


def move_facts(move: MoveReview, review: Review | None = None) -> Iterator[Remark]:
    """What there is to say about a move, a line for each thing; with the review to which the move belongs,
    also what came of it."""
    if move.risk:
        yield Remark(tuple(_risks(move.risk, discards=move.action.startswith("d"))))
    if move.told:
        yield Remark(tuple(_news(move.told)))
    if move.gone:
        yield Remark((Message("review.gone", points=move.gone),))
    if move.later:
        yield Remark(tuple(said for card in move.later for said in _fate(card)), hindsight=True)
    if move.estimate and move.played:
        before, after = move.estimate, move.played
        said = Message(
            "review.outlook",
            win_before=before.win,
            win_after=after.win,
            before=before.score,
            after=after.score,
        )
        yield Remark((said,))
    if review is not None and (came := _came(review, move.turn)):
        yield Remark((came,))
    if better := move.better:
        said = Message("review.better", action=better.words, gain=better.gain, error=better.error)
        yield Remark((said, *better.reason))
    if advice := move.advice:
        same = Message("review.advice-same", bot=advice.bot)
        other = Message("review.advice-other", bot=advice.bot, action=advice.words)
        yield Remark((same if advice.same else other, *advice.reason))
    yield Remark((_pace(move),))
    if hindsight := move.hindsight:
        reach = Message("review.reach", before=hindsight.before.label, after=hindsight.after.label)
        yield Remark((reach, _given_away(hindsight)), hindsight=True)


def _came(review: Review, turn: int) -> Message | None:
    """How the outlook stood before a move, and after the table had seen what came of it: the mover's own
    belief knows nothing of the card that turned up."""
    points = {point.turn: point for point in review.graph}
    if turn - 1 not in points or turn not in points:
        return None
    before, after = points[turn - 1], points[turn]
    change = after.score - before.score
    return Message(
        "review.came-of-it",
        win=after.win,
        before=before.score,
        after=after.score,
        sign="-" if change < 0 else "+",
        change=abs(change),
    )


def _risks(risk: Risk, *, discards: bool) -> Iterator[Message]:
    if not (risk.strike or risk.loss or risk.lost):
        yield Message("review.risk-none")
    chances = {"strike": risk.strike, "loss": risk.loss, "lost": risk.lost, "dead": discards * risk.dead}
    for kind, chance in chances.items():
        if chance:
            yield Message(f"review.risk-{kind}", chance=chance)


def _news(told: Told) -> Iterator[Message]:
    who = Who(told.receiver)
    yield Message("review.told", who=who, bits=told.bits, count=len(told.new), slots=told.new)
    if told.excluded:
        yield Message("review.told-excluded", count=told.excluded)
    if told.playable:
        yield Message("review.told-fits", who=who, count=len(told.playable), slots=told.playable)
    if told.dead:
        yield Message("review.told-dead", who=who, count=len(told.dead), slots=told.dead)


def _fate(card: Touched) -> Iterator[Message]:
    yield Message("review.fate", slot=card.slot, fate=card.fate, turn=card.turn or 0)
    if card.saved:
        yield Message("review.saved", slot=card.slot)


def _pace(move: MoveReview) -> Message:
    pace, efficiency = move.pace is not None, move.efficiency is not None
    return Message(
        "review.pace",
        known="both" if pace and efficiency else "pace" if pace else "efficiency" if efficiency else "none",
        pace=move.pace or 0,
        efficiency=move.efficiency or 0.0,
    )


def _given_away(hindsight: Hindsight) -> Message:
    if not hindsight.lost:
        return Message("review.nothing-lost")
    return Message("review.lost", points=hindsight.lost, loss=_loss(hindsight.kind))


def _loss(kind: Loss) -> Message:
    """How a sort of loss comes about."""
    return Message(f"review.loss.{kind}")


def _cost(move: MoveReview) -> Message:
    """What a move cost, in hindsight or for all to see."""
    if move.hindsight and move.lost:
        return _given_away(move.hindsight)
    return Message("review.gone-only" if move.hindsight else "review.gone", points=move.gone)
