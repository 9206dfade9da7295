"""A machine on which something is still being compiled, or cannot be: what the pages say, in Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage, Shoot
from tests.browser.people import expect_to_fit, expect_turn
from tests.browser.test_access import violations
from tests.browser.test_review import bring, played
from tests.server.odd_studies import odd
from tests.server.servers import ServerProcess

PATIENCE = 240_000
"""Milliseconds: the kernels may have to be compiled first, beside other tests."""
GETTING_READY = re.compile("Hana is getting ready: about a minute, once")

COMPILING = """
from pathlib import Path
from tamaya.review import kernels, worker
worker.COMMAND = {command!r}
kernels.are_ready = lambda *_parts: Path({done!r}).exists()
"""

WITHOUT = "import sys; sys.modules['numba'] = sys.modules['pysat'] = None"


@pytest.fixture
def compiled(tmp_path: Path) -> Path:
    """A file; until it is there, the server compiles."""
    return tmp_path / "compiled"


@pytest.fixture
def cold(compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    """A server that has just been started for the first time on its machine."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))
    prelude = COMPILING.format(command=odd("preparing", str(compiled)), done=str(compiled))
    yield from serving(ServerProcess(tmp_path, prelude=prelude, TAMAYA_PREPARE="1"))


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server on a machine without numba and python-sat; the processes that it starts have none either."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nsys.modules['numba'] = sys.modules['pysat'] = None\n"
    )
    yield from serving(ServerProcess(tmp_path, PYTHONPATH=str(tmp_path)))


def serving(server: ServerProcess) -> Iterator[ServerProcess]:
    try:
        server.start()
        server.wait()
        yield server
    finally:
        server.clean_up()


def guest(new_page: NewPage, server: ServerProcess, **options: object) -> Page:
    """A page at another server than the usual one."""
    page = new_page(base=server.base, **options)
    assert page.request.post("/api/me", data={"name": "Ann"}).ok
    return page


def set_up(page: Page, *seats: dict[str, str], start: bool = True) -> None:
    setup = {"rules": "deluxe", "first": 1, "seats": [{}, *seats]}
    answer = page.request.post(f"/api/tables?start={str(start).lower()}", data=setup)
    assert answer.ok, answer.text()
    page.goto(f"/table/{answer.json()['id']}")


def test_a_bot_gets_ready_and_then_moves(
    cold: ServerProcess, compiled: Path, new_page: NewPage, shoot: Shoot
) -> None:
    page = guest(new_page, cold, size=PHONE)
    set_up(page, {"kind": "bot", "bot": "grandmaster", "name": "Hana"})
    expect(page.get_by_role("status").filter(has_text=GETTING_READY)).to_be_visible()
    shoot(page, "getting-ready-phone")
    expect_to_fit(page)
    page.reload()
    expect(page.get_by_role("status").filter(has_text=GETTING_READY)).to_be_visible()
    other = guest(new_page, cold)
    set_up(other, {"kind": "bot", "bot": "careful", "name": "Ren"})
    expect_turn(other)
    compiled.touch()
    expect_turn(page)
    expect(page.get_by_text(GETTING_READY)).to_have_count(0)


def test_a_review_is_prepared_and_then_comes_by_itself(
    cold: ServerProcess, compiled: Path, new_page: NewPage, shoot: Shoot
) -> None:
    page = guest(new_page, cold)
    bring(page, played("original+suits=red,blue", 2))
    page.get_by_role("group", name="Beside the table").get_by_role("button", name="Review").click()
    page.get_by_role("button", name="Review this game").click()
    words = "Preparing the analysis: 33 %. About a minute, once."
    expect(page.get_by_role("status").filter(has_text=words)).to_be_visible()
    expect(page.get_by_role("progressbar", name=words)).to_have_attribute("value", "90")
    shoot(page, "review-preparing")
    assert violations(page) == []
    compiled.touch()
    expect(page.get_by_role("slider", name="How the game stood, turn by turn")).to_be_visible(
        timeout=PATIENCE
    )


def test_a_review_without_the_engine_claims_nothing_that_was_not_weighed(
    bare: ServerProcess, new_page: NewPage, shoot: Shoot
) -> None:
    page = guest(new_page, bare)
    bring(page, played())
    page.get_by_role("group", name="Beside the table").get_by_role("button", name="Review").click()
    off = page.get_by_text(re.compile("Not installed on this machine: numba"))
    expect(off).to_have_count(1)
    page.get_by_role("button", name="Review this game").click()
    panel = page.get_by_role("region", name="Review")
    expect(panel.get_by_text("Other moves were not weighed")).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("clearly a better one")).to_have_count(0)
    expect(off).to_have_count(1)
    expect(page.get_by_text("pip install")).to_have_count(0)
    shoot(page, "review-without-engine")
    assert violations(page) == []


def test_the_lobby_offers_only_bots_that_can_play(
    bare: ServerProcess, new_page: NewPage, shoot: Shoot
) -> None:
    page = guest(new_page, bare)
    set_up(page, {"kind": "bot", "bot": "partner", "name": "Hana"}, start=False)
    seat = page.get_by_role("combobox", name="Who may have seat B")
    expect(seat).to_have_value("bot:partner")
    search = seat.locator("option[value='bot:search']")
    expect(search).to_be_disabled()
    expect(search).to_have_text("bot: search (cannot play here)")
    why = page.get_by_text(
        re.compile("^search, grandmaster and grandmaster-4s cannot play here: thinking ahead")
    )
    expect(why).to_be_visible()
    shoot(page, "lobby-without-engine")
    assert violations(page) == []
    # A page that was opened before may still offer it.
    search.evaluate("option => { option.disabled = false }")
    seat.select_option("bot:search")
    expect(page.get_by_role("alert").filter(has_text="cannot play here")).to_be_visible()
    expect(seat).to_have_value("bot:partner")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("[data-name='1']")).to_contain_text("Hana · partner")

    page.goto("/new")
    chosen = page.get_by_role("combobox", name="Who has seat B")
    expect(chosen.locator("option[value='bot:grandmaster']")).to_be_disabled()
    expect(why).to_be_visible()


def test_a_new_table_says_which_bots_its_rules_leave_out(page: Page) -> None:
    page.goto("/new")
    seat = page.get_by_role("combobox", name="Who has seat B")
    expect(seat.locator("option[value='bot:search']")).to_be_enabled()
    seat.select_option("bot:search")
    suits = (f"{suit}:copies=99999" for suit in ("red", "blue", "teal", "green", "white", "yellow"))
    page.get_by_label("As a text").fill("deluxe+suits=" + ",".join(suits))
    expect(seat.locator("option[value='bot:search']")).to_be_disabled()
    expect(
        page.get_by_text(re.compile("^search .*cannot play here: .*too large to think ahead"))
    ).to_be_visible()
    expect(page.get_by_text("A bot that you chose cannot play here")).to_be_visible()
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()
    seat.select_option("bot:partner")
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
