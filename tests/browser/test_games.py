"""Whole games in Chromium, from the first click to the grade."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage, Shoot
from tests.browser.people import act, play_now, play_on, sit_down, the_end
from tests.browser.test_access import violations


def test_play_now_to_the_grade(page: Page, shoot: Shoot) -> None:
    play_now(page, "Ann")
    shoot(page, "standard-start")
    play_on(page)
    expect(the_end(page)).to_be_visible()
    shoot(page, "standard-end")


@pytest.mark.parametrize(
    ("rules", "bots", "bot"),
    [
        ("deluxe+avalanche+black-powder+flamboyants", 2, "careful"),
        ("rnr+variant-3+variant-4", 2, "careful"),
        ("andrewz", 3, "greedy"),
    ],
)
def test_other_games_to_their_end(page: Page, shoot: Shoot, rules: str, bots: int, bot: str) -> None:
    sit_down(page, rules, bots=bots, bot=bot)
    shoot(page, f"{rules.partition('+')[0]}-start")
    play_on(page)
    shoot(page, f"{rules.partition('+')[0]}-end")


def test_a_phone_held_in_one_hand(new_page: NewPage, shoot: Shoot) -> None:
    page = new_page(size=PHONE, has_touch=True, is_mobile=True)
    sit_down(page, "deluxe+avalanche+black-powder", bots=3)
    expect(page.get_by_role("status").filter(has_text="Your turn")).to_be_visible()
    shoot(page, "phone-table")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], "the page is wider than the phone"
    play_on(page)
    shoot(page, "phone-end")


def test_a_bot_says_why_on_demand(page: Page, shoot: Shoot) -> None:
    sit_down(page, "deluxe", bots=2, bot="partner")
    for _ in range(3):
        expect(page.get_by_role("status").filter(has_text=re.compile("^Your turn"))).to_be_visible()
        act(page)
        page.wait_for_timeout(400)
    expect(page.get_by_role("status").filter(has_text=re.compile("^Your turn"))).to_be_visible()
    log = page.get_by_role("region", name="What happened")
    why = log.get_by_role("button", name=re.compile("^Why was this done"))
    expect(why.first).to_be_visible()
    assert why.count() >= 6
    why.first.click()
    why.last.click()
    expect(log.locator("p.reason")).to_have_count(2)
    assert all(words.strip() for words in log.locator("p.reason").all_inner_texts())
    shoot(page, "why")
    assert violations(page) == []
    why.last.click()
    expect(log.locator("p.reason")).to_have_count(1)


def test_who_sits_where_is_chosen_in_the_builder(page: Page) -> None:
    page.request.post("/api/me", data={"name": "Ann"})
    page.goto("/new")
    seats = page.locator("select:has(option[value='bot:partner'])")
    seats.nth(1).select_option("bot:partner")
    expect(page.get_by_text("plays by conventions, and says why")).to_be_visible()
    seats.nth(1).select_option("bot:careful")
    expect(page.get_by_text("plays what is surely playable")).to_be_visible()


def test_two_people_at_one_table_by_link(new_page: NewPage, shoot: Shoot) -> None:
    ann, bob = new_page(), new_page()
    ann.request.post("/api/me", data={"name": "Ann"})
    bob.request.post("/api/me", data={"name": "Bob"})
    ann.goto("/new")
    ann.get_by_role("button", name="Open the table").click()
    ann.wait_for_url("**/table/*")
    shoot(ann, "lobby")
    bob.goto(ann.url)
    bob.get_by_role("button", name=re.compile("^Sit here")).click()
    ann.get_by_role("button", name="Start the game").click()
    expect(ann.get_by_role("region", name="Hand of Bob")).to_be_visible()
    expect(bob.get_by_role("region", name="Hand of Ann")).to_be_visible()
    first, second = (ann, bob) if "Your turn" in ann.title() else (bob, ann)
    name = "Bob" if first is ann else "Ann"
    first.get_by_role("button", name=f"Give {name} a clue").click()
    menu = first.get_by_role("dialog")
    menu.get_by_role("button", name=re.compile("touches slot")).first.click()
    menu.get_by_role("button", name=re.compile("^Tell")).click()
    expect(second.get_by_role("status").filter(has_text="Your turn")).to_be_visible()
    shoot(second, "clued")
