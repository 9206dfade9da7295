"""What if: a finished game up to some turn, and then other actions. The engine judges every one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tamaya.records import AnyPosition
from tamaya.rules import IllegalAction, Unreadable
from tamaya.server.decide import Refused
from tamaya.server.live import least
from tamaya.server.messages import Detail, EventInfo, Moment
from tamaya.server.present import event_info, view_info
from tamaya.server.table import Table


@dataclass(frozen=True, slots=True)
class Played:
    """A line that was played through."""

    turn: int
    """How many actions there were from the deal on."""
    position: AnyPosition
    events: tuple[EventInfo, ...]
    """What the actions of the line caused."""


def check_open(table: Table) -> None:
    """Refuse a table whose cards are still a secret: whoever tries other moves there would see them."""
    if table.phase == "gathering":
        raise Refused("forbidden", "the game has not started")
    if table.phase == "playing" and not table.uploaded:
        raise Refused("forbidden", "other moves are tried when the game is over")


def play(table: Table, turn: int, actions: Sequence[str]) -> Played:
    """Play a line through; the first action that cannot be done is named."""
    if turn > len(table.actions):
        raise Refused("missing", f"the game has {len(table.actions)} actions")
    position = table.at(turn)
    events: list[EventInfo] = []
    for number, action in enumerate(actions, start=turn + 1):
        before = len(position.history)
        try:
            position = position.apply(table.kind.parse_action(action))
        except Unreadable as error:
            raise Refused("unreadable", str(error)) from None
        except IllegalAction as error:
            raise Refused("illegal", error.why) from None
        shown = (event_info(event, number) for event in position.history[before:])
        events += [event for event in shown if event is not None]
    return Played(turn + len(actions), position, tuple(events))


def moment(table: Table, line: Played, detail: Detail) -> Moment:
    """Where a line has come to, with what all of its actions caused. It shows all hands, and what the seat on
    turn may do: whoever tries something out acts for everybody."""
    position, names = line.position, table.names
    seen = position.reveal(names) if position.over else position.spectate(hands=True, names=names)
    view = view_info(seen, least(detail, table.setup.detail))
    actions = tuple(map(str, position.actions()))
    return Moment(turn=line.turn, view=view.model_copy(update={"actions": actions}), events=line.events)
