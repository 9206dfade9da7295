"""What if: a finished game up to some turn, and then other actions. The engine judges every one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tamaya.records import AnyEvent, AnyPosition, AnyView
from tamaya.table.commands import Refused, refusing
from tamaya.table.table import Table


@dataclass(frozen=True, slots=True)
class Variation:
    """Other actions that were played through from a turn of a game."""

    names: tuple[str, ...]
    turn: int
    """How many actions there were from the deal on."""
    position: AnyPosition
    turns: tuple[tuple[AnyEvent, ...], ...]
    """What each of its own actions caused."""

    @property
    def view(self) -> AnyView:
        """Where it has come to, with all hands, since the cards of the game are no secret any more, and with
        what the seat on turn may do: a guest who tries something out acts for all seats."""
        position = self.position
        if position.over:
            return position.reveal(self.names)
        actions: Any = tuple(position.actions())
        return replace(position.spectate(hands=True, names=self.names), actions=actions)


def check_open(table: Table) -> None:
    """Refuse a table whose cards are still a secret: other moves would show them."""
    if table.phase == "gathering":
        raise Refused("forbidden", "refused.not-started")
    if table.phase == "playing" and not table.uploaded:
        raise Refused("forbidden", "refused.variation-later")


def play_variation(table: Table, turn: int, actions: Sequence[str]) -> Variation:
    """Play other actions from a turn on; the first one that cannot be done is named."""
    position = table.at(turn)
    turns: list[tuple[AnyEvent, ...]] = []
    for action in actions:
        before = len(position.history)
        with refusing():
            position = position.apply(table.kind.parse_action(action))
        turns.append(position.history[before:])
    return Variation(table.names, turn + len(actions), position, tuple(turns))
