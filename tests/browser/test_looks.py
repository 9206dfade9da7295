"""What a glance at a page must show: nothing covered, squeezed or cut, on large screens and on phones."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tamaya.words.catalogue import LANGUAGES, catalogue
from tests.browser.conftest import DESKTOP, PHONE, NewPage
from tests.browser.people import expect_turn, sit_down
from tests.browser.test_board import box
from tests.browser.test_review import bring, played

WIDE = {"width": 1440, "height": 900}
TABLET = {"width": 820, "height": 1180}
LANDSCAPE = {"width": 844, "height": 390}
RICH = "deluxe+avalanche+black-powder+flamboyants"
COVERED = """() => {
  const lower = document.querySelector('.felt > .mine').getBoundingClientRect().top + 1
  return [...document.querySelectorAll('.left .fine, .steps, .right :is(.fine, dd, .card-shape)')]
    .filter(each => each.checkVisibility() && each.getBoundingClientRect().bottom > lower)
    .map(each => each.textContent.trim())
}"""
"""What lies below one's own hand, of the tokens, the displays, the piles and the numbers."""
CLIPPED = """() => [...document.querySelectorAll('.pile > .fine')]
  .filter(each => each.checkVisibility())
  .filter(each => each.getBoundingClientRect().bottom
    > each.parentElement.getBoundingClientRect().bottom + 1)
  .map(each => each.textContent)"""
"""The names of piles that are cut off."""
SQUEEZED = """() => [...document.querySelectorAll('.steps span')].filter(each => {
  const digit = document.createRange()
  digit.selectNodeContents(each)
  return digit.getBoundingClientRect().width > each.getBoundingClientRect().width
}).length"""
"""How many numbers below the displays are wider than their places."""
OVERLAPS = """() => {
  const boxes = ['.left', '.centre', '.right'].map(each => document.querySelector(each).firstElementChild)
    .map(each => each.getBoundingClientRect())
  return boxes.slice(1).some((box, at) => box.left < boxes[at].right - 1) || boxes[2].right > innerWidth
}"""


def choose(page: Page, language: str) -> None:
    """Another language, by the list in the header."""
    page.get_by_role("combobox", name=re.compile("^(Language|Sprache)$")).select_option(language)
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_languages_are_listed_by_their_own_names(new_page: NewPage, size: dict[str, int]) -> None:
    page = new_page(size=size)
    page.goto("/")
    options = page.get_by_role("combobox", name="Language").get_by_role("option")
    expect(options).to_have_text([catalogue(code).name for code in LANGUAGES])


def test_japanese_has_fonts_of_its_own(page: Page) -> None:
    page.goto("/")
    choose(page, "ja")
    family = page.locator("body").evaluate("each => getComputedStyle(each).fontFamily")
    assert "Hiragino Sans" in family
    assert "Noto Sans CJK JP" in family


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [WIDE, DESKTOP])
def test_seven_displays_leave_room_for_the_numbers(
    new_page: NewPage, size: dict[str, int], language: str
) -> None:
    page = new_page(size=size)
    sit_down(page, RICH, bots=4)
    expect_turn(page)
    choose(page, language)
    assert not page.evaluate(OVERLAPS)
    edition, status = box(page.locator(".edition")), box(page.locator(".status"))
    assert edition["x"] + edition["width"] <= status["x"] + 1, "the rules lie below whose turn it is"
    heights = page.locator(".right dt").evaluate_all("all => all.map(each => each.clientHeight)")
    assert max(heights) < 24, "a word of the numbers is broken into lines"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [TABLET, PHONE, LANDSCAPE])
def test_ones_hand_covers_no_number(new_page: NewPage, size: dict[str, int], language: str) -> None:
    touch = size is not TABLET
    page = new_page(size=size, has_touch=touch, is_mobile=touch, reduced_motion="reduce")
    sit_down(page, RICH, bots=4)
    expect_turn(page)
    choose(page, language)
    assert page.evaluate(COVERED) == []
    assert page.evaluate(SQUEEZED) == 0
    assert size is not LANDSCAPE or not page.evaluate(OVERLAPS)
    names = page.locator("[data-anchor=hand] [data-name] .cut")
    assert (
        names.evaluate_all("all => all.filter(each => each.scrollWidth > each.clientWidth + 1).length") == 0
    )


@pytest.mark.parametrize(("rules", "bots"), [("deluxe", 2), ("original", 4)])
def test_a_phone_shows_the_piles_with_their_names(new_page: NewPage, rules: str, bots: int) -> None:
    page = new_page(size=PHONE, has_touch=True, is_mobile=True)
    sit_down(page, rules, bots=bots)
    expect_turn(page)
    for language in ("en", "de"):
        choose(page, language)
        assert page.evaluate(COVERED) == []
        assert page.evaluate(CLIPPED) == []
    expect(page.get_by_text("Ablage", exact=True)).to_be_visible()


@pytest.mark.parametrize("size", [WIDE, PHONE, LANDSCAPE])
def test_all_places_of_a_race_are_shown_at_its_end(new_page: NewPage, size: dict[str, int]) -> None:
    page = new_page(size=size, reduced_motion="reduce")
    bring(page, played("andrewz", 3, 4, "greedy"))
    end = page.locator("[data-anchor=end]")
    expect(end.get_by_role("listitem")).to_have_count(3)
    assert end.evaluate("each => each.scrollHeight <= each.clientHeight + 1")


def test_the_review_comes_into_sight_on_a_phone(new_page: NewPage) -> None:
    page = new_page(size=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    bring(page, played())
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.get_by_role("group", name="Review", exact=True)).to_be_in_viewport()


def test_the_theatre_shows_hands_on_a_phone_on_its_side(new_page: NewPage) -> None:
    page = new_page(size=LANDSCAPE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    bring(page, played())
    page.goto(page.url.replace("/table/", "/theatre/"))
    hand = page.locator("[data-anchor=hand]").first
    expect(hand).to_be_visible()
    lower = page.get_by_role("region", name="Controls").evaluate("each => each.getBoundingClientRect().top")
    assert hand.evaluate("each => each.getBoundingClientRect().bottom") <= lower


def test_ones_games_ask_for_a_name_where_they_stand(page: Page) -> None:
    page.goto("/games")
    page.get_by_label("What shall we call you?").fill("Ann")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("No game yet.")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="New table")).to_be_visible()


def test_a_lobby_names_a_bot_once(page: Page) -> None:
    page.request.post("/api/me", data={"name": "Ann"})
    made = page.request.post(
        "/api/tables", data={"rules": "deluxe", "seats": [{}, {"kind": "bot", "bot": "careful"}]}
    )
    page.goto(f"/table/{made.json()['id']}")
    expect(page.locator(".seats .who").nth(1)).to_have_text("careful")


BEYOND = """() => {
  const edge = document.querySelector('.felt').getBoundingClientRect().right
  return [...document.querySelectorAll('.felt .right *')]
    .filter(each => each.getBoundingClientRect().right > edge + 1).map(each => each.textContent.trim())
}"""
"""What stands beside the displays and reaches beyond the board."""


@pytest.mark.parametrize("width", [1280, 1440])
def test_the_numbers_beside_the_displays_stay_on_the_board(new_page: NewPage, width: int) -> None:
    page = new_page(size={"width": width, "height": 900})
    sit_down(page, "deluxe+avalanche+flamboyants", bots=2)
    expect_turn(page)
    assert page.evaluate(BEYOND) == []
