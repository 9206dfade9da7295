"""Cards travel over the board and never get in the way; all that moves, shines or sounds can be off.

Animations are slowed down where a test looks at them, so that what it sees does not depend on the machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tamaya.records import game_kind
from tamaya.rules import Deal, Rules, parse_cards
from tests.browser.conftest import DESKTOP, PHONE, NewPage
from tests.browser.people import turns_taken
from tests.server.servers import ServerProcess

HANDS = "r1 r2 r3 r4 r5 b1 w4 w4 w3 w3"
"""Ann's, whose first card always fits next, and Bob's, who has nothing to play but a blue 1."""
RACE_SEED = 5


def deck() -> str:
    """Ann's hand, Bob's, and the rest of the cards."""
    rest = list(Deal.shuffle(Rules.parse("original"), 1).deck)
    for card in parse_cards(HANDS):
        rest.remove(card)
    return " ".join([HANDS, *map(str, rest)])


PRELUDE = f"""
from tamaya.rules import Deal, parse_cards
from tamaya.server import tables
tables.deal = lambda table, *_: (
    Deal(tuple(parse_cards({{deck!r}}))) if table.kind.rules else table.kind.shuffle({RACE_SEED})
)
"""


@pytest.fixture(scope="module")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that deals the same cards at every table."""
    home = tmp_path_factory.mktemp("motion-home")
    running = ServerProcess(home, prelude=PRELUDE.format(deck=deck()))
    try:
        running.start()
        running.wait()
        yield running
    finally:
        running.kill()


@pytest.fixture
def new_page(new_page: NewPage) -> NewPage:
    """Opens pages on which things move."""
    return partial(new_page, reduced_motion="no-preference")


@dataclass(frozen=True)
class People:
    """Ann and Bob at one table, each before their own screen."""

    ann: Page
    bob: Page

    def act(self, *actions: str) -> None:
        """Actions in turn, from whoever is due, each seen by both before the next."""
        for action in actions:
            turns = turns_taken(self.ann)
            page = self.bob if turns % 2 else self.ann
            page.keyboard.type(action)
            page.keyboard.press("Enter")
            for each in (self.ann, self.bob):
                slider = each.get_by_role("slider", name="Time machine")
                expect(slider).to_have_attribute("max", str(turns + 1), timeout=20_000)


def sit_together(new_page: NewPage, rules: str = "original", **options: Any) -> People:
    ann, bob = new_page(**options), new_page()
    for page, name in ((ann, "Ann"), (bob, "Bob")):
        page.request.post("/api/me", data={"name": name})
    made = ann.request.post("/api/tables", data={"rules": rules, "first": 0, "seats": [{}, {}]})
    path = f"/table/{made.json()['id']}"
    ann.goto(path)
    bob.goto(path)
    bob.get_by_role("button", name=re.compile("^Sit here")).click()
    ann.get_by_role("button", name="Start the game").click()
    for page in (ann, bob):
        expect(page.get_by_role("slider", name="Time machine")).to_be_visible()
    return People(ann, bob)


def set_pace(page: Page, rate: float) -> None:
    """How fast the animations of a page run: 1 is as they are meant."""
    session = page.context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": rate})


def flights(page: Page, kind: str = "") -> Locator:
    return page.locator(f"[data-flight='{kind}']" if kind else "[data-flight]")


def running(page: Page, selector: str) -> int:
    return int(page.locator(selector).first.evaluate("element => element.getAnimations().length"))


