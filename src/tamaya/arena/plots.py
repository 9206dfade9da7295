"""Scores as pictures: a panel for each rules and number of players, a row of bars for each team."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from tamaya.arena.results import Results, Summary
from tamaya.rules import ImpossibleTable
from tamaya.words import ENGLISH, Reader, say

WIDTH: Final = 760
ROW: Final = 96
HEAD: Final = 34
LEFT: Final = 190
BARS: Final = WIDTH - LEFT - 30
COLOURS: Final = ("#4f6bed", "#e07a1f", "#2f9e62", "#b5489a", "#8a6d1d", "#3b8ea5")
"""Told apart by people with colour-blindness too; the names stand beside the bars anyway."""


def histogram(results: Results, reader: Reader = ENGLISH) -> str:
    """An SVG of how often each score was reached."""
    panels = _panels(results.summaries(), reader)
    height = sum(HEAD + ROW * len(rows) for rows in panels.values()) + 20
    body, top = [], 0
    for title, rows in panels.items():
        body += list(_panel(title, rows, top, reader))
        top += HEAD + ROW * len(rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" font-family="DejaVu Sans, Helvetica, Arial, sans-serif" font-size="13">'
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>{"".join(body)}</svg>\n'
    )


def save_picture(svg: str, path: Path) -> None:
    """Write a picture as SVG or PNG, by the name of the file."""
    if path.suffix.lower() == ".svg":
        path.write_text(svg, encoding="utf-8")
    elif path.suffix.lower() == ".png":
        path.write_bytes(_png(svg))
    else:
        raise ImpossibleTable("arena.picture-file", file=path.name)


def _png(svg: str) -> bytes:
    try:
        import resvg_py
    except ImportError:
        raise ImpossibleTable("arena.needs-resvg") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=2))


def _panels(rows: list[Summary], reader: Reader) -> dict[str, list[Summary]]:
    panels: dict[str, list[Summary]] = {}
    for row in rows:
        title = say("arena.panel", reader, rules=row.rules, players=row.players)
        panels.setdefault(title, []).append(row)
    return panels


def _panel(title: str, rows: list[Summary], top: int, reader: Reader) -> Iterator[str]:
    yield _text(12, top + 24, title, weight="bold")
    scores = [score for row in rows for score in row.histogram]
    low, high = min(scores), max(scores)
    for index, row in enumerate(rows):
        colour = COLOURS[index % len(COLOURS)]
        yield from _bars(row, low, high, top + HEAD + ROW * index, colour, reader)


def _bars(row: Summary, low: int, high: int, top: int, colour: str, reader: Reader) -> Iterator[str]:
    step = BARS / (high - low + 1)
    most = max(row.histogram.values())
    floor = top + ROW - 26
    yield _text(12, top + 24, row.team, weight="bold", fill=colour)
    yield _text(12, top + 42, say("arena.panel-mean", reader, mean=row.mean, error=row.error))
    yield _text(12, top + 60, say("arena.panel-perfect", reader, share=row.perfect / 100), fill="#555")
    for score, count in row.histogram.items():
        tall = max(1.0, (ROW - 36) * count / most)
        yield (
            f'<rect x="{LEFT + (score - low) * step + 1:.1f}" y="{floor - tall:.1f}" '
            f'width="{max(1.0, step - 2):.1f}" height="{tall:.1f}" fill="{colour}">'
            f"<title>{say('arena.bar', reader, score=score, count=count, games=row.games)}</title></rect>"
        )
    yield f'<line x1="{LEFT}" y1="{floor}" x2="{LEFT + BARS}" y2="{floor}" stroke="#999"/>'
    for score in range(low, high + 1):
        if score % 5 == 0 or score in (low, high):
            x = LEFT + (score - low + 0.5) * step
            yield _text(x, floor + 14, str(score), anchor="middle", fill="#555", size=11)


def _text(
    x: float,
    y: float,
    words: str,
    *,
    weight: str = "normal",
    fill: str = "#111",
    anchor: str = "start",
    size: int = 13,
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}" '
        f'font-size="{size}">{escape(words)}</text>'
    )
