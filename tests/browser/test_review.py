"""After the game in Chromium: other moves are tried, kept and shared; the game is reviewed and solved."""

from __future__ import annotations

import re
from functools import cache

import pytest
from playwright.sync_api import Locator, Page, expect

from tamaya.bots import find_bot
from tamaya.records import Record, game_kind
from tamaya.rules import Seat
from tests.browser.conftest import DESKTOP, PHONE, NewPage, Shoot
from tests.browser.people import expect_to_fit, expect_turn, lose, sit_down, take_turn, the_end
from tests.browser.test_access import violations

PATIENCE = 240_000
"""Milliseconds: the kernels may have to be compiled first, beside other tests."""
NAMES = ("Ann", "Bob", "Cleo")


@cache
def played(rules: str = "deluxe", players: int = 3, seed: int = 3, bot: str = "careful") -> str:
    """The record of a game of bots."""
    kind = game_kind(rules)
    deal = kind.shuffle(seed)
    position = kind.start(players, deal=deal)
    seats = [find_bot(bot, kind.game).sit(seat) for seat in range(players)]
    actions = []
    while position.turn is not None:
        actions.append(seats[position.turn](position.view(position.turn)))
        position = position.apply(actions[-1])
    return str(Record.make(kind, NAMES[:players], deal, Seat(0), actions))


def bring(page: Page, record: str, *, name: str = "Ann", turn: int | None = None) -> str:
    """A table with a record; returns its path."""
    page.request.post("/api/me", data={"name": name})
    answer = page.request.post("/api/records", data=record, headers={"Content-Type": "application/json"})
    assert answer.ok, answer.text()
    path = f"/table/{answer.json()['id']}"
    page.goto(path if turn is None else f"{path}?turn={turn}")
    return path


def bar(page: Page) -> Locator:
    return page.get_by_role("region", name="What if?")


def shown_turn(page: Page) -> int:
    return int(page.get_by_role("slider", name="Time machine").input_value())


def test_another_move_is_tried_by_click_and_by_key(page: Page, shoot: Shoot) -> None:
    bring(page, played(), turn=3)
    page.get_by_role("button", name="What if …?").press("Enter")
    expect(bar(page)).to_contain_text("After turn 3, 0 moves")
    expect(bar(page)).to_be_focused()
    status = page.get_by_role("status").filter(has_text=re.compile("^What if: "))
    expect(status).to_contain_text("Ann")
    shoot(page, "what-if-start")

    page.get_by_role("button", name=re.compile("^slot 2 of Ann")).click()
    dock = page.get_by_role("region", name="Your actions")
    shoot(page, "what-if-card")
    dock.get_by_role("button", name="Play slot 2").click()
    expect(status).to_contain_text("Bob")
    expect(bar(page)).to_contain_text("1 move of your own")

    page.get_by_role("button", name="Give Cleo a clue").click()
    menu = page.get_by_role("dialog", name=re.compile("^Tell"))
    menu.get_by_role("button", name=re.compile("touches slot")).first.click()
    menu.get_by_role("button", name=re.compile("^Tell")).click()
    expect(status).to_contain_text("Cleo")

    page.keyboard.type("p1")
    page.keyboard.press("Enter")
    expect(bar(page)).to_contain_text("3 moves of your own")
    shoot(page, "what-if-line")

    page.keyboard.press("ArrowLeft")
    expect(status).to_contain_text("Cleo")
    assert shown_turn(page) == 5
    log = page.get_by_role("region", name="What happened")
    expect(log.get_by_role("button", name=re.compile("^6"))).to_be_visible()

    bar(page).get_by_role("button", name="Leave").click()
    expect(page.get_by_text("You are looking at turn 3")).to_be_visible()


