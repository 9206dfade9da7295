"""A new suit and a new bonus tile in a real page: their rows and their words are enough."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from hatch_build import FrontEnd
from tamaya.bots import find_bot
from tamaya.records import Record, game_kind
from tamaya.rules import Seat
from tests.browser.conftest import Shoot
from tests.browser.test_review import NAMES, bring
from tests.rows import scratch
from tests.server.servers import ServerProcess

ROOT = Path(__file__).parents[2]
PRELUDE = """
from pathlib import Path
from tamaya.server import front_end
from tests.rows import scratch
scratch.register()
front_end.STATIC = Path({static!r})
"""


@pytest.fixture(autouse=True)
def rows(monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.register(monkeypatch.setitem)


@pytest.fixture
def table_server(rows: None, tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that knows the rows, with the page as it is built where they are known."""
    front_end = FrontEnd(ROOT)
    front_end.generated = tmp_path / "generated"
    static = tmp_path / "static"
    front_end.call("vite", "build", "--outDir", str(static), "--logLevel", "warn", quietly=True)
    running = ServerProcess(tmp_path, prelude=PRELUDE.format(static=str(static)), PYTHONPATH=str(ROOT))
    try:
        running.start()
        running.wait()
        yield running
    finally:
        running.kill()


def played() -> str:
    """The record of a game whose first display to be complete reveals the new tile."""
    kind = game_kind(scratch.TEXT)
    deal = kind.shuffle(3)
    others = tuple(tile for tile in deal.tiles if tile is not scratch.WINDFALL)
    deal = replace(deal, tiles=(scratch.WINDFALL, *others))
    position = kind.start(len(NAMES), deal=deal)
    seats = [find_bot("partner", kind.game).sit(seat) for seat in range(len(NAMES))]
    actions = []
    while position.turn is not None:
        actions.append(seats[position.turn](position.view(position.turn)))
        position = position.apply(actions[-1])
    return str(Record.make(kind, NAMES, deal, Seat(0), actions))


def test_a_page_shows_the_suit_and_the_tile(page: Page, shoot: Shoot) -> None:
    bring(page, played())
    log = page.get_by_role("region", name="What happened")
    expect(log.get_by_text(scratch.WORDS["en"]["tile.windfall"])).to_be_visible()

    row = page.get_by_role("rowheader", name="violet")
    sign = row.get_by_text("❖")
    expect(sign).to_be_visible()
    expect(sign).to_have_css("color", "rgb(204, 0, 255)")
    shoot(page, "rows-table")

    page.get_by_role("button", name="Rules", exact=True).click()
    rules = page.get_by_role("dialog")
    expect(rules.get_by_text("❖ violet (v): ")).to_be_visible()
    expect(rules.get_by_text(f"Tile: {scratch.WORDS['en']['tile.windfall']}")).to_be_visible()

    page.goto("/new")
    page.get_by_role("heading", name="House rules").click()
    chip = page.get_by_role("checkbox", name="violet")
    label = page.locator("label").filter(has=chip)
    label.click()
    expect(page.get_by_label("As a text")).to_have_value("deluxe+suits=white,red,blue,yellow,green,violet")
    expect(label).to_contain_text("counts as every value")

    page.get_by_role("combobox", name="Language").select_option("de")
    expect(page.get_by_role("checkbox", name="violett")).to_be_checked()
    shoot(page, "rows-german")
