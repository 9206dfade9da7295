"""The main screens as golden texts; TAMAYA_GOLDEN=write writes them again, and pictures with them."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tamaya.tui.app import TableApp
from tamaya.tui.local import LocalSession
from tamaya.tui.screens.start import Offer
from tests.helpers import Seed, table
from tests.tui.stage import LARGE, SMALL, local, on_stage, picture, screen_text, staged

GOLDEN = Path(__file__).parent / "golden"


def midgame(rules: str, players: int, moment: int) -> LocalSession:
    """Ann on turn, some way into a driven game."""
    states = [state for state in Seed(rules, players, 6, 1, 0.97).moments() if state.turn == 0]
    return staged(states[min(moment, len(states) - 1)])


def scenes() -> dict[str, tuple[TableApp, tuple[int, int], tuple[str, ...]]]:
    everything = "deluxe+avalanche+black-powder+flamboyants"
    tile = table(
        "displays r4", "Ann r5", "Bob b2", rules="deluxe+flamboyants", discards="y1 b1", tiles="back"
    )
    tile.play(1)
    perfect = table("displays w5 r5 b5 y5 g4", "Ann g5", clues=1)
    return {
        "start": (TableApp(offer=Offer(keeping=False, bot="careful")), SMALL, ()),
        "clue-in-mind": (TableApp(midgame("deluxe", 3, 6)), SMALL, ("c", "B", "r")),
        "own-card": (TableApp(midgame(everything, 5, 5)), SMALL, ("2",)),
        "owners-eyes": (TableApp(midgame("rnr+variant-3", 3, 6)), LARGE, ("v",)),
        "bonus-tile": (TableApp(on_stage(tile)), SMALL, ("b",)),
        "andrewz": (TableApp(local("andrewz", players=4)), SMALL, ("1",)),
        "curtain": (TableApp(local(people=("Ann", "Bob"))), SMALL, ()),
        "end": (TableApp(on_stage(perfect)), SMALL, ("p", "1", "enter")),
        "keys": (TableApp(midgame("deluxe", 2, 3)), LARGE, ("question_mark",)),
        "rules": (TableApp(midgame("abacus", 2, 3)), SMALL, ("r",)),
        "card": (TableApp(midgame("deluxe", 2, 3)), SMALL, ("K",)),
        "start-de": (
            TableApp(offer=Offer(keeping=False, people=("Gast",), bot="careful"), language="de"),
            SMALL,
            (),
        ),
        "table-de": (TableApp(midgame(everything, 3, 6), language="de"), SMALL, ("c", "B", "r")),
        "own-card-de": (TableApp(midgame("abacus", 3, 6), language="de"), SMALL, ("2",)),
        "keys-de": (TableApp(midgame("deluxe", 2, 3), language="de"), LARGE, ("question_mark",)),
        "end-de": (TableApp(on_stage(perfect), language="de"), SMALL, ("p", "1", "enter")),
    }


@pytest.mark.parametrize("name", [*scenes()])
def test_a_screen_looks_as_it_did(name: str) -> None:
    async def look() -> str:
        app, size, keys = scenes()[name]
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            for key in keys:
                await pilot.press(key)
            await pilot.pause()
            await picture(app, name)
            return f"{screen_text(app)}\n"

    shown, kept = asyncio.run(look()), GOLDEN / f"{name}.txt"
    if os.environ.get("TAMAYA_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        kept.write_text(shown, encoding="utf-8")
    assert shown == kept.read_text(encoding="utf-8")


def test_no_colour_is_no_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR the same text is there, in shades of grey."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def look() -> tuple[str, str]:
        app = TableApp(midgame("deluxe", 3, 6))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("c", "B", "r")
            return f"{screen_text(app)}\n", app.export_screenshot()

    text, _ = asyncio.run(look())
    assert text == (GOLDEN / "clue-in-mind.txt").read_text(encoding="utf-8")


def test_the_table_survives_every_size() -> None:
    async def look() -> None:
        app = TableApp(midgame("deluxe", 5, 5))
        async with app.run_test(size=SMALL) as pilot:
            for size in ((80, 24), (200, 60), (40, 10), (20, 5), (10, 3), (120, 30)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
                assert screen_text(app)

    asyncio.run(look())
