"""A bar chart as SVG: pairs of bars on a logarithmic scale, readable on light and on dark pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, LEFT, RIGHT = 760, 190, 110
TOP, BAR, GAP = 64, 13, 13

_STYLE = """
text { font: 12px system-ui, sans-serif; fill: #24292f }
.title { font-size: 15px; font-weight: 600 }
.faint { fill: #6e7781 }
.grid { stroke: #d0d7de }
.ours { fill: #bc4c00 }
.theirs { fill: #8c959f }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .faint { fill: #9198a1 }
  .grid { stroke: #3d444d }
  .ours { fill: #f0883e }
  .theirs { fill: #6e7681 }
}
"""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two bars under one label."""

    label: str
    ours: float
    theirs: float


def bars(title: str, names: tuple[str, str], pairs: Sequence[Pair]) -> str:
    """The whole chart; ``names`` say whose bars are whose."""
    values = [value for pair in pairs for value in (pair.ours, pair.theirs)]
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    height = TOP + len(pairs) * (2 * BAR + GAP) + 30
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_STYLE}</style>",
        f'<text class="title" x="12" y="24">{escape(title)}</text>',
        *_legend(names),
        *_grid(low, high, height),
    ]
    for number, pair in enumerate(pairs):
        lines += _pair(pair, TOP + number * (2 * BAR + GAP), low, high)
    return "\n".join([*lines, "</svg>", ""])


def _legend(names: tuple[str, str]) -> Iterator[str]:
    for place, (name, kind) in enumerate(zip(names, ("ours", "theirs"), strict=True)):
        x = LEFT + 120 * place
        yield f'<rect class="{kind}" x="{x}" y="37" width="11" height="11" rx="2"/>'
        yield f'<text x="{x + 17}" y="47">{escape(name)}</text>'


def _grid(low: int, high: int, height: int) -> Iterator[str]:
    for power in range(low, high + 1):
        x = _x(10.0**power, low, high)
        yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP - 6}" y2="{height - 24}"/>'
        yield f'<text class="faint" x="{x:.1f}" y="{height - 8}" text-anchor="middle">{10.0**power:g}</text>'


def _pair(pair: Pair, top: int, low: int, high: int) -> Iterator[str]:
    yield f'<text x="{LEFT - 10}" y="{top + BAR + 4}" text-anchor="end">{escape(pair.label)}</text>'
    for kind, value, y in (("ours", pair.ours, top), ("theirs", pair.theirs, top + BAR)):
        end = _x(value, low, high)
        yield f'<rect class="{kind}" x="{LEFT}" y="{y}" width="{end - LEFT:.1f}" height="{BAR - 1}" rx="2"/>'
        more = f" ({value / pair.theirs:.0f} times)" if kind == "ours" else ""
        yield f'<text class="faint" x="{end + 6:.1f}" y="{y + BAR - 3}">{value:.3g}{more}</text>'


def _x(value: float, low: int, high: int) -> float:
    return LEFT + (log10(value) - low) / (high - low) * (WIDTH - LEFT - RIGHT)
