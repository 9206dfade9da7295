"""Every page, on narrow screens and in every language: nothing is cut, too small or beyond the edge."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tamaya.rules import EDITIONS
from tamaya.words.catalogue import LANGUAGES
from tests.browser.conftest import NewPage, Shoot
from tests.browser.people import expect_turn, sit_down
from tests.browser.test_review import bring, played
from tests.lessons import asking

NARROWEST = 320
WIDER = (390, 820)
SMALLEST = 13
"""Pixels of a text that can be read."""
SETTLING = 4_000
"""Milliseconds until a page that still moves is taken as it is."""
FLAWS = """smallest => {
  const name = each => `${each.tagName.toLowerCase()}.${each.getAttribute('class') ?? ''} `
    + JSON.stringify(each.textContent.trim().slice(0, 50))
  const said = each => [...each.childNodes].some(one => one.nodeType === 3 && one.textContent.trim())
  const shown = each => each.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !each.closest('.heard, .skip, option, title, style, script')
  const scrolls = each => {
    for (let one = each; one; one = one.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(one).overflowX)) return true
    return false
  }
  const flaws = []
  const page = document.scrollingElement
  if (page.scrollWidth > innerWidth) flaws.push(`the page is ${page.scrollWidth} wide`)
  for (const each of document.body.querySelectorAll('*')) {
    if (!(each instanceof HTMLElement) || !shown(each) || !each.textContent.trim()) continue
    const style = getComputedStyle(each)
    const box = each.getBoundingClientRect()
    const hides = ['hidden', 'clip'].includes(style.overflowX)
    // Whose turn it is must be read at a glance; of other long words a beginning that says something.
    const told = style.textOverflow === 'ellipsis' && each.closest('[title]')
      && !each.matches('.status') && each.clientWidth > 24
    if (hides && (each.clientWidth > 0 || each.title) && each.scrollWidth > each.clientWidth + 1 && !told)
      flaws.push(`cut: ${name(each)} ${each.scrollWidth} in ${each.clientWidth}`)
    if (!said(each)) continue
    if (box.width > 0 && (box.right > innerWidth + 1 || box.left < -1) && !scrolls(each))
      flaws.push(`outside: ${name(each)} ${Math.round(box.left)} to ${Math.round(box.right)}`)
    if (parseFloat(style.fontSize) < smallest) flaws.push(`small: ${name(each)} ${style.fontSize}`)
  }
  return [...new Set(flaws)]
}"""

# A dialog keeps people from the header, but what it says follows the language.
CHOOSE = "(each, code) => { each.value = code; each.dispatchEvent(new Event('change', {bubbles: true})) }"


def visit(path: str) -> Callable[[Page], None]:
    """A page by its address."""

    def open_page(page: Page) -> None:
        page.goto(path)
        expect(page.get_by_role("heading", level=1).first).to_be_attached()

    return open_page


def position(page: Page) -> None:
    """A position of a lesson about a convention, answered."""
    rule, number = asking("cards")
    page.goto(f"/learn/conventions/h-group-5?rule={rule}&position={number}")
    page.locator(".faces button").first.click()
    page.locator(".send button").click()
    page.locator(".verdict summary").click()


def lobby(page: Page) -> None:
    page.request.post("/api/me", data={"name": "Maximiliane"})
    seats = [{}, {}, {"kind": "bot", "bot": "careful"}]
    made = page.request.post("/api/tables", data={"rules": "deluxe+avalanche", "seats": seats})
    page.goto(f"/table/{made.json()['id']}")
    expect(page.locator(".seats")).to_be_visible()


def table(rules: str, bots: int = 3) -> Callable[[Page], None]:
    """A table at which it is one's turn."""

    def open_table(page: Page) -> None:
        sit_down(page, rules, bots=bots, bot="greedy" if rules == "andrewz" else "careful")
        expect_turn(page)

    return open_table


