"""Whole games of a person with the bot ``partner``: one takes clues at their word, one knows the conventions.

The person decides by what the own page was told, and plays by pressing what the page shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tamaya.engine import Outcome
from tamaya.words import Reader, say
from tests.browser.conftest import DESKTOP, PHONE, NewPage, Shoot
from tests.browser.people import expect_to_fit, the_end
from tests.browser.scripted import Reason, ScriptedPerson
from tests.server.servers import ServerProcess

PERSON = "Ann"
EDITIONS = ("deluxe", "rnr", "abacus", "original")
PICTURED = 30
"""The turn whose reason is kept as a picture."""
AT_WORD = "I take your clues at their word in this game."


@dataclass(frozen=True)
class Company:
    """A kind of person, and the conventions of the table where this person plays."""

    plan: str
    book: str


LITERAL = Company("careful", "h-group-5")
"""Leaves the conventions as the page offers them, and does not know them."""
PLAIN = Company("careful", "plain")
"""The same person, where all have agreed on plain words."""
H_GROUP = Company("h-group-3", "h-group-3")

DEALS = {
    ("deluxe", LITERAL.book): 17,
    ("rnr", LITERAL.book): 8,
    ("abacus", LITERAL.book): 25,
    ("original", LITERAL.book): 8,
    ("deluxe", PLAIN.book): 2,
    ("deluxe", H_GROUP.book): 10,
    ("rnr", H_GROUP.book): 3,
    ("abacus", H_GROUP.book): 22,
    ("original", H_GROUP.book): 51,
}
"""(rules, book): the seed of the deal. Those for the literal person are deals in which a clue of theirs leads
the bot to a strike: that is when it says how it takes their clues from then on. tests/browser/deals.py finds
them, when ``partner`` plays otherwise."""
PRELUDE = f"""
from tamaya.server import tables
tables.deal = lambda table, *_: table.kind.shuffle({DEALS}[table.kind.text, table.setup.conventions])
"""


@pytest.fixture(scope="module")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that deals the same cards at every table with these rules and conventions."""
    running = ServerProcess(tmp_path_factory.mktemp("scripted-home"), prelude=PRELUDE)
    try:
        running.start()
        running.wait()
        yield running
    finally:
        running.kill()


def sit_down(page: Page, edition: str, book: str) -> None:
    """Set up a table with the bot in the page, and begin."""
    page.request.post("/api/me", data={"name": PERSON})
    page.goto("/new")
    page.get_by_role("radio", name=say(f"edition.{edition}.short", Reader("en")), exact=True).check(
        force=True
    )
    page.get_by_role("combobox", name="Who has seat B").select_option("bot: partner")
    page.get_by_label("Who begins?").select_option(f"{PERSON} (you)")
    books = page.get_by_role("combobox", name="Conventions", exact=True)
    books.select_option(say(f"book.{book}", Reader("en")))
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")


def play(page: Page, shoot: Shoot, edition: str, company: Company) -> ScriptedPerson:
    """A whole game, and what is true of every one of them."""
    assert page.viewport_size is not None
    name = f"scripted-{edition}-{company.book}-{page.viewport_size['width']}"

    def picture(reason: Reason) -> None:
        if AT_WORD in reason.words or reason.turn == PICTURED:
            shoot(page, f"{name}-{'reason' if reason.turn == PICTURED else 'at-word'}")

    person = ScriptedPerson(page, company.plan, picture)
    sit_down(page, edition, company.book)
    person.play_on()
    shoot(page, f"{name}-end")
    expect_the_end(person)
    expect_reasons(person)
    assert person.told.errors == []
    expect(page.get_by_role("alert")).to_have_count(0)
    expect_to_fit(page)
    assert strikes_of_the_bot(person) <= 1
    return person


