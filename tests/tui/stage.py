"""Tables to test with: games at a chosen moment, people who press keys, and what the screen then shows."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from textual import events
from textual.widgets import Static

from tamaya.engine import Game, State
from tamaya.records import AnyAction, AnyPosition, game_kind
from tamaya.rules import Seat
from tamaya.table.table import Trail
from tamaya.tui.app import TableApp
from tamaya.tui.local import LocalSession
from tamaya.tui.screens.table import TableScreen
from tamaya.tui.seating import Seating
from tests.helpers import drive

SMALL, LARGE = (80, 24), (150, 45)
SCREENS = Path(__file__).parent / "screens"
"""Pictures of the screens, for people; git does not keep them."""
KEYS = {" ": "space", ":": "colon", "/": "slash", "+": "plus", "?": "question_mark", "=": "equals_sign"}


def local(
    rules: str = "deluxe", *, people: tuple[str, ...] = ("Ann",), players: int = 2, seed: str = "stage"
) -> LocalSession:
    """A game at this machine, kept nowhere, with bots that do not dawdle."""
    bot = "greedy" if rules == "andrewz" else "careful"
    seating = replace(Seating.of(rules, people=people, players=players, bot=bot), first=Seat(0))
    return LocalSession(seating, seating.deal(seed), delay=0)


def staged(state: State, *, people: int = 1, thinking: float = 1000.0) -> LocalSession:
    """A game at a prepared moment; bots take their time, so that nothing moves unless the test acts."""
    names = ("Ann", "Bob", "Cid", "Dee", "Eve")[: state.players]
    seating = Seating(game_kind(str(state.rules)), names, people, "careful", first=Seat(0))
    session = LocalSession(seating, seating.deal("stage"), delay=thinking)
    session.table = replace(session.table, position=state, trail=Trail((state,)))
    return session


def on_stage(game: Game) -> LocalSession:
    """A prepared game for Ann, who is on turn."""
    return staged(game.state)


def screen_text(app: TableApp) -> str:
    """What the terminal shows, line by line."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def part_text(app: TableApp, part: str) -> str:
    """What one part of the table shows."""
    return str(app.screen.query_one(f"#{part}", Static).content)


def table_of(app: TableApp) -> TableScreen:
    """The table, whatever lies above it."""
    return next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))


def press_at_once(app: TableApp, *keys: str) -> None:
    """Press keys as fast as a terminal delivers them, without waiting for what they do."""
    for key in keys:
        app.post_message(events.Key(KEYS.get(key, key), key if len(key) == 1 else None))


PATIENCE = 120.0
"""Seconds: on a busy machine a review, which lets others go first, takes long to begin."""


async def until(condition: Callable[[], bool], what: str = "it", seconds: float = PATIENCE) -> None:
    """Wait until something is true."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"waited {seconds} seconds for {what}"
        await asyncio.sleep(0.002)


async def send(app: TableApp, action: object) -> None:
    """Type an action in notation, and send it; come back when the table has taken it."""
    table, turns = table_of(app), table_of(app).session.scene.turns
    press_at_once(app, *str(action), "enter")
    await until(lambda: table.session.scene.turns > turns or bool(table.interaction.notice), str(action))
    assert not table.interaction.notice, table.interaction.notice


def sensible(position: AnyPosition, rng: random.Random) -> AnyAction:
    """An action for a game that shall get somewhere; it looks at the cards, which no player could."""
    if isinstance(position, State):
        action = drive(position, rng, 1.0)
        return action if getattr(action, "seat", position.turn) == position.turn else position.actions()[0]
    actions: tuple[AnyAction, ...] = position.actions()
    return actions[0]


async def picture(app: TableApp, name: str) -> None:
    """GameFile a picture of the screen."""
    SCREENS.mkdir(exist_ok=True)
    (SCREENS / f"{name}.svg").write_text(app.export_screenshot(), encoding="utf-8")
