"""My games, named deals compared, and the theatre, in a real browser."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Locator, Page, expect

from tamaya.engine import Discard, Game, Play
from tamaya.records import Record
from tamaya.server.keys import COOKIE
from tests.browser.conftest import PHONE, NewPage, Shoot
from tests.browser.people import expect_to_fit
from tests.server.driver import CAREFUL, OPEN, Person, play_on
from tests.server.servers import ServerProcess

SIZES = [{"width": 1440, "height": 900}, {"width": 820, "height": 1180}, {"width": 320, "height": 568}]


def be(page: Page, name: str = "Ann") -> None:
    page.request.post("/api/me", data={"name": name})


def show(page: Page, bot: str = "random", **more: object) -> str:
    """A game of two bots, to its end."""
    seats = [{"kind": "bot", "bot": bot, "name": name} for name in ("Hana", "Kei")]
    setup = {"rules": "deluxe", "seats": seats, "spectators": "hands", **more}
    answer = page.request.post("/api/tables?start=true", data=setup)
    assert answer.ok, answer.text()
    table = str(answer.json()["id"])
    page.goto(f"/table/{table}")
    expect(page.get_by_role("region", name="The game is over")).to_be_visible(timeout=30_000)
    return table


def finish(page: Page, base: str, **setup: object) -> str:
    """A game of the page's guest against a bot, played to its end over the socket."""
    [key] = [cookie["value"] for cookie in page.context.cookies() if cookie["name"].startswith(COOKIE)]

    async def play() -> str:
        person = Person(base, key=key)
        try:
            table = await person.set_up(start=True, rules="deluxe", seats=[OPEN, CAREFUL], **setup)
            await person.join(table)
            await play_on([person])
        finally:
            await person.leave()
        return table

    # Playwright has a loop of its own in this thread.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, play()).result()


def rows(page: Page) -> Locator:
    return page.get_by_role("listitem").filter(has=page.get_by_role("button", name=re.compile("Remove")))


def test_games_are_found_filtered_tagged_and_removed(
    page: Page, table_server: ServerProcess, shoot: Shoot
) -> None:
    be(page)
    show(page)
    finish(page, table_server.base)
    page.goto("/")
    page.get_by_role("link", name=re.compile("My games")).click()
    expect(page.get_by_text("2 games", exact=True)).to_be_visible()
    page.get_by_label("Search", exact=True).fill("hana kei")
    expect(page.get_by_text("1 game", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile(r"search=hana\+kei"))
    page.reload()
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name="Show all games").click()
    expect(rows(page)).to_have_count(2)
    page.get_by_label("With", exact=True).select_option(label="bot careful")
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name="Tags of this game").click()
    page.get_by_label("Tags of this game").fill("close endgame")
    page.keyboard.press("Enter")
    expect(rows(page)).to_contain_text("endgame")
    page.get_by_role("button", name="Show all games").click()
    shoot(page, "my-games")
    page.get_by_label("Search", exact=True).fill("endgame")
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Remove the game")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("deleted for good")
    dialog.get_by_role("button", name="Keep it").click()
    expect(rows(page)).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Remove the game")).click()
    dialog.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_text("No game fits.")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="The game is deleted.")).to_be_attached()


