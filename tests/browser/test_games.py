"""Whole games in Chromium, from the first click to the grade."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tamaya.engine import Game
from tamaya.records import Record
from tamaya.rules import Deal, Rules
from tests.browser.conftest import PHONE, NewPage, Shoot
from tests.browser.people import (
    expect_to_fit,
    expect_turn,
    play_now,
    play_on,
    sit_down,
    take_turn,
    the_end,
    your_turn,
)
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
        # Tiles are pressed in the games of test_layout_shift.py, too.
        pytest.param("deluxe+avalanche+black-powder+flamboyants", 2, "careful", marks=pytest.mark.slow),
        ("rnr+variant-3+variant-4", 2, "careful"),
        ("andrewz", 3, "greedy"),
    ],
)
def test_other_games_to_their_end(page: Page, shoot: Shoot, rules: str, bots: int, bot: str) -> None:
    sit_down(page, rules, bots=bots, bot=bot)
    shoot(page, f"{rules.partition('+')[0]}-start")
    play_on(page)
    shoot(page, f"{rules.partition('+')[0]}-end")


@pytest.mark.slow
def test_a_phone_held_in_one_hand(new_page: NewPage, shoot: Shoot) -> None:
    page = new_page(size=PHONE, has_touch=True, is_mobile=True)
    sit_down(page, "deluxe+avalanche+black-powder", bots=3)
    expect_turn(page)
    shoot(page, "phone-table")
    play_on(page)
    shoot(page, "phone-end")


@pytest.mark.parametrize("width", [320, 390, 800, 1280])
def test_a_card_told_of_everything_keeps_its_width(new_page: NewPage, shoot: Shoot, width: int) -> None:
    phone = width < 760
    page = new_page(size={"width": width, "height": 800}, has_touch=phone, is_mobile=phone)
    page.request.post("/api/me", data={"name": "Ann"})
    brought = page.request.post("/api/records", data=str(Record.of(bob_is_told_of_everything())))
    page.goto(f"/table/{brought.json()['id']}")
    cards = page.get_by_role("region", name="Hand of Bob").locator("[data-card]")
    expect(cards.filter(has_text="told white, red, blue, yellow and green")).to_have_count(5)
    shoot(page, f"told-of-everything-{width}")
    expect_to_fit(page)
    beside = "cards => cards.map(card => card.offsetWidth - card.querySelector('button').offsetWidth)"
    assert cards.evaluate_all(beside) == [0] * 5


def bob_is_told_of_everything() -> Game:
    """Ann and Cal tell Bob, who holds multicoloured cards only, about each colour in turn."""
    rules = Rules.parse("deluxe+avalanche")
    deck = sorted(Deal.shuffle(rules, 1).deck, key=lambda card: not card.startswith("m"))
    game = Game(["Ann", "Bob", "Cal"], rules, deal=Deal(tuple(deck)))
    colours = iter("wrbyg")
    for giver in ["Ann", "Bob", "Cal"] * 2 + ["Ann"]:
        game.clue("Ann" if giver == "Bob" else "Bob", "w" if giver == "Bob" else next(colours))
    return game


def test_a_bot_says_why_on_demand(page: Page, shoot: Shoot) -> None:
    sit_down(page, "deluxe", bots=2, bot="partner")
    for _ in range(3):
        take_turn(page)
    expect(your_turn(page)).to_be_visible(timeout=30_000)
    log = page.get_by_role("region", name="What happened")
    why = log.get_by_role("button", name=re.compile("^Why was this done"))
    expect(why.nth(5)).to_be_visible()
    why.first.click()
    why.last.click()
    expect(log.locator("p.reason")).to_have_count(2)
    assert all(words.strip() for words in log.locator("p.reason").all_inner_texts())
    shoot(page, "why")
    assert violations(page) == []
    why.last.click()
    expect(log.locator("p.reason")).to_have_count(1)
    english = log.locator("p.reason").inner_text()
    page.get_by_role("combobox", name="Language").select_option("de")
    log = page.get_by_role("region", name="Was geschah")
    expect(log.locator("p.reason")).to_have_text(re.compile(r"\b(Karte|du|Nur damit)\b"))
    assert log.locator("p.reason").inner_text() != english
    shoot(page, "why-de")


def test_who_sits_where_is_chosen_in_the_builder(page: Page) -> None:
    page.request.post("/api/me", data={"name": "Ann"})
    page.goto("/new")
    seats = page.locator("select:has(option[value='bot:partner'])")
    seats.nth(1).select_option("bot:partner")
    expect(page.get_by_text("Plays by the table’s conventions, and says why.")).to_be_visible()
    seats.nth(1).select_option("bot:careful")
    expect(page.get_by_text("Plays what is surely playable")).to_be_visible()


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
    expect(your_turn(second)).to_be_visible()
    shoot(second, "clued")
