"""What travels between a browser, or any client, and the table: strict models, from which the types of the
browser are generated.

A client sends a ``ClientMessage`` over the socket and gets a ``ServerMessage``. Cards, clues and actions are
in the notation of the records; seats are numbers from 0.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from tamaya import wire
from tamaya.exam.teaching import Judgement, Question
from tamaya.knowledge import Detail
from tamaya.records.history import Outcome, Statistics
from tamaya.review import Review, Summary
from tamaya.rules import Palette, Tokens
from tamaya.rules.describe import Section
from tamaya.solver import Verdict
from tamaya.table.commands import (
    NAME_LENGTH,
    CoachLevel,
    Code,
    GuestCommand,
    Notation,
    SeatKind,
    Setup,
    VoteMatter,
)
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
    are not sent again. ``detail`` is how much to show about hidden cards: at most what the table's setup
    allows, and the answer says how much it is."""

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
    firework: Text
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
    away_since: str | None = None
    """When its guest was last seen, in ISO 8601; None where the guest is here or that is not known."""
    coach: CoachLevel = "off"
    """How much help its player wants."""
    stand_in: str = ""
    """The bot that plays for its player now, who is away; empty where none does."""
    gone: bool = False
    """Whether its player has left the game."""
    coached: bool = False
    """Whether its player has used the coach in this game."""


class VoteInfo(Strict):
    """A question to all who are here."""

    matter: VoteMatter
    asker: int
    about: int | None
    """The seat that a bot would play for."""
    bot: str
    """Which one."""
    missing: tuple[int, ...]
    """The seats that have not agreed yet."""


class NewsInfo(Strict):
    """What happened at the table besides the game, and after how many actions."""

    turn: int
    message: Text


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
    hidden: Text | None
    """Why the viewer may know nothing of the game: then all that follows about it is empty. None where they
    may."""
    actions: tuple[str, ...]
    """All of them so far, in notation."""
    undo: Annotated[UndoQuestion, AsObject()] | None
    undo_to: int | None
    """How many actions would be left if the viewer took a move back; None where nothing can be taken back."""
    taken_back: int
    """How many moves have been taken back so far."""
    conventions: str
    """The book by which clues are read here: the table's, or the usual one where an older game does not say
    it; empty in a race."""
    no_coach: Text | None
    """Why players may not use the coach here; None where they may."""
    coach_refused: int | None
    """The seat that refused the coach for all."""
    vote: VoteInfo | None
    """What all who are here are asked."""
    paused: int | None
    """The seat that has paused the game."""
    nudged: int | None
    """The seat that has reminded the player on turn."""
    ended_early: bool
    """Whether the players ended the game before its end."""
    news: tuple[NewsInfo, ...]
    watching: int
    """How many people without a seat are here."""
    following: str
    """The id of the table where people went to play again."""
    follower: int | None
    """The seat that asked for it, where that is known."""
    uploaded: bool
    """Whether this is a record that a guest uploaded to look at."""
    notes: dict[str, str]
    """card id: the viewer's private note"""
    reasons: dict[str, tuple[Text, ...]]
    """turn: why a bot did what led to it"""
    cited: dict[str, tuple[str, ...]]
    """turn: the ids of the conventions that the bot went by"""
    stood_in: dict[str, str]
    """turn: the bot that did what led to it for a player who was away; empty where it is not known which"""


class SaidInfo(Strict):
    """Words that were said at the table."""

    name: str
    seat: int | None
    text: str


# --- from the server ---


class TableMessage(Strict):
    """The whole table as the viewer may know it; ``detail`` is what the viewer asked for in ``hello``, or
    less if the setup of the table allows less."""

    type: Literal["table"] = "table"
    seq: int
    detail: Detail
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
    conventions: tuple[str, ...] = ()
    """The ids of the conventions that it went by."""
    stand_in: str = ""
    """The bot that moved for a player who is away; empty where none did."""
    undo_to: int | None
    """As in the table."""


class SaidMessage(Strict):
    """A guest said something."""

    type: Literal["said"] = "said"
    seq: int
    said: SaidInfo


class PresenceMessage(Strict):
    """[seat] who is connected, and since when others are not."""

    type: Literal["presence"] = "presence"
    online: tuple[bool, ...]
    away_since: tuple[str | None, ...]
    """[seat] as in the table"""
    watching: int


class ThinkingMessage(Strict):
    """A bot is taking its time."""

    type: Literal["thinking"] = "thinking"
    seat: int
    preparing: bool = False
    """Whether it cannot think yet: what it runs on is being compiled, once on a machine."""


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
    """A message that could not be taken, and why; nothing has changed, unless the code is ``unknown``."""

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


class DeviceInfo(Strict):
    """One of the caller's devices."""

    id: str
    device: str
    """Its browser and system, as far as they could be guessed; empty otherwise."""
    created: str
    """When it was signed in, in ISO 8601."""
    used: str
    """When it was used last, to the hour."""
    here: bool
    """Whether the caller sits at it."""


