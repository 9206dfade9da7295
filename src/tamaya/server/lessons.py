"""The lesson, and the requests for it: prepared deals, played by the same engine as every game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path

from tamaya.engine import State, parse_action
from tamaya.rules import Deal, Rules, Seat, parse_cards
from tamaya.server.catalogue import rules_info
from tamaya.server.messages import Lesson, LessonAnswer, LessonStep, LessonTry
from tamaya.table.commands import Refused

NAMES = ("You", "Hana")
_SHORT = "deluxe+suits=red:copies=11111,blue:copies=11111+hand=3"
"""A deck of ten cards, to come to an end."""
_YOU = Seat(0)


@dataclass(frozen=True, slots=True)
class Step:
    """A prepared deal, the actions that lead to its question, and the answers that it hopes for."""

    id: str
    yours: str
    hanas: str
    draws: str
    """The cards that come next from the deck."""
    before: str
    right: str
    rules: str = "deluxe"


STEPS: dict[str, Step] = {
    step.id: step
    for step in (
        # Hana holds one 1; told about it, she knows that it fits on an empty table.
        Step("see", "w3 b4 y2 g4 r2", "y4 g3 r1 b2 w4", "", "", "cB1 cBr"),
        # You were told about your 1s: every 1 fits while nothing is laid.
        Step("play", "b1 w4 r3 y1 g5", "y4 g3 r2 b2 w2", "", "cB2 cA1", "p1 p4"),
        # The red 1 is laid; Hana's only red card is the 2.
        Step("colour", "r1 w4 b3 y3 g5", "y4 g3 r2 b4 w3", "b2", "cBy cA1 p1 cAb", "cBr cB2"),
        # Number and colour told: the card is known exactly.
        Step("both", "r1 w4 r2 y3 g4", "y4 g3 b5 b4 w3", "b3 y1", "cBy cA1 p1 cA2 cBg cAr", "p2"),
        # No clue token is left, and nothing is known to fit: the oldest card without a clue goes.
        Step(
            "discard", "w3 b4 y4 g4 r3", "y3 g3 r4 b3 w4", "",
            "cBy cAw cBg cAb cBr cAg cBb cAr", "d3",
        ),
        # Hana's oldest card is a 5, the only one of its suit.
        Step("save", "w3 b4 y4 g2 r3", "y5 g3 r4 b3 w4", "b2 y1", "cBg cA2 cBr cAw", "cB5 cBy"),
        # Nothing is sure: a token is there, so a clue or a discard is safe, and a play would be a gamble.
        Step("strike", "w3 b4 y4 g2 r3", "y1 g3 r4 b3 w4", "b2 y2", "cBg cA2", "cB1 cBy d1 d2 d3 d5"),
        # The last round. You were told of a 5, and Hana holds the blue one.
        Step("end", "r1 r3 r5", "r2 r4 b1", "b2 b3 b4 b5", "cB1 cA5 p1 p1 p1 p1", "p1", _SHORT),
    )
}  # fmt: skip


router = APIRouter(prefix="/api/lesson")


@router.get("")
async def show_lesson() -> Lesson:
    """The lesson, step by step."""
    return _lesson()


@router.post("/{step}")
async def try_lesson_step(step: Annotated[str, Path(max_length=20)], wish: LessonTry) -> LessonAnswer:
    """Try an action at a step of the lesson."""
    if step not in STEPS:
        raise Refused("missing", "refused.no-such-step")
    before = _position(STEPS[step])
    after = before.apply(parse_action(wish.action))
    return LessonAnswer(
        right=wish.action in STEPS[step].right.split(),
        view=after.view(_YOU, NAMES),
        events=after.history[len(before.history) :],
    )


@cache
def _lesson() -> Lesson:
    return Lesson(steps=tuple(map(_show, STEPS.values())))


def _show(step: Step) -> LessonStep:
    state = _position(step)
    return LessonStep(
        id=step.id,
        rules=rules_info(step.rules),
        names=NAMES,
        view=state.view(_YOU, NAMES),
        events=state.history[-2:],
        right=tuple(step.right.split()),
    )


def _position(step: Step) -> State:
    rules = Rules.parse(step.rules)
    state = State.start(rules, len(NAMES), deal=_deal(step, rules))
    for action in step.before.split():
        state = state.apply(parse_action(action))
    return state


def _deal(step: Step, rules: Rules) -> Deal:
    """The prepared cards on top, all others beneath, in an order that gives nothing away."""
    top = parse_cards(f"{step.yours} {step.hanas} {step.draws}")
    beneath = list(Deal.shuffle(rules, f"lesson {step.id}").deck)
    for card in top:
        beneath.remove(card)
    return Deal((*top, *beneath))
