"""A review as a page that stands alone: nothing is fetched from anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tamaya.review.graph import draw
from tamaya.review.model import MoveReview, Review
from tamaya.review.words import HINDSIGHT, Section, move_facts, remarks, sections, verdict

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
.tamaya-review { font: 15px/1.5 system-ui, sans-serif; color: #263238; max-width: 60rem; }
.tamaya-review svg { max-width: 100%; height: auto; }
.tamaya-review table { border-collapse: collapse; width: 100%; }
.tamaya-review th, .tamaya-review td { text-align: left; vertical-align: top; padding: .2rem .6rem .2rem 0;
  border-top: 1px solid #cfd8dc; }
.tamaya-review td:first-child { text-align: right; font-variant-numeric: tabular-nums; }
.tamaya-review .hindsight { background: #fff3e0; }
.tamaya-review ul { margin: .2rem 0; padding-left: 1.2rem; }
.tamaya-review summary { cursor: pointer; }
.tamaya-review .worse > summary { color: #b71c1c; }
"""


def write(review: Review) -> str:
    """The whole page."""
    title = f"Review: {', '.join(review.names)}"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n{part(review, moves=True)}</body>\n</html>\n"
    )


def part(review: Review, *, moves: bool = False) -> str:
    """What goes into a page, or into a notebook; every move only if they are asked for."""
    return "\n".join(
        [f'<div class="tamaya-review"><style>{_STYLE}</style>', *_parts(review, moves), "</div>\n"]
    )


def _parts(review: Review, moves: bool) -> Iterator[str]:
    yield f"<h1>{escape(', '.join(review.names))}</h1>"
    yield f"<p>{escape(review.rules)}. {escape(review.ending)}.</p>"
    yield f'<p class="hindsight">{escape(verdict(review))}</p>'
    if review.graph:
        yield draw(review)
    for section in sections(review):
        yield from _table(section)
    for remark in remarks(review):
        yield f"<p{_mark(remark.hindsight)}>{escape(remark.words)}</p>"
    if review.deal and review.deal.line:
        line = " ".join(review.deal.line)
        heading = f"How {review.deal.score} points could be reached, {HINDSIGHT}"
        yield f"<details{_mark(True)}><summary>{heading}</summary><code>{escape(line)}</code></details>"
    if moves:
        yield "<h2>Every move</h2>"
        yield from map(_move, review.moves)


def _table(section: Section) -> Iterator[str]:
    yield f"<h2>{escape(section.heading)}</h2>"
    yield f"<table{_mark(section.hindsight)}>"
    yield from (f"<tr><td>{turn}</td><td>{escape(text)}</td></tr>" for turn, text in section.rows)
    yield "</table>"


def _move(move: MoveReview) -> str:
    facts = "".join(f"<li{_mark(fact.hindsight)}>{escape(fact.words)}</li>" for fact in move_facts(move))
    worse = ' class="worse"' if move.lost or move.better else ""
    return f"<details{worse}><summary>{move.turn}. {escape(move.words)}</summary><ul>{facts}</ul></details>"


def _mark(hindsight: bool) -> str:
    return ' class="hindsight"' if hindsight else ""
