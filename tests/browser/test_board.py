"""The table in Chromium: every part has its place, and what happened can always be read."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tamaya.records import Record
from tests.browser.conftest import DESKTOP, PHONE, NewPage
from tests.browser.people import expect_turn, give_clue, play_on, sit_down, take_turn, the_end, turns_taken
from tests.browser.test_review import bring, played

LANDSCAPE = {"width": 844, "height": 390}
ZOOMED = {"width": 720, "height": 450}
"""A page of 1440 by 900 at twice its size."""
ALL_SIZES = [
    {"width": 1440, "height": 900},
    DESKTOP,
    {"width": 820, "height": 1180},
    PHONE,
    LANDSCAPE,
    ZOOMED,
]
NAMES = ["wide", "desktop", "tablet", "phone", "landscape", "zoomed"]
at_all_sizes = pytest.mark.parametrize("size", ALL_SIZES, ids=NAMES)


def box(found: Locator) -> FloatRect:
    place = found.bounding_box()
    assert place is not None, f"not on the page: {found}"
    return place


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes cover each other by more than a rim."""
    wide = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    high = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return wide > 3 and high > 3


def news(page: Page) -> Locator:
    return page.locator("[data-anchor=news]")


@at_all_sizes
def test_the_last_move_and_ones_own_hand_are_on_the_screen(new_page: NewPage, size: dict[str, int]) -> None:
    page = new_page(size=size)
    sit_down(page, "deluxe", bots=3, bot="partner")
    expect_turn(page)
    before = box(news(page))
    take_turn(page)
    expect_turn(page)
    assert page.evaluate("scrollY") == 0
    assert box(news(page)) == before
    for part in (news(page), page.locator("[data-anchor=own-hand]"), page.locator("[data-anchor=dock]")):
        expect(part).to_be_in_viewport(ratio=0.99)
    last = page.get_by_role("region", name="What happened").locator("li").last
    expect(news(page)).to_contain_text(last.locator("button").first.locator("span").last.inner_text())


