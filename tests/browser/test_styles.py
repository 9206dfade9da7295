"""The styles of the pages: sizes and colours come from variables, and each light has one meaning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tamaya.rules import SUITS

WEB = Path(__file__).parents[2] / "web" / "src"
STYLES = (WEB / "app.css").read_text(encoding="utf-8")
SCENERY = {"Sky.svelte", "Fireworks.svelte", "Bursts.svelte"}
"""Pictures, which have colours of their own."""
COMPONENTS = {path: path.read_text(encoding="utf-8") for path in sorted(WEB.rglob("*.svelte"))}
PALETTE = ("lit", "body", "deep", "ink", "paper")
YOURS_TO_ACT = {
    "CardButton.svelte": "the card that is chosen",
    "ClueButton.svelte": "the clue that is chosen",
    "Command.svelte": "an action that is ready",
    "DropZone.svelte": "where a card may be dropped",
    "Home.svelte": "a table that waits for you",
    "Name.svelte": "your name, while it is your turn",
    "Table.svelte": "your turn, in the header",
    "TableList.svelte": "a table where it is your turn",
    "TilePanel.svelte": "a tile that waits for you",
}


def test_every_variable_that_is_used_is_defined() -> None:
    everything = "\n".join([STYLES, *COMPONENTS.values()])
    used = set(re.findall(r"var\((--[\w-]+)\s*[,)]", everything))
    defined = set(re.findall(r"(--[\w-]+):", everything)) | {f"--suit-{part}" for part in PALETTE}
    defined |= set(re.findall(r"style:(--[\w-]+)", everything))
    assert used - defined == set()


def test_there_are_four_sizes_of_text() -> None:
    assert len(re.findall(r"^  --text-\w+:", STYLES, flags=re.MULTILINE)) == 4


@pytest.mark.parametrize(
    "path", [path for path in COMPONENTS if path.name not in SCENERY], ids=lambda path: path.name
)
def test_colours_stand_in_one_place(path: Path) -> None:
    _, _, style = COMPONENTS[path].partition("<style>")
    assert re.findall(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(", style) == []


def test_amber_means_that_it_is_yours_to_act() -> None:
    users = {path.name for path, text in COMPONENTS.items() if re.search(r"var\(--(lantern|glow)", text)}
    assert users <= set(YOURS_TO_ACT), "say what is yours to act, or take another light"


@pytest.mark.parametrize("part", ["lit", "body", "deep"])
def test_red_and_green_differ_in_light(part: str) -> None:
    """For people who do not tell them apart by hue."""
    red, green = (luminance(getattr(SUITS[name].palette, part)) for name in ("red", "green"))
    assert (green + 0.05) / (red + 0.05) > 1.6


@pytest.mark.parametrize("name", SUITS)
def test_what_is_printed_on_a_card_can_be_read(name: str) -> None:
    palette = SUITS[name].palette
    ink = luminance(palette.ink)
    for paper in palette.stripes or (palette.body, palette.deep):
        light, dark = sorted((ink, luminance(paper)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, paper


def luminance(colour: str) -> float:
    """Of a colour as CSS writes it, from 0 to 1 (WCAG)."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
