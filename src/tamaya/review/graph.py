"""The graph of a review as SVG: winning chance and expected score, move by move."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tamaya.review.model import Point, Review
from tamaya.review.text import drop_label
from tamaya.words import ENGLISH, Message, Reader, say

_WIDTH, _HEIGHT = 760, 260
_FONT = 'font-family="sans-serif" font-size="12" role="img"'
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 46, 34, 30
_WIN, _SCORE, _INK, _GRID, _PAPER, _MARK = "#1565c0", "#c2571a", "#263238", "#cfd8dc", "#ffffff", "#c62828"


def draw(review: Review, reader: Reader = ENGLISH) -> str:
    """The graph; it says so if there are no estimates to draw."""
    size = f'width="{_WIDTH}" height="{_HEIGHT}"'
    label = escape(say(_caption(review), reader))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" {size} {_FONT}>',
        f"<title>{label}</title>",
        f'<rect {size} fill="{_PAPER}"/>',
    ]
    points = review.graph
    if not points:
        parts.append(_text(_WIDTH / 2, _HEIGHT / 2, say("review.no-graph", reader), anchor="middle"))
        return "\n".join([*parts, "</svg>\n"])
    last, least = max(1, points[-1].turn), min(0, *(int(point.score) for point in points))
    parts += _axes(review, last, least, reader)
    parts.append(_band(points, last))
    parts.append(_line([(p.turn, p.win) for p in points], last, _WIN))
    parts.append(_line([(p.turn, _share(p.score, least, review.most)) for p in points], last, _SCORE))
    scores = {point.turn: point.score for point in points}
    for turning in review.turning:
        if turning.turn in scores:
            x, y = _x(turning.turn, last), _y(_share(scores[turning.turn], least, review.most))
            words = say("review.turning-turn", reader, turn=turning.turn, drop=drop_label(turning))
            spot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{_MARK}">'
            parts.append(f"{spot}<title>{escape(words)}</title></circle>")
    return "\n".join([*parts, "</svg>\n"])


def _caption(review: Review) -> Message:
    if not review.graph:
        return Message("review.no-graph")
    first, last = review.graph[0], review.graph[-1]
    return Message(
        "review.caption",
        win_begin=first.win,
        win_end=last.win,
        begin=first.score,
        end=last.score,
        moves=last.turn,
    )


def _axes(review: Review, last: int, least: int, reader: Reader) -> list[str]:
    parts = [
        _text(_LEFT, 20, say("review.winning-chance", reader), ink=_WIN),
        _text(_LEFT + 110, 20, say("review.expected-points", reader), ink=_SCORE),
        _text(_WIDTH - _RIGHT, 20, say("review.whose-belief", reader), anchor="end"),
    ]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = _y(share)
        points = least + share * (review.most - least)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="{_GRID}"/>')
        parts.append(
            _text(_LEFT - 6, y + 4, say("review.share", reader, share=share), ink=_WIN, anchor="end")
        )
        parts.append(_text(_WIDTH - _RIGHT + 6, y + 4, f"{points:.0f}", ink=_SCORE))
    step = max(1, round(last / 10 / 5) * 5)
    turns = range(0, last + 1, step)
    return parts + [_text(_x(turn, last), _HEIGHT - 10, str(turn), anchor="middle") for turn in turns]


def _band(points: Sequence[Point], last: int) -> str:
    """One standard error around the winning chance."""
    upper = [(point.turn, min(1.0, point.win + point.win_error)) for point in points]
    lower = [(point.turn, max(0.0, point.win - point.win_error)) for point in reversed(points)]
    return f'<path d="{_path([*upper, *lower], last)}Z" fill="{_WIN}" fill-opacity="0.15"/>'


def _line(points: Sequence[tuple[int, float]], last: int, ink: str) -> str:
    return f'<path d="{_path(points, last)}" fill="none" stroke="{ink}" stroke-width="2"/>'


def _path(points: Sequence[tuple[int, float]], last: int) -> str:
    return "M" + "L".join(f"{_x(turn, last):.1f} {_y(share):.1f}" for turn, share in points)


def _share(score: float, least: int, most: int) -> float:
    return (score - least) / max(1, most - least)


def _x(turn: int, last: int) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * turn / last


def _y(share: float) -> float:
    return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - share)


def _text(x: float, y: float, words: str, *, ink: str = _INK, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{ink}" text-anchor="{anchor}">{escape(words)}</text>'
