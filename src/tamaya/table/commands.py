"""What guests and bots ask of a table, and why it may be refused.

A guest's commands travel as JSON and are told apart by ``type``. A ``Choice`` does not travel: it holds an
action that is parsed already, a bot's with its reason, or one that was typed at this machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

from annotated_types import Ge, Interval, Len, MaxLen

from tamaya.bots import Choice
from tamaya.knowledge import DETAILS, Detail
from tamaya.records import AnyAction
from tamaya.rules import IllegalAction, Seat, TamayaError, Unreadable
from tamaya.words import Field, Message

NAME_LENGTH = 24
RULES_LENGTH = 600
BOOK_LENGTH = 40
TEXT_LENGTH = 240

Code: TypeAlias = Literal[
    "unreadable",
    "illegal",
    "late",
    "forbidden",
    "missing",
    "busy",
    "too-much",
    "damaged",
    "away",
    "unknown",
    "broken",
]
"""Of these, "damaged" is a table that cannot be read, "away" a database that does not answer or cannot store,
and "unknown" says that it is not known whether the command took effect."""
Notation: TypeAlias = Annotated[str, Len(2, 14)]
SeatKind: TypeAlias = Literal["open", "bot", "reserved"]
CoachLevel: TypeAlias = Literal["off", "ask", "always"]
"""How much help a player wants: none, when they ask for it, or on every turn."""
UndoWish: TypeAlias = Literal["ask", "agree", "refuse", "withdraw"]
VoteMatter: TypeAlias = Literal["stand-in", "end"]
"""What players vote on: that a bot plays for one who is away, or that the game ends here."""
VoteWish: TypeAlias = Literal["stand-in", "end", "agree", "refuse", "withdraw"]
StandInRule: TypeAlias = Literal["never", "ask", "after"]
"""Whether a bot may play for a player who is away: never, if the others agree, or by itself after a while."""
SeatNumber: TypeAlias = Annotated[int, Interval(ge=0, le=9)]


class Refused(TamayaError):
    """A command or request that cannot be taken, and why."""

    def __init__(self, code: Code, why: Message | str, /, **fields: Field) -> None:
        super().__init__(why, **fields)
        self.code = code
        self.args = (code, self.message)


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what the rules object to into a refusal."""
    try:
        yield
    except Unreadable as error:
        raise Refused("unreadable", error.message) from None
    except IllegalAction as error:
        raise Refused("illegal", error.why) from None
    except TamayaError as error:
        raise Refused("illegal", error.message) from None


class Strict:
    """A value that travels or is stored as JSON: pydantic, where a shell uses it, reads such a class without
    conversions and without unknown fields."""

    __slots__ = ()
    __pydantic_config__: ClassVar[dict[str, object]] = {"strict": True, "extra": "forbid"}


class _AsSentences:
    """Tells pydantic, where a shell uses it, how messages are written."""

    def __get_pydantic_core_schema__(self, _source: object, handler: object) -> object:
        from tamaya.wire.schema import sentences_schema

        return sentences_schema()


Sentences: TypeAlias = Annotated[tuple[Message, ...], _AsSentences()]
"""What a bot says, one sentence after the other."""


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
    """Whether moves may be taken back when all people at the table agree; where there is one person, at once.
    Never in a named deal."""
    coach: bool = True
    """Whether players may use the coach, for all to see. Never in a named deal, and not in andrewz."""
    detail: Detail = "told"
    """The most that screens may show about hidden cards."""
    conventions: Annotated[str, MaxLen(BOOK_LENGTH)] = ""
    """The book of conventions that the people agree on, and that bots keep to which know all books; empty for
    the usual one, in a race, and in games of which it is not known."""
    listed: bool = False
    """Whether the table stands on the home page, or is private by its link."""
    stand_in: StandInRule = "ask"
    stand_in_minutes: Annotated[int, Interval(ge=1, le=1440)] = 10
    """After how long, where a bot plays by itself for a player who is away and on turn."""
    deal: Annotated[str, MaxLen(60)] = ""
    """A named deal: the same name deals the same cards on this server. It has no spectators while it runs,
    and no guest plays it twice."""

    def allowed_detail(self, wanted: Detail) -> Detail:
        """What a screen asks for, at most what the table allows."""
        return min(wanted, self.detail, key=DETAILS.index)


@dataclass(frozen=True, slots=True)
class Guest:
    """A person at the table: an id for the log, and a name for people."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class BotSeat:
    """The bot on a seat."""

    seat: Seat


Actor: TypeAlias = Guest | BotSeat


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit(Strict):
    """Takes a seat before the start, or another one."""

    type: Literal["sit"] = "sit"
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class StandUp(Strict):
    """Gives the seat back before the start. Later it leaves the game: the seat stays, and a bot may play for
    it until its guest comes back."""

    type: Literal["stand"] = "stand"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrange(Strict):
    """The owner changes the setup before the start."""

    type: Literal["arrange"] = "arrange"
    setup: Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Strict):
    """The owner starts the game; it is refused while an open seat has no guest."""

    type: Literal["start"] = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Strict):
    """An action of the sender's seat; ``seq`` is the last entry that the sender has seen."""

    type: Literal["act"] = "act"
    action: Notation
    seq: Annotated[int, Ge(0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Strict):
    """A remark or free words, as far as the table's talk allows (C1)."""

    type: Literal["say"] = "say"
    text: Annotated[str, Len(1, TEXT_LENGTH)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo(Strict):
    """Asks to take the last move of a person back, answers the seat that asks, or withdraws the question."""

    type: Literal["undo"] = "undo"
    wish: UndoWish
    to: Annotated[int, Ge(0)] | None = None
    """With a question: how many actions the sender expects to be left. A second click, or a question about a
    game that has gone on meanwhile, is then refused instead of taking back more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseCoach(Strict):
    """Chooses how much help the sender wants from the coach; all at the table are told."""

    type: Literal["coach"] = "coach"
    level: CoachLevel


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowCoach(Strict):
    """Refuses the coach for all at the table, or allows it again where the sender has refused it."""

    type: Literal["allow-coach"] = "allow-coach"
    allowed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AskAll(Strict):
    """Asks all who are here whether a bot shall play for a player who is away, or whether the game ends here;
    answers such a question, or withdraws it."""

    type: Literal["vote"] = "vote"
    wish: VoteWish
    seat: SeatNumber | None = None
    """Of the player who is away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandBack(Strict):
    """Ends a bot's play for a player: the sender's own seat, or another one."""

    type: Literal["hand-back"] = "hand-back"
    seat: SeatNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause(Strict):
    """Pauses the game, or goes on."""

    type: Literal["pause"] = "pause"
    paused: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Nudge(Strict):
    """Reminds the player on turn, at most once a minute."""

    type: Literal["nudge"] = "nudge"


GuestCommand: TypeAlias = (
    Sit
    | StandUp
    | Arrange
    | Start
    | Act
    | Say
    | Undo
    | ChooseCoach
    | AllowCoach
    | AskAll
    | HandBack
    | Pause
    | Nudge
)
Command: TypeAlias = GuestCommand | Choice[AnyAction]
