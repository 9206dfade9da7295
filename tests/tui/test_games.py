"""Whole games at the table, played by keys."""

from __future__ import annotations

import asyncio
import random

import pytest

from tamaya.engine import Clued, Encored, WentBack
from tamaya.tui.app import TableApp
from tamaya.tui.screens.sheets import EndScreen
from tamaya.tui.screens.waiting import HandoverScreen
from tests.helpers import table
from tests.tui.stage import (
    LARGE,
    SMALL,
    local,
    on_stage,
    part_text,
    screen_text,
    send,
    sensible,
    table_of,
    until,
)

RULES = (
    "deluxe+avalanche+black-powder+flamboyants",
    "deluxe+final-flourish+deck-play=yes+rearrange=always+discard-full=yes",
    "rnr+variant-3+variant-4",
    "andrewz",
    *(pytest.param(rules, marks=pytest.mark.slow) for rules in ("rnr+variant-2", "abacus", "original")),
)


@pytest.mark.parametrize("rules", RULES)
def test_a_whole_game_by_keys(rules: str) -> None:
    """One person, whose moves come from the keyboard, and bots."""

    async def play() -> None:
        session, rng = local(rules, players=5), random.Random(rules)
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            while not session.position.over:
                await until(lambda: session.position.turn in (0, None), "the bots")
                if not session.position.over:
                    await send(app, sensible(session.position, rng))
            await until(lambda: isinstance(app.screen, EndScreen), "the end")
            await pilot.press("b")
            assert table_of(app).interaction.turn == 0
            await pilot.press("end", "left", "s")
            assert "as Ann saw it" in screen_text(app) or "as Guest saw it" in screen_text(app)

    asyncio.run(play())


def test_two_people_share_a_keyboard() -> None:
    """Every turn begins with a curtain, and the game comes to its end."""

    async def play() -> None:
        session, rng = local(people=("Ann", "Bob"), players=2), random.Random(2)
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            for turn in range(8):
                await until(lambda: isinstance(app.screen, HandoverScreen), "the curtain")
                await pilot.pause()
                assert f"{('Ann', 'Bob')[turn % 2]}, it is your turn" in screen_text(app)
                await pilot.press("space")
                await send(app, sensible(session.position, rng))

    asyncio.run(play())


def test_the_same_people_play_again() -> None:
    async def play() -> None:
        game = table("displays w5 r5 b5 y5 g4", "Ann g5", clues=1)
        app = TableApp(on_stage(game))
        async with app.run_test(size=LARGE) as pilot:
            await pilot.pause()
            await send(app, "p1")
            await pilot.pause()
            assert "Legendary" in screen_text(app)
            await pilot.press("a")
            await pilot.pause()
            assert table_of(app).session.scene.turns == 0
            assert table_of(app).session.scene.phase == "playing"

    asyncio.run(play())


@pytest.mark.parametrize(
    ("tile", "typed", "event"),
    [
        ("colour", "fBr", Clued),
        ("value", "fB1", Clued),
        ("back", "by1", WentBack),
        ("encore", "ey1", Encored),
    ],
)
def test_a_bonus_tile_is_used_by_keys(tile: str, typed: str, event: type) -> None:
    """L4-L7."""

    async def play() -> None:
        game = table(
            "displays r4", "Ann r5", "Bob r1 w1", rules="deluxe+flamboyants", discards="y1", tiles=tile
        )
        session = on_stage(game)
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await send(app, "p1")
            assert "Bonus tile" in part_text(app, "prompt")
            await pilot.press("tab")
            command = table_of(app).interaction.command
            assert command is not None
            assert command[0] == typed[0]
            await pilot.press("escape")
            await send(app, typed)
            assert any(isinstance(seen, event) for seen in session.position.history)

    asyncio.run(play())


def test_the_last_card_may_be_played_from_the_deck() -> None:
    async def play() -> None:
        game = table("displays r1", "Ann w1", rules="deluxe+deck-play=yes", deck="r2.")
        session = on_stage(game)
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            assert "p0" in part_text(app, "prompt")
            await send(app, "p0")
            assert "You play r2 from the deck" in part_text(app, "lines").replace("\n", " ")

    asyncio.run(play())


def test_a_chosen_card_is_moved_and_then_played() -> None:
    """T9: with the keys of the browser."""

    async def play() -> None:
        session = on_stage(table("Ann r1 w1 b1 y1 g1", rules="deluxe+rearrange=always"))
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("1", "shift+right", "shift+right")
            assert table_of(app).interaction.slot == 3
            await pilot.press("p")
            assert table_of(app).interaction.command == "p3"
            await pilot.press("enter")
            assert "You play r1 from slot 3" in part_text(app, "lines").replace("\n", " ")

    asyncio.run(play())
