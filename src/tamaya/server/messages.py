"""What travels between a browser, or any client, and the table: strict models, from which the types of the
browser are generated.

A client sends a ``ClientMessage`` over the socket and gets a ``ServerMessage``. Cards, clues and actions are
in the notation of the records; seats are numbers from 0.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

NAME_LENGTH = 24
TEXT_LENGTH = 240
NOTE_LENGTH = 200
TITLE_LENGTH = 80
LINE_LENGTH = 400
"""The most actions of a line that was never played."""

Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]
RulesText: TypeAlias = Annotated[str, Field(min_length=1, max_length=600)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=9)]
Notation: TypeAlias = Annotated[str, Field(min_length=2, max_length=14)]
Line: TypeAlias = Annotated[tuple[Notation, ...], Field(max_length=LINE_LENGTH, strict=False)]
Turn: TypeAlias = Annotated[int, Field(ge=0, le=9999)]
Detail: TypeAlias = Literal["nothing", "told", "deduced"]
"""How much a screen shows about hidden cards: nothing, what was told, or all that follows."""


class Strict(BaseModel):
    """No conversions, no unknown fields, no changes."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


# --- setting a table up ---


class SeatPlan(Strict):
    """Who may take a seat: anybody with the link, a bot, or somebody it is kept for."""

    kind: Literal["open", "bot", "reserved"] = "open"
    bot: Annotated[str, Field(max_length=40)] = ""
    """Which one; empty for the usual one."""
    name: Annotated[str, Field(max_length=NAME_LENGTH)] = ""
    """Of a bot, or of the guest for whom the seat is kept."""


class Setup(Strict):
    """All that is chosen before a game starts."""

    rules: RulesText
    seats: Annotated[tuple[SeatPlan, ...], Field(min_length=2, max_length=10, strict=False)]
    first: SeatNumber | None = None
    """Who begins; None leaves it to chance (S5)."""
    spectators: Literal["none", "public", "hands"] = "public"
    """Who watches sees nothing, public facts, or all hands."""
    undo: bool = False
    """Whether moves may be taken back when everybody agrees."""
    detail: Detail = "told"
    """The most that screens may show about hidden cards."""
    listed: bool = False
    """Whether the table stands on the home page, or is private by its link."""
    deal: Annotated[str, Field(max_length=60)] = ""
    """A named deal: the same name deals the same cards on this server. Nobody watches while it runs, and
    nobody plays it twice."""


# --- from a client ---


class Hello(Strict):
    """Asks for the table; ``seen`` is the last entry this client has. If that is the latest one, the events
    are not sent again."""

    type: Literal["hello"]
    seen: Annotated[int, Field(ge=0)] = 0
    detail: Detail = "told"


class Sit(Strict):
    """Takes a seat before the start, or another one."""

    type: Literal["sit"]
    seat: SeatNumber


class StandUp(Strict):
    """Gives the seat back before the start."""

    type: Literal["stand"]


class Arrange(Strict):
    """The owner changes the setup before the start."""

    type: Literal["arrange"]
    setup: Setup


class Start(Strict):
    """The owner starts the game; open seats without a guest are closed or refused."""

    type: Literal["start"]


class Act(Strict):
    """An action of the sender's seat; ``seq`` is the last entry that the sender has seen."""

    type: Literal["act"]
    action: Notation
    seq: Annotated[int, Field(ge=0)]


class Say(Strict):
    """A remark or free words, as far as the table's talk allows (C1)."""

    type: Literal["say"]
    text: Annotated[str, Field(min_length=1, max_length=TEXT_LENGTH)]


class Undo(Strict):
    """Asks to take the last action back, or answers somebody who does."""

    type: Literal["undo"]
    wish: Literal["ask", "agree", "refuse"]


class Note(Strict):
    """A private note on a card; an empty one is removed."""

    type: Literal["note"]
    card: Annotated[int, Field(ge=0, le=999)]
    text: Annotated[str, Field(max_length=NOTE_LENGTH)]


class Again(Strict):
    """After the end: the same people at a new table."""

    type: Literal["again"]


class Ping(Strict):
    """Is anybody there?"""

    type: Literal["ping"]


ClientMessage: TypeAlias = Annotated[
    Hello | Sit | StandUp | Arrange | Start | Act | Say | Undo | Note | Again | Ping,
    Field(discriminator="type"),
]
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
    words: str


