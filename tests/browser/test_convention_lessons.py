"""Learn, part two, and the card with the conventions of a table: by pointer, by keyboard, wide and narrow."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPage, Shoot
from tests.browser.people import expect_to_fit, sit_down
from tests.lessons import asking, choices, right_answer, wrong_move

NARROW = {"width": 320, "height": 640}
WIDE = {"width": 1440, "height": 900}
SIZES = pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["wide", "phone"])
LESSON = "/learn/conventions/h-group-1"


def card_of(page: Page) -> Any:
    return page.get_by_role("dialog", name="Conventions of this table")


def press_slot(page: Page, slot: str) -> None:
    page.locator(f"[data-anchor=own-hand] [data-slot='{slot}']").click()


@SIZES
def test_a_convention_is_learned_from_the_list_to_the_next_position(
    new_page: NewPage, size: dict[str, int], shoot: Shoot
) -> None:
    page = new_page(size=size)
    page.goto("/learn")
    page.get_by_role("link", name="Part two: conventions").click()
    page.locator("label").filter(has_text="H-Group, level 1").click()
    expect(page.get_by_role("heading", name="Level 1")).to_be_visible()
    page.get_by_role("link", name="Begin: Finesse").click()
    expect(page.get_by_role("heading", name="It is your turn: what do you do?")).to_be_visible()
    [play] = right_answer("h-group-1", "finesse", 1)
    press_slot(page, play[1:])
    page.locator(f"[data-action={play}]").click()
    expect(page.get_by_text("Right: the bot agrees.")).to_be_visible()
    expect(page.locator("[data-anchor=news]")).to_contain_text(f"from slot {play[1:]}, and it fits")
    shoot(page, f"learn2-right-{size['width']}")
    page.get_by_role("link", name="Next position").click()
    expect(page.get_by_role("link", name=re.compile("^Position 1 of ., done"))).to_be_visible()
    page.get_by_role("link", name="All conventions").click()
    expect(page.get_by_role("link", name="Go on: Finesse")).to_be_visible()
    expect(page.get_by_text(re.compile("^1 of . positions done"))).to_be_visible()


@SIZES
def test_a_wrong_answer_says_what_the_bot_would_do_and_may_be_tried_again(
    new_page: NewPage, size: dict[str, int]
) -> None:
    page = new_page(size=size)
    page.goto(f"{LESSON}?rule=finesse")
    [play], wrong = right_answer("h-group-1", "finesse", 1), wrong_move("h-group-1", "finesse", 1)
    press_slot(page, wrong[1:])
    page.locator(f"[data-action={wrong}]").click()
    expect(page.get_by_text("The bot thinks otherwise.")).to_be_visible()
    expect(page.get_by_text(f"The bot’s answer: play slot {play[1:]}")).to_be_visible()
    page.get_by_text("What everyone thinks").click()
    expect(page.locator(".thoughts li").first).to_be_visible()
    expect(page.get_by_role("link", name="Go on anyway")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("The bot thinks otherwise.")).to_have_count(0)
    expect(page.locator("[data-anchor=own-hand] [data-slot='1']")).to_be_visible()
    assert page.evaluate("localStorage.getItem('tamaya.practice.h-group-1')") is None


def test_a_lesson_can_be_done_by_keyboard(page: Page) -> None:
    page.goto(f"{LESSON}?rule=finesse")
    expect(page.locator("[data-anchor=own-hand]")).to_be_visible()
    [play] = right_answer("h-group-1", "finesse", 1)
    page.keyboard.press(play[1:])
    page.keyboard.press("p")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Right: the bot agrees.")).to_be_visible()
    expect(page.locator(".verdict")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Next position")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"rule=finesse&position=2"))


def test_a_clue_is_an_answer_as_at_the_table(page: Page) -> None:
    page.goto(f"{LESSON}?rule=finesse")
    clue = next(choice for choice in choices("h-group-1", "finesse", 1) if choice.startswith("cB"))
    page.get_by_role("button", name="Give Bob a clue").click()
    page.get_by_role("dialog").locator(f"[data-action={clue}]").click()
    page.get_by_role("button", name=re.compile("^Tell Bob")).last.click()
    expect(page.get_by_text("How your clue will be read")).to_be_visible()


@SIZES
def test_faces_are_chosen_and_answered(new_page: NewPage, size: dict[str, int], shoot: Shoot) -> None:
    """By keyboard: each face is a button that stays pressed."""
    page = new_page(size=size)
    rule, number = asking("cards")
    page.goto(f"/learn/conventions/h-group-5?rule={rule}&position={number}")
    expect(page.get_by_role("heading", name=re.compile("^What do you take your slot"))).to_be_visible()
    answer = page.get_by_role("button", name="Answer")
    expect(answer).to_be_disabled()
    right = right_answer("h-group-5", rule, number)
    for place, face in enumerate(choices("h-group-5", rule, number)):
        if face in right:
            page.locator(".faces button").nth(place).focus()
            page.keyboard.press("Enter")
            expect(page.locator(".faces button").nth(place)).to_have_attribute("aria-pressed", "true")
    shoot(page, f"learn2-faces-{size['width']}")
    answer.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Right: the bot agrees.")).to_be_visible()


def test_a_card_is_pressed_and_answered(page: Page) -> None:
    rule, number = asking("kept")
    page.goto(f"/learn/conventions/h-group-5?rule={rule}&position={number}")
    expect(page.get_by_role("heading", name=re.compile("must you not discard"))).to_be_visible()
    press_slot(page, "1")
    expect(page.get_by_role("button", name="Answer")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".verdict")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "it", "ja"])
@pytest.mark.parametrize("size", [NARROW, PHONE, DESKTOP, WIDE], ids=lambda size: str(size["width"]))
def test_every_part_of_the_lesson_fits_the_screen(
    new_page: NewPage, size: dict[str, int], language: str
) -> None:
    page = new_page(size=size, locale=language)
    page.goto("/learn/conventions/h-group-5")
    expect(page.locator("a.button").nth(5)).to_be_visible()
    expect_to_fit(page)
    rule, number = asking("cards")
    page.goto(f"/learn/conventions/h-group-5?rule={rule}&position={number}")
    expect(page.locator("[data-anchor=own-hand]")).to_be_visible()
    expect_to_fit(page)
    page.locator(".faces button").first.click()
    page.locator(".send button").click()
    expect(page.locator(".verdict")).to_be_visible()
    page.locator(".verdict summary").click()
    expect_to_fit(page)


@SIZES
def test_the_card_is_pulled_out_and_put_back_and_the_board_stays(
    new_page: NewPage, size: dict[str, int], shoot: Shoot
) -> None:
    page = new_page(size=size)
    sit_down(page, "deluxe", bots=2, conventions="h-group-3")
    hand = page.locator("[data-anchor=own-hand]")
    expect(hand).to_be_visible()
    before = hand.bounding_box()
    page.get_by_role("button", name="Conventions of this table").click()
    card = card_of(page)
    expect(card.get_by_text("H-Group, level 3")).to_be_visible()
    expect(card.get_by_role("heading", name="Level 3")).to_be_attached()
    expect(card.get_by_role("heading", name="Level 4")).to_have_count(0)
    expect(card.get_by_role("link", name="Practise: Finesse")).to_have_attribute(
        "href", "/learn/conventions/h-group-3?rule=finesse"
    )
    assert hand.bounding_box() == before
    expect_to_fit(page)
    shoot(page, f"rule-card-{size['width']}")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(page.get_by_role("button", name="Conventions of this table")).to_be_focused()


def test_a_key_turns_the_card_over_and_the_table_goes_on(page: Page) -> None:
    sit_down(page, "deluxe", bots=1)
    expect(page.locator("[data-anchor=own-hand]")).to_be_visible()
    page.keyboard.press("k")
    expect(card_of(page)).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator("[data-anchor=own-hand] [data-slot='2']")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("k")
    expect(card_of(page)).to_have_count(0)


def test_a_race_has_no_card(page: Page) -> None:
    sit_down(page, "andrewz", bots=1, bot="greedy")
    expect(page.locator("[data-anchor=dock]")).to_be_visible()
    expect(page.get_by_role("button", name="Conventions of this table")).to_have_count(0)


def cite(page: Page, turn: int, rule: str) -> None:
    """Let the server say by which rule a turn was played."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "table":
                message["table"]["cited"][str(turn)] = [rule]
            elif message["type"] == "moved" and message["reason"]:
                message["conventions"] = [rule]
            socket.send(json.dumps(message))

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/socket$"), route)


@SIZES
def test_the_reason_of_a_move_leads_to_its_rule_on_the_card(new_page: NewPage, size: dict[str, int]) -> None:
    page = new_page(size=size)
    cite(page, 2, "finesse")
    sit_down(page, "deluxe", bots=1, bot="partner")
    page.get_by_role("button", name=re.compile("Give Hana a clue")).click()
    page.get_by_role("dialog").locator(".option").first.click()
    page.get_by_role("button", name=re.compile("^Tell Hana")).last.click()
    why = page.locator("[data-anchor=log] .why").last
    expect(why).to_be_visible()
    why.click()
    page.locator("[data-anchor=log]").get_by_role("button", name="Rule: Finesse").click()
    rule = card_of(page).locator("[data-rule=finesse]")
    expect(rule).to_be_focused()
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("newest card without a clue")
