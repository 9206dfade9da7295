"""Asking a bot that may be broken: the game goes on, and the fault is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tamaya.andrewz.view import View as RaceView
from tamaya.bots.andrewz import greedy
from tamaya.bots.registry import Choice, Player
from tamaya.bots.simple import careful


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of asking: a legal choice, and what was wrong with the bot's own if it is not the bot's."""

    choice: Choice
    fault: str = ""


def ask(player: Player, view: Any) -> Answer:
    """Let a bot choose; if it raises or wants what is not allowed, a plain choice is made for it."""
    try:
        choice = player.choose(view)
        if choice.action in view.actions:
            return Answer(choice)
        fault = f"{player.bot.name} wants {choice.action!r}, which is not legal"
    except Exception as error:
        fault = f"{player.bot.name} failed: {type(error).__name__}: {error}"
    return Answer(fallback(view), fault)


def fallback(view: Any) -> Choice:
    """What a player without conventions would do."""
    action = greedy(view) if isinstance(view, RaceView) else careful(view)
    return Choice(action, "The bot on this seat did not answer, so a plain move was made for it.")
