"""A new suit and a new bonus tile are one row each: both engines, records, pictures and the terminal take
them without another line of code, and so does the page (`tests/browser/test_rows.py`). What they are called
is a line in each catalogue.

A tile whose *decision* is new would need code, once in each engine; a tile that brings tokens does not.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tamaya.engine import Game, Revealed, State
from tamaya.records import Record, game_kind
from tamaya.rules import EDITIONS, Rules, Seat, Tokens
from tamaya.rules.describe import describe
from tamaya.server.catalogue import rules_info
from tamaya.tui.drawing import drawing_of
from tamaya.tui.interaction import Interaction
from tamaya.tui.session import Scene
from tamaya.words import ENGLISH, say
from tests.helpers import NAMES, Seed, table
from tests.rows.scratch import TEXT, VIOLET, WINDFALL, register

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scratch catalogue with one suit and one tile more."""
    register(monkeypatch.setitem)


def test_the_suit_has_its_properties_and_its_words() -> None:
    rules = Rules.parse(TEXT)
    assert rules.suits[-1] == VIOLET
    assert str(rules) == TEXT
    lines = [say(line) for section in describe(rules) for line in section.lines]
    assert any(line.startswith("❖ violet (v): ") and "every value" in line for line in lines)
    assert "Tile: two clue tokens come back, and one strike is undone." in lines
    assert any(line.startswith("7 tiles lie face down.") for line in lines)


def test_the_tile_brings_what_its_row_says() -> None:
    game = table("displays r4", "Ann r5", tiles="windfall", rules=TEXT, clues=3, strikes=2)
    game.play(1)
    assert Revealed("Ann", WINDFALL) in game.history
    assert (game.clues, game.strikes) == (5, 1)


def test_a_record_keeps_them() -> None:
    game = Game(["Ann", "Bob"], TEXT, seed=7)
    read = Record.parse(json.dumps(json.loads(str(Record.of(game)))))
    assert WINDFALL in read.deal.tiles
    assert read.deal == game.deal


@pytest.mark.parametrize("players", [2, 3, 5])
def test_both_engines_play_them_alike(players: int) -> None:
    from tests.lockstep.together import play_together

    for deal in range(6):
        state = play_together(Seed(TEXT, players, deal, deal, 0.97), dealt_by_batch=deal % 2 == 1)
        assert state.over


def test_the_terminal_and_pictures_draw_them() -> None:
    kind = game_kind(TEXT)
    state = State.start(Rules.parse(TEXT), 3, seed="rows")
    view = state.view(Seat(0), NAMES[:3])
    scene = Scene(kind=kind, names=view.names, phase="playing", view=view)
    drawn = drawing_of(scene, view, Interaction(), ENGLISH).hands(width=97, height=38)
    assert "❖" in drawn.plain
    assert "#80f" in view._repr_svg_()


def test_an_edition_names_the_drawings_of_its_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """S3: pages are told by the row; every drawing that a published row names is there."""
    drawings = (ROOT / "web" / "src" / "ui" / "tokens.ts").read_text(encoding="utf-8")
    for box in EDITIONS.values():
        for name in (box.tokens.clue, box.tokens.strike):
            assert f"\n  {name}: {{" in drawings
    monkeypatch.setitem(EDITIONS, "original", replace(EDITIONS["original"], tokens=Tokens("clock", "storm")))
    # Under a text that no other test asks for, since what is served is kept.
    served = rules_info("original+hand=4+clues=7").tokens
    assert served == Tokens("clock", "storm")
    rules_info.cache_clear()