def test_on_a_phone_each_move_since_ones_own_can_be_read(new_page: NewPage) -> None:
    page = new_page(size=PHONE, has_touch=True, is_mobile=True)
    sit_down(page, "deluxe", bots=4, bot="partner")
    take_turn(page)
    expect_turn(page)
    news(page).get_by_role("button").first.tap()
    lately = page.get_by_role("region", name="What happened lately")
    moves = lately.get_by_role("listitem")
    expect(moves).to_have_count(4)
    expect(lately).to_be_in_viewport(ratio=1)
    for number, name in enumerate(("Hana", "Ren", "Yuki", "Sora")):
        expect(moves.nth(number)).to_contain_text(name)
    moves.last.get_by_role("button", name=re.compile("^Why")).tap()
    expect(moves.last.locator(".reason")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(lately).to_be_hidden()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_last_move_says_why_and_leaves_the_cards_in_sight(
    new_page: NewPage, size: dict[str, int]
) -> None:
    page = new_page(size=size)
    sit_down(page, "deluxe", bots=2, bot="partner")
    take_turn(page)
    expect_turn(page)
    news(page).get_by_role("button", name=re.compile("^Why was this done")).press("Enter")
    lately = page.get_by_role("region", name="What happened lately")
    expect(lately.locator(".reason")).to_have_count(1)
    expect(lately).to_be_in_viewport(ratio=1)
    assert not overlap(box(lately), box(page.locator("[data-anchor=own-hand]")))
    page.get_by_role("button", name="slot 1, your card").click()
    expect(lately).to_have_count(0)
    expect(page.get_by_role("button", name="Play slot 1")).to_be_visible()


def test_what_happened_since_one_left(new_page: NewPage) -> None:
    page = new_page()
    path = sit_down(page, "deluxe", bots=2, bot="partner")
    expect_turn(page)
    left = turns_taken(page)
    page.goto("/")
    elsewhere = new_page()
    elsewhere.context.add_cookies(
        [
            {"name": cookie["name"], "value": cookie["value"], "url": page.url}
            for cookie in page.context.cookies()
        ]
    )
    elsewhere.goto(path)
    for _ in range(2):
        take_turn(elsewhere)
    expect_turn(elsewhere)
    happened = turns_taken(elsewhere) - left
    page.goto(path)
    expect_turn(page)
    news(page).get_by_role("button").first.click()
    lately = page.get_by_role("region", name="What happened lately")
    chip = lately.get_by_role("button", name=f"Since you left ({happened})")
    expect(chip).to_have_attribute("aria-pressed", "true")
    expect(lately.locator("ol > li")).to_have_count(happened)
    lately.get_by_role("button", name=re.compile("^Since your turn")).click()
    expect(lately.locator("ol > li")).to_have_count(2)


def test_an_old_clues_arrow_fades(page: Page) -> None:
    """The clue is the news until another move is."""
    actions = Record.parse(played(bot="partner")).actions
    turn = next(
        turn
        for turn in range(2, len(actions))
        # Told to the player after next, so that none of the cards is gone when the next one has moved.
        if actions[turn - 1].startswith(f"c{'ABC'[(turn + 1) % 3]}") and actions[turn][0] in "pd"
    )
    path = bring(page, played(bot="partner"), turn=turn)
    arrows = page.locator("[data-anchor=arrows]")
    expect(arrows).to_be_visible()
    expect(arrows).to_have_css("opacity", "1")
    page.goto(f"{path}?turn={turn + 1}")
    expect(arrows).to_have_css("opacity", "0.3")


def test_a_reason_opens_inside_the_log(page: Page) -> None:
    sit_down(page, "deluxe", bots=2, bot="partner")
    for _ in range(5):
        take_turn(page)
    expect_turn(page)
    log = page.get_by_role("region", name="What happened")
    log.get_by_role("button", name=re.compile("^Why was this done")).last.click()
    reason, frame = box(log.locator(".reason").last), box(log.locator("ol"))
    assert reason["y"] >= frame["y"] - 1
    assert reason["y"] + reason["height"] <= frame["y"] + frame["height"] + 1


def test_the_log_shows_the_last_moves_after_the_end_and_at_another_size(page: Page) -> None:
    sit_down(page, "deluxe+strikes=1", bots=1, bot="random")
    play_on(page)
    expect(page.get_by_role("button", name="Review")).to_be_visible()
    last = page.get_by_role("region", name="What happened").locator("li").last
    expect(last).to_be_in_viewport(ratio=0.9)
    page.set_viewport_size({"width": 1100, "height": 560})
    expect(last).to_be_in_viewport(ratio=0.9)


@at_all_sizes
def test_the_clue_menu_covers_nothing_that_one_needs(new_page: NewPage, size: dict[str, int]) -> None:
    page = new_page(size=size)
    sit_down(page, "deluxe", bots=1 if size in (LANDSCAPE, ZOOMED) else 2, bot="partner")
    expect_turn(page)
    page.get_by_role("button", name=re.compile("^Give .* a clue$")).first.click()
    menu = page.get_by_role("dialog", name=re.compile("^Tell"))
    chips = menu.locator(".option")
    opened, places = box(menu), [box(chip) for chip in chips.all()]
    expect(menu).to_be_in_viewport(ratio=1)
    for part in page.locator("[data-anchor=hand], [data-anchor=clues], .displays .card").all():
        assert not overlap(opened, box(part)), part.inner_text()
    for chip in (chips.first, chips.last):
        chip.click()
        assert box(menu) == opened
        assert [box(one) for one in chips.all()] == places


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_chosen_card_moves_nothing(new_page: NewPage, size: dict[str, int]) -> None:
    page = new_page(size=size)
    sit_down(page, "deluxe", bots=2)
    expect_turn(page)
    parts = page.locator("[data-place], [data-anchor]:not([data-anchor=dock]):not([data-anchor=arrows])")
    before = [box(part) for part in parts.all()]
    page.keyboard.press("3")
    expect(page.get_by_role("button", name="Play slot 3")).to_be_visible()
    assert [box(part) for part in parts.all()] == before


def press_display(page: Page) -> None:
    page.locator("[data-display=r]").click()


def press_discards(page: Page) -> None:
    page.locator("[data-anchor=discards] button").click()


@pytest.mark.parametrize("press", [press_display, press_discards])
def test_a_pile_shows_its_cards_and_not_the_past(page: Page, press: Callable[[Page], None]) -> None:
    bring(page, played(bot="partner"))
    expect(the_end(page)).to_be_visible()
    press(page)
    pile = page.get_by_role("dialog")
    expect(pile.get_by_role("listitem").first).to_be_visible()
    expect(pile.get_by_text(re.compile(r"\d of \d left")).first).to_be_visible()
    assert pile.get_by_role("group").evaluate("each => each.scrollHeight <= each.clientHeight")
    assert "turn=" not in page.url
    page.keyboard.press("Escape")
    expect(pile).to_be_hidden()
    expect(the_end(page)).to_be_visible()


def test_a_pile_marks_the_last_copies(page: Page) -> None:
    sit_down(page, "deluxe", bots=1)
    expect_turn(page)
    page.locator("[data-display=r]").click()
    cards = page.get_by_role("dialog").get_by_role("listitem")
    expect(cards).to_have_count(5)
    expect(cards.filter(has_text="the last one")).to_have_count(1)
    expect(cards.last).to_contain_text(re.compile("^red 5.*1 of 1 left"))


def test_the_cards_of_a_pile_of_andrewz(page: Page) -> None:
    sit_down(page, "andrewz", bots=4, bot="greedy")
    expect_turn(page)
    expect(page.locator("[data-anchor=dock]")).to_be_in_viewport(ratio=0.99)
    page.locator("[data-display]").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def test_pace_and_a_score_below_0_are_explained_to_the_keyboard(page: Page) -> None:
    sit_down(page, "deluxe+black-powder", bots=1)
    expect_turn(page)
    expect(page.get_by_text("5 missing black cards cost 5 points.")).to_be_visible()
    for question, words in (
        ("What does pace mean?", "How many more discards there is time for"),
        ("Why does the score begin below 0?", "The score therefore begins at −5"),
    ):
        page.get_by_role("button", name=question).press("Enter")
        expect(page.get_by_role("dialog")).to_contain_text(words)
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name=question)).to_be_focused()


