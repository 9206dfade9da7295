"""The coach in a real browser: asked on a desktop and a phone, before a clue, and refused."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPage, Shoot
from tests.browser.people import expect_to_fit, sit_down
from tests.browser.test_access import violations

NARROW = {"width": 320, "height": 640}


def choose(page: Page, level: str) -> None:
    """Choose how much help there is, by the key and the dialog."""
    page.keyboard.press("h")
    page.get_by_role("dialog").get_by_label(re.compile(level, re.IGNORECASE)).check()
    page.keyboard.press("Escape")


def boxes(page: Page) -> list[object]:
    """Where the cards of all hands and the displays lie."""
    return [
        page.locator(f"[data-anchor='{part}']").nth(0).bounding_box()
        for part in ("hand", "own-hand", "display", "news")
    ]


@pytest.mark.parametrize("size", [DESKTOP, PHONE, NARROW], ids=["desktop", "phone", "narrow"])
def test_three_moves_are_shown_and_one_is_taken_up(
    new_page: NewPage, shoot: Shoot, size: dict[str, int]
) -> None:
    page = new_page(size=size)
    sit_down(page, "deluxe", bots=2, bot="partner", undo=True)
    before = boxes(page)
    choose(page, "when I ask")
    page.get_by_role("button", name="What could I do?").click()
    moves = page.get_by_role("group", name="What you could do").get_by_role("listitem")
    expect(moves.first).to_be_visible()
    assert 1 <= moves.count() <= 3
    assert boxes(page) == before, "nothing has moved"
    expect_to_fit(page)
    assert violations(page) == []
    shoot(page, f"coach-{size['width']}")
    clue = page.locator(".move[data-action^=c]").first
    clue.scroll_into_view_if_needed()
    clue.click()
    reading = page.locator("[data-anchor='reading']")
    expect(reading).to_contain_text(re.compile(r"(Hana|Ren) will "))
    expect_to_fit(page)
    assert violations(page) == []
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Tell ")).click()
    expect(page.get_by_text("You use the coach.").first).to_be_attached()
    expect(page.locator("[data-anchor='news']")).not_to_contain_text("Nothing has happened yet")


def test_others_see_who_is_helped_and_may_refuse(new_page: NewPage) -> None:
    ann, ben = new_page(), new_page()
    for page, name in ((ann, "Ann"), (ben, "Ben")):
        page.request.post("/api/me", data={"name": name})
    made = ann.request.post("/api/tables", data={"rules": "deluxe", "first": 0, "seats": [{}, {}]})
    path = f"/table/{made.json()['id']}"
    ann.goto(path)
    ben.goto(path)
    ben.get_by_role("button", name=re.compile("^Sit here")).click()
    ann.get_by_role("button", name="Start the game").click()
    expect(ann.locator("[data-anchor='dock']")).to_be_visible()
    choose(ann, "on every turn")
    expect(ann.get_by_role("group", name="What you could do")).to_be_visible()
    expect(ben.get_by_role("img", name="plays with the coach")).to_be_visible()
    expect(ben.get_by_text("Ann uses the coach.").first).to_be_visible()
    expect(ben.get_by_role("group", name="What you could do")).to_have_count(0)
    ben.keyboard.press("h")
    ben.get_by_role("button", name="Refuse the coach for all").click()
    expect(ben.get_by_role("button", name="Allow the coach again")).to_be_visible()
    expect(ann.get_by_role("group", name="What you could do")).to_have_count(0)
    expect(ann.get_by_text("Ben has refused the coach: it is off for all.").first).to_be_visible()
