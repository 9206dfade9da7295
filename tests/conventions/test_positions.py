"""Every convention by its positions: the bot of its book and level reads and plays them so."""

from __future__ import annotations

from functools import cache

import pytest

from tamaya.bots import find_bot
from tamaya.bots.guides import Convention, all_conventions
from tamaya.engine import Play
from tamaya.exam import ExamPosition, Finding, Verdict, examine_position, positions_of
from tamaya.exam.expectations import IsCalled

KNOWN_FAULTS: dict[tuple[str, str, str], str] = {
    ("good-touch: a second card of a finished suit is useless", "useless", "A3"): (
        "The reader takes both cards for the 5, though there is only one."
    ),
    ("fix-clue: the same clue again, and nothing is laid", "called order", "A: p4"): (
        "The reader marks the card as bad only where it can be one that is laid, not a second copy."
    ),
    ("fix-clue: the same clue again, and nothing is laid", "hold", "A: !p2"): (
        "So the bot plays the card that the repeated clue warns of."
    ),
    ("two-save: the other copy is in sight", "no_save", "!cB*"): (
        "The reader does not ask whether the giver sees the other copy."
    ),
    ("sarcastic-discard: you have the second copy", "action", "d1"): (
        "The bot understands sarcastic discards of others, and makes none."
    ),
}
"""(position, kind, expected): what the bots are known to get wrong. Who mends one takes it from the list."""

each_convention = pytest.mark.parametrize(
    "convention", all_conventions(), ids=[f"{one.style}-{one.id}" for one in all_conventions()]
)


@cache
def built(convention: Convention) -> tuple[ExamPosition, ...]:
    """The positions of a convention."""
    return positions_of(convention)


def below(style: str) -> str:
    """The book of one level less; plain words are below the first."""
    book, _, level = style.rpartition("-")
    return "plain" if level == "1" else f"{book}-{int(level) - 1}"


def not_met(style: str, position: ExamPosition) -> list[Finding]:
    """What the bot of a book does or thinks otherwise than a position expects."""
    found = examine_position(find_bot(style, "hanabi"), position)
    return [one for one in found if one.verdict is not Verdict.PASSED]


@each_convention
def test_the_bot_of_its_book_follows_it(convention: Convention) -> None:
    faults = {
        (one.position, one.kind, one.expected): one.did
        for position in built(convention)
        for one in not_met(convention.style, position)
    }
    known = {
        fault for fault in KNOWN_FAULTS if fault[0] in {position.row.id for position in built(convention)}
    }
    assert {fault: did for fault, did in faults.items() if fault not in known} == {}
    assert known <= faults.keys(), "mended: take it from the list of known faults"


@each_convention
def test_the_level_below_does_not_know_it(convention: Convention) -> None:
    """Where its positions are marked so (``from_level``)."""
    marked = [position for position in built(convention) if position.row.from_level]
    assert [position.row.id for position in marked if not not_met(below(convention.style), position)] == []


@each_convention
def test_it_is_shown_twice_at_least_and_its_limit_once(convention: Convention) -> None:
    limits = [position.row.limit for position in built(convention)]
    assert limits.count(False) >= 2
    assert limits.count(True) >= 1


@each_convention
def test_its_positions_belong_to_its_book_and_level(convention: Convention) -> None:
    found = {(position.row.book, position.row.level) for position in built(convention)}
    assert found == {(convention.book, convention.level)}


@each_convention
def test_its_positions_ask_the_seat_on_turn(convention: Convention) -> None:
    """A learner sits there, sees no card of their own, and can answer."""
    for position in built(convention):
        assert position.row.turn == 0
        asked = [check for check in position.row.expect if getattr(check, "seat", 0) == 0]
        assert asked, position.row.id


@each_convention
def test_the_cards_that_are_called_fit(convention: Convention) -> None:
    """So a learner who does what is expected is not punished."""
    for position in built(convention):
        for check in position.row.expect:
            if isinstance(check, IsCalled) and check.seat == 0:
                for slot in check.slots:
                    assert position.state.apply(Play(slot)).strikes == position.state.strikes, position.row.id


@each_convention
def test_earlier_clues_can_have_been_given(convention: Convention) -> None:
    """A mark of the beginning touches all cards that its words touch, and no others."""
    assert [position.row.id for position in built(convention) if not position.told] == []


def test_each_position_has_a_name_of_its_own() -> None:
    names = [position.row.id for one in all_conventions() for position in built(one)]
    assert len(names) == len(set(names))