def test_token_words_agree_with_their_numbers(page: Page) -> None:
    sit_down(page, "rnr+clues=2", bots=1)
    expect_turn(page)
    clues = page.locator("[data-anchor=clues]")
    expect(clues).to_contain_text("2 blue clock tokens")
    expect(clues.get_by_role("img")).to_have_attribute("aria-label", "blue clock tokens: 2 of 2")
    assert give_clue(page)
    expect(clues.or_(the_end(page)).first).not_to_contain_text("1 blue clock tokens")


def test_the_end_offers_three_ways(page: Page) -> None:
    sit_down(page, "deluxe+strikes=1", bots=1, bot="random")
    hand = box(page.locator("[data-anchor=own-hand]"))
    play_on(page)
    assert box(page.locator("[data-anchor=own-hand]")) == hand
    expect(the_end(page).get_by_role("button")).to_have_text(["Play again", "Analyse", "More …"])
    points = re.search(r"(\d+) of 25 points", the_end(page).inner_text())
    assert points is not None
    expect(page.locator("[data-anchor=score] dd").first).to_have_text(re.compile(rf"^{points[1]} /"))
    the_end(page).get_by_role("button", name="More …").click()
    more = page.get_by_role("dialog")
    expect(more.get_by_role("link", name="Download the record")).to_be_visible()
    more.get_by_role("button", name="Step through").click()
    expect(page.get_by_text("You are looking at")).to_be_visible()


def test_the_keyboards_place_is_white(page: Page) -> None:
    sit_down(page, "deluxe", bots=1)
    expect_turn(page)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator(":focus-visible")).to_have_css("outline-color", "rgb(255, 255, 255)")
