"""How bots come to a table: registered here or by another package, asked, and contained if broken."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from tamaya.bots import BOTS, FAULTS, Bot, Choice, all_bots, ask, bot, find_bot, registry
from tamaya.engine import Action, Discard, Event, Play, State, View
from tamaya.records import ANDREWZ, game_kind
from tamaya.rules import ImpossibleTable, Rules, Seat
from tamaya.words import Message, as_it_stands

STATE = State.start(Rules.of("deluxe"), 2, seed=1)
VIEW = STATE.view(Seat(0))


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = dict(BOTS)
    yield
    BOTS.clear()
    BOTS.update(before)
    FAULTS.clear()


# What a bot is.


def test_a_function_of_the_view_is_a_bot() -> None:
    @bot
    def eager(view: View) -> Action:
        """Plays.

        And more.
        """
        return view.actions[0]

    found = find_bot("eager", "hanabi")
    assert (str(found.summary), found.conventions) == ("Plays.", "")
    assert found.sit(1).choose(VIEW) == Choice(VIEW.actions[0])


def test_a_bot_may_say_why() -> None:
    @bot(name="talker", conventions="none to speak of")
    def talker(view: View) -> Choice[Action]:
        return Choice(view.actions[0], "I felt like it.", secret="You hold a 5.")

    player = find_bot("talker", "hanabi").sit(1)
    assert player.choose(VIEW).reason == (as_it_stands("I felt like it."),)
    assert player(VIEW) == VIEW.actions[0]


def test_chance_depends_on_the_seed_and_the_moment_alone() -> None:
    @bot
    def dicey(view: View, rng: Random) -> Action:
        return rng.choice(view.actions)

    dice = find_bot("dicey", "hanabi")
    player, later = dice.sit("a"), STATE.apply(VIEW.actions[0])
    first = player(VIEW)
    second = player(later.view(Seat(1)))
    assert dice.sit("a")(later.view(Seat(1))) == second
    assert dice.sit("a")(VIEW) == first
    assert {dice.sit(seed)(VIEW) for seed in range(30)} != {first}


def test_a_class_is_told_what_has_happened_since() -> None:
    @bot
    class Listener:
        """Listens."""

        def __init__(self, seed: int | str) -> None:
            self.heard: list[int] = []

        def act(self, view: View, events: tuple[Event, ...]) -> Action:
            self.heard.append(len(events))
            return view.actions[0]

    player = find_bot("Listener", "hanabi").sit(1)
    state = STATE
    state = state.apply(player(state.view(Seat(0))))
    state = state.apply(state.actions()[0])
    player(state.view(Seat(0)))
    late = find_bot("Listener", "hanabi").sit(1)
    late(state.view(Seat(0)))
    assert player._object.heard[0] == 0
    assert sum(player._object.heard) == len(state.history) == late._object.heard[0]


def test_a_bot_says_what_it_cannot_play() -> None:
    @bot(objection=lambda _rules, players: "too crowded" if players > 3 else "")
    def shy(view: View) -> Action:
        return view.actions[0]

    found = find_bot("shy", "hanabi")
    found.check(Rules.of("deluxe"), 3)
    with pytest.raises(ImpossibleTable, match="the bot shy cannot play here: too crowded"):
        found.check(Rules.of("deluxe"), 4)


# Other packages.


@pytest.fixture
def other_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with one good and one broken module of bots."""
    (tmp_path / "foreign_bots.py").write_text(
        textwrap.dedent('''
            from tamaya.bots import bot

            @bot(name="foreigner")
            def foreigner(view):
                """From far away."""
                return view.actions[0]
        '''),
        encoding="utf-8",
    )
    (tmp_path / "broken_bots.py").write_text("raise RuntimeError('not today')\n", encoding="utf-8")
    info = tmp_path / "foreign-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[tamaya.bots]\nforeign = foreign_bots\nbroken = broken_bots\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_asked", set())
    monkeypatch.delitem(sys.modules, "foreign_bots", raising=False)
    return tmp_path


@pytest.mark.usefixtures("other_package")
def test_another_package_adds_bots() -> None:
    assert "foreigner" in [row.name for row in all_bots("hanabi")]
    assert find_bot("foreigner", "hanabi").sit(1)(VIEW) == VIEW.actions[0]


@pytest.mark.usefixtures("other_package")
def test_a_broken_package_keeps_nobody_from_playing() -> None:
    assert "careful" in [row.name for row in all_bots()]
    assert FAULTS == {"broken": "RuntimeError: not today"}


# Broken bots.


def raises(_view: object) -> NoReturn:
    raise RuntimeError("no idea")


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (raises, "RuntimeError: no idea"),
        (lambda _view: None, "not legal"),
        (lambda _view: Discard(1), "not legal"),
        (lambda _view: Choice(Play(9)), "not legal"),
        (lambda _view: Choice(action=lambda: None), "not legal"),
    ],
)
def test_a_broken_bot_is_replaced_and_its_fault_told(make: Any, fault: str) -> None:
    answer = ask(Bot("bad", "hanabi", Message("bots.random"), make).sit(1), VIEW)
    assert answer.choice.action in VIEW.actions
    assert "bad" in str(answer.fault)
    assert fault in str(answer.fault)


def test_a_broken_bot_is_replaced_in_andrewz_too() -> None:
    view = game_kind(ANDREWZ).start(3, seed=1).view(Seat(0))
    answer = ask(Bot("bad", "andrewz", Message("bots.any"), raises).sit(1), view)
    assert answer.choice.action in view.actions
    assert answer.fault


def test_a_good_bot_is_left_alone() -> None:
    answer = ask(find_bot("careful", "hanabi").sit(1), VIEW)
    assert (answer.choice.action in VIEW.actions, answer.fault) == (True, None)
