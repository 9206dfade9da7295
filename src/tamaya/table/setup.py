"""All that is chosen before a game starts, and whether it goes together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal, TypeAlias

from annotated_types import Interval, Len, MaxLen

from tamaya.bots import DEFAULT_BOTS, GameName, find_bot
from tamaya.knowledge import Detail
from tamaya.records import Kind, game_kind
from tamaya.rules import TamayaError, Unreadable
from tamaya.table.refusal import Refused
from tamaya.table.strict import Strict

NAME_LENGTH = 24
RULES_LENGTH = 600

SeatNumber: TypeAlias = Annotated[int, Interval(ge=0, le=9)]
SeatKind: TypeAlias = Literal["open", "bot", "reserved"]
DETAILS: tuple[Detail, ...] = ("nothing", "told", "deduced")


def least(wanted: Detail, allowed: Detail) -> Detail:
    """What a screen asks for, at most what the table allows."""
    return min(wanted, allowed, key=DETAILS.index)


@dataclass(frozen=True, slots=True)
class SeatPlan(Strict):
    """Who may take a seat: any guest with the link, a bot, or the guest it is kept for."""

    kind: SeatKind = "open"
    bot: Annotated[str, MaxLen(40)] = ""
    """Which one; empty for the usual one."""
    name: Annotated[str, MaxLen(NAME_LENGTH)] = ""
    """Of a bot, or of the guest for whom the seat is kept."""


@dataclass(frozen=True, slots=True)
class Setup(Strict):
    """All that is chosen before a game starts."""

    rules: Annotated[str, Len(1, RULES_LENGTH)]
    seats: Annotated[tuple[SeatPlan, ...], Len(2, 10)]
    first: SeatNumber | None = None
    """Who begins; None leaves it to chance (S5)."""
    spectators: Literal["none", "public", "hands"] = "public"
    """A spectator sees nothing, public facts, or all hands."""
    undo: bool = False
    """Whether moves may be taken back when all players agree."""
    detail: Detail = "told"
    """The most that screens may show about hidden cards."""
    listed: bool = False
    """Whether the table stands on the home page, or is private by its link."""
    deal: Annotated[str, MaxLen(60)] = ""
    """A named deal: the same name deals the same cards on this server. It has no spectators while it runs,
    and no guest plays it twice."""


def check_setup(setup: Setup) -> Setup:
    """A setup whose rules, seats and bots go together, with the rules text in its short form."""
    try:
        kind = game_kind(setup.rules)
        seats = tuple(_with_bot(plan, kind.game) for plan in setup.seats)
        _check_seats(kind, seats)
    except Unreadable as error:
        raise Refused("unreadable", error.message) from None
    except TamayaError as error:
        raise Refused("illegal", error.message) from None
    if setup.first is not None and setup.first >= len(setup.seats):
        raise Refused("illegal", "refused.first-seat")
    # Others may be playing the same cards, so a named deal has no spectators while it runs.
    spectators = "none" if setup.deal.strip() else setup.spectators
    if all(plan.kind == "bot" for plan in setup.seats) and spectators == "none":
        raise Refused("illegal", "refused.unseen-bots")
    names = [plan.name for plan in setup.seats if plan.name]
    if len(set(names)) < len(names):
        raise Refused("illegal", "refused.same-name")
    return replace(setup, rules=kind.text, seats=seats, spectators=spectators)


def _check_seats(kind: Kind, seats: tuple[SeatPlan, ...]) -> None:
    for plan in seats:
        if plan.kind == "bot":
            find_bot(plan.bot, kind.game).check(kind.rules, len(seats))
    kind.hand_size(len(seats))


def _with_bot(plan: SeatPlan, game: GameName) -> SeatPlan:
    """The plan of a seat, with the usual bot where none is named."""
    unnamed = plan.kind == "bot" and not plan.bot
    return replace(plan, bot=DEFAULT_BOTS[game]) if unnamed else plan
