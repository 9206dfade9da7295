"""The solver against exhaustive search, against games that were really played, and against itself."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Hashable
from functools import cache

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tamaya.engine import Clue, FreeClue, Outcome, State, parse_action
from tamaya.rules import CATALOGUE, Card, Deal, ImpossibleRules, ImpossibleTable, Rules, Seat, TamayaError
from tamaya.rules.tables import new_deck
from tamaya.solver import Verdict, solve, solve_deal
from tamaya.solver.board import Board
from tamaya.solver.counting import bound
from tamaya.solver.formula import Formula
from tamaya.solver.sat import expressible
from tests.helpers import ALL_RULES, drive, table

PLENTY = 60.0
"""Seconds that no question of these tests needs."""
POSITIONS = 2_500
"""Games with more positions are not searched exhaustively here."""
NAMES = ("red", "blue", "omni", "null", "pink", "brown", "muddy")
"""Suits of small games: what touches them decides which clues are possible."""


def end(state: State, verdict: Verdict) -> State:
    """Where the verdict's line leads."""
    for action in verdict.line:
        state = state.apply(parse_action(action))
    return state


def check(state: State, verdict: Verdict) -> None:
    """What holds for every verdict."""
    after = end(state, verdict)
    assert after.result is not None
    assert after.result.score == verdict.score
    assert verdict.won == (after.result.outcome is Outcome.PERFECT)
    assert verdict.score <= verdict.bound <= max(state.tables.most, 0)
    assert verdict.proven == (verdict.score == verdict.bound)
    assert ("unproven" in str(verdict.how)) != verdict.proven
    assert verdict.winnable in ((True,) if verdict.won else (False, None))


# Exhaustive search, in the plainest way: all actions, and a memory of positions.


class TooManyPositions(Exception):
    """This game is not a small one."""


def best_score(state: State, known: dict[Hashable, int]) -> int:
    """The best score that can be reached. What a clue says does not matter, so one stands for all."""
    if state.result is not None:
        return state.result.score
    hands = tuple(tuple(sorted(state.cards[held.id] for held in hand)) for hand in state.hands)
    position = (
        state.turn, hands, state.cards[state.drawn :], state.displays, tuple(sorted(state.discards)),
        state.clues, state.strikes, state.turns_left, state.tiles, state.tile, state.returned,
    )  # fmt: skip
    if position not in known:
        if len(known) > POSITIONS:
            raise TooManyPositions
        actions = state.actions()
        clues = [action for action in actions if isinstance(action, Clue | FreeClue)]
        others = [action for action in actions if action not in clues]
        known[position] = max(best_score(state.apply(action), known) for action in [*clues[:1], *others])
    return known[position]


def _suit(name: str, copies: list[int], down: bool, missing: bool) -> str:
    more = f"{':builds=down' if down else ''}{':scores=missing' if missing else ''}"
    return f"{name}:copies={''.join(map(str, copies))}{more}"


@st.composite
def small_games(draw: st.DrawFn, *, tiles: bool = True) -> State:
    """Positions of games with two or three short suits, by all sorts of house rules."""
    ranks = draw(st.integers(2, 3))
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True))
    rare = st.integers(0, 3).map(lambda number: number == 0)
    suits = [
        _suit(name, draw(st.lists(st.integers(1, 2), min_size=ranks, max_size=ranks)), draw(rare), draw(rare))
        for name in names
    ]
    text = f"{draw(st.sampled_from(['deluxe', 'original']))}+suits={','.join(suits)}"
    text += (
        f"+hand={draw(st.integers(1, 3))}+clues={draw(st.integers(0, 3))}+strikes={draw(st.integers(1, 3))}"
    )
    parts = ["final-flourish", "discard-full=yes", "deck-play=yes", *(["flamboyants"] if tiles else [])]
    text += "".join(f"+{part}" for part in parts if draw(rare))
    players = draw(st.integers(2, 3))
    try:
        state = State.start(Rules.parse(text), players, seed=draw(st.integers(0, 999)))
    except (ImpossibleRules, ImpossibleTable):
        assume(False)
    rng = random.Random(draw(st.integers(0, 999)))
    for _ in range(draw(st.integers(0, 4))):
        if not state.over:
            state = state.apply(drive(state, rng, 0.9))
    assume(not state.over)
    return state


SEARCHED = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@SEARCHED
@given(small_games())
def test_small_games_are_solved_as_by_exhaustive_search(state: State) -> None:
    """The best score lies between what the line reaches and what is proven; nearly always they are one."""
    try:
        best = best_score(state, {})
    except TooManyPositions:
        assume(False)
    verdict = solve(state, seconds=0.3)
    check(state, verdict)
    assert verdict.score <= best <= verdict.bound
    assert best <= bound(Board.of(state))
    if best == state.tables.most > 0:
        assert verdict.winnable is not False


