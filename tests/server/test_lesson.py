"""The lesson teaches what the bot understands with which a newcomer plays next."""

from __future__ import annotations

import pytest

from tamaya.bots.partner import choose_action
from tamaya.bots.partner.styles import PARTNER, STYLES, Style
from tamaya.engine import Clue, Discard, Play, parse_action
from tamaya.knowledge import know
from tamaya.rules import Seat
from tamaya.server.lessons import NAMES, STEPS, Step, _position
from tamaya.words import LANGUAGES, Reader, say
from tamaya.words.catalogue import catalogue

YOU, HANA = Seat(0), Seat(1)
TAMAYA = STYLES["tamaya"]
"""The book whose few conventions the lesson teaches."""
ALL_STEPS = pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)


@pytest.mark.parametrize("style", [TAMAYA, PARTNER], ids=["tamaya", "partner"])
@ALL_STEPS
def test_partner_would_do_what_the_lesson_asks(step: Step, style: Style) -> None:
    choice = choose_action(_position(step).view(YOU, NAMES), style)
    assert str(choice.action) in step.right.split()


@ALL_STEPS
def test_no_card_was_misplayed_on_the_way(step: Step) -> None:
    state = _position(step)
    assert state.strikes == 0
    assert all(getattr(event, "fits", True) for event in state.history)


@pytest.mark.parametrize(
    ("step", "clue", "then"),
    [("see", "cB1", "p3"), ("see", "cBr", "p3"), ("colour", "cBr", "p2"), ("colour", "cB2", "p2"),
     ("strike", "cB1", "p4"), ("strike", "cBy", "p4")],
)  # fmt: skip
def test_partner_plays_on_the_clues_that_the_lesson_praises(step: str, clue: str, then: str) -> None:
    after = _position(STEPS[step]).apply(parse_action(clue))
    assert str(choose_action(after.view(HANA, NAMES), TAMAYA).action) == then


def test_partner_keeps_the_5_that_is_saved_by_its_number_and_plays_it_for_its_colour() -> None:
    before = _position(STEPS["save"])
    five = before.hands[HANA][0]
    assert before.cards[five.id] == "b5"
    assert STEPS["save"].right == "cB5"
    saved = before.apply(Clue(HANA, "5"))
    assert choose_action(saved.view(HANA, NAMES), TAMAYA).action not in (Play(1), Discard(1))
    coloured = before.apply(Clue(HANA, "b"))
    assert choose_action(coloured.view(HANA, NAMES), TAMAYA).action == Play(1)


def test_a_card_that_was_never_mentioned_may_be_many_things() -> None:
    """The oldest card without a clue is to go; nothing that follows from other clues names it."""
    state = _position(STEPS["discard"])
    view = state.view(YOU, NAMES)
    (slot,) = (int(action[1:]) for action in STEPS["discard"].right.split())
    untouched = [number for number, held in enumerate(view.my_hand, start=1) if not held.yes]
    faces = know(view).possible(slot)
    assert slot == untouched[0]
    assert state.clues == 0
    assert len({card.suit for card in faces}) > 1
    assert len({card.rank for card in faces}) > 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_speaks_of_error_tiles_as_its_table_does(language: str) -> None:
    texts = {code: text for code, text in catalogue(language).texts.items() if code.startswith("learn.")}
    tile = say("edition.deluxe.strike", Reader(language), count=1)
    assert tile in texts["learn.steps.strike.words"]
    other = {"en": "strike", "de": "ein Fehler,"}.get(language)
    assert not other or not [code for code, text in texts.items() if other in text]


def test_the_lesson_says_what_a_slot_is() -> None:
    assert "slots, counted from the left" in say("learn.steps.see.words")
