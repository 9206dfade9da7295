"""The review of a game beside its table: the graph in a line, and what there is to say about a turn."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from tamaya.review import Review, text
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, REFUSED, button, row, stack, write
from tamaya.tui.review_job import Study
from tamaya.tui.speech import sentence
from tamaya.words import Reader, say

HINDSIGHT = "#d8b25c"
"""For what no player could know."""
FALL = REFUSED
"""For turning points."""
FEWEST, MOST = 5, 10
"""Lines of the review."""
_AFTER = 8
"""Cells for the marks and the number behind the bars."""
_STEPS = 30


def pane_height(room: int, players: int) -> int:
    """How many lines the review takes of those in the middle: what small hands leave, within reason."""
    hands = 1 + 2 * players
    return max(FEWEST, min(MOST, room // 2, room - hands))


def draw_review(study: Study, turn: int, reader: Reader) -> Content:
    """What there is to say at a turn: how far the review is, the whole game at the deal, or the move."""
    if study.is_busy:
        return stack(_progress(study, reader))
    if study.state == "failed":
        cause = sentence(say(study.cause, reader), reader)
        return stack([write(say("terminal.review.failed", reader, cause=cause), FALL)])
    if study.review is None:
        return Content("")
    reader = text.reader_of(study.review, reader)
    return stack(_game(study.review, reader) if turn == 0 else _move(study.review, turn, reader))


def draw_graph(review: Review, turn: int, reader: Reader, *, width: int) -> Content:
    """A bar for each turn, or for some of them at equal distances; the one that is looked at in brackets."""
    points = review.graph
    if not points:
        return write(say("review.no-graph", reader), FAINT)
    label = f"{say('review.winning-chance', reader)} "
    here = None if turn > points[-1].turn else max(at for at, one in enumerate(points) if one.turn <= turn)
    columns = min(len(points), max(2, width - len(label) - _AFTER))
    shown = [_nearest(column, columns, len(points)) for column in range(columns)]
    falls = {turning.turn for turning in review.turning}
    fallen = {at for at, point in enumerate(points) if point.turn in falls}
    # What matters is drawn itself, not its neighbour.
    for at in (*sorted(fallen), *([] if here is None else [here])):
        shown[_nearest(at, len(points), columns)] = at
    pieces = [write(label, FAINT)]
    for at in shown:
        bars = text.bar(points[at].win)
        if at == here:
            pieces.append(write(f"[{bars}]", BRIGHT, bold=True))
        else:
            pieces.append(write(bars, FALL if at in fallen else "#5c9dff"))
    if here is not None:
        pieces.append(write(f" {say('review.share', reader, share=points[here].win)}", PALE, bold=True))
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


def _progress(study: Study, reader: Reader) -> Iterator[Content]:
    if study.state == "stopping":
        yield write(say("terminal.review.stops", reader), BRIGHT)
        give_up = button(say("terminal.button.give-up", reader), "review", key="g")
        yield row(give_up, write(say("terminal.review.ends-now", reader), FAINT))
        return
    if study.prepared is not None:
        yield write(say("preparing.analysis", reader), BRIGHT)
        yield _bar(study.prepared)
    elif not study.total:
        yield write(say("terminal.review.begins", reader), BRIGHT)
    else:
        step = say("terminal.review.step", reader, done=study.done, total=study.total)
        yield row(write(step, BRIGHT), "  ", _bar(study.done / study.total))
    stop = button(say("review-page.stop", reader), "review", key="g")
    yield row(stop, write(say("terminal.review.or-escape", reader), FAINT))


def _bar(share: float) -> Content:
    filled = int(_STEPS * share)
    return row(write("▰" * filled, BRIGHT), write("▱" * (_STEPS - filled), FAINT))


def _game(review: Review, reader: Reader) -> Iterator[Content]:
    """What comes before the first move: the whole game in short."""
    yield write(say(text.ending(review), reader), PALE, bold=True)
    for remark in text.remarks(review):
        yield _remark(remark, reader)
    yield write(say(text.verdict(review), reader), HINDSIGHT)
    for section in text.sections(review):
        yield write(say(section.heading, reader), PALE, bold=True)
        for one in section.rows:
            ink, press = HINDSIGHT if section.hindsight else PALE, f"look_at({one.turn})"
            yield row(
                write(f"{one.turn:>3}  ", BRIGHT, press=press),
                write(one.remark.say(reader), ink, press=press),
            )


def _move(review: Review, turn: int, reader: Reader) -> Iterator[Content]:
    move = next((move for move in review.moves if move.turn == turn), None)
    if move is None:
        yield write(say("terminal.review.not-reviewed", reader), PALE, bold=True)
        yield from (_remark(remark, reader) for remark in text.remarks(review))
        return
    yield write(f"{say(text.move_label(move), reader)}.", PALE, bold=True)
    for turning in review.turning:
        if turning.turn == turn:
            drop = text.drop_label(turning)
            yield write(say("terminal.review.turning", reader, drop=drop), FALL, bold=True)
    yield from (_remark(fact, reader) for fact in text.move_facts(move, review))


def _remark(remark: text.Remark, reader: Reader) -> Content:
    return write(remark.say(reader), HINDSIGHT if remark.hindsight else PALE)
