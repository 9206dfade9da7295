"""One table as a pure fold over its log: what a command leads to, what an entry changes, and who sees what.

Server and terminal are shells around it. They hand in the clock, the randomness and the store.
"""

from tamaya.table.commands import (
    Act,
    Actor,
    Arrange,
    BotSeat,
    Command,
    Guest,
    Say,
    Sit,
    StandUp,
    Start,
    Undo,
)
from tamaya.table.decide import Chance, Decision, decide
from tamaya.table.entries import (
    Acted,
    Arranged,
    Continued,
    Created,
    Entry,
    Said,
    Sat,
    Started,
    StoodUp,
    UndoAnswered,
    UndoAsked,
)
from tamaya.table.opening import Opening, continue_table, open_record, open_table, start_at_once
from tamaya.table.players import Players, SeatedBot
from tamaya.table.refusal import Code, Refused
from tamaya.table.setup import SeatPlan, Setup, check_setup, least
from tamaya.table.table import Phase, Sitter, Table
from tamaya.table.variations import Variation, check_open, play_variation

__all__ = [
    "Act",
    "Acted",
    "Actor",
    "Arrange",
    "Arranged",
    "BotSeat",
    "Chance",
    "Code",
    "Command",
    "Continued",
    "Created",
    "Decision",
    "Entry",
    "Guest",
    "Opening",
    "Phase",
    "Players",
    "Refused",
    "Said",
    "Sat",
    "Say",
    "SeatPlan",
    "SeatedBot",
    "Setup",
    "Sit",
    "Sitter",
    "StandUp",
    "Start",
    "Started",
    "StoodUp",
    "Table",
    "Undo",
    "UndoAnswered",
    "UndoAsked",
    "Variation",
    "check_open",
    "check_setup",
    "continue_table",
    "decide",
    "least",
    "open_record",
    "open_table",
    "play_variation",
    "start_at_once",
]