def expect_the_end(person: ScriptedPerson) -> None:
    """The page tells the score and the outcome of the view."""
    view = person.told.view
    assert view.result is not None
    assert view.result.outcome is not Outcome.LOST
    end = the_end(person.page)
    expect(end).to_contain_text(f"{view.result.score} of {view.rules.tables.most} points")
    expect(end.get_by_role("heading")).not_to_be_empty()
    expect(end.get_by_role("button", name="Play again")).to_be_visible()


def expect_reasons(person: ScriptedPerson) -> None:
    """Each move of the bot has one, leads to the conventions that it names, and calls the person "you"."""
    by_bot = person.told.moves_of(1)
    assert [reason.turn for reason in person.heard] == sorted(by_bot)
    expect(log(person.page).get_by_role("button", name=re.compile("^Why was"))).to_have_count(len(by_bot))
    for reason in person.heard:
        move = by_bot[reason.turn]
        titles = (say(f"convention.{name}.title", Reader("en")) for name in move["conventions"])
        assert reason.rules == tuple(titles)
        assert reason.words
        assert PERSON not in reason.words
        if any(PERSON in sentence["text"] for sentence in move["reason"]):
            assert re.search(r"\b[Yy]ou(r|rs)?\b", reason.words), reason


def strikes_of_the_bot(person: ScriptedPerson) -> int:
    """How many cards it has played that did not fit, as the log tells."""
    plays = log(person.page).get_by_role("listitem").filter(has_text=f"{person.told.names[1]} plays")
    return plays.filter(has_text="it does not fit").count()


def log(page: Page) -> Locator:
    """The story of the game beside the table."""
    return page.get_by_role("region", name="What happened", exact=True)


def sized(new_page: NewPage, size: dict[str, int]) -> Page:
    """A page on a desk or on a phone."""
    return new_page(size=size, has_touch=size is PHONE, is_mobile=size is PHONE)


def says_at_word(person: ScriptedPerson) -> bool:
    """Whether the bot has said that it takes the person's clues at their word."""
    return any(AT_WORD in reason.words for reason in person.heard)


@pytest.mark.parametrize(
    ("edition", "size"),
    [
        ("deluxe", DESKTOP),
        pytest.param("rnr", DESKTOP, marks=pytest.mark.slow),
        pytest.param("abacus", PHONE, marks=pytest.mark.slow),
        pytest.param("original", DESKTOP, marks=pytest.mark.slow),
    ],
    ids=EDITIONS,
)
def test_a_person_who_takes_clues_at_their_word_plays_a_whole_game(
    new_page: NewPage, shoot: Shoot, edition: str, size: dict[str, int]
) -> None:
    person = play(sized(new_page, size), shoot, edition, LITERAL)
    assert says_at_word(person)
    assert strikes_of_the_bot(person) == 1


@pytest.mark.parametrize(
    ("edition", "size"),
    [
        pytest.param("deluxe", DESKTOP, marks=pytest.mark.slow),
        ("rnr", PHONE),
        pytest.param("abacus", DESKTOP, marks=pytest.mark.slow),
        pytest.param("original", DESKTOP, marks=pytest.mark.slow),
    ],
    ids=EDITIONS,
)
def test_a_person_who_knows_the_conventions_plays_a_whole_game(
    new_page: NewPage, shoot: Shoot, edition: str, size: dict[str, int]
) -> None:
    page = sized(new_page, size)
    person = play(page, shoot, edition, H_GROUP)
    assert not says_at_word(person)
    reason = next(reason for reason in person.heard if reason.rules)
    story = log(page)
    story.get_by_role("button", name=f"Why was this done on turn {reason.turn}?").click()
    story.get_by_role("button", name=f"Rule: {reason.rules[0]}", exact=True).click()
    card = page.get_by_role("dialog", name="Conventions of this table")
    expect(card.get_by_text(reason.rules[0], exact=True)).to_be_in_viewport()


@pytest.mark.slow
def test_at_a_table_of_plain_words_the_bot_need_not_say_how_it_takes_clues(page: Page, shoot: Shoot) -> None:
    assert not says_at_word(play(page, shoot, "deluxe", PLAIN))
