"""Whatever the rules, the table can be drawn and fits the terminal."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tamaya import andrewz
from tamaya.records import AnyView, Kind, game_kind
from tamaya.rules import Seat
from tamaya.tui.desk import Desk
from tamaya.tui.drawing import table as draw
from tamaya.tui.drawing.prompt import LINES, draw_prompt
from tamaya.tui.screens.end import draw_end
from tamaya.tui.session import Scene, story
from tests.helpers import ALL_RULES, NAMES, Seed

DESKS = (Desk(), Desk(slot=1), Desk(command="c"), Desk(command="cB1"), Desk(owners=True), Desk(detail="told"))


def scene_of(kind: Kind, view: AnyView) -> Scene:
    over = view.result is not None
    return Scene(kind=kind, names=view.names, phase="over" if over else "playing", view=view)


def moments(rules: str) -> Iterator[tuple[Kind, AnyView]]:
    kind, rng = game_kind(rules), random.Random(rules)
    assert kind.rules is not None
    players = min(kind.rules.seats, 5)
    while players * (kind.rules.hand or 4) > kind.rules.deck_size:
        players -= 1
    states = list(Seed(rules, players, 1, 2, 0.97).moments())
    names = NAMES[:players]
    for state in [states[0], *rng.sample(states, min(4, len(states)))]:
        yield kind, state.view(Seat(0), names)
        yield kind, state.spectate(hands=True, names=names)
    yield kind, states[-1].reveal(names)


@pytest.mark.parametrize("rules", ALL_RULES)
def test_every_rule_can_be_drawn(rules: str) -> None:
    for kind, view in moments(rules):
        scene = scene_of(kind, view)
        for desk in DESKS:
            if desk.slot and not view.my_hand:
                continue
            for width, height in ((49, 17), (97, 38)):
                hands = draw.draw_all_hands(scene, view, desk, width=width, height=height).plain.splitlines()
                assert max(map(len, hands)) <= width + 1
            prompt = draw_prompt(scene, view, desk, width=78).plain.split("\n")
            assert len(prompt) == LINES
            assert max(map(len, prompt)) <= 78
        assert all(len(line) <= 78 for line in draw.draw_heading(scene, view, width=78).plain.splitlines())
        assert draw.draw_displays(view).plain
        assert draw.draw_tokens(view).plain
        assert len(list(story(kind, view))) <= len(view.history)
        if view.result is not None:
            assert "points" in draw_end(scene).plain


@pytest.mark.parametrize("players", [2, 5])
def test_a_usual_table_fits_a_small_terminal(players: int) -> None:
    """80x24 has 17 lines for the hands."""
    for state in Seed("deluxe+avalanche+black-powder", players, 1, 2, 0.97).moments():
        view = state.view(Seat(0), NAMES[:players])
        hands = draw.draw_all_hands(
            scene_of(game_kind(str(state.rules)), view), view, Desk(), width=49, height=17
        )
        assert len(hands.plain.splitlines()) <= 17


def test_andrewz_can_be_drawn() -> None:
    kind, rng = game_kind("andrewz"), random.Random(1)
    state = andrewz.State.start(4, seed=1)
    while not state.over:
        view = state.view(Seat(0), NAMES[:4])
        scene = scene_of(kind, view)
        for desk in (Desk(), Desk(command="p"), Desk(slot=1)):
            assert draw.draw_all_hands(scene, view, desk, width=49, height=17).plain
            assert draw_prompt(scene, view, desk, width=78).plain
        state = state.apply(rng.choice(state.actions()))
    assert "1." in draw_end(scene_of(kind, state.reveal(NAMES[:4]))).plain


def test_a_card_is_told_apart_without_colours() -> None:
    """Every suit has its own symbol and its own letter."""
    from tamaya.rules import CATALOGUE

    for rules in CATALOGUE:
        assert len({suit.symbol for suit in rules.suits}) == len(rules.suits)
        assert len({suit.letter for suit in rules.suits}) == len(rules.suits)
