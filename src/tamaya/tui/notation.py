"""Notation while it is being typed: how it can go on, what it would mean, and what it would touch."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tamaya import andrewz, engine
from tamaya.engine.story import card_label, clue_label
from tamaya.knowledge import know
from tamaya.records import AnyAction, AnyView, Kind
from tamaya.rules import Card, Seat, TamayaError, parse_seat, seat_letter
from tamaya.tui.commands import read_command
from tamaya.words import Message, Who

VERBS = "pdcofbe"
"""The keys that begin an action, as in the browser."""
_SEAT = re.compile(r"([cfo])([a-jA-J])(.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Step:
    """A way in which a text can go on."""

    text: str
    label: str


def tidy(text: str, view: AnyView) -> str:
    """Notation as it is written: a seat is a capital, and one's own need not be named to rearrange."""
    if isinstance(view, andrewz.View):
        return text
    if text[:1] == "o" and text[1:2].isdigit() and view.seat is not None:
        text = f"o{seat_letter(view.seat)}{text[1:]}"
    match = _SEAT.fullmatch(text)
    return f"{match[1]}{match[2].upper()}{match[3]}" if match else text


def read(kind: Kind, text: str, view: AnyView) -> AnyAction:
    """The action that a text means, in notation or in words."""
    try:
        return kind.parse_action(tidy(text.strip(), view))
    except TamayaError:
        return read_command(text, view)


def may_begin(verb: str, view: AnyView) -> bool:
    """Whether an action that begins so may be typed now: on one's turn, or to rearrange."""
    if view.result is not None or view.seat is None:
        return False
    if verb == "o":
        return isinstance(view, engine.View) and view.may_rearrange[view.seat]
    return view.my_turn and any(str(action).startswith(verb) for action in view.actions)


def steps(text: str, view: AnyView) -> list[Step]:
    """How a text can go on, by what is legal now."""
    text = tidy(text, view)
    legal = [str(action) for action in view.actions]
    if isinstance(view, andrewz.View):
        found = [one for one in legal if one.startswith(text) and one != text]
        return [Step(one, one if one == "pass" else one[1:]) for one in found]
    if text in ("c", "f"):
        receivers = dict.fromkeys(one[:2] for one in legal if one[0] == text)
        return [Step(start, f"{start[1]} {view.names[parse_seat(start[1])]}") for start in receivers]
    if text[:1] in ("c", "f"):
        # What has been named can be named again: the other clues stay in sight.
        return [Step(one, one[2:]) for one in legal if one.startswith(text[:2])]
    if text[:1] in tuple("pdbe") and text:
        return [Step(one, one[1:]) for one in legal if one[0] == text[0]]
    return []


def next_step(text: str, view: AnyView) -> str:
    """What the tab key makes of a text: the first way on, or the next one of the same kind."""
    ways = [step.text for step in steps(text, view)]
    if not ways:
        return text
    current = tidy(text, view)
    if current in ways:
        return ways[(ways.index(current) + 1) % len(ways)]
    if current[:1] in ("c", "f") and len(current) == 2:
        receivers = [step.text for step in steps(current[0], view)]
        return receivers[(receivers.index(current) + 1) % len(receivers)] if current in receivers else text
    return ways[0]


def explain(kind: Kind, text: str, view: AnyView) -> Message | None:
    """What a text would do, or nothing while it is not whole."""
    try:
        action = read(kind, text, view)
    except TamayaError:
        return None
    if isinstance(view, engine.View):
        return _explain(action, view)
    match action:
        case andrewz.Play(card):
            return Message("act.lay", card=race_card_label(card))
        case andrewz.Discard(card):
            return Message("act.drop", card=race_card_label(card))
        case _:
            return Message("act.pass")


def race_card_label(card: Card) -> Message:
    """A card of andrewz in words."""
    suit = next(suit for suit in andrewz.COLOURS if suit.letter == card.suit)
    return Message("card.face", suit=suit.label, rank=card.rank)


def clue_in_mind(text: str | None, view: AnyView) -> tuple[Seat | None, tuple[int, ...] | None, str]:
    """Whom a half-typed clue is for, what it would touch, and the clue."""
    if not text or isinstance(view, andrewz.View):
        return None, None, ""
    text = tidy(text, view)
    if len(text) < 2 or text[0] not in "cf" or not "A" <= text[1] <= "J":
        return None, None, ""
    receiver = parse_seat(text[1])
    if receiver >= view.players or receiver == view.seat:
        return None, None, ""
    return receiver, _touched(receiver, text[2:], view), text[2:]


def _touched(receiver: Seat, clue: str, view: engine.View) -> tuple[int, ...] | None:
    try:
        return know(view).touched(receiver, clue)
    except TamayaError:
        return None


def _explain(action: AnyAction, view: engine.View) -> Message | None:
    match action:
        case engine.Play(0):
            return Message("act.play-deck")
        case engine.Play(slot):
            return Message("act.play-slot", slot=slot)
        case engine.Discard(slot):
            return Message("act.discard-slot", slot=slot)
        case engine.Clue() | engine.FreeClue():
            return _explain_clue(action, view)
        case engine.Rearrange():
            return Message("act.rearrange-hand")
        case engine.Back(card):
            return Message("act.back", card=card_label(card, view.rules))
        case engine.Encore(card):
            return Message("act.encore", card=card_label(card, view.rules))
        case _:
            return None


def _explain_clue(action: engine.Clue | engine.FreeClue, view: engine.View) -> Message | None:
    try:
        preview = know(view).preview(action.receiver, action.clue)
    except TamayaError:
        return None
    clue, fresh = action.clue, len(preview.fresh)
    return Message(
        "act.give-clue",
        who=Who(action.receiver),
        about=Message(f"value.{clue}") if clue.isdigit() else clue_label(clue, view.rules),
        count=len(preview.slots),
        slots=preview.slots,
        fresh="all" if fresh == len(preview.slots) else fresh or "none",
    )