def test_statistics_say_what_is_not_reviewed(page: Page, table_server: ServerProcess, shoot: Shoot) -> None:
    be(page)
    finish(page, table_server.base)
    page.goto("/games")
    page.get_by_role("button", name="Statistics").click()
    expect(page.get_by_text("One finished game of yours")).to_be_visible()
    expect(page.get_by_text("No game has been reviewed yet.")).to_be_visible()
    expect(page.get_by_text("One game is not reviewed")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^bot careful 1 "))).to_be_visible()
    shoot(page, "my-statistics")


def test_an_unfinished_import_does_not_run(page: Page) -> None:
    be(page)
    table = show(page)
    record = page.request.get(f"/api/tables/{table}/record").json()
    record |= {"actions": " ".join(record["actions"].split()[:3]), "result": None}
    brought = page.request.post("/api/records", data=json.dumps(record)).json()["id"]
    page.goto("/")
    row = page.locator(f'a[href="/table/{brought}"]')
    expect(row).to_contain_text("unfinished")
    expect(row).not_to_contain_text("running")
    page.goto("/games?result=unfinished")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("unfinished")


def test_a_named_deal_is_compared_by_those_who_have_finished_it(
    new_page: NewPage, table_server: ServerProcess, shoot: Shoot
) -> None:
    ann, bob = new_page(), new_page()
    be(ann, "Ann")
    be(bob, "Bob")
    deal = "harvest moon"
    finish(ann, table_server.base, deal=deal)
    address = f"/deal?rules=deluxe&players=2&name={deal.replace(' ', '+')}"
    # A refused request is a complaint of the browser's console, so this one is sent beside the page.
    answer = bob.request.get(f"/api{address.replace('/deal', '/deals')}")
    assert answer.status == 403
    assert "played this deal to its end" in answer.json()["sentence"]
    finish(bob, table_server.base, deal=deal)
    bob.goto("/")
    bob.get_by_role("link", name="Compare “harvest moon”").click()
    expect(bob.get_by_role("heading", name="The deal harvest moon")).to_be_visible()
    expect(bob.get_by_text("Not computed yet.")).to_be_visible()
    results = bob.get_by_role("table")
    expect(results.get_by_role("row").filter(has_text="Ann")).to_have_count(1)
    expect(results.get_by_role("row").filter(has_text="your table")).to_contain_text("Bob")
    shoot(bob, "deal")
    results.get_by_role("link", name=re.compile("Show me their line: Ann")).click()
    bob.wait_for_url(re.compile(r"/table/.*turn=0"))
    expect(bob.get_by_role("status").filter(has_text="looking at the deal")).to_be_visible()


# The theatre.


def caption(page: Page) -> Locator:
    return page.get_by_role("region", name="The move")


def test_from_home_one_click_shows_bots_with_open_hands(page: Page, shoot: Shoot) -> None:
    page.goto("/")
    page.get_by_role("link", name=re.compile("Watch the bots")).click()
    page.wait_for_url("**/theatre/*")
    expect(caption(page)).to_be_visible()
    hands = page.get_by_role("region", name=re.compile("^Hand of"))
    expect(hands).to_have_count(3)
    # A card says its face, not only that it is there.
    face = re.compile(r"(white|red|blue|yellow|green) [1-5]")
    expect(hands.first.get_by_role("button", name=face).first).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.keyboard.press("Home")
    expect(caption(page)).to_contain_text("The cards are dealt.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(caption(page)).to_contain_text(re.compile(r"\b2\b"))
    page.keyboard.press("ArrowLeft")
    expect(caption(page)).not_to_contain_text("The cards are dealt.")
    expect(caption(page).locator(".note")).not_to_have_text("No reason was given for this move.")
    expect(page.get_by_role("region", name="Outlook")).to_contain_text(re.compile("Preparing|perfect"))
    shoot(page, "theatre")


def test_a_show_goes_on_by_itself_at_the_chosen_speed(page: Page) -> None:
    be(page)
    table = show(page)
    page.goto(f"/theatre/{table}")
    page.get_by_text("8×").click()
    expect(page.get_by_role("button", name="From the start")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="From the start").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_a_game_of_people_is_not_staged_while_it_runs(new_page: NewPage) -> None:
    ann, eve = new_page(), new_page()
    be(ann)
    seats = [OPEN, CAREFUL]
    answer = ann.request.post("/api/tables?start=true", data={"rules": "deluxe", "first": 0, "seats": seats})
    eve.goto(f"/theatre/{answer.json()['id']}")
    expect(eve.get_by_text("still running")).to_be_visible()
    expect(eve.get_by_role("region", name=re.compile("^Hand of"))).to_have_count(0)


def test_a_finished_game_of_people_can_be_watched(page: Page, table_server: ServerProcess) -> None:
    be(page)
    table = finish(page, table_server.base)
    page.goto("/games")
    page.get_by_role("link", name="Watch", exact=True).click()
    page.wait_for_url(f"**/theatre/{table}")
    expect(caption(page)).to_be_visible()


@pytest.mark.parametrize("size", [*SIZES, PHONE], ids=lambda size: str(size["width"]))
def test_the_new_pages_fit_every_screen(
    new_page: NewPage, table_server: ServerProcess, size: dict[str, int], shoot: Shoot
) -> None:
    page = new_page(size=size, locale="de-DE")
    be(page)
    table = finish(page, table_server.base, deal=f"fit {size['width']}")
    page.goto("/games")
    expect(rows_in_german(page)).to_have_count(1)
    expect_to_fit(page)
    shoot(page, f"my-games-{size['width']}")
    page.get_by_role("button", name="Statistik").click()
    expect(page.get_by_text("Eine beendete Partie von dir")).to_be_visible()
    expect_to_fit(page)
    page.goto(f"/deal?rules=deluxe&players=2&name=fit+{size['width']}")
    expect(page.get_by_text("Noch nicht berechnet.")).to_be_visible()
    expect_to_fit(page)
    shoot(page, f"deal-{size['width']}")
    page.goto(f"/theatre/{table}")
    expect(page.get_by_role("region", name="Der Zug")).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("End")
    expect_to_fit(page)
    shoot(page, f"theatre-{size['width']}")


def test_the_last_turn_fits_where_every_hand_is_a_card_short(new_page: NewPage) -> None:
    page = new_page(size=SIZES[1])
    page.goto("/")
    expect(page.get_by_role("region", name="Bring a game")).to_be_visible()
    game = Game(["Ann", "Bob"], seed=16)
    while not game.over:
        possible = game.state.actions()
        in_last_round = game.state.turns_left is not None
        game.do(next(a for a in (Play(1) if in_last_round else Discard(1), possible[-1]) if a in possible))
    assert [len(hand) for hand in game.state.hands] == [4, 4]
    page.evaluate(DROP, ["game.json", str(Record.of(game))])
    page.wait_for_url("**/table/*")
    page.goto(page.url.replace("/table/", "/theatre/"))
    expect(page.get_by_role("slider").first).to_be_visible()
    page.keyboard.press("Space")
    page.keyboard.press("End")
    expect(page.locator(".empty-place")).to_have_count(2)
    expect_to_fit(page)


def rows_in_german(page: Page) -> Locator:
    return page.get_by_role("listitem").filter(has=page.get_by_role("button", name=re.compile("entfernen")))


# Bringing a game.

DROP = """([name, text]) => {
  const data = new DataTransfer()
  data.items.add(new File([text], name, { type: 'application/json' }))
  for (const kind of ['dragenter', 'dragover', 'drop'])
    document.querySelector('h1').dispatchEvent(
      new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }))
}"""


def some_record() -> str:
    game = Game(["Ann", "Bob"], seed=16)
    game.clue("Bob", 1)
    return str(Record.of(game))


def test_a_file_is_dropped_anywhere_on_the_page(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("region", name="Bring a game")).to_be_visible()
    page.evaluate(DROP, ["game.json", some_record()])
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("region", name="Hand of Bob")).to_be_visible()


def test_the_text_of_a_game_is_pasted(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Or paste its text").fill(some_record())
    page.get_by_role("button", name="Open it").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("region", name="Hand of Bob")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("region", name="Bring a game")).to_be_visible()
    page.evaluate(
        """text => {
          const data = new DataTransfer()
          data.setData('text/plain', text)
          document.body.dispatchEvent(
            new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
        }""",
        some_record(),
    )
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("region", name="Hand of Bob")).to_be_visible()


def test_an_upload_that_fails_says_what_is_wrong(page: Page, shoot: Shoot) -> None:
    page.goto("/")
    panel = page.get_by_role("region", name="Bring a game")
    expect(panel).to_be_visible()
    page.evaluate(DROP, ["film.json", "x" * 1_200_000])
    expect(panel.get_by_role("alert")).to_contain_text("This file has 1200 kB. A record has at most 1000 kB.")
    expect(panel.get_by_role("alert")).to_be_in_viewport()
    shoot(page, "bring")
