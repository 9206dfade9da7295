"""The co-operative game in readable Python: states, actions, events and views."""

from tamaya.engine.actions import (
    Action,
    Back,
    BonusChoice,
    Clue,
    Discard,
    Encore,
    FreeClue,
    Play,
    Rearrange,
    parse_action,
)
from tamaya.engine.events import (
    Clued,
    Completed,
    Discarded,
    Drew,
    Encored,
    Ended,
    Event,
    LastRound,
    NamedEvent,
    Passed,
    Played,
    Rearranged,
    Revealed,
    WentBack,
    named,
)
from tamaya.engine.game import Game
from tamaya.engine.legal import Held
from tamaya.engine.result import Outcome, Result
from tamaya.engine.state import State
from tamaya.engine.story import event_message
from tamaya.engine.view import SeenCard, View

__all__ = [
    "Action",
    "Back",
    "BonusChoice",
    "Clue",
    "Clued",
    "Completed",
    "Discard",
    "Discarded",
    "Drew",
    "Encore",
    "Encored",
    "Ended",
    "Event",
    "FreeClue",
    "Game",
    "Held",
    "LastRound",
    "NamedEvent",
    "Outcome",
    "Passed",
    "Play",
    "Played",
    "Rearrange",
    "Rearranged",
    "Result",
    "Revealed",
    "SeenCard",
    "State",
    "View",
    "WentBack",
    "event_message",
    "named",
    "parse_action",
]
