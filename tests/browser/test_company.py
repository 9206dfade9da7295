"""People around a table: taking back, names, watchers, the manners of the table, and the next game."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage, Shoot
from tests.browser.people import expect_to_fit, play_now, sit_down, take_turn, the_end, your_turn
from tests.browser.test_board import box, overlap


def take_back(page: Page) -> None:
    page.get_by_role("button", name="Take back", exact=True).click()


def meet(new_page: NewPage, *names: str, **setup: object) -> list[Page]:
    """A table with a seat for each of these people, who all have sat down; the game has not begun."""
    pages = []
    for name in names:
        page = new_page()
        page.request.post("/api/me", data={"name": name})
        pages.append(page)
    wanted = {"rules": "deluxe+strikes=10", "first": 0, "seats": [{}] * len(names), **setup}
    answer = pages[0].request.post("/api/tables", data=wanted)
    assert answer.ok, answer.text()
    for page in pages:
        page.goto(f"/table/{answer.json()['id']}")
        if page is not pages[0]:
            page.get_by_role("button", name=re.compile("^Sit here")).first.click()
            expect(page.get_by_role("button", name="Stand up")).to_be_visible()
    return pages


def start(pages: list[Page]) -> None:
    pages[0].get_by_role("button", name="Start the game").click()
    for page in pages:
        expect(page.get_by_role("slider", name="Time machine")).to_be_attached()


def play_first_slot(page: Page) -> None:
    page.get_by_role("button", name="slot 1, your card").click()
    page.get_by_role("region", name="Your actions").get_by_role("button", name="Play slot 1").click()


# Taking back.


def test_a_misclick_against_bots_is_taken_back_at_once(page: Page, shoot: Shoot) -> None:
    play_now(page, "Ann")
    expect(your_turn(page)).to_be_visible(timeout=30_000)
    slider = page.get_by_role("slider", name="Time machine")
    before = slider.get_attribute("max")
    take_turn(page)
    expect(your_turn(page).or_(the_end(page)).first).to_be_visible(timeout=30_000)
    take_back(page)
    expect(slider).to_have_attribute("max", before or "0")
    expect(your_turn(page)).to_be_visible()
    log = page.get_by_role("region", name="What happened")
    expect(log.get_by_text(re.compile("^You took back 2 moves"))).to_be_visible()
    expect(page.get_by_test_id("announcer")).to_contain_text("You took back 2 moves")
    shoot(page, "taken-back")


def test_the_key_takes_back_and_the_first_move_has_nothing_before_it(page: Page) -> None:
    sit_down(page, "deluxe+strikes=10", bots=2, undo=True)
    button = page.get_by_role("button", name="Take back", exact=True)
    expect(button).to_be_disabled()
    slider = page.get_by_role("slider", name="Time machine")
    for moves in ("3", "6"):
        play_first_slot(page)
        expect(slider).to_have_attribute("max", moves, timeout=30_000)
    page.keyboard.press("u")
    expect(slider).to_have_attribute("max", "3")
    page.keyboard.press("u")
    expect(slider).to_have_attribute("max", "0")
    expect(button).to_be_disabled()
    expect(page.get_by_role("region", name="What happened").get_by_text("You took back")).to_have_count(2)


def test_looking_at_a_turn_that_is_taken_back_leads_to_now(new_page: NewPage) -> None:
    """Another window takes it back."""
    page = new_page()
    path = sit_down(page, "deluxe+strikes=10", bots=1, undo=True)
    play_first_slot(page)
    slider = page.get_by_role("slider", name="Time machine")
    expect(slider).to_have_attribute("max", "2", timeout=30_000)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("You are looking at turn 1")).to_be_visible()
    window = page.context.new_page()
    window.goto(path)
    take_back(window)
    expect(page.get_by_text("You are looking at turn 1")).to_have_count(0)
    expect(your_turn(page)).to_be_visible()


def test_a_named_deal_offers_nothing_to_take_back(page: Page) -> None:
    sit_down(page, "deluxe", bots=1, undo=True, deal="browser monday")
    expect(your_turn(page)).to_be_visible()
    expect(page.get_by_role("button", name="Take back", exact=True)).to_have_count(0)


def test_among_people_one_asks_and_the_others_answer(new_page: NewPage, shoot: Shoot) -> None:
    pages = ann, ben, cleo = meet(new_page, "Ann", "Ben", "Cleo", undo=True)
    start(pages)
    play_first_slot(ann)
    take_back(ann)
    asked = ann.get_by_role("status").filter(has_text="Waiting for Ben and Cleo.")
    expect(asked).to_be_visible()
    expect(ann.get_by_role("button", name="Refuse")).to_have_count(0)
    ann.get_by_role("button", name="Never mind").click()
    expect(asked).to_have_count(0)
    take_back(ann)
    shoot(ben, "undo-asked")
    ben.get_by_role("button", name="Agree").click()
    expect(ann.get_by_role("status").filter(has_text="Waiting for Cleo.")).to_be_visible()
    cleo.get_by_role("button", name="Refuse").click()
    expect(
        ann.get_by_role("status").filter(has_text="Cleo did not agree to take your move back.")
    ).to_be_visible()
    log = ben.get_by_role("region", name="What happened")
    expect(log.get_by_text("Cleo did not agree to take Ann’s move back.")).to_be_visible()


# Watchers.


def test_a_newcomer_to_a_full_table_watches_or_opens_another(new_page: NewPage, shoot: Shoot) -> None:
    pages = ann, _ben = meet(new_page, "Ann", "Ben", spectators="hands", undo=True)
    zoe = new_page(size=PHONE)
    zoe.goto(ann.url)
    told = zoe.get_by_role("status").filter(has_text="All seats are taken.")
    expect(told).to_be_visible()
    expect(told.get_by_role("link", name="New table")).to_have_attribute("href", "/new")
    shoot(zoe, "table-full")
    told.get_by_role("button", name="Watch").click()
    expect(zoe.get_by_role("status").filter(has_text="You are watching, and all hands")).to_be_visible()
    expect(ann.get_by_text("1 person watches")).to_be_visible()
    start([*pages, zoe])
    expect(zoe.get_by_role("status").filter(has_text="You are watching, and all hands")).to_be_visible()
    expect_to_fit(zoe)
    shoot(zoe, "watching")
    play_first_slot(ann)
    take_back(ann)
    asked = zoe.get_by_role("status").filter(has_text="Ann asks to take the last move back.")
    told = zoe.get_by_role("status").filter(has_text="You are watching, and all hands")
    assert not overlap(box(asked), box(told))
    zoe.context.close()
    expect(ann.get_by_text("1 person watches")).to_have_count(0)


def test_who_sits_down_is_no_longer_counted_as_a_watcher(new_page: NewPage) -> None:
    ann, ben = new_page(), new_page()
    for page, name in ((ann, "Ann"), (ben, "Ben")):
        page.request.post("/api/me", data={"name": name})
    ann.goto("/new")
    ann.get_by_role("button", name="Open the table").click()
    ann.wait_for_url("**/table/*")
    ben.goto(ann.url)
    expect(ben.get_by_role("status").filter(has_text="A seat is free: take it to play.")).to_be_visible()
    expect(ann.get_by_text("1 person watches")).to_be_visible()
    ben.get_by_role("button", name=re.compile("^Sit here")).click()
    expect(ann.get_by_text("1 person watches")).to_have_count(0)


def test_the_others_see_since_when_a_player_is_away(new_page: NewPage) -> None:
    pages = ann, ben = meet(new_page, "Ann", "Ben")
    start(pages)
    ben.context.close()
    expect(ann.get_by_text(re.compile("away since .*\\d"))).to_be_visible()


# Names.


def test_a_name_typed_at_home_is_kept_for_the_new_table(page: Page) -> None:
    page.goto("/")
    page.get_by_label("What shall we call you?").fill("Annabel")
    page.get_by_role("link", name="New table").first.click()
    expect(page.get_by_label("Who has seat A")).to_contain_text("Annabel (you)")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("li.you")).to_contain_text("Annabel")
    assert page.request.get("/api/me").json()["name"] == "Annabel"


def test_two_anns_are_told_apart_and_a_new_name_reaches_the_seat(new_page: NewPage, shoot: Shoot) -> None:
    ann, other = meet(new_page, "Ann", "Ann")
    expect(other.get_by_text("There is another Ann here: at this table you are Ann 2.")).to_be_visible()
    expect(ann.get_by_role("list").get_by_text("Ann 2", exact=True)).to_be_visible()
    shoot(other, "two-anns")
    other.get_by_role("button", name="Change name").click()
    other.get_by_label("Your name").fill("Anton")
    other.get_by_role("button", name="Save").click()
    expect(ann.get_by_role("list").get_by_text("Anton", exact=True)).to_be_visible()
    start([ann, other])
    other.request.post("/api/me", data={"name": "Tony"})
    expect(ann.get_by_role("region", name="Hand of Tony")).to_be_visible()
    log = ann.get_by_role("region", name="What happened")
    expect(log.get_by_text("Anton is now called Tony.")).to_be_visible()


# The manners of the table.


def test_the_host_changes_how_the_table_talks_and_all_see_it(new_page: NewPage, shoot: Shoot) -> None:
    ann, ben = meet(new_page, "Ann", "Ben")
    title = ann.get_by_role("heading", level=1).inner_text()
    ann.get_by_label("Talking during the game").select_option("open")
    expect(ben.get_by_text("everybody may talk")).to_be_visible()
    ann.get_by_label("Taking moves back").select_option("yes")
    expect(ben.get_by_text("when all agree")).to_be_visible()
    ann.get_by_label("Help with hidden cards").select_option("nothing")
    expect(ben.get_by_text("none", exact=True)).to_be_visible()
    expect(ben.get_by_role("main").get_by_role("combobox")).to_have_count(0)
    # None of it is a rule of the game.
    expect(ben.get_by_role("heading", level=1)).to_have_text(title)
    expect(ben.get_by_text("talking: open")).to_have_count(0)
    shoot(ann, "lobby-manners")
    expect_to_fit(ann)


def test_a_seat_is_called_by_its_letter_everywhere(page: Page) -> None:
    page.request.post("/api/me", data={"name": "Ann"})
    page.goto("/new")
    page.get_by_role("button", name="More").click()
    expect(page.get_by_label("Who has seat C")).to_be_visible()
    expect(page.get_by_label("Who begins?").locator("option")).to_have_text(
        ["chance decides", "Ann (you)", "Seat B", "Seat C"]
    )
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_text("Seats B and C are still free")).to_be_visible()
    expect(page.get_by_label("Who may have seat B")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Sit here ?, Seat B$"))).to_be_visible()


# The next game.


def finish(page: Page) -> None:
    """Play the first card until the game is lost."""
    for _ in range(40):
        expect(your_turn(page).or_(the_end(page)).first).to_be_visible(timeout=30_000)
        if the_end(page).is_visible():
            return
        before = page.get_by_role("slider", name="Time machine").get_attribute("max")
        play_first_slot(page)
        expect(page.get_by_role("slider", name="Time machine")).not_to_have_attribute("max", before or "0")
    raise AssertionError("the game does not end")


def test_against_bots_the_next_game_is_dealt_at_once(page: Page, shoot: Shoot) -> None:
    path = sit_down(page, "deluxe+strikes=1", bots=1, undo=True)
    finish(page)
    shoot(page, "end-with-bots")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/table/" in url and path not in url)
    expect(page.get_by_role("region", name="Your hand")).to_be_visible()
    expect(page.get_by_role("button", name="Start the game")).to_have_count(0)


def test_among_people_the_others_are_asked_to_join(new_page: NewPage) -> None:
    pages = ann, ben = meet(new_page, "Ann", "Ben", rules="deluxe+strikes=1")
    start(pages)
    while not the_end(ann).is_visible():
        mover = next(page for page in pages if your_turn(page).is_visible())
        before = mover.get_by_role("slider", name="Time machine").get_attribute("max")
        play_first_slot(mover)
        for page in pages:
            expect(page.get_by_role("slider", name="Time machine")).not_to_have_attribute(
                "max", before or "0"
            )
    ann.get_by_role("button", name="Play again").click()
    expect(ben.get_by_text("Ann wants to play again.")).to_be_visible()
    ben.get_by_role("link", name="Join").click()
    expect(ben.get_by_role("button", name="Stand up")).to_be_visible()
    expect(ann.get_by_text("Everybody is here.")).to_be_visible()


def test_a_link_that_lost_a_piece_says_so(page: Page) -> None:
    page.goto("/table/abcdefgh")
    expect(page.get_by_role("heading", name="No table here. Was a piece of the link lost?")).to_be_visible()
