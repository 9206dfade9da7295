"""``hat`` and the bots that think ahead make the choices that were recorded before a rewrite."""

from __future__ import annotations

from collections import defaultdict

import pytest

from tamaya.bots import find_bot
from tests.bots.recorded.games import RecordedGame, recorded_games
from tests.bots.recorded.teams import SAMPLES, count_instead_of_time


def compare(bot: str, game: RecordedGame, *, lasting: bool = True) -> None:
    """Ask the bot for each recorded choice; one that is not ``lasting`` is made again for every turn."""
    seats = [find_bot(bot, "hanabi").sit(0) for _ in range(game.players)]
    for number, (state, action) in enumerate(game.choices()):
        assert state.turn is not None
        player = seats[state.turn] if lasting else find_bot(bot, "hanabi").sit(0)
        chosen = player(state.view(state.turn))
        assert str(chosen) == action, f"choice {number} of {game}"


@pytest.mark.parametrize("step", [12, pytest.param(1, marks=pytest.mark.slow)])
def test_hat_makes_the_recorded_choices(step: int) -> None:
    for game in recorded_games("hat")[::step]:
        compare("hat", game)


def test_hat_makes_the_recorded_choices_when_it_takes_over_at_any_turn() -> None:
    for game in recorded_games("hat")[1::61]:
        compare("hat", game, lasting=False)


def test_compiled_hat_makes_the_recorded_choices() -> None:
    pytest.importorskip("numba")
    from tamaya.bots.hat.compiled import finish_games
    from tamaya.fast import Batch

    alike = defaultdict(list)
    for game in recorded_games("hat"):
        if not game.has_stranger:
            alike[game.rules, game.players].append(game)
    for (rules, players), games in alike.items():
        batch = Batch(rules, players, len(games), 0, autoreset=False)
        for index, game in enumerate(games):
            batch.set_deal(index, game.deal(), game.first)
        finish_games(batch)
        for index, game in enumerate(games):
            assert tuple(batch.actions_of(index)) == game.actions, str(game)


@pytest.mark.parametrize(
    ("bot", "step"),
    [
        ("search", 20),
        ("grandmaster", 30),
        pytest.param("search", 1, marks=pytest.mark.slow),
        pytest.param("grandmaster", 1, marks=pytest.mark.slow),
    ],
)
def test_bots_that_think_ahead_make_the_recorded_choices(
    bot: str, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    count_instead_of_time(monkeypatch)
    for game in recorded_games(bot)[1::step]:
        compare(bot, game)


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_compiled_search_makes_the_recorded_choices(step: int) -> None:
    pytest.importorskip("numba")
    from tamaya.bots.search.searcher import SearchTerms, finish_games
    from tamaya.fast import Batch

    for game in recorded_games("search")[::step]:
        if not game.has_stranger:
            batch = Batch(
                game.rules, game.players, 1, 0, first=game.first, deals=[game.deal()], autoreset=False
            )
            finish_games(batch, "hat", SearchTerms(samples=SAMPLES))
            assert tuple(batch.actions_of(0)) == game.actions, str(game)