def test_bots_go_on_and_the_line_is_kept_and_shared(new_page: NewPage, shoot: Shoot) -> None:
    ann, bob = new_page(), new_page(size=PHONE)
    bring(ann, played(), turn=50)
    ann.get_by_role("button", name="What if …?").click()
    bar(ann).get_by_role("button", name="One move").click()
    expect(bar(ann)).to_contain_text("1 move of your own")
    bar(ann).get_by_role("combobox", name="Bot").select_option("careful")
    bar(ann).get_by_role("button", name="To the end").click()
    expect(bar(ann)).to_contain_text(re.compile("This line ends with .* points"), timeout=30_000)
    shoot(ann, "what-if-end")

    bar(ann).get_by_role("button", name="Keep").click()
    bar(ann).get_by_role("textbox", name="A title for this line").fill("bots from 50")
    bar(ann).get_by_role("button", name="Keep").click()
    expect(bar(ann)).to_contain_text("Kept with the game")
    assert "branch=" in ann.url
    ann.keyboard.press("ArrowLeft")
    expect(ann).to_have_url(re.compile("turn="))

    bob.goto(ann.url)
    expect(bar(bob)).to_contain_text("bots from 50")
    assert shown_turn(bob) == shown_turn(ann)
    shoot(bob, "what-if-shared-phone")
    expect_to_fit(bob)
    bar(bob).get_by_role("button", name="Leave").click()
    bob.get_by_role("button", name="Review", exact=True).click()
    kept = bob.get_by_role("region", name="Kept lines")
    expect(kept.get_by_role("button", name=re.compile("^bots from 50"))).to_be_visible()
    expect(kept.get_by_role("button", name=re.compile("^Remove"))).to_have_count(0)

    ann.get_by_role("button", name="Review", exact=True).click()
    shoot(ann, "study-before")
    ann.get_by_role("button", name="Remove “bots from 50”").click()
    expect(ann.get_by_role("region", name="Kept lines")).to_contain_text("No line has been kept yet")


def test_the_verdict_is_shown_and_its_line_stepped_through(page: Page, shoot: Shoot) -> None:
    bring(page, played(), turn=0)
    page.get_by_role("button", name="Review", exact=True).click()
    box = page.get_by_role("region", name="Could it have been won?")
    box.get_by_role("button", name="Could this deal have been won?").click()
    expect(box).to_contain_text("This deal could have been won.", timeout=PATIENCE)
    shoot(page, "verdict")
    box.get_by_role("button", name="Show me").click()
    expect(bar(page)).to_contain_text("From the deal")
    for turn in range(1, 4):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("slider", name="Time machine")).to_have_value(str(turn))
    page.keyboard.press("End")
    expect(bar(page)).to_contain_text("This line ends with 25 of 25 points.")
    shoot(page, "verdict-line")
    assert "line=solver.0." in page.url
    page.reload()
    expect(bar(page)).to_contain_text("This line ends with 25 of 25 points.")


SMALL = ("deluxe+suits=red,yellow,blue", 2, 5)


def test_a_review_with_progress_graph_and_words(new_page: NewPage, shoot: Shoot) -> None:
    page = new_page(bypass_csp=True)
    path = bring(page, played(*SMALL), turn=0)
    page.get_by_role("button", name="Review", exact=True).click()
    lane = page.get_by_role("region", name="Review")
    lane.get_by_role("button", name="Review this game").click()
    expect(lane.get_by_role("progressbar")).to_be_visible()
    expect(lane).to_contain_text(re.compile(r"Reviewing: [1-9]\d?\s%"), timeout=PATIENCE)
    shoot(page, "review-progress")
    page.reload()
    page.get_by_role("button", name="Review", exact=True).click()
    expect(lane.get_by_role("progressbar")).to_be_visible()
    graph = lane.get_by_role("slider", name="How the game stood, turn by turn")
    expect(graph).to_be_visible(timeout=PATIENCE)
    shoot(page, "review-done")
    assert violations(page) == []

    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] / 2, "y": 30})
    middle = round(int(graph.get_attribute("aria-valuemax") or 0) / 2)
    expect(page.get_by_text(f"You are looking at turn {middle}")).to_be_visible()
    expect(lane.get_by_role("region", name=f"Turn {middle}")).to_be_visible()
    graph.press("ArrowRight")
    expect(page.get_by_text(f"You are looking at turn {middle + 1}")).to_be_visible()
    graph.press("Home")
    graph.press("PageDown")
    expect(lane.get_by_role("button", pressed=True).filter(has_text=re.compile(r"^\d+$"))).to_be_visible()
    expect(lane).to_contain_text("Hindsight")
    shoot(page, "review-move")

    phone = new_page(size=PHONE, bypass_csp=True)
    phone.goto(f"{path}?turn={shown_turn(page)}")
    phone.get_by_role("button", name="Review", exact=True).click()
    expect(phone.get_by_role("slider", name="How the game stood, turn by turn")).to_be_visible()
    phone.evaluate("scrollTo(0, 0)")
    shoot(phone, "review-phone")
    expect_to_fit(phone)
    assert violations(phone) == []


