"""The screen shows no player what they may not know (S4)."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator

import pytest
from textual.widgets import Static

from tamaya.engine import State
from tamaya.rules import SUITS, Seat
from tamaya.tui.app import TableApp
from tamaya.tui.drawing import drawing_of
from tamaya.tui.interaction import Interaction
from tamaya.tui.local import LocalSession
from tamaya.tui.screens.waiting import HandoverScreen
from tamaya.tui.session import Open, Scene
from tamaya.tui.speech import viewer_of
from tests.helpers import Seed
from tests.laws.strategies import another_truth
from tests.tui.stage import SMALL, local, screen_text, send, sensible, staged, until

FACE = re.compile("|".join(f"{suit.symbol}{suit.letter}[1-9]" for suit in SUITS.values()))
"""A card face up, wherever it is drawn."""


def drawn(session: LocalSession, interaction: Interaction) -> Iterator[str]:
    """Everything that the table shows, in every part."""
    scene = session.scene
    assert scene.view is not None
    reader = viewer_of(scene.view, "en")
    drawing = drawing_of(scene, scene.view, interaction, reader)
    yield drawing.hands(width=50, height=17).markup
    yield drawing.displays().markup
    yield drawing.story().markup
    yield drawing.tokens().markup
    yield drawing.prompt(width=78).markup


@pytest.mark.parametrize("rules", ["deluxe+flamboyants", "rnr+variant-3", "deluxe+black-powder", "abacus"])
def test_another_hand_and_another_deck_look_the_same(rules: str) -> None:
    rng = random.Random(rules)
    moments = [state for state in Seed(rules, 3, 5, 7, 0.95).moments() if not state.over]
    for state in rng.sample(moments, 12):
        other = another_truth(state, [0], rng)
        for interaction in (
            Interaction(),
            Interaction(slot=1),
            Interaction(command="cBr"),
            Interaction(owners=True),
            Interaction(command="p"),
        ):
            assert list(drawn(staged(state), interaction)) == list(drawn(staged(other), interaction))


def test_the_whole_screen_looks_the_same() -> None:
    rng = random.Random(3)
    states = [state for state in Seed("deluxe", 2, 3, 3, 0.95).moments() if state.turn == 0]
    state = states[len(states) // 2]

    async def shots(state: State) -> list[str]:
        app = TableApp(staged(state))
        found: list[str] = []
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            for key in ("2", "p", "escape", "c", "tab", "escape", "v", "k"):
                await pilot.press(key)
                found.append(screen_text(app))
        return found

    assert asyncio.run(shots(state)) == asyncio.run(shots(another_truth(state, [0], rng)))


def test_the_curtain_shows_no_hand_at_all() -> None:
    """Neither the curtain nor the table behind it holds a card that is in a hand."""

    async def play() -> None:
        session, rng = local(people=("Ann", "Bob"), players=3), random.Random(4)
        app = TableApp(session)
        async with app.run_test(size=SMALL) as pilot:
            for _ in range(5):
                await until(lambda: isinstance(app.screen, HandoverScreen), "the curtain")
                await pilot.pause()
                assert not FACE.search(screen_text(app))
                for screen in app.screen_stack:
                    for part in screen.query(Static):
                        assert not FACE.search(str(part.content)), part
                # Neither a move sent once too often nor a double click opens it.
                await pilot.press("enter", "x", "v", "left", "l", "c", "1", "enter")
                await pilot.click(offset=(40, 12))
                await pilot.click(offset=(20, 22))
                assert isinstance(app.screen, HandoverScreen)
                await pilot.press("space")
                await until(lambda: session.position.turn in (0, 1, None), "the bot")
                if session.scene.curtain is not None:
                    continue
                await pilot.pause()
                shown = screen_text(app)
                assert FACE.search(shown), "the teammates' hands"
                await send(app, sensible(session.position, rng))

    asyncio.run(play())


def test_behind_the_curtain_a_view_has_no_hands() -> None:
    session = local(people=("Ann", "Bob"))

    def faces(scene: Scene) -> int:
        assert scene.view is not None
        return sum(held.card is not None for hand in scene.view.hands for held in hand)  # type: ignore[union-attr]

    assert session.scene.curtain == Seat(0)
    assert faces(session.scene) == 0
    asyncio.run(session.wish(Open()))
    assert session.scene.curtain is None
    assert faces(session.scene) == 5


def test_notes_are_seen_by_their_writer_alone() -> None:
    from tamaya.tui.session import KeepNote

    session = local(people=("Ann", "Bob"))

    async def play() -> None:
        await session.wish(Open())
        await session.wish(KeepNote(card=3, text="a five?"))
        assert session.scene.notes == {3: "a five?"}
        await session.act(session.position.actions()[0])
        assert session.scene.notes == {}
        await session.wish(Open())
        assert session.scene.notes == {}

    asyncio.run(play())