class WordsInfo(Strict):
    """What the edition calls things (S3)."""

    clue: str
    clues: str
    strike: str
    strikes: str
    federation: str


class SectionInfo(Strict):
    """A part of the rules in words."""

    title: str
    lines: tuple[str, ...]


class RulesInfo(Strict):
    """The rules in force, for drawing a table and for reading."""

    text: str
    game: Literal["hanabi", "andrewz"]
    title: str
    fewest: int
    most: int
    suits: tuple[SuitInfo, ...]
    sections: tuple[SectionInfo, ...]
    differences: tuple[str, ...]
    words: WordsInfo | None = None
    """None, like all that follows, for andrewz."""
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


# --- to a client: what a viewer may know ---


class HeldCard(Strict):
    """A card in a hand. ``possible`` is there where the screen asked for all that follows."""

    id: int
    card: str | None
    yes: str
    no: str
    possible: tuple[str, ...] | None = None


class ResultInfo(Strict):
    """How a co-operative game ended."""

    outcome: Literal["perfect", "counted", "lost"]
    score: int
    counted: int
    why: str
    grade: str
    applause: str
    accolades: tuple[str, ...]


class HanabiView(Strict):
    """What the viewer may know of a co-operative game."""

    game: Literal["hanabi"]
    seat: int | None
    turn: int | None
    first: int
    hands: tuple[tuple[HeldCard, ...], ...]
    displays: tuple[int, ...]
    """[suit] cards laid"""
    discards: tuple[str, ...]
    clues: int
    strikes: int
    deck: int
    turns_left: int | None
    tiles_left: int
    tile: str | None
    may_rearrange: tuple[bool, ...]
    actions: tuple[str, ...]
    score: int
    best: int
    pace: int | None
    result: ResultInfo | None
    undrawn: tuple[str, ...] | None
    """What was left of the deck, after the game."""


class StandingInfo(Strict):
    """A place at the end of andrewz."""

    place: int
    seat: int
    cards: int


class RaceResult(Strict):
    """How a game of andrewz ended."""

    outcome: Literal["won", "blocked"]
    winner: int | None
    standings: tuple[StandingInfo, ...]


class AndrewzView(Strict):
    """What the viewer may know of a game of andrewz."""

    game: Literal["andrewz"]
    seat: int | None
    turn: int | None
    first: int
    hands: tuple[tuple[str, ...] | None, ...]
    """[seat] where they may be seen"""
    hand_sizes: tuple[int, ...]
    piles: tuple[tuple[str, ...], ...]
    """[suit] from the bottom"""
    discards: tuple[str, ...]
    deck: int
    actions: tuple[str, ...]
    result: RaceResult | None
    undrawn: tuple[str, ...] | None


ViewInfo: TypeAlias = Annotated[HanabiView | AndrewzView, Field(discriminator="game")]


class EventInfo(Strict):
    """Something the table saw; which fields are set depends on ``event``, as in the record's events."""

    event: str
    turn: int
    """The number of the action that caused it, from 1."""
    seat: int | None = None
    receiver: int | None = None
    clue: str | None = None
    slots: tuple[int, ...] | None = None
    free: bool = False
    slot: int | None = None
    id: int | None = None
    card: str | None = None
    fits: bool | None = None
    suit: str | None = None
    token: bool = False
    tile: str | None = None
    lost: bool = False
    order: tuple[int, ...] | None = None
    count: int | None = None


# --- to a client: the table ---


class SeatInfo(Strict):
    """A seat and who has it."""

    kind: Literal["open", "bot", "reserved"]
    name: str
    """Empty while nobody has it."""
    bot: str
    taken: bool
    online: bool


class UndoInfo(Strict):
    """Somebody asks to take the last action back."""

    asker: int
    agreed: tuple[int, ...]


class TableInfo(Strict):
    """A table, apart from the cards."""

    id: str
    phase: Literal["gathering", "playing", "over"]
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
    undo: UndoInfo | None
    following: str
    """The id of the table where people went to play again."""
    uploaded: bool
    """Whether this is a record that somebody brought to look at."""
    notes: dict[str, str]
    """card id: the viewer's private note"""
    reasons: dict[str, str]
    """turn: why a bot did what led to it"""


class SaidInfo(Strict):
    """Words that were said at the table."""

    name: str
    seat: int | None
    text: str


# --- from the server ---


