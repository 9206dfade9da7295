"""A review in plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tamaya.engine import parse_action
from tamaya.review.knowing import action_words
from tamaya.review.model import LOSSES, Estimate, MoveReview, Review, Risk, Told, Touched, Turning
from tamaya.rules import Rules

HINDSIGHT = "with all cards seen"
"""How everything is marked that no player could know."""
_MARK = HINDSIGHT.capitalize()
_BARS = "▁▂▃▄▅▆▇█"
_WIDEST = 46
"""Bars in a line."""


def summary(review: Review) -> str:
    """The verdict, the graph and the moves that mattered: one screen."""
    return "\n".join(_summary(review))


def everything(review: Review) -> str:
    """The summary and every move."""
    return "\n".join([*_summary(review), "", *(line for move in review.moves for line in move_lines(move))])


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence, and whether it tells what no player could know."""

    words: str
    hindsight: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Moves worth a look: their turns, and what there is to say."""

    heading: str
    rows: list[tuple[int, str]]
    hindsight: bool = False


def _summary(review: Review) -> Iterator[str]:
    yield f"{review.rules}: {', '.join(review.names)}"
    yield f"{review.ending}."
    yield verdict(review)
    yield from (f"{name:<15} {row}  {begin} to {end}" for name, row, begin, end in bars(review))
    for section in sections(review):
        yield section.heading
        yield from (f"  {turn:>3}  {text}" for turn, text in section.rows)
    yield from (remark.words for remark in remarks(review))


def sections(review: Review) -> list[Section]:
    """The moves that mattered; nothing is said of what there is none of."""
    found = (
        Section("Turning points, by what the players could know", turning_rows(review)),
        Section(f"Points given away, {HINDSIGHT}", costly_rows(review), hindsight=True),
        Section("Better moves, by what the player could know", missed_rows(review)),
    )
    return [section for section in found if section.rows]


def remarks(review: Review) -> Iterator[Remark]:
    """What else there is to say about the whole game."""
    if losses := losses_words(review):
        yield Remark(f"Given away in all, {HINDSIGHT}: {losses}.", hindsight=True)
    for span in review.unplaced:
        yield Remark(
            f"Given away between turns {span.begin} and {span.end}, {HINDSIGHT}: {_points(span.points)}; "
            "by which move is not proven.",
            hindsight=True,
        )
    yield from map(Remark, review.notes)
    if review.stopped:
        yield Remark(f"The review was stopped: {len(review.moves)} of {review.total} moves are done.")


def verdict(review: Review) -> str:
    """Whether the deal could be won, by those who see all cards."""
    deal, mark = review.deal, _MARK
    if deal is None:
        return "Whether the deal could be won was not asked."
    if review.winnable:
        return f"{mark}, the deal could be won: {deal.score} of {review.most} ({deal.how})."
    if review.winnable is False:
        reach = deal.score if deal.score == deal.bound else f"between {deal.score} and {deal.bound}"
        return f"{mark}, the deal could not be won: the best is {reach} of {review.most} ({deal.how})."
    return (
        f"{mark}, it is open whether the deal could be won: {deal.score} of {review.most} can be reached, "
        f"more than {deal.bound} cannot."
    )


def bars(review: Review) -> list[tuple[str, str, str, str]]:
    """[row of bars] its name, the bars, and what it begins and ends with; none without estimates.

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
    return [
        ("winning chance", wins, f"{first.win:.0%}", f"{last.win:.0%}"),
        ("expected points", scores, f"{first.score:.1f}", f"{last.score:.1f}"),
    ]


def bar(share: float) -> str:
    """A bar as high as a share of the line."""
    return _BARS[min(7, max(0, int(8 * share)))]


def turning_rows(review: Review) -> list[tuple[int, str]]:
    """[turning point] the turn, and what happened there."""
    words = {move.turn: move.words for move in review.moves}
    return [(turning.turn, f"{words[turning.turn]} ({drop_words(turning)})") for turning in review.turning]


def drop_words(turning: Turning) -> str:
    """By how much the outlook was worse after a turning point."""
    win = f", {-turning.win_drop:+.0%} to win" if abs(turning.win_drop) >= 0.005 else ""
    return f"{-turning.drop:+.1f} points{win}"


def costly_rows(review: Review) -> list[tuple[int, str]]:
    """[costly move] the turn, and what it cost."""
    return [(move.turn, f"{move.words} ({cost_words(move)})") for move in review.costly]


