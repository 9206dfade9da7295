"""The review of a game beside its table: the graph in a line, and what there is to say about a turn."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from tamaya.review import MoveReview, Review
from tamaya.review.words import Remark, bar, drop_words, move_facts, remarks, sections, verdict
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, button, row, stack, write
from tamaya.tui.studying import Study

HINDSIGHT = "#d8b25c"
"""For what no player could know."""
FALL = "#ff9b9b"
"""For turning points."""
FEWEST, MOST = 5, 10
"""Lines of the review."""
_LABEL = "winning chance "
_AFTER = 8
"""Cells for the marks and the number behind the bars."""
_STEPS = 30


def pane_height(room: int, players: int) -> int:
    """How many lines the review takes of those in the middle: what small hands leave, within reason."""
    hands = 1 + 2 * players
    return max(FEWEST, min(MOST, room // 2, room - hands))


def draw_review(study: Study, turn: int) -> Content:
    """What there is to say at a turn: how far the review is, the whole game at the deal, or the move."""
    if study.is_busy:
        return stack(_progress(study))
    if study.state == "failed":
        return stack([write(f"{_sentence(study.sentence)} g tries again.", FALL)])
    if study.review is None:
        return Content("")
    return stack(_game(study.review) if turn == 0 else _move(study.review, turn))


def draw_graph(review: Review, turn: int, *, width: int) -> Content:
    """A bar for each turn, or for some of them at equal distances; the one that is looked at in brackets."""
    points = review.graph
    if not points:
        return write(" ".join(review.notes), FAINT)
    here = None if turn > points[-1].turn else max(at for at, one in enumerate(points) if one.turn <= turn)
    columns = min(len(points), max(2, width - len(_LABEL) - _AFTER))
    shown = [_nearest(column, columns, len(points)) for column in range(columns)]
    falls = {turning.turn for turning in review.turning}
    fallen = {at for at, point in enumerate(points) if point.turn in falls}
    # What matters is drawn itself, not its neighbour.
    for at in (*sorted(fallen), *([] if here is None else [here])):
        shown[_nearest(at, len(points), columns)] = at
    pieces = [write(_LABEL, FAINT)]
    for at in shown:
        bars = bar(points[at].win)
        if at == here:
            pieces.append(write(f"[{bars}]", BRIGHT, bold=True))
        else:
            pieces.append(write(bars, FALL if at in fallen else "#5c9dff"))
    if here is not None:
        pieces.append(write(f" {points[here].win:.0%}", PALE, bold=True))
    return row(*pieces)


def next_turning(review: Review, turn: int, step: int) -> int | None:
    """The nearest turning point before or after a turn."""
    turns = sorted(turning.turn for turning in review.turning)
    if step > 0:
        return next((at for at in turns if at > turn), None)
    return next((at for at in reversed(turns) if at < turn), None)


def _nearest(at: int, length: int, other: int) -> int:
    """Where a place of a row lies in a row of another length."""
    return 0 if length < 2 else round(at * (other - 1) / (length - 1))


def _progress(study: Study) -> Iterator[Content]:
    if study.state == "stopping":
        yield write("The review stops, with what is done …", BRIGHT)
        yield row(button("give it up", "review", key="g"), write("ends it at once, with nothing.", FAINT))
        return
    if not study.total:
        yield write("The review begins …", BRIGHT)
        yield write("The first one on a machine compiles the fast engine: half a minute more.", FAINT)
    else:
        filled = _STEPS * study.done // study.total
        yield row(
            write(f"Reviewing: step {study.done} of {study.total}  ", BRIGHT),
            write("▰" * filled, BRIGHT),
            write("▱" * (_STEPS - filled), FAINT),
        )
    yield row(button("stop", "review", key="g"), write("or Esc: what is done is shown.", FAINT))


def _game(review: Review) -> Iterator[Content]:
    """What comes before the first move: the whole game in short."""
    yield write(f"{review.ending}.", PALE, bold=True)
    for remark in remarks(review):
        yield _remark(remark)
    yield write(verdict(review), HINDSIGHT)
    for section in sections(review):
        yield write(section.heading, PALE, bold=True)
        for turn, text in section.rows:
            ink = HINDSIGHT if section.hindsight else PALE
            yield row(write(f"{turn:>3}  ", BRIGHT, press=f"to {turn}"), write(text, ink, press=f"to {turn}"))


def _move(review: Review, turn: int) -> Iterator[Content]:
    move = next((move for move in review.moves if move.turn == turn), None)
    if move is None:
        yield write("This move is not reviewed.", PALE, bold=True)
        yield from map(_remark, remarks(review))
        return
    yield write(f"{move.words}.", PALE, bold=True)
    yield from _turning(review, move)
    yield from map(_remark, move_facts(move))


def _turning(review: Review, move: MoveReview) -> Iterator[Content]:
    for turning in review.turning:
        if turning.turn == move.turn:
            yield write(f"A turning point: {drop_words(turning)}", FALL, bold=True)


def _remark(remark: Remark) -> Content:
    return write(remark.words, HINDSIGHT if remark.hindsight else PALE)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
