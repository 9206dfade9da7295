"""Bots at tables that have chosen a book of conventions, and bots with a book of their own."""

from __future__ import annotations

from typing import Any

import pytest

from tamaya.bots import BOTS, all_bots
from tamaya.bots.coaching import SUGGESTIONS
from tamaya.bots.partner.by_style import StyleTeacher
from tamaya.bots.partner.styles import BOOKS, DEFAULT, STYLES, book_title, book_words, with_strangers
from tamaya.bots.search.player import Grandmaster
from tamaya.engine import Clue, View
from tamaya.rules import Seat, UnknownName
from tamaya.words import LANGUAGES, Reader, say
from tests.helpers import table

OVER_PARTNER = ("partner", "grandmaster", "grandmaster-4s")


def finesse() -> View:
    """Cid holds the red 2, and Bob the red 1, drawn last: a clue to Cid about red may call for it."""
    game = table("Ann b4 g4 y4 w4 b3", "Bob y3 g3 w3 b3 r1", "Cid y4 r2 g2 w3 b4")
    return game.view("Ann")


@pytest.mark.parametrize("name", OVER_PARTNER)
@pytest.mark.parametrize("book", BOOKS)
def test_a_bot_that_knows_all_books_plays_by_the_table_s(name: str, book: str) -> None:
    row = BOTS[name].under(book)
    assert (row.name, row.summary, row.conventions) == (name, BOTS[name].summary, book)
    assert vars(row.make)["style"] == with_strangers(STYLES[book])
    assert row == BOTS[name].under(book), "the same seat at the same table goes on"


@pytest.mark.parametrize("book", BOOKS)
def test_advice_and_readings_come_from_the_same_book(book: str) -> None:
    view, clue = finesse(), Clue(Seat(2), "r")
    row, teacher = BOTS["partner"].under(book), StyleTeacher(with_strangers(STYLES[book]))
    assert row.foretell(view, clue) == teacher.foretell(view, clue)
    assert row.advise(view) == teacher.advise(view, SUGGESTIONS)
    assert row.read_table(view) == teacher.read_table(view)


def test_books_read_the_same_clue_differently() -> None:
    view = finesse()
    clue = Clue(Seat(2), "r")
    told = {book: BOTS["partner"].under(book).foretell(view, clue) for book in ("plain", "h-group-1")}
    assert told["plain"] != told["h-group-1"]


def test_by_the_usual_book_partner_is_as_it_is_registered() -> None:
    view = finesse()
    usual, registered = BOTS["partner"].under(DEFAULT), BOTS["partner"]
    assert usual.sit(0).choose(view) == registered.sit(0).choose(view)
    assert usual.advise(view) == registered.advise(view)


def test_the_other_bots_stay_as_they_are() -> None:
    for row in all_bots():
        if row.name not in OVER_PARTNER:
            assert row.under("plain") is row


def test_a_book_that_does_not_exist_is_refused_with_those_that_do() -> None:
    for name in ("partner", "careful"):
        with pytest.raises(UnknownName) as caught:
            BOTS[name].under("mine")
        assert str(caught.value) == f"unknown book of conventions 'mine': known are {', '.join(BOOKS)}"


def test_a_grandmaster_thinks_over_the_partner_of_the_table() -> None:
    made: Any = BOTS["grandmaster"].under("tamaya").make
    player = made(0)
    assert isinstance(player, Grandmaster)
    assert player._plain.bot.conventions == "tamaya"
    assert player.style.name == "tamaya"


def test_each_bot_with_a_book_of_its_own_has_its_own_sentence() -> None:
    for language in LANGUAGES:
        reader = Reader(language)
        for tell in (lambda book: BOTS[book].summary, book_title, book_words):
            assert len({say(tell(book), reader) for book in BOOKS}) == len(BOOKS)
