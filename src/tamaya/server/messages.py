"""What travels between a browser, or any client, and the table: strict models, from which the types of the
browser are generated.

A client sends a ``ClientMessage`` over the socket and gets a ``ServerMessage``. Cards, clues and actions are
in the notation of the records; seats are numbers from 0.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tamaya import wire
from tamaya.knowledge import Detail
from tamaya.review import Review, Summary
from tamaya.rules import Palette, Tokens
from tamaya.rules.describe import Section
from tamaya.solver import Verdict
from tamaya.table.commands import NAME_LENGTH, Code, GuestCommand, Notation, SeatKind, Setup
from tamaya.table.table import Phase, UndoQuestion
from tamaya.wire.schema import AsMessage, AsObject
from tamaya.words import Message

NOTE_LENGTH = 200
TITLE_LENGTH = 80
LINE_LENGTH = 400
"""The most actions of a line that was never played."""

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]
Line: TypeAlias = Annotated[tuple[Notation, ...], Field(max_length=LINE_LENGTH, strict=False)]
Turn: TypeAlias = Annotated[int, Field(ge=0, le=9999)]
Text: TypeAlias = Annotated[Message, AsMessage()]
"""A message of the catalogue."""
Turns: TypeAlias = tuple[tuple[wire.Event, ...], ...]
"""[action] the events that it caused"""


class Strict(BaseModel):
    """No conversions, no unknown fields, no changes."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


# --- from a client ---


class Hello(Strict):
    """Asks for the table; ``seen`` is the last entry this client has. If that is the latest one, the events
    are not sent again."""

    type: Literal["hello"]
    seen: Annotated[int, Field(ge=0)] = 0
    detail: Detail = "told"


class Note(Strict):
    """A private note on a card; an empty one is removed."""

    type: Literal["note"]
    card: Annotated[int, Field(ge=0, le=999)]
    text: Annotated[str, Field(max_length=NOTE_LENGTH)]


class Again(Strict):
    """After the end: the same people at a new table."""

    type: Literal["again"]


class Ping(Strict):
    """Asks whether the server still answers."""

    type: Literal["ping"]


ClientMessage: TypeAlias = Annotated[Hello | GuestCommand | Note | Again | Ping, Field(discriminator="type")]
client_message: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)


# --- to a client: what the rules are ---


class SuitInfo(Strict):
    """A suit as a screen needs it."""

    name: str
    letter: str
    symbol: str
    named: bool
    order: tuple[int, ...]
    """The ranks in the order of its display."""
    copies: tuple[int, ...]
    """[rank - 1]"""
    costs: bool
    """Whether each card that is missing from its display costs a point."""
    traits: tuple[Text, ...]
    """What is particular about it."""
    palette: Palette


class WordsInfo(Strict):
    """What the edition calls things (S3): one of them, and several."""

    clue: Text
    clues: Text
    strike: Text
    strikes: Text
    federation: Text


class RulesInfo(Strict):
    """The rules in force, for drawing a table and for reading."""

    text: str
    game: Literal["hanabi", "andrewz"]
    title: Text
    fewest: int
    most: int
    suits: tuple[SuitInfo, ...]
    sections: tuple[Annotated[Section, AsObject()], ...]
    differences: tuple[Text, ...]
    words: WordsInfo | None = None
    """None, like all that follows, for andrewz."""
    tokens: Tokens | None = None
    """How they are drawn."""
    clues: int = 0
    strikes: int = 0
    colours: tuple[str, ...] = ()
    """The colour clues."""
    values: tuple[str, ...] = ()
    """The value clues."""
    touch: dict[str, tuple[str, ...]] = {}
    """clue: the cards it touches."""
    points: int = 0
    """The highest score."""
    bonus: bool = False
    flourish: bool = False
    empty: bool = False
    talk: Literal["silent", "remarks", "open"] = "silent"
    remarks: tuple[str, ...] = ()
    """Codes of the catalogue, which are also what is sent to say them."""


# --- to a client: the table ---


class SeatInfo(Strict):
    """A seat and who has it."""

    kind: SeatKind
    name: str
    """Empty while the seat is free."""
    bot: str
    taken: bool
    online: bool


class TableInfo(Strict):
    """A table, apart from the cards."""

    id: str
    phase: Phase
    setup: Setup
    rules: RulesInfo
    seats: tuple[SeatInfo, ...]
    seat: int | None
    """The viewer's."""
    owner: bool
    """Whether the viewer set the table up."""
    first: int | None
    actions: tuple[str, ...]
    """All of them so far, in notation."""
    undo: Annotated[UndoQuestion, AsObject()] | None
    following: str
    """The id of the table where people went to play again."""
    uploaded: bool
    """Whether this is a record that a guest uploaded to look at."""
    notes: dict[str, str]
    """card id: the viewer's private note"""
    reasons: dict[str, tuple[Text, ...]]
    """turn: why a bot did what led to it"""


class SaidInfo(Strict):
    """Words that were said at the table."""

    name: str
    seat: int | None
    text: str


# --- from the server ---


class TableMessage(Strict):
    """The whole table as the viewer may know it."""

    type: Literal["table"] = "table"
    seq: int
    table: TableInfo
    view: wire.View | None
    insight: wire.Insight | None
    turns: Turns
    """What every action caused, from the first one on; none where the client has seen all of it."""
    said: tuple[SaidInfo, ...]


class MovedMessage(Strict):
    """The game has moved on."""

    type: Literal["moved"] = "moved"
    seq: int
    action: str
    view: wire.View
    insight: wire.Insight | None
    events: tuple[wire.Event, ...]
    """What the action caused."""
    reason: tuple[Text, ...] = ()
    """Why, if a bot moved and says so: one sentence after the other."""