class TableMessage(Strict):
    """The whole table as the viewer may know it; ``events`` are those after the ``seen`` of the hello."""

    type: Literal["table"]
    seq: int
    table: TableInfo
    view: ViewInfo | None
    events: tuple[EventInfo, ...]
    said: tuple[SaidInfo, ...]


class MovedMessage(Strict):
    """The game has moved on."""

    type: Literal["moved"]
    seq: int
    action: str
    view: ViewInfo
    events: tuple[EventInfo, ...]
    reason: str = ""
    """Why, if a bot moved and says so."""


class SaidMessage(Strict):
    """Somebody said something."""

    type: Literal["said"]
    seq: int
    said: SaidInfo


class PresenceMessage(Strict):
    """[seat] who is connected."""

    type: Literal["presence"]
    online: tuple[bool, ...]
    watching: int


class ThinkingMessage(Strict):
    """A bot is taking its time."""

    type: Literal["thinking"]
    seat: int


class DoneMessage(Strict):
    """The sender's message took effect and is on disk, as the entry ``seq``."""

    type: Literal["done"]
    seq: int


class ErrorMessage(Strict):
    """A message that could not be taken, and why; nothing has changed."""

    type: Literal["error"]
    code: Literal["unreadable", "illegal", "late", "forbidden", "missing", "busy", "too-much", "broken"]
    sentence: str


class PongMessage(Strict):
    """Somebody is there."""

    type: Literal["pong"]


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
    summary: str
    conventions: str
    """Which conventions it follows; empty for none."""
    usual: bool
    """Whether it takes a seat when nobody says which."""


class PartInfo(Strict):
    """An add-on, variant or edition to choose."""

    id: str
    title: str
    summary: str
    editions: tuple[str, ...] = ()


class Catalogue(Strict):
    """All that a table can be made of."""

    editions: tuple[PartInfo, ...]
    parts: tuple[PartInfo, ...]
    bots: tuple[BotInfo, ...]
    remarks: tuple[str, ...]


class TableRow(Strict):
    """A table in a list."""

    id: str
    rules: str
    title: str
    phase: Literal["gathering", "playing", "over"]
    names: tuple[str, ...]
    free: int
    """Seats that anybody may take."""
    your_turn: bool
    score: int | None
    points: int | None
    """The highest score; None like the score where a game has none."""
    changed: str
    """When, in ISO 8601."""


class Tables(Strict):
    """The caller's tables, and those that are open to everybody."""

    yours: tuple[TableRow, ...]
    listed: tuple[TableRow, ...]


class NewTable(Strict):
    """Where to go."""

    id: str


class Moment(Strict):
    """A game at one turn, as the caller may know it."""

    turn: int
    view: ViewInfo
    events: tuple[EventInfo, ...]
    """What the action before this moment caused."""


class LessonStep(Strict):
    """A position of the lesson, what led to it, and the actions that it hopes for."""

    id: str
    rules: RulesInfo
    names: tuple[str, ...]
    view: ViewInfo
    events: tuple[EventInfo, ...]
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
    view: ViewInfo
    events: tuple[EventInfo, ...]


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
    reason: str
    moment: Moment


class BranchWish(Strict):
    """A line to keep."""

    turn: Turn
    actions: Annotated[Line, Field(min_length=1)]
    title: Annotated[str, Field(max_length=TITLE_LENGTH)] = ""


class BranchInfo(Strict):
    """A line that somebody kept."""

    id: str
    turn: int
    actions: tuple[str, ...]
    title: str
    name: str
    """Of whoever made it."""
    yours: bool
    """Whether that is the caller, who may remove it."""


class Studio(Strict):
    """What can be done with a finished game here."""

    branches: tuple[BranchInfo, ...]
    bots: tuple[str, ...]
    """Those that can go on in this game, the usual one first."""
    review: str
    """Why the game cannot be reviewed here; empty where it can."""
    verdict: str
    """Why nobody here can tell whether the deal could have been won; empty where somebody can."""
    lacking: tuple[str, ...]
    """What reviews and verdicts lack on this server, and how to get it."""


class EstimateInfo(Strict, extra="ignore"):
    """How games went on from a position when a strong bot played all seats."""

    win: float
    """The share of perfect games."""
    win_error: float
    score: float
    score_error: float


class RiskInfo(Strict, extra="ignore"):
    """The chances of a play or a discard, as far as its player could know."""

    strike: float
    loss: float
    """Of losing an indispensable card."""
    lost: float
    """Of losing the game at once."""
    dead: float
    """Of a card that nobody needs any more."""