@SEARCHED
@given(small_games(tiles=False))
def test_a_formula_without_a_solution_is_a_proof(state: State) -> None:
    """Whatever part of the deck is left out: what exhaustive search reaches has a solution."""
    try:
        best = best_score(state, {})
    except TooManyPositions:
        assume(False)
    board = Board.of(state)
    assume(expressible(board) and best >= max(board.score, 1))
    for since in range(0 if board.turns_left is not None else len(board.deck) + 1):
        if since < len(board.deck) or since == 0:
            assert solvable(Formula(board, best - board.score, since))


def test_small_games_are_decided() -> None:
    """With a few dozen cards' worth of positions, nothing stays open by the usual sort of rules."""
    decided = 0
    for seed in range(25):
        rules = Rules.parse("original+suits=red:copies=211,blue:copies=211,green:copies=121+hand=2+clues=2")
        state = State.start(rules, 2, seed=seed)
        verdict = solve(state, seconds=PLENTY)
        check(state, verdict)
        assert verdict.proven
        decided += verdict.winnable is False
    assert 0 < decided < 25


def solvable(formula: Formula) -> bool:
    from pysat.solvers import Solver  # type: ignore[import-untyped,unused-ignore]

    with Solver(name="glucose4", bootstrap_with=formula.clauses) as solver:
        return bool(solver.solve())


# Whole decks.


@cache
def deal(name: str, rules: str = "original") -> Deal:
    return Deal.shuffle(Rules.parse(rules), name)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_most_deals_are_winnable(players: int) -> None:
    winnable = 0
    for number in range(40):
        state = State.start(Rules.parse("original"), players, deal=deal(f"x{number}"))
        verdict = solve(state, seconds=PLENTY)
        check(state, verdict)
        assert verdict.proven
        winnable += verdict.winnable is True
    assert winnable >= (38 if players == 2 else 40)


def test_a_line_that_only_a_proof_finds() -> None:
    """No greedy line was ever found for this deal."""
    verdict = solve_deal("original", 2, deal("x822"), seconds=PLENTY)
    assert verdict.winnable
    assert str(verdict.how) == "found by SAT"


@pytest.mark.parametrize("name", ["x163", "x166", "x376", "x808", "x895"])
def test_deals_that_nobody_can_win(name: str) -> None:
    """The whole formula of some of these takes minutes; without the top of the deck, no time."""
    verdict = solve_deal("original", 2, deal(name), seconds=PLENTY)
    assert (verdict.score, verdict.bound, verdict.winnable) == (24, 24, False)
    assert str(verdict.how).endswith("proved by SAT")


def buried(bottom: str, top: str = "") -> Deal:
    """A deck with some cards on top, some at the bottom, and the others in a fixed order between them."""
    rules = Rules.parse("original")
    first, last = [Card(card) for card in top.split()], [Card(card) for card in bottom.split()]
    rest = list(new_deck(rules.suits))
    for card in (*first, *last):
        rest.remove(card)
    random.Random(1).shuffle(rest)
    return Deal((*first, *rest, *last))


@pytest.mark.parametrize(
    ("bottom", "players", "reached"),
    [
        # The ones come so late that four turns are left for five cards.
        ("r1 r1 r1", 2, 24),
        # With five players there are seven.
        ("r1 r1 r1", 5, 25),
        # One player lays the 3 and draws the second, the other lays the 4, and the first the 5.
        ("r3 r3", 2, 25),
        ("r2 r2", 2, 24),
    ],
)
def test_cards_at_the_bottom(bottom: str, players: int, reached: int) -> None:
    verdict = solve_deal("original", players, buried(bottom), seconds=PLENTY)
    assert (verdict.score, verdict.bound) == (reached, reached)


def test_nothing_follows_the_last_card() -> None:
    """E3: who draws the last card has the last turn, so that the r5 stays in the hand."""
    early, late = (
        table("displays r3 w5 b5 y5 g5", "Ann r5 w1", deck=deck, discards="r4", rules="original").state
        for deck in ("r4 b1.", "b1 r4.")
    )
    assert (bound(Board.of(early)), bound(Board.of(late))) == (25, 24)
    assert solve(early, seconds=PLENTY).winnable is True
    assert solve(late, seconds=PLENTY).score == 24


def test_a_dead_card_ends_its_display() -> None:
    game = table("displays r1", discards="r3 r3", rules="original")
    verdict = solve(game.state, seconds=PLENTY)
    assert (verdict.score, verdict.bound, verdict.winnable) == (22, 22, False)


def test_a_bonus_tile_can_open_a_dead_end() -> None:
    """L7: the encore lays the r5 that was thrown away."""
    game = table(
        "displays r4 w4", "Ann w5", discards="r5", deck="b1", tiles="encore", rules="deluxe+flamboyants"
    )
    without = table("displays r4 w4", "Ann w5", discards="r5", deck="b1", rules="deluxe")
    rescued, lost = solve(game.state, seconds=PLENTY), solve(without.state, seconds=PLENTY)
    assert rescued.score == lost.score + 1
    assert "er5" in rescued.line


