"""What people read at the table and in the lesson: the rules, how the bots play, and what a step asks."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tamaya.records import game_kind
from tamaya.words import Reader, say
from tests.browser.conftest import DESKTOP, PHONE, NewPage

RULES = "deluxe+avalanche+black-powder+flamboyants+hand=4"
NARROW = {"width": 320, "height": 640}


def sit_down(page: Page, rules: str = RULES) -> None:
    """At a table with the usual bot."""
    page.request.post("/api/me", data={"name": "Ann"})
    seats = [{"kind": "open"}, {"kind": "bot", "bot": "partner"}]
    made = page.request.post("/api/tables?start=true", data={"rules": rules, "seats": seats, "first": 0})
    page.goto(f"/table/{made.json()['id']}")


@pytest.mark.parametrize(("language", "name"), [("de", "Regeln"), ("en", "Rules")])
@pytest.mark.parametrize("size", [DESKTOP, PHONE, NARROW], ids=["desktop", "phone", "narrow"])
def test_the_rules_at_the_table_are_lists_under_headings_in_one_language(
    new_page: NewPage, size: dict[str, int], language: str, name: str
) -> None:
    page = new_page(size=size, locale=language)
    sit_down(page)
    page.get_by_role("button", name=name, exact=True).first.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=3).first).to_be_visible()
    reader, sections = Reader(language), game_kind(RULES).describe()
    headings = [*(say(section.title, reader) for section in sections), say("new-table.conventions", reader)]
    assert dialog.get_by_role("heading", level=3).all_inner_texts() == headings
    wanted = [" ".join(say(line, reader).split()) for section in sections for line in section.lines]
    shown = [" ".join(text.split()) for text in dialog.get_by_role("listitem").all_inner_texts()]
    assert shown == wanted
    assert dialog.evaluate("node => node.scrollWidth <= node.clientWidth")
    size_of = "nodes => Math.min(...nodes.map(node => parseFloat(getComputedStyle(node).fontSize)))"
    assert dialog.locator("li, h3").evaluate_all(size_of) >= 13


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_how_the_bots_play_can_be_read_at_the_table(new_page: NewPage, size: dict[str, int]) -> None:
    page = new_page(size=size)
    sit_down(page, "deluxe")
    if size is PHONE:
        page.get_by_role("button", name="Rules", exact=True).first.click()
        page.get_by_role("dialog").get_by_role("button", name="How the bots play").click()
    else:
        page.get_by_role("button", name="How the bots play").click()
    dialog = page.get_by_role("dialog", name="How partner plays")
    expect(dialog.get_by_text("Plays by the table’s conventions")).to_be_visible()
    dialog.get_by_role("button", name="Conventions of this table").click()
    expect(dialog).to_have_count(0)
    card = page.get_by_role("dialog", name="Conventions of this table")
    expect(card.get_by_text("the oldest card that no clue has touched")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_the_lesson_shows_how_hana_plays_and_asks_for_the_number(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn")
    page.get_by_role("button", name="How Hana plays").click()
    expect(
        page.get_by_role("dialog", name="How tamaya plays").get_by_text("Next discard", exact=True)
    ).to_be_attached()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Step 6: Save what is precious").click()
    page.get_by_role("button", name="slot 1 of Hana, blue 5").click()
    page.get_by_role("button", name="blue: one card").click()
    expect(page.get_by_text("Tell her its number.")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="slot 1 of Hana, blue 5").click()
    page.get_by_role("button", name="fives: one card").or_(
        page.get_by_role("button", name="5: one card")
    ).click()
    expect(page.get_by_text("She keeps it now.")).to_be_visible()


def test_the_lesson_offers_no_clue_with_none_left_and_speaks_of_error_tiles(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn")
    board = page.get_by_role("region", name="The table")
    expect(board.get_by_text("one of Hana’s to tell her something")).to_be_visible()
    expect(board.get_by_text("Error tiles")).to_be_visible()
    page.get_by_role("button", name="Step 5: Out of clues").click()
    expect(board.get_by_text("No clue token is left.")).to_be_visible()
    expect(board.get_by_text("tell her something")).to_have_count(0)