class Devices(Strict):
    """Where the caller is signed in."""

    devices: tuple[DeviceInfo, ...]
    """The one that was used last first."""
    code_made: str | None
    """When the caller's restore code was made; None where there is none."""


class SignedOut(Strict):
    """How many devices were signed out."""

    count: int


Secret: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]


class HandoverLink(Strict):
    """A secret that makes one more device the caller's, once."""

    secret: str
    """To stand behind the # of a link to /handover, which browsers keep to themselves."""
    until: str
    """When it ends, in ISO 8601."""


class HandoverLook(Strict):
    """Asks whose link it is."""

    secret: Secret


class HandoverOffer(Strict):
    """Whose link it is, and who would have to give way on this device."""

    name: str
    mine: bool
    """Whether the caller is that guest already."""
    here: str
    """The name of another guest whose device this is; empty if there is none."""
    tables: int
    """At how many tables that guest would be missed."""


class HandoverWish(Strict):
    """Makes this device one more of the guest whose link it is."""

    secret: Secret
    replace: bool = False
    """Whether the guest whose device it is may be replaced on it."""


class RestoreCode(Strict):
    """A code that gives the caller back, told this once."""

    code: str


class RestoreWish(Strict):
    """Asks to be the guest who has this code."""

    code: Secret
    replace: bool = False
    """As for a link."""


class ConventionInfo(Strict):
    """One convention, in words."""

    id: str
    level: int
    """From which level of its book on it holds; 0 in a book without levels."""
    title: Text
    words: Text


class BotInfo(Strict):
    """A bot that can take a seat."""

    name: str
    game: Literal["hanabi", "andrewz"]
    summary: Text
    conventions: str
    """Which conventions it follows; empty for none."""
    guide: tuple[ConventionInfo, ...] = ()
    """Those conventions in words, where people can learn them."""
    plays_by: Literal["table", "own", "none"]
    """Whether it keeps to the conventions of the table, to a book of its own, or to neither."""
    usual: bool
    """Whether it takes a seat for which no bot is named."""
    obstacle: Text | None = None
    """Why it cannot play: on this server, or at the table that was asked about; None if it can."""


class BookInfo(Strict):
    """A book of conventions by which a table can play."""

    name: str
    title: Text
    words: Text
    """What clues mean by it, in a sentence."""
    usual: bool
    """Whether a table plays by it that names none."""


class PartInfo(Strict):
    """An add-on, variant or edition to choose."""

    id: str
    title: Text
    summary: Text
    editions: tuple[str, ...] = ()


class Health(Strict):
    """How the server is."""

    status: Literal["ok", "not ready"]
    version: str
    sentence: str = ""
    """What is wrong."""


class ServerReach(Strict):
    """From where the page that asks can be opened by others."""

    same_machine: bool
    """Whether who asks sits at the server's own machine."""
    alone: bool
    """For them: whether only this machine reaches the server."""
    addresses: tuple[str, ...]
    """For them: the addresses at which others in the same network find the server, the best one first."""


class Catalogue(Strict):
    """All that a table can be made of."""

    editions: tuple[PartInfo, ...]
    parts: tuple[PartInfo, ...]
    bots: tuple[BotInfo, ...]
    books: tuple[BookInfo, ...]
    remarks: tuple[str, ...]
    suits: tuple[SuitInfo, ...]
    """Those that have a name."""


class TableRow(Strict):
    """A table in a list."""

    id: str
    rules: str
    title: str
    phase: Phase
    uploaded: bool
    """Whether it shows a record; one that stops midway stays as it is."""
    deal: str
    """The name of a named deal."""
    names: tuple[str, ...]
    free: int
    """Seats that any guest may take."""
    your_turn: bool
    gone: bool
    """Whether the caller has left the game."""
    paused: bool
    resting: bool
    """Whether nothing has happened there for a month, though the game is not over."""
    ended_early: bool
    """Whether the players ended it before its end."""
    stood_in: bool
    """Whether a bot has made moves for a player who was away."""
    score: int | None
    points: int | None
    """The highest score; None like the score where a game has none."""
    taken_back: int
    """How many moves have been taken back in the game."""
    coached: bool
    """Whether a player has used the coach in the game."""
    changed: str
    """When, in ISO 8601."""


class Tables(Strict):
    """The caller's tables, and those that are open to all guests."""

    yours: tuple[TableRow, ...]
    listed: tuple[TableRow, ...]


Removal: TypeAlias = Literal["delete", "hide-others", "hide-not-yours", "hide-deal"]
"""What becomes of a game that a guest removes: it is deleted, or hidden from the guest's own list, because
others took part, because another guest owns it, or because it is a named deal that the guest knows now."""


class GameRow(Strict):
    """One of the caller's games."""

    id: str
    rules: str
    deal: str
    """The name of a named deal; empty for a fresh shuffle."""
    source: Literal["played", "imported", "saved"]
    outcome: Outcome
    names: tuple[str, ...]
    bots: tuple[str, ...]
    """[seat] which bot it is; empty for a person."""
    seat: int | None
    """The caller's."""
    score: int | None
    points: int | None
    """The highest score; None like the score where a game has none."""
    strikes: int | None
    winner: int | None
    """The seat that won a race."""
    turns: int
    tags: tuple[str, ...]
    """The caller's own."""
    changed: str
    """When, in ISO 8601."""
    removal: Removal


