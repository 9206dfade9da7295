"""Nothing on the table jumps: whole games, watched by the browser's own measure of layout shift.

What counts is the sum of all shifts from the first look at the table to the end of the game, those that
answer a press included: a game is all input. Where there is a keyboard most turns are typed, which takes a
browser less time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tamaya.bots import find_bot
from tamaya.records import game_kind
from tests.browser.conftest import NewPage, Shoot
from tests.browser.people import act, expect_move, expect_to_fit, expect_turn, sit_down, the_end, turns_taken
from tests.server.servers import ServerProcess

SEED = 1
"""Of a deal in which three bonus tiles wait for the first seat, and whose deck runs out."""
PRELUDE = f"""
from tamaya.server import tables
tables.deal = lambda table, *_: table.kind.shuffle({SEED})
"""
MOST = 0.05
PRESSED = 3
"""One of so many turns is pressed where there is a keyboard."""
CLUES = ("white", "red", "blue", "yellow", "green", "ones", "twos", "threes", "fours", "fives")
NAMES = dict(zip("wrbyg12345", CLUES, strict=True))
SIZES = {
    "wide": {"width": 1440, "height": 900},
    "desktop": {"width": 1280, "height": 800},
    "tablet": {"width": 820, "height": 1180},
    "phone": {"width": 390, "height": 844},
    "landscape": {"width": 844, "height": 390},
}
WATCH = """
window.shifts = []
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.shifts.push({
    value: entry.value,
    sources: entry.sources.map(({node, previousRect: a, currentRect: b}) =>
      `${node?.nodeName}.${node?.className?.baseVal ?? node?.className ?? node?.textContent}: ` +
      `${[a.x, a.y, a.width, a.height].map(Math.round)} -> ${[b.x, b.y, b.width, b.height].map(Math.round)}`),
  })
}).observe({type: 'layout-shift', buffered: false})
"""


@pytest.fixture(scope="module")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that deals the same cards at every table."""
    running = ServerProcess(tmp_path_factory.mktemp("steady-home"), prelude=PRELUDE)
    try:
        running.start()
        running.wait()
        yield running
    finally:
        running.kill()


@dataclass(frozen=True)
class Shifts:
    """How much the page has moved, and the worst of it in words."""

    total: float
    worst: list[str]

    @classmethod
    def of(cls, page: Page) -> Shifts:
        # An entry is told a frame after the shift.
        page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 60)))")
        found = page.evaluate("window.shifts")
        found.sort(key=lambda entry: -entry["value"])
        worst = [f"{entry['value']:.4f} {'; '.join(entry['sources'])}" for entry in found[:12]]
        return cls(sum(entry["value"] for entry in found), worst)


TILES = ("deluxe+avalanche+flamboyants", 2, "partner")
FIVE = ("deluxe+black-powder", 4, "partner")
RACE = ("andrewz", 3, "greedy")
GAMES = [
    *((*TILES, size) for size in ("wide", "phone")),
    *(pytest.param(*TILES, size, marks=pytest.mark.slow) for size in ("desktop", "tablet", "landscape")),
    *(pytest.param(*FIVE, size, marks=pytest.mark.slow) for size in ("wide", "phone", "landscape")),
    *((*RACE, size) for size in ("tablet", "phone")),
]


@pytest.mark.parametrize(("rules", "bots", "bot", "size"), GAMES)
def test_nothing_jumps_in_a_whole_game(
    new_page: NewPage, shoot: Shoot, rules: str, bots: int, bot: str, size: str
) -> None:
    touch = size in ("phone", "landscape")
    motion = "no-preference" if size == "phone" else "reduce"
    page = new_page(size=SIZES[size], has_touch=touch, is_mobile=touch, reduced_motion=motion)
    sit_down(page, rules, bots=bots, bot=bot)
    expect_turn(page)
    page.evaluate("document.fonts.ready.then(() => 0)")
    page.evaluate(WATCH)
    name = f"steady-{rules.partition('+')[0]}-{bots + 1}-{size}"
    plan = planned(rules, bots + 1, bot)
    pictures: set[str] = set()

    def picture(what: str) -> None:
        """The first of each kind, halfway through the game and later."""
        if turns_taken(page) > max(plan) // 2 and what not in pictures:
            pictures.add(what)
            shoot(page, f"{name}{what}")

    while True:
        expect_turn(page)
        if the_end(page).is_visible():
            break
        before = turns_taken(page)
        picture("")
        expect_to_fit(page)
        if rules == "andrewz":
            act(page)
        elif touch or list(plan).index(before) % PRESSED == 0 or plan[before][0] not in "cpd":
            press(page, plan[before], picture)
        else:
            page.keyboard.type(plan[before])
            page.keyboard.press("Enter")
        expect_move(page, before)
    expect(the_end(page)).to_be_visible()
    shoot(page, f"{name}-end")
    shifts = Shifts.of(page)
    print(f"layout shift {name}: {shifts.total:.4f}", *shifts.worst, sep="\n  ")
    assert shifts.total < MOST, "\n".join(shifts.worst)


def planned(rules: str, players: int, bot: str) -> dict[int, str]:
    """What the first seat does at which turn, if a bot like the others sat there."""
    kind = game_kind(rules)
    position = kind.start(players, deal=kind.shuffle(SEED))
    seats = [find_bot(bot, kind.game).sit(seat) for seat in range(players)]
    actions = []
    while position.turn is not None:
        actions.append((position.turn, seats[position.turn](position.view(position.turn))))
        position = position.apply(actions[-1][1])
    return {turn: str(action) for turn, (seat, action) in enumerate(actions) if seat == 0}


def press(page: Page, action: str, picture: Callable[[str], None]) -> None:
    """An action in notation, by the buttons of the page."""
    verb, rest = action[0], action[1:]
    tile = page.get_by_role("region", name=re.compile("[Bb]onus tile"))
    if tile.is_visible():
        picture("-tile")
        group = tile.get_by_role("group")
        if verb == "f":
            group = group.nth(sorted("BCDE").index(rest[0]))
            group.get_by_role("button", name=clue_name(rest[1])).click()
        else:
            group.get_by_role("button", name=f"{NAMES[rest[0]]} {rest[1]}").click()
        tile.get_by_role("button", name=re.compile("^(Tell|Shuffle|Put)")).click()
    elif verb == "c":
        page.get_by_role("button", name=re.compile("^Give .* a clue$")).nth(ord(rest[0]) - ord("B")).click()
        menu = page.get_by_role("dialog", name=re.compile("^Tell"))
        menu.get_by_role("button", name=clue_name(rest[1])).click()
        picture("-menu")
        menu.get_by_role("button", name=re.compile("^Tell")).click()
    else:
        page.get_by_role("button", name=f"slot {rest}, your card").click()
        words = "Play" if verb == "p" else "Discard"
        picture("-card")
        actions = page.get_by_role("region", name="Your actions")
        actions.get_by_role("button", name=f"{words} slot {rest}").click()


def clue_name(clue: str) -> re.Pattern[str]:
    """How the button of a clue begins."""
    return re.compile(f"^{NAMES[clue]}:")
