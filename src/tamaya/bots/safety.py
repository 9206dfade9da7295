"""Asking a bot that may be broken: the game goes on, and the fault is told."""

from __future__ import annotations

import json
import traceback
from dataclasses import dataclass

from tamaya.andrewz.view import View as AndrewzView
from tamaya.bots.andrewz import greedy
from tamaya.bots.registry import Choice, Player
from tamaya.bots.simple import careful
from tamaya.records import AnyAction, AnyView
from tamaya.words import Message


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of asking: a legal choice, and what was wrong with the bot's own if it is not the bot's."""

    choice: Choice[AnyAction]
    fault: Message | None = None
    traceback: str = ""
    """Where the bot raised an error, for those who write it; empty if it raised none."""


def ask(player: Player, view: AnyView) -> Answer:
    """Let a bot choose; if it raises, wants what is not allowed or says what cannot be said, a plain choice
    is made for it."""
    name = player.bot.name
    place = ""
    try:
        choice: Choice[AnyAction] = player.choose(view)
        if choice.action in view.actions:
            for message in (*choice.reason, *choice.secret):
                check_message(message)
            return Answer(choice)
        fault = Message("bots.wants-illegal", bot=name, action=repr(choice.action))
    except Exception as error:
        fault = Message("bots.failed", bot=name, error=f"{type(error).__name__}: {error}")
        place = "".join(traceback.format_exception(error))
    return Answer(fallback(view), fault, place)


def fallback(view: AnyView) -> Choice[AnyAction]:
    """What a player without conventions would do."""
    action = greedy(view) if isinstance(view, AndrewzView) else careful(view)
    return Choice(action, Message("why.no-answer"))


def check_message(message: Message) -> None:
    """Raise an error about a message that lacks fields of its sentence or cannot travel as JSON."""
    str(message)
    json.dumps(message.plain(), allow_nan=False, ensure_ascii=False).encode()
