"""A review as an HTML page that fetches nothing: no scripts, styles or pictures from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tamaya.review import text
from tamaya.review.graph import draw
from tamaya.review.model import MoveReview, Review
from tamaya.words import ENGLISH, Message, Reader, say

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


def write(review: Review, reader: Reader = ENGLISH) -> str:
    """The whole page."""
    reader = text.reader_of(review, reader)
    title = say("review.title", reader, names=review.names)
    body = part(review, reader, moves=True)
    return (
        f'<!doctype html>\n<html lang="{reader.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{escape(title)}</title>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )


def part(review: Review, reader: Reader = ENGLISH, *, moves: bool = False) -> str:
    """What goes into a page, or into a notebook; every move only if they are asked for."""
    parts = _parts(review, text.reader_of(review, reader), moves)
    return "\n".join([f'<div class="tamaya-review"><style>{_STYLE}</style>', *parts, "</div>\n"])


def _parts(review: Review, reader: Reader, moves: bool) -> Iterator[str]:
    yield f"<h1>{escape(', '.join(review.names))}</h1>"
    yield f"<p>{escape(review.rules)}. {_said(text.ending(review), reader)}</p>"
    yield f'<p class="hindsight">{_said(text.verdict(review), reader)}</p>'
    if review.graph:
        yield draw(review, reader)
    for section in text.sections(review):
        yield from _table(section, reader)
    for remark in text.remarks(review):
        yield f"<p{_mark(remark.hindsight)}>{escape(remark.say(reader))}</p>"
    if review.deal and review.deal.line:
        line = " ".join(review.deal.line)
        heading = _said(Message("review.line", score=review.deal.score), reader)
        yield f"<details{_mark(True)}><summary>{heading}</summary><code>{escape(line)}</code></details>"
    if moves:
        yield f"<h2>{_said(Message('review.every-move'), reader)}</h2>"
        yield from (_move(review, move, reader) for move in review.moves)


def _table(section: text.ReviewSection, reader: Reader) -> Iterator[str]:
    yield f"<h2>{_said(section.heading, reader)}</h2>"
    yield f"<table{_mark(section.hindsight)}>"
    for row in section.rows:
        yield f"<tr><td>{row.turn}</td><td>{escape(row.remark.say(reader))}</td></tr>"
    yield "</table>"


def _move(review: Review, move: MoveReview, reader: Reader) -> str:
    facts = "".join(
        f"<li{_mark(fact.hindsight)}>{escape(fact.say(reader))}</li>"
        for fact in text.move_facts(move, review)
    )
    worse = ' class="worse"' if move.lost or move.better else ""
    seen = _said(text.move_label(move), reader)
    return f"<details{worse}><summary>{move.turn}. {seen}</summary><ul>{facts}</ul></details>"


def _said(message: Message, reader: Reader) -> str:
    return escape(say(message, reader))


def _mark(hindsight: bool) -> str:
    return ' class="hindsight"' if hindsight else ""
