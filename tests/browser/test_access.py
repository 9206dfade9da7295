"""Pages for everybody: axe finds nothing, and a keyboard is enough."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPage, Shoot
from tests.browser.people import (
    expect_move,
    expect_to_fit,
    expect_turn,
    lose,
    play_on,
    sit_down,
    take_turn,
    your_turn,
)
from tests.lessons import asking

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: Any = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['help']} ({'; '.join(node['html'][:120] for node in each['nodes'][:3])})"
        for each in found["violations"]
    ]


THEMES = ("night", "day")


def choose_theme(page: Page, theme: str) -> None:
    """What this browser remembers, as if its owner had chosen it before."""
    page.add_init_script(f"localStorage.setItem('tamaya.theme', {theme!r})")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "path", ["/", "/new", "/learn", "/learn/conventions/h-group-5", "/games", "/nowhere"]
)
def test_axe_finds_nothing_on_the_pages(new_page: NewPage, shoot: Shoot, path: str, theme: str) -> None:
    page = new_page(bypass_csp=True)
    choose_theme(page, theme)
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_timeout(600)
    name = path.strip("/").replace("/", "-") or "home"
    for size in (DESKTOP, PHONE):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        shoot(page, f"{name}-{'phone' if size is PHONE else 'desktop'}{'-day' if theme == 'day' else ''}")
        assert violations(page) == []
        expect_to_fit(page)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_in_a_lesson_about_a_convention(
    new_page: NewPage, size: dict[str, int], theme: str
) -> None:
    page = new_page(size=size, bypass_csp=True)
    choose_theme(page, theme)
    rule, number = asking("cards")
    page.goto(f"/learn/conventions/h-group-5?rule={rule}&position={number}")
    expect(page.locator("[data-anchor=own-hand]")).to_be_visible()
    assert violations(page) == []
    page.locator(".faces button").first.click()
    page.locator(".send button").click()
    page.locator(".verdict summary").click()
    assert violations(page) == []


def test_axe_finds_nothing_on_the_card_with_the_conventions(new_page: NewPage) -> None:
    page = new_page(bypass_csp=True)
    sit_down(page, "deluxe", bots=1)
    page.get_by_role("button", name="Conventions of this table").click()
    expect(page.get_by_role("dialog").get_by_text("Chop", exact=True)).to_be_visible()
    assert violations(page) == []


RICH = ("deluxe+avalanche+black-powder+flamboyants+strikes=1", "random")
RACE = ("andrewz", "greedy")


@pytest.mark.parametrize(
    ("rules", "bot", "size"),
    [
        pytest.param(*RICH, PHONE, id="rich-phone"),
        pytest.param(*RACE, DESKTOP, id="race-desktop"),
        pytest.param(*RICH, DESKTOP, id="rich-desktop", marks=pytest.mark.slow),
        pytest.param(*RACE, PHONE, id="race-phone", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_at_a_table(new_page: NewPage, rules: str, bot: str, size: dict[str, int]) -> None:
    page = new_page(size=size, bypass_csp=True)
    sit_down(page, rules, bots=2, bot=bot)
    expect_turn(page)
    assert violations(page) == []
    take_turn(page)
    if rules == "andrewz":
        play_on(page)
    else:
        lose(page)
    assert violations(page) == []


def test_axe_finds_nothing_in_the_rules_and_in_how_the_bots_play(new_page: NewPage) -> None:
    page = new_page(bypass_csp=True)
    sit_down(page, "deluxe", bots=1)
    for name in ("Rules", "How the bots play"):
        page.get_by_role("button", name=name, exact=True).first.click()
        expect(page.get_by_role("dialog").get_by_role("heading").nth(1)).to_be_visible()
        assert violations(page) == []
        page.keyboard.press("Escape")


@pytest.mark.parametrize("rules", ["deluxe+avalanche+black-powder", "andrewz"])
def test_axe_finds_nothing_at_a_table_by_day(new_page: NewPage, shoot: Shoot, rules: str) -> None:
    """With a move made, a card chosen, the settings open, and a moment of the past."""
    page = new_page(bypass_csp=True)
    choose_theme(page, "day")
    sit_down(page, rules, bots=2, bot="greedy" if rules == "andrewz" else "careful")
    take_turn(page)
    expect_turn(page)
    page.keyboard.press("1")
    assert violations(page) == []
    shoot(page, f"day-{rules.partition('+')[0]}")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="First turn").click()
    assert violations(page) == []


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_in_the_lobby(new_page: NewPage, theme: str) -> None:
    page = new_page(bypass_csp=True)
    choose_theme(page, theme)
    page.request.post("/api/me", data={"name": "Ann"})
    made = page.request.post("/api/tables", data={"rules": "deluxe", "seats": [{}, {}, {}]})
    page.goto(f"/table/{made.json()['id']}")
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_on_the_pages_about_games(new_page: NewPage, size: dict[str, int]) -> None:
    page = new_page(size=size, bypass_csp=True)
    page.request.post("/api/me", data={"name": "Ann"})
    deal = f"axe {size['width']}"
    setup = {"rules": "deluxe+strikes=1", "deal": deal, "seats": [{}, {"kind": "bot", "bot": "careful"}]}
    table = page.request.post("/api/tables?start=true", data=setup).json()["id"]
    page.goto(f"/table/{table}")
    lose(page)
    page.goto("/games")
    expect(page.get_by_role("button", name=re.compile("^Remove the game"))).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name=re.compile("^Remove the game")).click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Statistics").click()
    expect(page.get_by_text("One finished game of yours")).to_be_visible()
    assert violations(page) == []
    page.goto(f"/deal?rules=deluxe%2Bstrikes%3D1&players=2&name={deal.replace(' ', '+')}")
    expect(page.get_by_text("Not computed yet.")).to_be_visible()
    assert violations(page) == []
    page.goto(f"/theatre/{table}")
    expect(page.get_by_role("region", name="The move")).to_be_visible()
    page.keyboard.press("Space")
    page.get_by_text("Another show").click()
    assert violations(page) == []


def test_a_game_by_keyboard_alone(page: Page, shoot: Shoot) -> None:
    """In the notation of the terminal, from the first key to the last."""
    sit_down(page, "deluxe+strikes=2", bots=1)
    expect_turn(page)
    page.keyboard.type("p9")
    expect(page.get_by_text("That is not a move that you can make now.")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.type("p1")
    shoot(page, "keyboard")
    page.keyboard.press("Enter")
    expect_move(page, 0)
    lose(page)


def test_each_action_is_told_to_a_screen_reader(page: Page) -> None:
    sit_down(page, "deluxe", bots=1)
    live = page.locator("[aria-live=polite]")
    expect(your_turn(page)).to_be_visible(timeout=30_000)
    page.keyboard.type("cB1")
    page.keyboard.press("Enter")
    expect(live.filter(has_text=re.compile("Hana")).first).to_be_attached()


def test_the_page_speaks_german(page: Page, shoot: Shoot) -> None:
    page.goto("/")
    page.get_by_role("combobox", name="Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    shoot(page, "home-german")
