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
_YOU, _HANA = Seat(0), Seat(1)


@dataclass(frozen=True, slots=True)
class Step:
    """A prepared deal, the actions that lead to its question, and the answers that it hopes for.

    Hana follows the conventions of the bot that newcomers meet next: what the lesson praises, it understands.
    """

    id: str
    yours: str
    hanas: str
    draws: str
    """The cards that come next from the deck."""
    before: str
    right: str
    rules: str = "deluxe"
    first: Seat = _YOU


STEPS: dict[str, Step] = {
    step.id: step
    for step in (
        # Hana holds one 1; told about it, she knows that it fits on an empty table.
        Step("see", "w3 b4 y2 g4 r2", "y4 g3 r1 b2 w4", "", "", "cB1 cBr"),
        # You were told about your 1s: every 1 fits while nothing is laid.
        Step("play", "b1 w4 r3 y1 g5", "y4 g3 r2 b2 w2", "", "cA1", "p1 p4", first=_HANA),
        # The red 1 is laid; Hana's only red card is the 2.
        Step(
            "colour", "r1 w4 b3 y3 g4", "y4 g3 r2 b4 w3", "b3 y3",
            "cA1 p1 d1", "cBr cB2", first=_HANA,
        ),
        # A 2 was told while none could fit, red when the red 1 was laid: the card with both is the red 2.
        Step(
            "both", "w4 r2 r4 y3 g4", "y4 g3 b4 r1 w3", "b3 y4",
            "cA2 cB1 p4 d1 cAr", "p1", first=_HANA,
        ),
        # No clue token is left, and nothing is known to fit: the oldest card without a clue goes.
        Step(
            "discard", "g1 y5 b2 r3 y4", "w1 y3 w3 r4 b1", "r1 r3 w5 w2 y1 b4 w3 r5",
            "cAg p1 cAr p5 cA5 cB1 p1 cB5 p4 cBw p5 cBy p5 cB4 p2", "d2", first=_HANA,
        ),
        # Hana's next discard is a 5. By number she keeps it; by colour she would play it.
        Step("save", "y2 y5 g1 b4 b2", "b1 b5 r4 y2 g2", "r1 y4", "cB1 p1 cBr p5", "cB5"),
        # Nothing is sure: a clue that Hana can play on, or the discard that she expects.
        Step("strike", "w3 b4 y4 g2 r3", "y4 g3 r4 y1 w4", "", "cA2", "cB1 cBy d1", first=_HANA),
        # The last round. You were told of your 5s, and which one is red.
        Step(
            "end", "r1 b5 r5", "b2 r3 b3", "r2 b4 r4 b1",
            "cB3 cA1 cB2 cA5 p1 cAr p3 cA4 cBr p2 cBr p3", "p2", _SHORT,
        ),
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
    state = State.start(rules, len(NAMES), deal=_deal(step, rules), first=step.first)
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
