"""What a page does when the world does not hold still."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage, Shoot
from tests.browser.people import play_on, sit_down, take_turn, the_end, turns_taken, your_turn


def test_a_reload_in_the_middle_of_a_game_loses_nothing(page: Page) -> None:
    sit_down(page, "deluxe", bots=1)
    take_turn(page)
    expect(your_turn(page)).to_be_visible(timeout=30_000)
    before = turns_taken(page)
    page.reload()
    expect(your_turn(page)).to_be_visible(timeout=30_000)
    assert turns_taken(page) == before


def test_a_cut_of_the_network_heals_by_itself(new_page: NewPage, shoot: Shoot) -> None:
    ann, bob = new_page(), new_page()
    ann.request.post("/api/me", data={"name": "Ann"})
    bob.request.post("/api/me", data={"name": "Bob"})
    made = ann.request.post("/api/tables", data={"rules": "deluxe", "first": 0, "seats": [{}, {}]})
    path = f"/table/{made.json()['id']}"
    bob.goto(path)
    bob.get_by_role("button", name=re.compile("^Sit here")).click()
    ann.goto(path)
    ann.get_by_role("button", name="Start the game").click()
    expect(bob.get_by_role("region", name="Hand of Ann")).to_be_visible()
    bob.evaluate("window.dispatchEvent(new Event('offline'))")
    bob.context.set_offline(True)
    take_turn(ann)
    shoot(bob, "offline")
    bob.context.set_offline(False)
    expect(your_turn(bob)).to_be_visible(timeout=30_000)


def test_a_table_is_taken_up_again_from_home(page: Page, shoot: Shoot) -> None:
    path = sit_down(page, "deluxe", bots=1)
    take_turn(page)
    expect(your_turn(page)).to_be_visible(timeout=30_000)
    page.goto("/")
    yours = page.get_by_role("region", name="Your tables")
    expect(yours.get_by_text("Your turn").first).to_be_visible()
    shoot(page, "home-with-tables")
    yours.get_by_role("link").first.click()
    page.wait_for_url(f"**{path}*")


def test_stepping_through_a_running_game(page: Page, shoot: Shoot) -> None:
    sit_down(page, "deluxe", bots=1)
    take_turn(page)
    expect(your_turn(page)).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="First turn").click()
    page.wait_for_url("**turn=0*")
    shoot(page, "time-machine")
    page.get_by_role("button", name="Latest turn").click()
    expect(your_turn(page)).to_be_visible(timeout=30_000)


def test_a_finished_game_is_reviewed_and_downloaded(page: Page) -> None:
    path = sit_down(page, "deluxe+strikes=1", bots=1, bot="random")
    play_on(page)
    the_end(page).get_by_role("button", name="More …").click()
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("record", re.IGNORECASE)).first.click()
    assert download.value.suggested_filename.endswith(".json")
    page.goto(f"{path}?turn=1")
    expect(page.get_by_role("slider", name="Time machine")).to_have_value("1")
