"""Andrewz, the competitive game: be the first without cards (Z1-Z10)."""

from tamaya.andrewz.actions import Action, Discard, Pass, Play, parse_action
from tamaya.andrewz.events import Closed, Discarded, Drew, Ended, Event, Passed, Played, event_message
from tamaya.andrewz.pack import COLOURS, FEWEST, HAND_SIZE, MOST, PACK, hand_size, shuffle
from tamaya.andrewz.result import Outcome, Result, Standing
from tamaya.andrewz.rules_text import describe
from tamaya.andrewz.state import State
from tamaya.andrewz.view import View

__all__ = [
    "COLOURS",
    "FEWEST",
    "HAND_SIZE",
    "MOST",
    "PACK",
    "Action",
    "Closed",
    "Discard",
    "Discarded",
    "Drew",
    "Ended",
    "Event",
    "Outcome",
    "Pass",
    "Passed",
    "Play",
    "Played",
    "Result",
    "Standing",
    "State",
    "View",
    "describe",
    "event_message",
    "hand_size",
    "parse_action",
    "shuffle",
]