class SaidMessage(Strict):
    """A guest said something."""

    type: Literal["said"] = "said"
    seq: int
    said: SaidInfo


class PresenceMessage(Strict):
    """[seat] who is connected."""

    type: Literal["presence"] = "presence"
    online: tuple[bool, ...]
    watching: int


class ThinkingMessage(Strict):
    """A bot is taking its time."""

    type: Literal["thinking"] = "thinking"
    seat: int


class DoneMessage(Strict):
    """The sender's message took effect and is on disk, as the entry ``seq``."""

    type: Literal["done"] = "done"
    seq: int


class Problem(Strict):
    """Why a request could not be taken."""

    code: str
    sentence: str
    """In English."""
    message: Text
    """For a client that has the catalogue."""


class ErrorMessage(Problem):
    """A message that could not be taken, and why; nothing has changed."""

    type: Literal["error"] = "error"
    code: Code


class PongMessage(Strict):
    """The answer to a ping."""

    type: Literal["pong"] = "pong"


ServerMessage: TypeAlias = Annotated[
    TableMessage
    | MovedMessage
    | SaidMessage
    | PresenceMessage
    | ThinkingMessage
    | DoneMessage
    | ErrorMessage
    | PongMessage,
    Field(discriminator="type"),
]
server_message: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)


# --- over HTTP ---


class GuestName(Strict):
    """What a guest wants to be called."""

    name: Name


class GuestInfo(Strict):
    """Who the caller is."""

    name: str
    """Empty before a name was chosen."""


class BotInfo(Strict):
    """A bot that can take a seat."""

    name: str
    game: Literal["hanabi", "andrewz"]
    summary: Text
    conventions: str
    """Which conventions it follows; empty for none."""
    usual: bool
    """Whether it takes a seat for which no bot is named."""


class PartInfo(Strict):
    """An add-on, variant or edition to choose."""

    id: str
    title: Text
    summary: Text
    editions: tuple[str, ...] = ()


class Catalogue(Strict):
    """All that a table can be made of."""

    editions: tuple[PartInfo, ...]
    parts: tuple[PartInfo, ...]
    bots: tuple[BotInfo, ...]
    remarks: tuple[str, ...]
    suits: tuple[SuitInfo, ...]
    """Those that have a name."""


class TableRow(Strict):
    """A table in a list."""

    id: str
    rules: str
    title: str
    phase: Phase
    names: tuple[str, ...]
    free: int
    """Seats that any guest may take."""
    your_turn: bool
    score: int | None
    points: int | None
    """The highest score; None like the score where a game has none."""
    changed: str
    """When, in ISO 8601."""


class Tables(Strict):
    """The caller's tables, and those that are open to all guests."""

    yours: tuple[TableRow, ...]
    listed: tuple[TableRow, ...]


class NewTable(Strict):
    """The table that was set up."""

    id: str


class Moment(Strict):
    """A game at one turn, as the caller may know it."""

    turn: int
    view: wire.View
    insight: wire.Insight | None
    turns: Turns
    """What the last actions caused; the last row belongs to the action before this moment."""


class LessonStep(Strict):
    """A position of the lesson, what led to it, and the actions that it hopes for."""

    id: str
    rules: RulesInfo
    names: tuple[str, ...]
    view: wire.View
    events: tuple[wire.Event, ...]
    right: tuple[str, ...]


class Lesson(Strict):
    """An interactive lesson of a few minutes."""

    steps: tuple[LessonStep, ...]


class LessonTry(Strict):
    """What the learner does."""

    action: Notation


class LessonAnswer(Strict):
    """What came of it."""

    right: bool
    view: wire.View
    events: tuple[wire.Event, ...]


# --- over HTTP, once a game is over: what if, reviews and verdicts ---


class LineWish(Strict):
    """Another way to go on: the game up to a turn, and then these actions."""

    turn: Turn
    actions: Line = ()
    detail: Detail = "told"


class BotWish(LineWish):
    """Lets a bot make the next move of a line."""

    bot: Annotated[str, Field(max_length=40)] = ""
    """Which one; empty for the usual one."""


class BotMove(Strict):
    """What the bot did, why, and where the line stands now."""

    action: str
    reason: tuple[Text, ...]
    moment: Moment


class BranchWish(Strict):
    """A line to keep."""

    turn: Turn
    actions: Annotated[Line, Field(min_length=1)]
    title: Annotated[str, Field(max_length=TITLE_LENGTH)] = ""


class BranchInfo(Strict):
    """A line that a guest kept."""

    id: str
    turn: int
    actions: tuple[str, ...]
    title: str
    name: str
    """Of the guest who made it."""
    yours: bool
    """Whether that is the caller, who may remove it."""


class Studio(Strict):
    """What can be done with a finished game here."""

    branches: tuple[BranchInfo, ...]
    bots: tuple[str, ...]
    """Those that can go on in this game, the usual one first."""
    review: Text | None
    """Why the game cannot be reviewed here; None where it can."""
    verdict: Text | None
    """Why this server cannot tell whether the deal could have been won; None where it can."""
    lacking: tuple[Text, ...]
    """What reviews and verdicts lack on this server, and how to get it."""


class StudyInfo(Strict):
    """How far a review or a verdict is, and what came of it."""

    state: Literal["none", "waiting", "working", "done", "failed"]
    done: int = 0
    total: int = 0
    """How much there is to do; 0 while that is not known."""
    fault: Text | None = None
    """Why it failed."""
    review: Annotated[Review, AsObject()] | None = None
    summary: Summary | None = None
    """What the review comes to."""
    verdict: Annotated[Verdict, AsObject(properties=("winnable",))] | None = None