def missed_rows(review: Review) -> list[tuple[int, str]]:
    """[missed move] the turn, and what would have been better."""
    rules = Rules.parse(review.rules)
    found = []
    for move in review.missed:
        if move.better:
            made = action_words(parse_action(move.action), review.names, rules)
            text = f"{move.name}: {move.better.words} rather than {made}, {move.better.gain:+.1f} points"
            found.append((move.turn, f"{text}. {move.better.reason}".rstrip()))
    return found


def cost_words(move: MoveReview) -> str:
    """What a move cost, in hindsight or for all to see."""
    if move.hindsight and move.lost:
        assert move.hindsight.kind
        return f"{_points(move.lost)}: {LOSSES[move.hindsight.kind]}"
    return (
        f"{_points(move.gone)} out of reach for all to see, {HINDSIGHT} none"
        if move.hindsight
        else (f"{_points(move.gone)} out of reach for all to see")
    )


def losses_words(review: Review) -> str:
    """The losses by sort."""
    return "; ".join(f"{_points(loss.points)} because {LOSSES[loss.kind]}" for loss in review.losses)


def move_lines(move: MoveReview) -> Iterable[str]:
    """A move in a few lines."""
    yield f"[{move.turn}] {move.words}"
    yield from (f"      {fact.words}" for fact in move_facts(move))


def move_facts(move: MoveReview) -> Iterator[Remark]:
    """What there is to say about a move, a line for each thing."""
    if move.risk:
        yield Remark(risk_words(move.risk))
    if move.told:
        yield Remark(told_words(move.told))
    if move.later:
        yield Remark(f"Later: {', '.join(map(_fate, move.later))}", hindsight=True)
    if move.estimate and move.played:
        before, made = estimate_words(move.estimate), estimate_words(move.played)
        yield Remark(f"Outlook before it: {before}; with it: {made}")
    if better := move.better:
        gain = f"{better.gain:+.2f} ± {better.error:.2f} points"
        yield Remark(f"Better: {better.words}, {gain}. {better.reason}".rstrip())
    if advice := move.advice:
        opening = "So would" if advice.same else f"{advice.words[:1].upper()}{advice.words[1:]}, says"
        yield Remark(f"{opening} {advice.bot}. {advice.reason}".rstrip())
    yield Remark(_numbers(move))
    if move.hindsight:
        lost = f", {cost_words(move)}" if move.lost else ""
        reach = f"{move.hindsight.before} before, {move.hindsight.after} after"
        yield Remark(f"{_MARK}: {reach}{lost}", hindsight=True)


def _fate(card: Touched) -> str:
    when = f" on turn {card.turn}" if card.turn else ""
    return f"slot {card.slot} {card.fate}{when}{' (saved)' if card.saved else ''}"


def risk_words(risk: Risk) -> str:
    """A risk in a few words."""
    said = [
        f"{chance:.0%} {what}"
        for chance, what in (
            (risk.strike, "that it does not fit"),
            (risk.loss, "to lose an indispensable card"),
            (risk.lost, "to lose the game"),
        )
        if chance
    ]
    return f"Risk: {', '.join(said)}" if said else "No risk"


def told_words(told: Told) -> str:
    """What a clue told, in a few words."""
    said = [f"{told.bits:.1f} bits", f"{_count(len(told.new), 'card')} touched for the first time"]
    said += [f"{told.excluded} faces ruled out"] if told.excluded else []
    said += [f"now known to fit: {_slots(told.playable)}"] if told.playable else []
    said += [f"now known to be of no use: {_slots(told.dead)}"] if told.dead else []
    return f"It told {', '.join(said)}"


def estimate_words(estimate: Estimate) -> str:
    """An estimate in a few words."""
    return f"{estimate.win:.0%} to win, {estimate.score:.1f} points"


def _numbers(move: MoveReview) -> str:
    said = [] if move.pace is None else [f"pace {move.pace}"]
    said += [] if move.efficiency is None else [f"efficiency {move.efficiency:.2f}"]
    return f"Before it: {', '.join(said)}" if said else "Before it: no pace to keep"


def _slots(slots: tuple[int, ...]) -> str:
    return f"{'slot' if len(slots) == 1 else 'slots'} {', '.join(map(str, slots))}"


def _points(count: int) -> str:
    return _count(count, "point")


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
