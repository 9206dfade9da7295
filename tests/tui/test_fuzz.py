"""Random keys, clicks and sizes: the table may refuse everything and must survive all of it."""

from __future__ import annotations

import asyncio
import os
import random
import time
from contextlib import suppress

import pytest
from textual.errors import NoWidget
from textual.pilot import OutOfBounds

from tamaya.tui.app import TableApp
from tamaya.tui.screens.start import Offer
from tests.tui.stage import LARGE, SMALL, press_at_once

SECONDS = float(os.environ.get("TAMAYA_FUZZ_SECONDS", "3"))
"""How long each table is pestered; minutes of it find what seconds do not."""
KEYS = (
    *"123456789pdcofbeABCDrywgbk12345:/?vkswlruntaxg+- ",
    *("enter", "enter", "enter", "escape", "tab", "shift+tab", "backspace", "space", "q"),
    *("left", "right", "up", "down", "home", "end", "pageup", "pagedown", "shift+left", "shift+right"),
    *("f1", "f2", "f5", "ctrl+s", "delete", "ctrl+a", "ctrl+z", "ctrl+k", "ctrl+underscore", "insert"),
)
OFFERS = (
    Offer("deluxe+flamboyants+black-powder", 3, ("Ann",), delay=0, keeping=False),
    Offer("rnr+variant-3", 2, ("Ann", "Bob"), delay=0, keeping=False),
    Offer("andrewz", 3, ("Ann",), delay=0, keeping=False),
)


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.rules)
def test_random_keys_break_nothing(offer: Offer) -> None:
    seed = os.environ.get("TAMAYA_FUZZ_SEED", str(time.time_ns()))
    rng = random.Random(seed)
    pressed: list[str] = []

    async def pester(until: float) -> None:
        app = TableApp(offer=offer)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.press("ctrl+s")
            while time.monotonic() < until and app.is_running and not app._exit:
                keys = rng.choices(KEYS, k=rng.randint(1, 12))
                pressed.extend(keys)
                press_at_once(app, *keys)
                await asyncio.sleep(0.01)
                match rng.random():
                    case chance if chance < 0.1:
                        await pilot.resize_terminal(*rng.choice((SMALL, LARGE, (60, 15), (30, 8))))
                    case chance if chance < 0.3 and not app._exit:
                        x, y = rng.randrange(app.size.width), rng.randrange(app.size.height)
                        # A screen that is just coming up has nothing to click yet.
                        with suppress(NoWidget, OutOfBounds):
                            await pilot.click(offset=(x, y))
                    case _:
                        pass

    async def run() -> None:
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            await pester(until)

    try:
        asyncio.run(run())
    except BaseException:
        print(f"TAMAYA_FUZZ_SEED={seed}; the last keys: {' '.join(pressed[-60:])}")
        raise
