"""Bots that should never have been let in."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any, cast

from tamaya.bots import Bot, ask
from tamaya.engine import Play
from tamaya.table.players import SeatedBot
from tamaya.words import Message


def raises(_view: object) -> None:
    raise RuntimeError("I cannot go on")


def hangs(_view: object) -> None:
    time.sleep(600)


def dawdles(view: Any) -> Any:
    time.sleep(1)
    return view.actions[-1]


def babbles(_view: object) -> str:
    return "hello"


def shrugs(_view: object) -> None:
    return None


def cheats(_view: object) -> Play:
    return Play(9)


def dies(_view: object) -> None:
    os._exit(3)


def hands_out_a_function(_view: object) -> Callable[[], None]:
    return lambda: None


def _named(*functions: Callable[..., object]) -> dict[str, Bot]:
    return {
        function.__name__: Bot(function.__name__, "hanabi", Message("bots.random"), cast("Any", function))
        for function in functions
    }


BAD_BOTS = _named(raises, hangs, babbles, shrugs, cheats, dies, hands_out_a_function)
SLOW_BOTS = _named(dawdles, hangs)


def think(seated: SeatedBot, view: Any) -> Any:
    """Runs in a worker, in place of the server's own: there, these bots are not registered."""
    return ask({**BAD_BOTS, **SLOW_BOTS}[seated.bot].sit(seated.seed), view)
