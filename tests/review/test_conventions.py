"""Reviews and branches go by the book of conventions of the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tamaya.bots import BOTS, Bot, bot
from tamaya.engine import Action, Game, View
from tamaya.records import Record
from tamaya.review.branches import branch, continue_with
from tamaya.review.pipeline import review_move


@pytest.fixture(scope="module")
def record() -> Record:
    """A game after a clue about the 1s, with Bob on turn."""
    game = Game(["Ann", "Bob"], seed=16)
    game.clue("Bob", 1)
    game.discard(1)
    return Record.of(game)


def view_before(record: Record, turn: int) -> View:
    position = record.positions()[turn - 1]
    assert position.turn is not None
    view = position.view(position.turn, record.names)
    assert isinstance(view, View)
    return view


@pytest.mark.parametrize("book", ["plain", "tamaya", "h-group-1", "h-group-5"])
def test_the_advice_is_that_of_partner_by_the_table_s_book(record: Record, book: str) -> None:
    for turn in (1, 2):
        advice = review_move(replace(record, conventions=book), turn, rollouts=0).advice
        expected = BOTS["partner"].under(book).sit(0).choose(view_before(record, turn))
        assert advice is not None
        assert (advice.action, advice.reason) == (str(expected.action), expected.reason + expected.secret)


@pytest.mark.parametrize("book", ["", "h-group-9"])
def test_where_no_book_is_known_the_usual_one_is_taken(record: Record, book: str) -> None:
    advice = review_move(replace(record, conventions=book), 1, rollouts=0).advice
    assert advice == review_move(replace(record, conventions="h-group-5"), 1, rollouts=0).advice


def test_a_branch_keeps_the_book(record: Record) -> None:
    assert branch(replace(record, conventions="plain"), 1, ["p1"]).conventions == "plain"


def test_bots_go_on_by_the_book_of_the_game(record: Record) -> None:
    @bot(name="bookish", by_book=f"{__name__}:noted")
    def bookish(view: View) -> Action:
        return view.actions[0]

    try:
        continue_with(replace(record, conventions="plain"), "bookish")
    finally:
        del BOTS["bookish"]
    assert BOOKS_ASKED_FOR == ["plain", "plain"]


BOOKS_ASKED_FOR: list[str] = []


def noted(row: Bot, book: str, _agreed: bool) -> Bot:
    BOOKS_ASKED_FOR.append(book)
    return row
