"""The small protocol through which every layer above meets either game."""

from typing import Protocol, Self, TypeVar

from tamaya.rules.seats import Seat

ActionT = TypeVar("ActionT")
ViewT = TypeVar("ViewT", covariant=True)
EventT = TypeVar("EventT", covariant=True)
ResultT = TypeVar("ResultT", covariant=True)
OfferedT = TypeVar("OfferedT", covariant=True)


class Position(Protocol[ActionT, EventT, ViewT, ResultT]):
    """A game at one moment, as a value: ``apply`` returns the next one."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def turn(self) -> Seat | None:
        """The seat that is to act; None once the game is over."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def result(self) -> ResultT | None:
        """How it ended, once it has."""

    @property
    def history(self) -> tuple[EventT, ...]:
        """What the table saw, from the first move on."""

    def actions(self) -> tuple[ActionT, ...]:
        """What the seat on turn may do."""

    def is_legal(self, action: ActionT) -> bool:
        """Whether an action is allowed now."""

    def apply(self, action: ActionT) -> Self:
        """The position after an action, or IllegalAction."""

    def view(self, seat: Seat, names: tuple[str, ...] = ()) -> ViewT:
        """What a seat may know."""

    def views(self, names: tuple[str, ...] = ()) -> tuple[ViewT, ...]:
        """[seat] what each seat may know."""

    def spectate(self, *, hands: bool = False, names: tuple[str, ...] = ()) -> ViewT:
        """What a spectator may know: public facts, or all hands where the table allows it."""

    def reveal(self, names: tuple[str, ...] = ()) -> ViewT:
        """Everything, once the game is over."""


class SeatView(Protocol[OfferedT]):
    """What a player of either game is shown: what has happened, and what may be done now."""

    @property
    def history(self) -> tuple[object, ...]:
        """What the table saw, from the first move on."""

    @property
    def actions(self) -> tuple[OfferedT, ...]:
        """What the seat may do now."""
