"""The conventions of a table in a browser: chosen on the new-table page or in the lobby, and seen by all."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPage, Shoot
from tests.browser.people import expect_to_fit, expect_turn, sit_down

SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["wide", "phone"])
OWN = "bot: own conventions"


def gather(page: Page, **setup: object) -> str:
    """A table of Ann's that has not begun; returns its path."""
    page.request.post("/api/me", data={"name": "Ann"})
    answer = page.request.post("/api/tables", data={"rules": "deluxe", "seats": [{}, {}, {}], **setup})
    assert answer.ok, answer.text()
    page.goto(f"/table/{answer.json()['id']}")
    return f"/table/{answer.json()['id']}"


def setup_of(page: Page) -> dict[str, object]:
    """What the server keeps of the table."""
    found: dict[str, object] = page.evaluate(
        """async () => {
          const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api${
            location.pathname.replace('/table/', '/tables/')}/socket`)
          const text = await new Promise(done => {
            socket.onopen = () => socket.send(JSON.stringify({type: 'hello'}))
            socket.onmessage = ({data}) => done(data)
          })
          socket.close()
          return JSON.parse(text).table.setup
        }"""
    )
    return found


@SIZES
def test_the_book_is_chosen_with_the_new_table(new_page: NewPage, size: dict[str, int], shoot: Shoot) -> None:
    page = new_page(size=size)
    page.request.post("/api/me", data={"name": "Ann"})
    page.goto("/new")
    book = page.get_by_role("combobox", name="Conventions", exact=True)
    expect(book).to_have_value("h-group-5")
    book.select_option("H-Group, level 2")
    expect(page.get_by_text("several cards without a clue")).to_be_visible()
    book.scroll_into_view_if_needed()
    shoot(page, f"new-table-conventions-{size['width']}")
    page.get_by_role("combobox", name="Who has seat B").select_option(OWN)
    own = page.get_by_role("combobox", name="Conventions of the bot on seat B")
    expect(own).to_have_value("h-group-2")
    own.select_option("Plain words")
    expect(page.get_by_text("at every table literally")).to_be_visible()
    expect_to_fit(page)
    own.scroll_into_view_if_needed()
    shoot(page, f"new-table-own-book-{size['width']}")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")
    kept = setup_of(page)
    assert kept["conventions"] == "h-group-2"
    assert [seat["bot"] for seat in kept["seats"]] == ["", "plain"]  # type: ignore[attr-defined]


def test_a_race_asks_for_no_conventions(page: Page) -> None:
    page.goto("/new")
    book = page.get_by_role("combobox", name="Conventions", exact=True)
    expect(book).to_be_visible()
    page.get_by_role("radio", name="Andrewz").check(force=True)
    expect(book).not_to_be_attached()


@SIZES
def test_the_host_changes_the_book_in_the_lobby_and_others_read_it(
    new_page: NewPage, size: dict[str, int], shoot: Shoot
) -> None:
    ann, bob = new_page(size=size), new_page(size=size)
    path = gather(ann, conventions="tamaya")
    bob.goto(path)
    expect(bob.get_by_text("nine conventions that you learn in five minutes")).to_be_visible()
    expect(bob.get_by_role("combobox", name="Conventions")).not_to_be_attached()
    book = ann.get_by_role("combobox", name="Conventions", exact=True)
    expect(book).to_have_value("tamaya")
    book.select_option("H-Group, level 3")
    expect(bob.get_by_text("H-Group, level 3", exact=True)).to_be_visible()
    expect(bob.get_by_text("1s are played in a fixed order")).to_be_visible()
    ann.get_by_role("combobox", name="Who may have seat B").select_option("bot: partner")
    expect(ann.get_by_role("combobox", name="Who may have seat B")).to_have_value("bot:partner")
    ann.get_by_role("combobox", name="Who may have seat C").select_option(OWN)
    own = ann.get_by_role("combobox", name="Conventions of the bot on seat C")
    expect(own).to_have_value("h-group-3")
    own.select_option("H-Group, level 1")
    expect(bob.get_by_text("h-group-1")).to_be_visible()
    for page in (ann, bob):
        expect_to_fit(page)
    shoot(ann, f"lobby-conventions-host-{size['width']}")
    book.scroll_into_view_if_needed()
    shoot(ann, f"lobby-conventions-book-{size['width']}")
    bob.get_by_text("H-Group, level 3", exact=True).scroll_into_view_if_needed()
    shoot(bob, f"lobby-conventions-guest-{size['width']}")


def test_a_list_of_bots_is_short_and_begins_with_those_that_keep_to_the_table(page: Page) -> None:
    gather(page)
    seats = page.get_by_role("combobox", name="Who may have seat B").locator("option")
    expect(seats).to_have_text(
        [
            "anybody with the link",
            "kept for a guest",
            *(f"bot: {name}" for name in ("partner", "grandmaster", "grandmaster-4s")),
            *(f"bot: {name}" for name in ("random", "careful", "hat", "search")),
            OWN,
        ]
    )


@SIZES
def test_the_rules_at_the_table_end_with_its_conventions(
    new_page: NewPage, size: dict[str, int], shoot: Shoot
) -> None:
    """For players and for those who watch."""
    ann, watcher = new_page(size=size), new_page(size=size)
    path = sit_down(ann, "deluxe", bots=1, conventions="plain")
    expect_turn(ann)
    watcher.goto(path)
    for page in (ann, watcher):
        page.get_by_role("button", name="Rules", exact=True).click()
        line = page.get_by_role("dialog").get_by_text(
            "Plain words: Clues mean their words, and nothing more."
        )
        line.scroll_into_view_if_needed()
        expect(line).to_be_visible()
    shoot(watcher, f"rules-conventions-{size['width']}")
