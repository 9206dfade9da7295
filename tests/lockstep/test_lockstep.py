"""The compiled engine plays along with the reference engine under all rules."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

pytest.importorskip("numba")

from tamaya.engine import Outcome
from tamaya.fast.layout import WORD_BITS
from tamaya.rules import ImpossibleRules, ImpossibleTable, Rules
from tests.helpers import ALL_RULES, Seed
from tests.laws.strategies import TABLES, games, rules
from tests.lockstep.together import play_together


@given(games(), st.booleans())
def test_engines_agree_at_every_step(seed: Seed, dealt_by_batch: bool) -> None:
    play_together(seed, dealt_by_batch=dealt_by_batch)


@pytest.mark.parametrize("listed", ALL_RULES)
def test_engines_agree_on_every_rules(listed: str) -> None:
    """So that no rules are left out by chance: a good game for each number of players, a poor one for two."""
    for text, players in TABLES:
        if text == listed:
            play_together(Seed(text, players, 7 * players, players, 1.0), dealt_by_batch=True)
    play_together(Seed(listed, 2, 10, 2, 0.9), dealt_by_batch=False)


BONUS = [pair for pair in TABLES if "flamboyants" in pair[0]]


@given(games(BONUS, least_skill=0.95), st.booleans())
def test_engines_agree_on_bonus_tiles(seed: Seed, dealt_by_batch: bool) -> None:
    """L1-L10: games good enough to complete displays."""
    play_together(seed, dealt_by_batch=dealt_by_batch)


@pytest.mark.parametrize(("players", "number"), [(2, 151), (2, 320), (3, 487)])
def test_a_returned_card_is_not_played_from_the_deck_in_the_last_round(players: int, number: int) -> None:
    """L6 with deck-play: games found by search, since chance brings one in some hundred here."""
    seed = Seed("deluxe+deck-play=yes+flamboyants", players, number, number, 1.0)
    play_together(seed, dealt_by_batch=False)


@given(rules(), st.integers(2, 10), st.integers(0, 9999), st.sampled_from([0.0, 0.9, 1.0]))
def test_engines_agree_on_rules_that_nobody_thought_of(
    house: Rules, players: int, number: int, skill: float
) -> None:
    """Any suits and numbers; what the compiled engine does not serve, it refuses with a reason that holds."""
    seed = Seed(str(house), min(players, house.seats), number, number, skill)
    try:
        house.hand_size(seed.players)
    except ImpossibleTable:
        reject()
    if len(house.tables.cards) + len(house.tables.clues) > WORD_BITS:
        with pytest.raises(ImpossibleRules, match="different cards"):
            play_together(seed, dealt_by_batch=True)
    else:
        play_together(seed, dealt_by_batch=number % 2 == 0)


def test_driven_games_reach_every_kind_of_end() -> None:
    """The comparison is worth something only if perfect, counted and lost games are among its games."""
    ends = {
        play_together(Seed("deluxe", 3, number, number, skill), dealt_by_batch=True).result.outcome  # type: ignore[union-attr]
        for number in range(12)
        for skill in (0.0, 1.0)
    }
    assert ends == set(Outcome)


def test_engines_agree_without_compiling() -> None:
    """The kernels are plain Python too: nothing depends on how a compiler reads them."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.lockstep.together", "40"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "error"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "40 games agree\n"