def pressing(rules: str, *selectors: str) -> Callable[[Page], None]:
    """A table where something is open."""

    def open_and_press(page: Page) -> None:
        table(rules)(page)
        for selector in selectors:
            page.locator(selector).first.click()

    return open_and_press


def sheet(number: int) -> Callable[[Page], None]:
    """A dialog of the table's menu."""

    def open_sheet(page: Page) -> None:
        page.set_viewport_size({"width": 820, "height": 844})
        table("deluxe+avalanche+black-powder")(page)
        page.locator("header nav button").nth(number).click()
        expect(page.get_by_role("dialog")).to_be_visible()

    return open_sheet


def games(view: str) -> Callable[[Page], None]:
    """One's own games, with one in the list."""

    def open_games(page: Page) -> None:
        bring(page, played())
        page.goto(f"/games{view}")
        expect(page.get_by_role("heading", level=1).first).to_be_attached()

    return open_games


def theatre(page: Page) -> None:
    bring(page, played())
    page.goto(page.url.replace("/table/", "/theatre/"))
    expect(page.get_by_role("slider").first).to_be_visible()


def past(page: Page) -> None:
    bring(page, played(), turn=3)
    expect(page.get_by_role("slider").first).to_be_visible()


def over(page: Page) -> None:
    bring(page, played())
    expect(page.locator("[data-anchor=end]")).to_be_visible()


def more(page: Page) -> None:
    over(page)
    page.locator("[data-anchor=end] [aria-haspopup=dialog]").click()


def review(page: Page) -> None:
    over(page)
    page.locator(".tabs button").nth(1).click()


RICH = "deluxe+avalanche+black-powder+flamboyants"
PAGES: dict[str, Callable[[Page], None]] = {
    "home": visit("/"),
    "new": visit("/new"),
    "learn": visit("/learn"),
    "conventions": visit("/learn/conventions/h-group-5"),
    "position": position,
    "conventions of the table": pressing("deluxe", "[aria-keyshortcuts=K]"),
    "missing": visit("/nowhere"),
    "lobby": lobby,
    **{edition: table(edition) for edition in EDITIONS},
    "andrewz": table("andrewz"),
    "rich": table(RICH),
    "two": table("deluxe", bots=1),
    "card": pressing(RICH, "[data-slot='1']"),
    "clue": pressing(RICH, "[data-anchor=hand] .clue-door"),
    "pile": pressing(RICH, "[data-display]"),
    "pile of andrewz": pressing("andrewz", "[data-display]"),
    "pace": pressing("deluxe", ".ask"),
    "debt": pressing(RICH, ".ask"),
    "rules": sheet(0),
    "keys": sheet(1),
    "settings": sheet(2),
    "games": games(""),
    "theatre": theatre,
    "past": past,
    "over": over,
    "more": more,
    "review": review,
}


def flaws_of(page: Page) -> list[str]:
    """What is wrong with a page once it has settled at its size."""
    with suppress(PlaywrightTimeout):
        page.wait_for_function(f"({FLAWS})({SMALLEST}).length === 0", timeout=SETTLING)
        return []
    return list(page.evaluate(FLAWS, SMALLEST))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_and_can_be_read(new_page: NewPage, shoot: Shoot, name: str) -> None:
    page = new_page(size={"width": 390, "height": 844}, reduced_motion="reduce", bypass_csp=True)
    page.goto("/")
    PAGES[name](page)
    flaws: list[str] = []
    for number, language in enumerate(LANGUAGES):
        page.locator("select.language").evaluate(CHOOSE, language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        # German has the longest words; the others take turns.
        for width in (NARROWEST, *WIDER) if language == "de" else (NARROWEST, WIDER[number % 2]):
            page.set_viewport_size({"width": width, "height": 844})
            flaws += [f"{language} {width}: {flaw}" for flaw in flaws_of(page)]
            if language == "de":
                shoot(page, f"page-{re.sub(r'[^a-z0-9]+', '-', name)}-{width}")
    assert flaws == [], "\n".join(flaws)
