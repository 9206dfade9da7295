"""Bots choose what they chose when their games were recorded, as plain Python and compiled."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import groupby

import pytest

from tamaya.bots import find_bot
from tests.bots.recorded.games import RecordedGame, recorded_games

SAMPLE = 15
"""Plain Python replays every fifteenth game; all rules and numbers of players are among them."""


def _grouped(bot: str) -> Iterator[list[RecordedGame]]:
    """The games of a bot by rules and players."""
    for _, games in groupby(recorded_games(bot), lambda game: (str(game.rules), game.players)):
        yield list(games)


@pytest.mark.parametrize("bot", ["partner"])
def test_plain_python_chooses_as_recorded(bot: str) -> None:
    choices = 0
    for number, games in enumerate(_grouped(bot)):
        for game in games[number % SAMPLE :: SAMPLE]:
            player = find_bot(bot, "hanabi").sit(0)
            for state, action in game.choices():
                assert state.turn is not None
                assert str(player(state.view(state.turn))) == action, (game.rules, game.players, game.seed)
                choices += 1
    assert choices > 500


@pytest.mark.parametrize("bot", ["partner"])
def test_compiled_games_go_as_recorded(bot: str) -> None:
    pytest.importorskip("numba")
    from tamaya.fast import Batch

    module, _, function = find_bot(bot, "hanabi").compiled.partition(":")
    finish_games = getattr(import_module(module), function)
    compared = 0
    for games in _grouped(bot):
        own = [game for game in games if not game.has_stranger and not game.rules.bonus]
        if not own:
            continue
        batch = Batch(own[0].rules, own[0].players, len(own), 0, autoreset=False)
        for index, game in enumerate(own):
            batch.set_deal(index, game.deal(), game.first)
        finish_games(batch)
        for index, game in enumerate(own):
            assert batch.actions_of(index) == game.actions, (game.rules, game.players, game.seed)
            compared += len(game.actions)
    assert compared > 5000