class Games(Strict):
    """One page of the caller's games, and what they can be filtered by."""

    rows: tuple[GameRow, ...]
    total: int
    """How many there are on all pages."""
    page: int
    """From 1."""
    pages: int
    editions: tuple[str, ...]
    players: tuple[int, ...]
    partners: tuple[str, ...]
    """Names, and bots in brackets."""


class GameStatistics(Strict):
    """What the caller's finished games come to."""

    statistics: Annotated[Statistics, AsObject()]


class GameTags(Strict):
    """The caller's own words for a game."""

    tags: Annotated[tuple[Annotated[str, Field(max_length=20)], ...], Field(max_length=5, strict=False)]


class RemovedGame(Strict):
    """What became of a game that the caller removed."""

    removal: Removal


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


class CoachQuestion(Strict):
    """Asks the coach what the caller could do, or how a clue of theirs will be read."""

    seq: Annotated[int, Field(ge=0)]
    """The last entry that the caller has seen; a question about a game that has gone on is refused."""
    clue: Notation | None = None
    """The clue that the caller is about to give, in notation; None to be shown moves."""


class SuggestionInfo(Strict):
    """A move that the caller could make, and what it is good for."""

    action: str
    reason: tuple[Text, ...]


class CoachAnswer(Strict):
    """What the coach says, to the caller alone."""

    suggestions: tuple[SuggestionInfo, ...] = ()
    """Sensible moves, the best first."""
    reading: tuple[Text, ...] = ()
    """How the receiver will read the clue in question."""


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


# --- over HTTP: conventions, and the lessons about them ---


class ConventionBook(Strict):
    """Conventions that people can play by together."""

    name: str
    books: tuple[str, ...]
    """The names of all books."""
    conventions: tuple[ConventionInfo, ...]
    """In the order in which they are taught."""


class ConventionLessons(Strict):
    """The lessons about the conventions of a book."""

    positions: dict[str, int]
    """convention: how many positions its lesson has"""


class LessonPosition(Strict):
    """A position that asks something; it is what the learner, who has the first seat, may see."""

    rules: str
    """The text of its rules, which the lesson brings along."""
    names: tuple[str, ...]
    limit: bool
    """Whether it shows where a convention ends."""
    question: Annotated[Question, AsObject()]
    choices: tuple[str, ...]
    """What can be answered; of cards, some of them with spaces between."""
    view: wire.View
    insight: wire.Insight | None
    actions: tuple[str, ...]
    """What was done last, in notation."""
    turns: Turns
    """[action] what it caused"""


class ConventionLesson(Strict):
    """The lesson about one convention of a book."""

    convention: ConventionInfo
    rules: tuple[RulesInfo, ...]
    positions: tuple[LessonPosition, ...]


class LessonReply(Strict):
    """What the learner answers: one of the choices, or some cards with spaces between."""

    answer: Annotated[str, Field(min_length=1, max_length=120)]


class LessonVerdict(Strict):
    """What the bot of the book says about an answer."""

    judgement: Annotated[Judgement, AsObject()]
    view: wire.View | None
    """The board after the move in question; None where the answer is no move."""
    insight: wire.Insight | None
    events: tuple[wire.Event, ...]
    """What the move caused."""


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
    conventions: tuple[str, ...]
    """The ids of the conventions that it went by."""
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
    """What is off in reviews and verdicts on this server."""


class StudyInfo(Strict):
    """How far a review or a verdict is, and what came of it."""

    state: Literal["none", "waiting", "preparing", "working", "done", "failed"]
    """It is "preparing" while what it runs on is being compiled, once on a machine."""
    done: int = 0
    total: int = 0
    """How much there is to do; 0 while that is not known."""
    fault: Text | None = None
    """Why it failed."""
    review: Annotated[Review, AsObject()] | None = None
    summary: Summary | None = None
    """What the review comes to."""
    verdict: Annotated[Verdict, AsObject(properties=("winnable",))] | None = None


class DealRow(Strict):
    """What a table made of a named deal."""

    id: str
    names: tuple[str, ...]
    """As they stood at the table."""
    bots: tuple[str, ...]
    """[seat] which bot it is; empty for a person."""
    outcome: Outcome
    score: int | None
    turns: int
    strikes: int | None
    winner: int | None
    ended: str
    """When, in ISO 8601."""
    same_start: bool
    """Whether the same seat began as at the caller's table."""


class DealComparison(Strict):
    """A named deal, for a guest who has played it to its end."""

    rules: str
    players: int
    name: str
    points: int | None
    yours: str
    """The caller's table."""
    rows: tuple[DealRow, ...]
    """The best first."""
    ceiling: StudyInfo
    """What the solver found out about the deal, begun as at the caller's table."""
    obstacle: Text | None
    """Why this server cannot tell the ceiling; None where it can."""
