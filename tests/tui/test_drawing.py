"""Whatever the rules, the table can be drawn and fits the terminal."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tamaya import andrewz
from tamaya.records import AnyView, Kind, game_kind
from tamaya.rules import Seat
from tamaya.tui.drawing import drawing_of
from tamaya.tui.drawing.table import PROMPT_LINES, TableDrawing
from tamaya.tui.interaction import Interaction
from tamaya.tui.plain import board
from tamaya.tui.screens.sheets import draw_end
from tamaya.tui.session import Scene, story
from tamaya.tui.speech import viewer_of
from tamaya.words import ENGLISH, LANGUAGES, Reader
from tamaya.words.columns import widest
from tests.helpers import ALL_RULES, NAMES, Seed

WIDEST_SHEET = 76 - 2 * 4
"""The end's sheet, without its border and padding."""
INTERACTIONS = (
    Interaction(),
    Interaction(slot=1),
    Interaction(command="c"),
    Interaction(command="cB1"),
    Interaction(owners=True),
    Interaction(detail="told"),
)

POINTS = {"en": "point", "de": "Punkt", "fr": "point", "es": "punto", "it": "punt", "ja": "点"}


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
    for state in [states[0], *rng.sample(states, min(2, len(states)))]:
        yield kind, state.view(Seat(0), names)
        yield kind, state.spectate(hands=True, names=names)
    yield kind, states[-1].reveal(names)


IN_LANGUAGES = [
    # Quickly in one language after the other.
    pytest.param(rules, language, marks=() if number % len(LANGUAGES) == place else pytest.mark.slow)
    for number, rules in enumerate(ALL_RULES)
    for place, language in enumerate(LANGUAGES)
]


@pytest.mark.parametrize(("rules", "language"), IN_LANGUAGES)
def test_every_rule_can_be_drawn(rules: str, language: str) -> None:
    for kind, view in moments(rules):
        scene, reader = scene_of(kind, view), viewer_of(view, language)
        for interaction in INTERACTIONS:
            if interaction.slot and not view.my_hand:
                continue
            drawing = drawing_of(scene, view, interaction, reader)
            for width, height in ((49, 17), (97, 38)):
                hands = drawing.hands(width=width, height=height)
                assert widest(hands.plain.splitlines()) <= width + 1
            prompt = drawing.prompt(width=78).plain.split("\n")
            assert len(prompt) == PROMPT_LINES
            assert widest(prompt) <= 78
        drawing = drawing_of(scene, view, Interaction(), reader)
        heading = drawing.heading(width=78)
        assert widest(heading.plain.splitlines()) <= 78
        assert drawing.displays().plain
        assert widest(drawing.tokens().plain.splitlines()) <= 78
        assert len(list(story(kind, view, reader))) <= len(view.history)
        if view.result is not None:
            end = draw_end(scene, language).plain
            assert POINTS[language] in end
            assert widest(end.splitlines()) <= WIDEST_SHEET


@pytest.mark.parametrize("players", [2, 5])
def test_a_usual_table_fits_a_small_terminal(players: int) -> None:
    """80x24 has 17 lines for the hands."""
    for state in Seed("deluxe+avalanche+black-powder", players, 1, 2, 0.97).moments():
        view = state.view(Seat(0), NAMES[:players])
        scene = scene_of(game_kind(str(state.rules)), view)
        hands = drawing_of(scene, view, Interaction(), ENGLISH).hands(width=49, height=17)
        assert len(hands.plain.splitlines()) <= 17


def test_andrewz_can_be_drawn() -> None:
    kind, rng = game_kind("andrewz"), random.Random(1)
    state = andrewz.State.start(4, seed=1)
    while not state.over:
        view = state.view(Seat(0), NAMES[:4])
        scene = scene_of(kind, view)
        for interaction in (Interaction(), Interaction(command="p"), Interaction(slot=1)):
            assert drawing_of(scene, view, interaction, ENGLISH).hands(width=49, height=17).plain
            assert drawing_of(scene, view, interaction, ENGLISH).prompt(width=78).plain
        state = state.apply(rng.choice(state.actions()))
    assert "1." in draw_end(scene_of(kind, state.reveal(NAMES[:4])), "en").plain


def test_a_card_is_told_apart_without_colours() -> None:
    """Every suit has its own symbol and its own letter."""
    from tamaya.rules import CATALOGUE

    for rules in CATALOGUE:
        assert len({suit.symbol for suit in rules.suits}) == len(rules.suits)
        assert len({suit.letter for suit in rules.suits}) == len(rules.suits)


def drawn(rules: str) -> TableDrawing:
    """A table for two, at the beginning."""
    kind = game_kind(rules)
    view = kind.start(2, seed="room").view(Seat(0), NAMES[:2])
    return drawing_of(scene_of(kind, view), view, Interaction(), ENGLISH)


def test_cards_grow_with_the_room() -> None:
    """At 120x36 with two players every card shows its value in five lines; at 80x24 it does not."""
    large = drawn("deluxe").hands(width=76, height=29).plain
    small = drawn("deluxe").hands(width=50, height=17).plain
    assert "█" in large
    assert "█" not in small
    assert len(large.splitlines()) > 20


def test_suits_of_ones_own_have_colours_and_signs_of_their_own() -> None:
    names = "amber,violet,cocoa,indigo,lemon,mint,quartz,tan,umber,xanthic,zinc,purple"
    suits = game_kind(f"deluxe+suits={names}").suits
    assert len({suit.palette for suit in suits}) == len(suits)
    assert len({suit.symbol for suit in suits}) == len(suits)
    assert suits[-1].symbol == "♥", "a suit of the catalogue keeps its own"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "5 missing black cards cost 5 points."), ("de", "5 fehlende Karten in Schwarz kosten 5 Punkte.")],
)
def test_a_score_below_0_is_explained(language: str, words: str) -> None:
    """B4."""
    kind = game_kind("deluxe+black-powder")
    view = kind.start(2, deal=kind.shuffle(1)).view(Seat(0))
    drawing = drawing_of(scene_of(kind, view), view, Interaction(), Reader(language))
    assert words in drawing.displays().plain
    assert words.lower() in board(view, Reader(language=language)).lower()
    plain = game_kind("deluxe")
    view = plain.start(2, deal=plain.shuffle(1)).view(Seat(0))
    assert "missing" not in board(view)