class ToldInfo(Strict, extra="ignore"):
    """What a clue told its receiver."""

    receiver: int
    clue: str
    slots: tuple[int, ...]
    new: tuple[int, ...]
    bits: float
    playable: tuple[int, ...]
    """The slots that the receiver now knows to fit."""
    dead: tuple[int, ...]


class TouchedInfo(Strict, extra="ignore"):
    """What became of a card that a clue touched."""

    slot: int
    fate: Literal["played", "misplayed", "discarded", "held"]
    turn: int | None
    saved: bool


class AdviceInfo(Strict, extra="ignore"):
    """What a bot would have done with the same view."""

    bot: str
    action: str
    reason: str
    same: bool


class BetterInfo(Strict, extra="ignore"):
    """A move that did better than the one made."""

    action: str
    gain: float
    win_gain: float
    reason: str


class ReachInfo(Strict, extra="ignore"):
    """The best score that those can reach who know all cards: at least ``score``, at most ``bound``."""

    score: int
    bound: int


class HindsightInfo(Strict, extra="ignore"):
    """What no player could have known."""

    before: ReachInfo
    after: ReachInfo
    lost: int
    """How many points the move gave away, as far as it is proven."""
    kind: Literal["", "strikes", "misplay", "discard", "tempo"]


class MoveReviewInfo(Strict, extra="ignore"):
    """One move, reviewed."""

    turn: int
    """Its number, from 1."""
    seat: int
    action: str
    gone: int
    """Points that it put out of reach for all to see."""
    pace: int | None
    efficiency: float | None
    risk: RiskInfo | None
    told: ToldInfo | None
    advice: AdviceInfo | None
    estimate: EstimateInfo | None
    """The position before the move, by the mover's belief."""
    played: EstimateInfo | None
    better: BetterInfo | None
    later: tuple[TouchedInfo, ...]
    hindsight: HindsightInfo | None


class PointInfo(Strict, extra="ignore"):
    """A point of the graph: how the game stood after so many actions."""

    turn: int
    win: float
    win_error: float
    score: float
    score_error: float


class TurningInfo(Strict, extra="ignore"):
    """The action after which the outlook was worse by most."""

    turn: int
    drop: float
    """In expected points."""
    win_drop: float


class LossInfo(Strict, extra="ignore"):
    """How often points were given away in one way, and how many."""

    kind: Literal["", "strikes", "misplay", "discard", "tempo"]
    moves: int
    points: int


class SolvedInfo(Strict, extra="ignore"):
    """What the deal allowed to those who know all cards."""

    score: int
    bound: int
    line: tuple[str, ...]


class SpanInfo(Strict, extra="ignore"):
    """Points that were given away by some move of these turns; which one is not proven."""

    begin: int
    end: int
    points: int


class SummaryInfo(Strict, extra="ignore"):
    """What a review comes to."""

    winnable: bool | None
    graph: tuple[PointInfo, ...]
    turning: tuple[TurningInfo, ...]
    costly: tuple[int, ...]
    """The turns of the moves that gave most away."""
    missed: tuple[int, ...]
    """The turns of the moves for which there was a better one."""
    losses: tuple[LossInfo, ...]
    unplaced: tuple[SpanInfo, ...]


class ReviewInfo(Strict, extra="ignore"):
    """A game, move by move."""

    outcome: str
    score: int
    most: int
    rollouts: int
    notes: tuple[str, ...]
    moves: tuple[MoveReviewInfo, ...]
    deal: SolvedInfo | None
    summary: SummaryInfo


class VerdictInfo(Strict, extra="ignore"):
    """The best that can be reached from a turn by those who know all cards."""

    score: int
    """Reached by the line."""
    bound: int
    """Proven: no line reaches more."""
    line: tuple[str, ...]
    perfect: int
    winnable: bool | None
    """None if that is not known."""
    seconds: float


class StudyInfo(Strict):
    """How far a review or a verdict is, and what came of it."""

    state: Literal["none", "waiting", "working", "done", "failed"]
    done: int = 0
    total: int = 0
    """How much there is to do; 0 while nobody knows."""
    sentence: str = ""
    """Why it failed."""
    review: ReviewInfo | None = None
    verdict: VerdictInfo | None = None


class Problem(Strict):
    """Why a request could not be taken."""

    code: str
    sentence: str