def all_running(page: Page) -> int:
    return int(page.evaluate("document.getAnimations().length"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_card_travels_while_the_board_shows_the_truth(new_page: NewPage, size: dict[str, int]) -> None:
    table = sit_together(new_page, size=size)
    set_pace(table.ann, 0.001)
    table.act("p1")
    ann = table.ann
    # The display says so at once, to everybody who listens or looks for it.
    expect(ann.locator("[data-display='r'] .heard")).to_have_text(re.compile("red"))
    expect(flights(ann, "laid")).to_have_count(1)
    # An own card turns from its back to its face; the one that is drawn stays a back.
    expect(flights(ann, "laid").locator(".back")).to_have_count(1)
    expect(flights(ann, "laid").locator(".card")).to_have_count(1)
    expect(flights(ann, "drawn").locator(".back")).to_have_count(1)
    expect(flights(ann, "drawn").locator(".card")).to_have_count(0)
    set_pace(ann, 20)
    expect(flights(ann)).to_have_count(0)
    expect(ann.locator("[data-anchor='motion'] *")).to_have_count(0)


def test_the_next_move_ends_the_flights_of_the_one_before(new_page: NewPage) -> None:
    table = sit_together(new_page)
    set_pace(table.ann, 0.001)
    table.act("p1", "p2")
    expect(flights(table.ann, "laid")).to_have_count(0)
    expect(flights(table.ann, "missed")).to_have_count(1)
    expect(flights(table.ann)).to_have_count(2)
    # A look at the past is a jump, not a move.
    table.ann.keyboard.press("ArrowLeft")
    expect(flights(table.ann)).to_have_count(0)
    table.ann.keyboard.press("End")
    expect(table.ann.get_by_role("slider", name="Time machine")).to_have_value("2")
    expect(flights(table.ann)).to_have_count(0)


class Cable:
    """What connects a page with the server, for a test that cuts it."""

    def __init__(self, page: Page) -> None:
        self.cut = False
        self.sockets: list[WebSocketRoute] = []
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close()
        else:
            socket.connect_to_server()
            self.sockets.append(socket)

    def pull(self) -> None:
        self.cut = True
        self.sockets[-1].close()


def test_what_was_missed_does_not_travel_later(new_page: NewPage) -> None:
    pages = [new_page(), new_page()]
    cable = Cable(pages[1])
    table = sit_together(lambda: pages.pop(0))
    set_pace(table.bob, 0.001)
    cable.pull()
    table.ann.keyboard.type("p1")
    table.ann.keyboard.press("Enter")
    expect(table.ann.get_by_role("slider", name="Time machine")).to_have_attribute("max", "1")
    slider = table.bob.get_by_role("slider", name="Time machine")
    expect(slider).to_have_attribute("max", "0")
    cable.cut = False
    expect(slider).to_have_attribute("max", "1", timeout=60_000)
    expect(flights(table.bob)).to_have_count(0)
    # The next move is one that Bob sees.
    table.act("p2")
    expect(flights(table.bob, "missed")).to_have_count(1)


# Where the score stands at the left edge of a phone, it must not grow over that edge.
AT_ITS_LARGEST = """score => {
  const [pulse] = score.getAnimations()
  const {delay, duration} = pulse.effect.getTiming()
  pulse.currentTime = 0
  const before = score.getBoundingClientRect().left
  pulse.currentTime = delay + duration / 2
  return before - score.getBoundingClientRect().left
}"""


def test_a_completed_firework_bursts_and_the_score_notices(new_page: NewPage) -> None:
    table = sit_together(new_page)
    table.act(*["p1", "cA5"] * 4)
    set_pace(table.ann, 0.001)
    burst = table.ann.locator("[data-anchor='motion'] canvas")
    expect(burst).to_have_count(0)
    table.ann.evaluate(
        """new MutationObserver(changes => {
          for (const change of changes) for (const node of change.addedNodes)
            if (node.nodeName === 'CANVAS') window.burst = true
        }).observe(document.querySelector('[data-anchor=motion]'), {childList: true, subtree: true})"""
    )
    table.act("p1")
    assert table.ann.evaluate("window.burst") is True
    assert running(table.ann, "[data-anchor='score']") == 1
    assert table.ann.locator("[data-anchor='score']").evaluate(AT_ITS_LARGEST) == 0
    expect(burst).to_have_count(0)


def test_a_strike_shakes_its_tokens_and_not_the_page(new_page: NewPage) -> None:
    table = sit_together(new_page)
    set_pace(table.ann, 0.001)
    table.act("p2")
    expect(flights(table.ann, "missed")).to_have_count(1)
    assert running(table.ann, "[data-anchor='strikes']") == 1
    assert running(table.ann, "main") == 0


def test_a_clue_is_drawn_and_its_cards_swell(new_page: NewPage) -> None:
    table = sit_together(new_page)
    set_pace(table.ann, 0.001)
    table.act("cB4")
    assert [running(table.ann, f"[data-hand='1'][data-place='{slot}']") for slot in (1, 2, 3)] == [0, 1, 1]
    assert "news" in (table.ann.locator("[data-anchor='arrows']").get_attribute("class") or "")
    expect(flights(table.ann)).to_have_count(0)


def test_a_race_has_travelling_cards_too(new_page: NewPage) -> None:
    kind = game_kind("andrewz")
    ones = [card for card in kind.start(2, deal=kind.shuffle(RACE_SEED)).actions() if str(card).endswith("1")]
    table = sit_together(new_page, "andrewz")
    set_pace(table.ann, 0.001)
    table.act(str(ones[0]))
    expect(flights(table.ann, "laid").locator(".card")).to_have_count(1)
    expect(flights(table.ann, "laid").locator(".back")).to_have_count(0)
    table.act("pass")
    expect(flights(table.ann, "drawn").locator(".card")).to_have_count(0)
    expect(flights(table.bob, "drawn")).to_have_count(0)


@pytest.mark.parametrize(
    ("system", "chosen", "moves"),
    [("reduce", None, False), ("no-preference", "off", False), ("reduce", "on", True)],
)
def test_motion_can_be_off(new_page: NewPage, system: str, chosen: str | None, moves: bool) -> None:
    """By the system, by the setting, and the setting wins."""
    table = sit_together(new_page, reduced_motion=system)
    if chosen:
        table.ann.get_by_role("button", name="Settings").click()
        table.ann.get_by_label("Motion").select_option(chosen)
        table.ann.keyboard.press("Escape")
    expect(table.ann.locator("html")).to_have_attribute("data-motion", "on" if moves else "off")
    set_pace(table.ann, 0.001)
    table.act("p1", "cA5", "p2")
    assert (flights(table.ann).count() > 0) is moves
    if not moves:
        assert all_running(table.ann) == 0


def test_the_loss_of_a_last_copy_is_told(new_page: NewPage) -> None:
    table = sit_together(new_page)
    # Ann clues once, so that she may discard, and throws her red 5 away.
    table.act("cB4", "cA1", "d5")
    words = "That was the last red 5: red can reach 4 at most"
    expect(table.bob.locator("[data-anchor='news'] .latest")).to_contain_text(words)
    expect(table.bob.get_by_test_id("announcer")).to_contain_text(words)
    expect(table.bob.get_by_role("region", name="What happened")).to_contain_text(words)


LISTEN = """
() => {
  window.heard = []
  const Real = window.AudioContext
  window.AudioContext = class extends Real {
    constructor(...given) { super(...given); window.heard.push('context'); window.context = this }
    createOscillator() { window.heard.push('tone'); return super.createOscillator() }
  }
}
"""


def test_sounds_are_made_only_when_asked_for(new_page: NewPage) -> None:
    table = sit_together(new_page)
    table.ann.evaluate(LISTEN)
    table.act("p1", "cA5")
    assert table.ann.evaluate("window.heard") == []
    table.ann.get_by_role("button", name="Settings").click()
    table.ann.get_by_role("checkbox", name=re.compile("^Sounds")).check()
    table.ann.keyboard.press("Escape")
    table.ann.wait_for_function("window.context?.state === 'running'")
    before = len(table.ann.evaluate("window.heard"))
    table.act("p1")
    heard = table.ann.evaluate("window.heard")
    assert heard.count("context") == 1
    assert len(heard) > before


@pytest.mark.parametrize(
    ("chosen", "system", "theme"),
    [("", "light", "night"), ("day", "dark", "day"), ("system", "light", "day"), ("system", "dark", "night")],
)
def test_the_theme_is_there_before_anything_is_painted(
    new_page: NewPage, chosen: str, system: str, theme: str
) -> None:
    """Where none was chosen it is night."""
    page = new_page(color_scheme=system)
    page.add_init_script(f"if ({chosen!r}) localStorage.setItem('tamaya.theme', {chosen!r})")
    # The page as it is before its own script has run.
    page.route("**/assets/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto("/")
    ground = {"night": ("rgb(13, 18, 51)", "#0d1233"), "day": ("rgb(238, 241, 250)", "#eef1fa")}[theme]
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    expect(page.locator("html")).to_have_css("background-color", ground[0])
    expect(page.locator("meta[name='theme-color']")).to_have_attribute("content", ground[1])


def test_day_and_night_at_a_press(page: Page) -> None:
    page.goto("/")
    button = page.get_by_role("button", name="Daylight")
    button.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "day")
    expect(page.locator("meta[name='theme-color']")).to_have_attribute("content", "#eef1fa")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "day")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")


@pytest.mark.parametrize(
    ("rules", "clue", "strike"),
    [
        ("original", "disc", "disc"),
        ("rnr", "clock", "fuse"),
        ("abacus", "note", "storm"),
        ("deluxe", "spark", "tile"),
    ],
)
def test_tokens_look_as_the_edition_has_them(new_page: NewPage, rules: str, clue: str, strike: str) -> None:
    table = sit_together(new_page, rules)
    clues = table.ann.locator(f"[data-anchor='clues'] [data-token='{clue}']")
    strikes = table.ann.locator(f"[data-anchor='strikes'] [data-token='{strike}']")
    expect(clues).to_have_count(8)
    expect(strikes).to_have_count(3)
    table.act("cB4")
    expect(table.ann.locator("[data-anchor='clues'] [data-spent='true']")).to_have_count(1)
    expect(table.ann.locator("[data-anchor='clues'] [role='img']")).to_have_attribute(
        "aria-label", re.compile("7")
    )