def test_nothing_of_it_is_offered_while_the_game_runs(page: Page, shoot: Shoot) -> None:
    sit_down(page, "deluxe+strikes=1", bots=1, bot="random")
    expect_turn(page)
    take_turn(page)
    expect_turn(page)
    if the_end(page).is_hidden():
        page.keyboard.press("Home")
        expect(page.get_by_text("You are looking at the deal")).to_be_visible()
        expect(page.get_by_role("button", name="What if …?")).to_have_count(0)
        expect(page.get_by_role("button", name="Review", exact=True)).to_have_count(0)
        page.keyboard.press("End")
    lose(page)
    the_end(page).get_by_role("button", name="Analyse").click()
    expect(page.get_by_role("button", name="Review this game")).to_be_visible()
    shoot(page, "end-with-review")
    page.keyboard.press("Home")
    before = page.get_by_role("region", name="Your hand").bounding_box()
    page.get_by_role("button", name="What if …?").click()
    expect(bar(page)).to_contain_text("From the deal, 0 moves")
    own, other = (page.get_by_role("region", name=f"Hand of {name}") for name in ("Ann", "Hana"))
    expect(own).to_be_visible()
    after, above = own.bounding_box(), other.bounding_box()
    assert before
    assert after
    assert above
    assert after["y"] > above["y"] + above["height"], "one's own hand stays below the others"
    assert abs(after["y"] - before["y"]) < before["height"]


def test_the_solvers_line_is_called_so_and_its_fork_is_marked(page: Page, shoot: Shoot) -> None:
    record = Record.parse(played())
    path = bring(page, str(record), turn=3)
    own = record.actions[3]
    other = next(action for action in ("d1", "d2", "p1", "p2") if action != own)
    page.goto(f"{path}?line=solver.3.{other}")
    expect(bar(page)).to_contain_text("The solver’s line")
    expect(bar(page)).to_contain_text("1 move that the solver found")
    expect(bar(page)).not_to_contain_text("of your own")
    log = page.get_by_role("region", name="What happened")
    fork = log.get_by_text("From here on: what if")
    expect(fork).to_have_count(1)
    first = log.get_by_role("button", name=re.compile("^4 ")).bounding_box()
    last = log.get_by_role("button", name=re.compile("^3 ")).bounding_box()
    mark = fork.bounding_box()
    assert first
    assert last
    assert mark
    assert last["y"] < mark["y"] < first["y"]
    shoot(page, "what-if-solver")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    ("rules", "bot"), [("deluxe+avalanche+flamboyants", "careful"), ("andrewz", "greedy")]
)
def test_axe_finds_nothing_in_a_branch(
    new_page: NewPage, shoot: Shoot, rules: str, bot: str, size: dict[str, int]
) -> None:
    page = new_page(size=size, bypass_csp=True)
    bring(page, played(rules, bot=bot), turn=4)
    page.get_by_role("button", name="What if …?").click()
    expect(bar(page)).to_be_visible()
    bar(page).get_by_role("combobox", name="Bot").select_option(bot)
    bar(page).get_by_role("button", name="One move").click()
    expect(bar(page)).to_contain_text("1 move of your own")
    page.keyboard.press("1")
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.get_by_role("button", name="Review", exact=True, pressed=True)).to_be_visible()
    expect(page.get_by_role("region", name="Kept lines")).to_be_visible()
    shoot(page, f"branch-{rules.partition('+')[0]}-{'phone' if size is PHONE else 'desktop'}")
    assert violations(page) == []
    expect_to_fit(page)
