"""Errors and tables of the compiled engine, the environments, the arena and the solver, in both languages."""

from __future__ import annotations

import pytest

from tamaya.arena import Job, Results, run
from tamaya.arena.job import parse_counts, parse_team
from tamaya.arena.plots import histogram
from tamaya.env import AndrewzEnv
from tamaya.fast import Batch
from tamaya.rules import Deal, ImpossibleTable, Rules, TamayaError, Unreadable
from tamaya.solver import solve_deal
from tamaya.words import Message, Reader, say

GERMAN = Reader("de")


def said(error: TamayaError) -> tuple[str, str]:
    """An error in both languages."""
    return str(error), say(error.message, GERMAN)


def test_counted_nouns_agree() -> None:
    assert str(Message("fast.deal-count", deals=1, games=2)) == "1 deal for 2 games"
    assert say("fast.deal-count", GERMAN, deals=2, games=1) == "2 Verteilungen für 1 Partie"


def test_an_illegal_action_of_a_batch_is_named_in_the_language_too() -> None:
    batch = Batch("deluxe", players=2, games=2, seed=1)
    with pytest.raises(TamayaError) as caught:
        batch.step([999, 0])
    last = len(batch.actions) - 1
    assert said(caught.value) == (
        f"game 0, action 999: there is no such action; the numbers are 0 to {last}",
        f"Partie 0, Aktion 999: Diese Aktion gibt es nicht; die Nummern sind 0 bis {last}.",
    )


def test_an_environment_that_was_not_reset() -> None:
    with pytest.raises(ImpossibleTable) as caught:
        AndrewzEnv(2).step(0)
    assert said(caught.value) == (
        "no game is running: call reset first",
        "Es läuft keine Partie: Rufe zuerst reset auf.",
    )


def test_the_arena_says_how_a_team_is_written() -> None:
    with pytest.raises(Unreadable) as caught:
        parse_team("careful/")
    assert said(caught.value)[1] == (
        "'careful/' ist nicht zu lesen: Ein Team ist ein Bot, oder mehrere mit / dazwischen."
    )


def test_the_solver_refuses_to_think_for_less_than_no_time() -> None:
    rules = Rules.parse("deluxe")
    with pytest.raises(ImpossibleTable) as caught:
        solve_deal(rules, 2, Deal.shuffle(rules, "1"), seconds=-1.5)
    assert said(caught.value)[1] == "Der Löser denkt eine Zahl von Sekunden ab 0, nicht -1,5."


@pytest.fixture(scope="module")
def results() -> Results:
    return run(
        Job((parse_team("careful"), parse_team("random")), players=parse_counts("2"), games=3), workers=1
    )


def test_the_tables_of_the_arena_have_the_words_and_the_decimal_mark_of_the_reader(results: Results) -> None:
    english, german = results.text(), results.text(GERMAN)
    assert english.split()[:3] == ["team", "rules", "players"]
    assert german.split()[:3] == ["Team", "Regeln", "Personen"]
    assert "bei gleicher Verteilung" in german
    assert german.replace(",", ".").splitlines()[1].split() == english.splitlines()[1].split()


def test_the_picture_of_the_arena_is_titled_in_the_language(results: Results) -> None:
    assert "deluxe, 2 players" in histogram(results)
    assert "deluxe, 2 Personen" in histogram(results, GERMAN)
