"""Players who are away, and games that are not finished: what the pages offer, say and keep still."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPage, Shoot
from tests.browser.people import expect_to_fit

OPEN = {"kind": "open"}
SIZES = pytest.mark.parametrize(("size", "name"), [(DESKTOP, "desktop"), (PHONE, "phone")])


def meet(new_page: NewPage, *names: str, size: dict[str, int] = DESKTOP, first: int = 0) -> list[Page]:
    """A running game of these people, each in a browser of their own; the first one begins."""
    pages = [new_page(size=size) for _ in names]
    for page, name in zip(pages, names, strict=True):
        page.request.post("/api/me", data={"name": name})
    setup = {"rules": "deluxe+strikes=10", "first": first, "seats": [OPEN] * len(names)}
    path = f"/table/{pages[0].request.post('/api/tables', data=setup).json()['id']}"
    for page in pages:
        page.goto(path)
    for page in pages[1:]:
        page.get_by_role("button", name="Sit here").first.click()
        expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    start = pages[0].get_by_role("button", name="Start the game")
    expect(start).to_be_enabled()
    start.click()
    for page in pages:
        expect(page.get_by_role("slider", name="Time machine")).to_be_visible()
    return pages


def banner(page: Page, words: str) -> Locator:
    """What stands over the header."""
    return page.locator(".banner").filter(has_text=words)


def players(page: Page) -> Locator:
    """The dialog about the players."""
    button = page.get_by_role("button", name="The players")
    if not button.is_visible():
        page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="The players").last.click()
    dialog = page.get_by_role("dialog", name="The players")
    expect(dialog).to_be_visible()
    return dialog


@SIZES
def test_a_bot_stands_in_and_the_player_has_the_seat_back(
    new_page: NewPage, shoot: Shoot, size: dict[str, int], name: str
) -> None:
    ann, bob, cid = meet(new_page, "Ann", "Bob", "Cid", size=size, first=2)
    path = cid.url
    cid.goto("/")
    players(ann).get_by_role("button", name="Let a bot play for Cid").click()
    expect(banner(bob, "Ann asks whether partner shall play for Cid.")).to_be_visible()
    expect(banner(ann, "Waiting for Bob.")).to_be_visible()
    expect_to_fit(bob)
    shoot(bob, f"stand-in-vote-{name}")
    banner(bob, "Ann asks").get_by_role("button", name="Agree").click()
    log = ann.get_by_role("list", name="What happened")
    expect(log.get_by_text("partner for Cid")).to_be_visible(timeout=30_000)
    expect(ann.locator('[data-name="2"]').get_by_text("partner plays")).to_be_visible()
    shoot(ann, f"stand-in-{name}")
    cid.goto(path)
    expect(ann.locator('[data-name="2"]').get_by_text("partner plays")).not_to_be_visible()
    expect(cid.get_by_text("You are back. partner made 1 move meanwhile.").first).to_be_attached()


@SIZES
def test_a_pause_holds_the_game_until_any_player_goes_on(
    new_page: NewPage, shoot: Shoot, size: dict[str, int], name: str
) -> None:
    ann, bob = meet(new_page, "Ann", "Bob", size=size)
    dialog = players(bob)
    shoot(bob, f"players-{name}")
    dialog.get_by_role("button", name="Pause").click()
    expect(banner(ann, "Bob has paused the game.")).to_be_visible()
    expect(ann.get_by_role("status").filter(has_text=re.compile("^Paused$"))).to_be_visible()
    expect_to_fit(ann)
    shoot(ann, f"paused-{name}")
    banner(ann, "Bob has paused").get_by_role("button", name="Go on").click()
    expect(banner(bob, "paused")).to_have_count(0)


@SIZES
def test_a_game_ends_early_when_all_agree(
    new_page: NewPage, shoot: Shoot, size: dict[str, int], name: str
) -> None:
    ann, bob = meet(new_page, "Ann", "Bob", size=size)
    dialog = players(ann)
    dialog.get_by_role("button", name="End the game").click()
    expect(dialog.get_by_text("The game then counts as unfinished")).to_be_visible()
    dialog.get_by_role("button", name="End the game").click()
    vote = banner(bob, "Ann asks to end the game here.")
    expect(vote).to_be_visible()
    shoot(bob, f"end-vote-{name}")
    vote.get_by_role("button", name="Agree").click()
    for page in (ann, bob):
        end = page.get_by_role("region", name="The game is over")
        expect(end.get_by_role("heading", name="Ended early")).to_be_visible()
        expect_to_fit(page)
    shoot(ann, f"ended-early-{name}")
    ann.goto("/")
    expect(ann.get_by_text("ended early")).to_be_visible()


def test_who_does_not_agree_ends_the_question(new_page: NewPage) -> None:
    ann, bob = meet(new_page, "Ann", "Bob")
    dialog = players(ann)
    dialog.get_by_role("button", name="End the game").click()
    dialog.get_by_role("button", name="End the game").click()
    banner(bob, "Ann asks").get_by_role("button", name="Refuse").click()
    expect(banner(ann, "to end the game")).to_have_count(0)
    log = ann.get_by_role("list", name="What happened")
    expect(log.get_by_text("Bob did not agree to end the game, as you had asked.")).to_be_visible()


def test_a_reminder_reaches_the_player_on_turn_once(new_page: NewPage) -> None:
    ann, bob = meet(new_page, "Ann", "Bob")
    bob.get_by_role("button", name="Remind Ann that it is their turn").click()
    notice = banner(ann, "Bob waits for your move.")
    expect(notice).to_be_visible()
    expect(bob.get_by_text("Ann has been reminded.")).to_be_visible()
    expect(bob.get_by_role("button", name=re.compile("^Remind Ann"))).to_have_count(0)
    notice.get_by_role("button", name="Close").click()
    expect(notice).to_have_count(0)


def test_who_leaves_is_not_called_and_comes_back(new_page: NewPage) -> None:
    ann, bob = meet(new_page, "Ann", "Bob")
    dialog = players(ann)
    dialog.get_by_role("button", name="Leave the game").click()
    dialog.get_by_role("button", name="Leave the game").click()
    expect(bob.locator('[data-name="0"]').get_by_text("has left")).to_be_visible()
    banner(ann, "You have left this game.").get_by_role("button", name="Come back").click()
    expect(bob.locator('[data-name="0"]').get_by_text("has left")).to_have_count(0)


def test_the_owner_closes_a_table_before_the_start(new_page: NewPage) -> None:
    page = new_page()
    page.request.post("/api/me", data={"name": "Ann"})
    setup = {"rules": "deluxe", "seats": [OPEN, OPEN]}
    table = page.request.post("/api/tables", data=setup).json()["id"]
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Close this table").click()
    page.get_by_role("button", name="Close this table").click()
    page.wait_for_url(re.compile("/$"))
    expect(page.get_by_text("No table yet.")).to_be_visible()


@SIZES
def test_a_table_is_put_away_on_the_first_page(
    new_page: NewPage, shoot: Shoot, size: dict[str, int], name: str
) -> None:
    page = new_page(size=size)
    page.request.post("/api/me", data={"name": "Ann"})
    for rules in ("deluxe", "andrewz"):
        setup = {"rules": rules, "first": 0, "seats": [OPEN, {"kind": "bot"}]}
        assert page.request.post("/api/tables?start=true", data=setup).ok
    page.goto("/")
    expect(page.get_by_role("link", name="It is your turn at 2 tables")).to_be_visible()
    button = page.get_by_role("button", name=re.compile("^Put away: ")).first
    button.scroll_into_view_if_needed()
    expect_to_fit(page)
    shoot(page, f"home-tables-{name}")
    button.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Put this table away?")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    button.click()
    dialog.get_by_role("button", name="Put away").click()
    expect(page.get_by_role("link", name="It is your turn at a table")).to_be_visible()


@SIZES
def test_the_lobby_says_what_becomes_of_players_who_are_away(
    new_page: NewPage, shoot: Shoot, size: dict[str, int], name: str
) -> None:
    page = new_page(size=size)
    page.request.post("/api/me", data={"name": "Ann"})
    setup = {"rules": "deluxe", "seats": [OPEN, OPEN]}
    table = page.request.post("/api/tables", data=setup).json()["id"]
    page.goto(f"/table/{table}")
    choice = page.get_by_label("A bot for players who are away")
    expect(choice).to_have_value("ask")
    shoot(page, f"lobby-{name}")
    choice.select_option("after 10 minutes")
    expect(choice).to_have_value("10")
    choice.scroll_into_view_if_needed()
    expect_to_fit(page)
    page.reload()
    expect(page.get_by_label("A bot for players who are away")).to_have_value("10")


def test_a_bot_is_offered_at_the_table_once_a_player_has_been_away_for_a_while(new_page: NewPage) -> None:
    ann, bob = meet(new_page, "Ann", "Bob", first=1)
    bob.goto("/")
    ann.get_by_role("button", name="Let a bot play for Bob").click(timeout=30_000)
    expect(ann.locator('[data-name="1"]').get_by_text("partner plays")).to_be_visible()
