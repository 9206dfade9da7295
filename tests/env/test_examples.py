"""The examples run, learn something, and tell the same for the same seed."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

from examples import train_small, vector_cleanrl


def test_the_small_table_is_learned(capsys: pytest.CaptureFixture[str]) -> None:
    curve = train_small.train(seed=1, updates=240, every=60, games=256)
    assert curve[-1] > curve[0] + 0.5
    assert capsys.readouterr().out.count("mean score") == 4


def test_ppo_runs(capsys: pytest.CaptureFixture[str]) -> None:
    args = vector_cleanrl.Args(steps=40_000, num_envs=64, hidden=32)
    curve = vector_cleanrl.train(args)
    assert curve[-1] > curve[0]
    assert "steps/s" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_curve() -> None:
    assert train_small.train(updates=8, every=4, games=32) == train_small.train(updates=8, every=4, games=32)
