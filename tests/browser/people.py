"""How a person plays in the browser: looks at the page, presses what it offers."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

TURNS = 400
"""More than any game here can take."""
OUTSIDE = """width => [...document.querySelectorAll('main button, main section')]
  .map(each => [each.getAttribute('aria-label') ?? each.textContent.trim(), each.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.left < -0.5 || box.right > width + 0.5))
  .map(([name, box]) => `${name}: ${box.left} to ${box.right}`)"""
"""What reaches over the left or the right edge of the screen."""


def play_now(page: Page, name: str) -> None:
    """From the front door to a running game."""
    page.goto("/")
    page.get_by_label("What shall we call you?").fill(name)
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")


def sit_down(page: Page, rules: str, *, bots: int, bot: str = "careful", **more: object) -> str:
    """A running game with bots at the other seats, set up over HTTP; returns the table's path."""
    page.request.post("/api/me", data={"name": "Ann"})
    seats = [{}, *({"kind": "bot", "bot": bot} for _ in range(bots))]
    setup = {"rules": rules, "first": 0, "seats": seats, **more}
    answer = page.request.post("/api/tables?start=true", data=setup)
    assert answer.ok, answer.text()
    path = f"/table/{answer.json()['id']}"
    page.goto(path)
    return path


def the_end(page: Page) -> Locator:
    """Where the grade stands, once the game is over."""
    return page.get_by_role("region", name="The game is over")


def your_turn(page: Page) -> Locator:
    """What the page says when it is our turn."""
    return page.get_by_role("status").filter(has_text=re.compile("^Your turn"))


def expect_turn(page: Page) -> None:
    """Wait until it is our turn, or the game is over."""
    expect(your_turn(page).or_(the_end(page)).first).to_be_visible(timeout=30_000)


def expect_to_fit(page: Page) -> None:
    """The page is as wide as the screen: nothing has to be scrolled sideways, and nothing lies outside."""
    assert page.viewport_size is not None
    width = page.viewport_size["width"]
    layout, content = page.evaluate("[innerWidth, document.documentElement.scrollWidth]")
    outside = page.evaluate(OUTSIDE, width)
    assert (layout, content, outside) == (width, width, []), (
        f"on a screen {width} wide the page is {content} wide, laid out for {layout}; outside: {outside}"
    )


def play_on(page: Page) -> None:
    """Act whenever it is our turn, by pressing what the page offers, until the game is over."""
    for _ in range(TURNS):
        expect_turn(page)
        expect_to_fit(page)
        if the_end(page).is_visible():
            return
        take_turn(page)
    raise AssertionError("the game does not end")


def lose(page: Page) -> None:
    """A game with few strikes, to its end by keyboard: play the first card until it has failed too often."""
    for _ in range(TURNS):
        expect_turn(page)
        if the_end(page).is_visible():
            return
        before = turns_taken(page)
        page.keyboard.type("p1")
        page.keyboard.press("Enter")
        expect_move(page, before)
    raise AssertionError("the game does not end")


def take_turn(page: Page) -> None:
    """One turn, from the moment that it is ours until the table has moved on."""
    expect_turn(page)
    before = turns_taken(page)
    act(page)
    expect_move(page, before)


def act(page: Page) -> None:
    """One turn: decide on a bonus tile, else give a clue, discard or play, whichever is offered first."""
    tile = page.get_by_role("region", name=re.compile("[Bb]onus tile"))
    if tile.is_visible():
        choose_for_tile(page, tile)
        return
    passing = page.get_by_role("button", name="Pass and take a card")
    if passing.is_visible():
        race(page)
        return
    if give_clue(page):
        return
    page.get_by_role("button", name="slot 1, your card").click()
    actions = page.get_by_role("region", name="Your actions")
    discard = actions.get_by_role("button", name="Discard slot 1")
    (discard if discard.count() else actions.get_by_role("button", name="Play slot 1")).click()


def race(page: Page) -> None:
    """A turn of andrewz: the first card that fits, or a pass."""
    hand = page.get_by_role("region", name=re.compile("^(Your hand|Hand of you)", re.IGNORECASE))
    fitting = hand.get_by_role("button", name=re.compile(", Play$"))
    if fitting.count():
        fitting.first.click()
        page.get_by_role("region", name="Your actions").get_by_role("button", name="Play").click()
    else:
        page.get_by_role("button", name="Pass and take a card").click()


def give_clue(page: Page) -> bool:
    """A clue to the first teammate, by the menu: look at the preview, then confirm."""
    door = page.get_by_role("button", name=re.compile("^Give .* a clue$")).first
    if not door.count() or door.is_disabled():
        return False
    door.click()
    menu = page.get_by_role("dialog", name=re.compile("^Tell"))
    expect(menu).to_be_visible()
    clue = menu.get_by_role("button", name=re.compile("touches slot")).first
    if not clue.count():
        page.keyboard.press("Escape")
        return False
    clue.click()
    confirm = menu.get_by_role("button", name=re.compile("^Tell"))
    expect(confirm).to_be_in_viewport(ratio=1)
    confirm.click()
    return True


def choose_for_tile(page: Page, tile: Locator) -> None:
    """The first choice that the tile's panel offers, confirmed."""
    tile.get_by_role("group").get_by_role("button").first.click()
    tile.get_by_role("button", name=re.compile("^(Tell|Shuffle|Put)")).click()


def turns_taken(page: Page) -> int:
    """How many actions the table has seen, as the time machine says."""
    text = page.get_by_role("slider", name="Time machine").get_attribute("max") or "0"
    return int(text)


def expect_move(page: Page, before: int) -> None:
    """Wait until the table has moved on."""
    slider = page.get_by_role("slider", name="Time machine")
    expect(slider.or_(the_end(page)).first).to_be_visible()
    expect(slider).not_to_have_attribute("max", str(before), timeout=20_000)