# Any rules, any moment.


@pytest.mark.parametrize("rules", ALL_RULES)
def test_every_rule_set_gets_a_sound_verdict(rules: str) -> None:
    """In the middle of games, too: no line played on reaches more than was proven before."""
    house = Rules.parse(rules)
    rng = random.Random(rules)
    players = rng.randint(2, min(house.seats, 5))
    while (house.hand or 5) * players > house.deck_size:
        players -= 1
    state = State.start(house, players, seed=rules)
    limit, moments = max(house.tables.most, 0), 0
    while not state.over:
        if moments % 12 == 0:
            verdict = solve(state, seconds=0.05)
            check(state, verdict)
            assert verdict.score <= limit
            limit = min(limit, verdict.bound)
        moments += 1
        state = state.apply(drive(state, rng, 0.97))
    assert state.result is not None
    assert state.result.score <= limit


@pytest.mark.parametrize("rules", [str(rules) for rules in CATALOGUE if not rules.bonus])
def test_formulas_know_the_lines_that_are_found(rules: str) -> None:
    """A line that the engine confirms is a solution of every formula, whatever it leaves out."""
    for players in (2, 4):
        state = State.start(Rules.parse(rules), players, seed=f"formula {rules}")
        verdict = solve(state, seconds=0.2)
        board = Board.of(state)
        for since in (0, len(board.deck) // 2):
            assert verdict.score == 0 or solvable(Formula(board, verdict.score - board.score, since))


def test_the_first_seat_may_be_any() -> None:
    for first in range(3):
        verdict = solve_deal("original", 3, deal("x1"), first=Seat(first), seconds=PLENTY)
        start = State.start(Rules.parse("original"), 3, deal=deal("x1"), first=Seat(first))
        check(start, verdict)
        assert verdict.winnable


# How it is asked.


def test_a_finished_game_has_nothing_left_to_find() -> None:
    state = State.start(Rules.parse("original+strikes=1"), 2, seed=3)
    lost = state.apply(parse_action("p1"))
    while not lost.over:
        lost = lost.apply(parse_action("p1"))
    verdict = solve(lost)
    assert (verdict.score, verdict.bound, verdict.line, str(verdict.how)) == (0, 0, (), "the game is over")
    assert verdict.winnable is False


def test_who_says_stop_gets_an_honest_answer_at_once() -> None:
    state = State.start(Rules.parse("original"), 2, deal=deal("x163"))
    asked = []

    def stop() -> bool:
        asked.append(True)
        return True

    verdict = solve(state, seconds=PLENTY, stop=stop)
    check(state, verdict)
    assert asked
    assert not verdict.proven
    assert str(verdict.how).startswith("unproven")
    assert verdict.winnable is None


def test_no_time_is_time_for_one_try() -> None:
    state = State.start(Rules.parse("original"), 2, deal=deal("x163"))
    verdict = solve(state, seconds=0)
    check(state, verdict)
    assert "1 greedy line" in str(verdict.how)


def test_the_same_seed_finds_the_same_line() -> None:
    lines = {solve_deal("original", 4, deal("x5"), seconds=PLENTY, seed=7).line for _ in range(3)}
    assert len(lines) == 1


def test_a_verdict_as_json() -> None:
    verdict = solve_deal("original", 4, deal("x5"), seconds=PLENTY)
    plain = json.loads(json.dumps(verdict.plain()))
    assert plain["winnable"] is True
    assert plain["line"] == list(verdict.line)
    assert plain["score"] == plain["bound"] == 25


def test_bad_input_gets_a_sentence() -> None:
    with pytest.raises(TamayaError, match="2 to 5 players"):
        solve_deal("original", 9, deal("x5"))
    with pytest.raises(ImpossibleTable, match="deck is not that of the rules"):
        solve_deal("deluxe+black-powder", 2, deal("x5"))
    for seconds in (-1.0, float("nan"), float("inf")):
        with pytest.raises(ImpossibleTable, match="number of seconds"):
            solve_deal("original", 2, deal("x5"), seconds=seconds)


def test_without_numba_there_is_a_kind_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tamaya.solver.greedy", None)
    with pytest.raises(ImpossibleTable, match="pip install numba"):
        solve_deal("original", 2, deal("x5"))


def test_without_python_sat_less_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat", None)
    state = State.start(Rules.parse("original"), 2, deal=deal("x163"))
    verdict = solve(state, seconds=0.05)
    check(state, verdict)
    assert str(verdict.how).startswith("unproven")
    assert "python-sat" in str(verdict.how)


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    heavy = "numba", "pysat"
    code = f"import sys, tamaya.solver; sys.exit(any(name in sys.modules for name in {heavy}))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
