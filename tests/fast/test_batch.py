"""Batches: chance, resets, illegal actions, keeping states, and the way to records and back."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("numba")

from tamaya.fast import Batch
from tamaya.fast.layout import longest_game
from tamaya.fast.threads import THREADS_FROM
from tamaya.records import Record, game_kind
from tamaya.rules import Deal, IllegalAction, ImpossibleRules, ImpossibleTable, Rules, Seat, UnknownName

BONUS = "deluxe+avalanche+black-powder+flamboyants"


def run(batch: Batch, steps: int) -> Batch:
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


# Chance.


@pytest.mark.parametrize("rules", ["original", BONUS])
def test_a_game_is_the_same_in_a_batch_of_any_size(rules: str) -> None:
    large = run(Batch(rules, 3, games=40, seed=5), 60)
    small = run(Batch(rules, 3, games=7, seed=5), 60)
    assert (large.rows[:7] == small.rows).all()
    assert large.episodes.max() > 1


def test_a_game_is_the_same_wherever_its_batch_begins() -> None:
    whole = run(Batch("original", 2, games=12, seed=5), 50)
    part = run(Batch("original", 2, games=4, seed=5, offset=8), 50)
    assert (whole.rows[8:] == part.rows).all()


def test_a_game_is_the_same_on_any_number_of_threads() -> None:
    one = run(Batch("original", 2, games=THREADS_FROM + 100, seed=9), 30)
    two = run(Batch("original", 2, games=THREADS_FROM + 100, seed=9, threads=2), 30)
    assert (one.rows == two.rows).all()


def test_an_episode_does_not_depend_on_those_before() -> None:
    played = Batch("original", 2, games=20, seed=3)
    while played.episodes.min() < 2:
        played.step(played.sample())
    skipped = Batch("original", 2, games=20, seed=3)
    for index in range(20):
        while skipped.episodes[index] < played.episodes[index]:
            skipped.reset(np.arange(20) == index)
        assert skipped.deal(index) == played.deal(index)


def test_seeds_games_and_episodes_have_different_deals() -> None:
    batch, other = (Batch(BONUS, 2, games=50, seed=seed) for seed in (1, 2))
    deals = [each.deal(index) for each in (batch, other) for index in range(50)]
    batch.reset()
    deals += [batch.deal(index) for index in range(50)]
    assert len(set(deals)) == 150
    assert len({deal.tiles for deal in deals}) > 80


def test_shuffling_favours_no_card_and_no_place() -> None:
    """The first and the last card of many decks, and the tile on top, are each as likely as their number."""
    batch = Batch("deluxe+flamboyants", 2, games=4000, seed=11)
    deals = [batch.deal(index) for index in range(4000)]
    for place in (0, 9, 10, 49):
        ones = sum(deal.deck[place].rank == 1 for deal in deals)
        assert abs(ones / 4000 - 15 / 50) < 0.03
    top = [deal.tiles[0] for deal in deals]
    assert all(abs(top.count(tile) / 4000 - 1 / 6) < 0.03 for tile in set(top))


def test_dealing_a_batch_without_a_seed_is_left_to_chance() -> None:
    assert Batch("original", 2, games=1).deal(0) != Batch("original", 2, games=1).deal(0)


def test_the_first_seat_may_be_left_to_chance() -> None:
    batch = Batch("original", 4, games=400, seed=1, first=None)
    assert set(batch.turn.tolist()) == {0, 1, 2, 3}
    assert [batch.first(index) for index in range(5)] == batch.turn[:5].tolist()


# Resets.


def test_a_game_that_ends_begins_anew_in_the_same_step() -> None:
    batch = Batch("original", 2, games=64, seed=2)
    returns = batch.scores
    for _ in range(40):
        rewards, done = batch.step(batch.sample())
        returns += rewards
        assert not batch.done.any()
        for index in np.flatnonzero(done):
            assert batch.steps[index] == 0
            assert batch.ended_outcomes[index] == 3
            assert returns[index] == 0
            assert batch.ended_scores[index] >= 0
        returns[done] = 0
    assert (batch.episodes > 0).all()


def test_without_autoreset_a_game_that_is_over_waits() -> None:
    batch = Batch("original", 2, games=8, seed=2, autoreset=False)
    while not batch.done.all():
        batch.step(batch.sample())
    before = batch.save()
    rewards, done = batch.step(np.full(8, 999))
    assert (batch.rows == before).all()
    assert not rewards.any()
    assert done.all()
    assert not batch.legal.any()
    assert (batch.turn == -1).all()
    batch.reset(np.arange(8) < 3)
    assert batch.done.tolist() == [False] * 3 + [True] * 5
    assert batch.episodes.tolist() == [1] * 3 + [0] * 5


def test_rewards_add_up_to_the_score() -> None:
    """With black powder the count begins at -5 (B4); a lost game pays back what it had."""
    batch = Batch("deluxe+black-powder+strikes=10", 3, games=200, seed=4, autoreset=False)
    total = batch.scores
    assert (total == -5).all()
    while not batch.done.all():
        rewards, _ = batch.step(batch.sample())
        total += rewards
    assert (total == batch.scores).all()
    assert set(batch.outcomes.tolist()) == {2, 3}
    assert (batch.scores[batch.outcomes == 3] == 0).all()
    assert (batch.counted[batch.outcomes == 2] == batch.scores[batch.outcomes == 2]).all()


# Illegal actions.


@pytest.mark.parametrize(
    ("action", "said"),
    [(0, r"game 2, action 0 \(d1\)"), (20, "0 to 19"), (-1, "0 to 19"), (2**40, "0 to 19")],
)
def test_an_illegal_action_moves_nothing(action: int, said: str) -> None:
    """T4: no player may discard while all tokens are there."""
    batch = Batch("original", 2, games=4, seed=1)
    before = batch.save()
    actions = batch.sample()
    actions[2] = action
    with pytest.raises(IllegalAction, match=said):
        batch.step(actions)
    assert (batch.rows == before).all()


def test_several_threads_name_the_first_illegal_action_too() -> None:
    batch = Batch("original", 2, games=THREADS_FROM, seed=1, threads=2)
    before = batch.save()
    actions = batch.sample()
    actions[[700, 1500]] = 0
    with pytest.raises(IllegalAction, match="game 700"):
        batch.step(actions)
    assert (batch.rows == before).all()


def test_an_unchecked_batch_plays_alike() -> None:
    checked = run(Batch("deluxe", 3, games=30, seed=6), 50)
    unchecked = run(Batch("deluxe", 3, games=30, seed=6, checked=False), 50)
    assert (checked.rows == unchecked.rows).all()


@pytest.mark.parametrize(
    "actions", [[5], 5, [[5, 5, 5]], [5.0, 5.0, 5.0], ["p1", "p1", "p1"], [True, True, True]]
)
def test_actions_of_the_wrong_shape_are_refused(actions: object) -> None:
    with pytest.raises(ImpossibleTable, match="3 whole numbers"):
        Batch("original", 2, games=3, seed=1).step(actions)  # type: ignore[arg-type]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64])
def test_actions_may_be_whole_numbers_of_any_size(dtype: type) -> None:
    batch, other = (Batch("original", 2, games=6, seed=1) for _ in range(2))
    actions = batch.sample()
    batch.step(actions)
    frozen: npt.NDArray[np.generic] = np.repeat(actions, 2).astype(dtype)[::2]
    frozen.flags.writeable = False
    other.step(frozen)
    assert (batch.rows == other.rows).all()


# What is refused.


@pytest.mark.parametrize(
    "wish",
    [
        {"players": 1},
        {"players": 6},
        {"games": 0},
        {"seed": -1},
        {"seed": 1 << 64},
        {"first": 2},
        {"first": -1},
        {"threads": 0},
        {"offset": -1},
        {"deals": []},
    ],
)
def test_impossible_batches_are_refused(wish: dict[str, int]) -> None:
    with pytest.raises(ImpossibleTable):
        Batch(**{"rules": "original", "players": 2, "games": 2, "seed": 1, **wish})  # type: ignore[arg-type]


def test_rules_too_large_for_a_row_are_refused_by_name() -> None:
    letters = ",".join(f"{letter * 3}" for letter in "abcdefghijkl")
    with pytest.raises(ImpossibleRules, match="suits: 60 different cards and 17 clues"):
        Batch(f"deluxe+suits={letters}", 2, games=1)
    nine = ",".join(f"{letter * 3}" for letter in "abcdefghi")
    assert Batch(f"deluxe+suits={nine}", 2, games=1, seed=1).legal.sum() == 19


def test_a_game_that_is_not_there_is_refused() -> None:
    batch = Batch("original", 2, games=2, seed=1)
    for index in (-1, 2):
        for ask in (batch.deal, batch.facts, batch.actions_of, batch.first):
            with pytest.raises(ImpossibleTable, match="no game"):
                ask(index)


@pytest.mark.parametrize("chosen", [[True], np.ones(3, np.int64), np.ones((3, 1), bool)])
def test_reset_wants_a_truth_value_for_each_game(chosen: object) -> None:
    with pytest.raises(ImpossibleTable, match="3 truth values"):
        Batch("original", 2, games=3, seed=1).reset(chosen)  # type: ignore[arg-type]


# Keeping states.


def test_a_saved_batch_goes_on_as_it_would_have() -> None:
    batch = run(Batch(BONUS, 2, games=20, seed=8), 20)
    kept = batch.save()
    after = run(batch, 40).save()
    batch.load(kept)
    assert (run(batch, 40).rows == after).all()


def pickled(batch: Batch) -> Batch:
    return pickle.loads(pickle.dumps(batch))  # type: ignore[no-any-return]


@pytest.mark.parametrize("again", [Batch.copy, copy.copy, copy.deepcopy, pickled])
def test_a_copy_goes_its_own_way(again: Callable[[Batch], Batch]) -> None:
    batch = run(Batch(BONUS, 3, games=10, seed=8, first=1, autoreset=False, offset=3), 5)
    before = batch.save()
    other = again(batch)
    assert (other.rows == before).all()
    run(other, 10)
    assert (batch.rows == before).all()
    assert (run(batch, 10).rows == other.rows).all()
    for each in (batch, other):
        each.reset()
    assert (batch.rows == other.rows).all()


@pytest.mark.parametrize("rows", [np.zeros((2, 3), np.int64), np.zeros((4, 81), np.int32)])
def test_rows_of_another_shape_are_refused(rows: np.ndarray) -> None:
    with pytest.raises(ImpossibleTable, match="shape"):
        Batch("original", 2, games=4, seed=1).load(rows)


# Deals, histories and records.


def test_explicit_deals_are_dealt() -> None:
    rules = Rules.parse(BONUS)
    deals = [Deal.shuffle(rules, seed) for seed in range(5)]
    batch = Batch(rules, 4, games=5, seed=1, deals=deals)
    assert [batch.deal(index) for index in range(5)] == deals
    facts = batch.facts(3)
    assert facts.hands == tuple(deals[3].deck[4 * seat : 4 * seat + 4] for seat in range(4))
    assert facts.deck == deals[3].deck[16:]
    assert facts.tiles == deals[3].tiles


def test_after_an_explicit_deal_chance_deals_again() -> None:
    rules = Rules.parse("original")
    batch = Batch(rules, 2, games=1, seed=1, deals=[Deal.shuffle(rules, 1)])
    other = Batch(rules, 2, games=1, seed=1)
    for each in (batch, other):
        each.reset()
    assert batch.deal(0) == other.deal(0)


def test_a_deal_of_other_rules_is_refused() -> None:
    batch = Batch("original", 2, games=1, seed=1)
    before = batch.save()
    with pytest.raises(ImpossibleTable):
        batch.set_deal(0, Deal.shuffle(Rules.parse("deluxe+avalanche"), 1))
    with pytest.raises(ImpossibleTable):
        batch.set_deal(0, Deal.shuffle(Rules.parse("original"), 1), first=2)
    assert (batch.rows == before).all()


@pytest.mark.parametrize("rules", ["original", BONUS, "rnr+variant-3+variant-4", "deluxe+deck-play=yes"])
def test_any_game_becomes_a_record_and_comes_back(rules: str) -> None:
    """The bridge to the reference engine: a record is played through when it is made."""
    batch = Batch(rules, 3, games=6, seed=3, first=None, autoreset=False)
    while not batch.done.all():
        batch.step(batch.sample())
    other = Batch(rules, 3, games=6, seed=99)
    for index in range(6):
        deal, first, actions = batch.deal(index), batch.first(index), batch.actions_of(index)
        record = Record.make(game_kind(rules), ("Ann", "Bob", "Cid"), deal, Seat(first), actions)
        assert isinstance(record.result, dict)
        assert record.result["score"] == batch.scores[index]
        other.set_game(index, deal, first, actions)
        assert other.facts(index) == batch.facts(index)
        assert other.actions_of(index) == actions


def test_a_game_that_cannot_be_set_leaves_the_old_one() -> None:
    batch = run(Batch("original", 2, games=2, seed=1), 5)
    before = batch.save()
    deal = Deal.shuffle(batch.rules, 1)
    with pytest.raises(IllegalAction, match="d1"):
        batch.set_game(0, deal, 0, ["p1", "p2", "d1"])
    with pytest.raises(UnknownName):
        batch.set_game(0, deal, 0, ["oA21345"])
    assert (batch.rows == before).all()


def test_a_batch_without_history_says_so() -> None:
    with pytest.raises(ImpossibleTable, match="without history"):
        Batch("original", 2, games=1, history=False).actions_of(0)


def test_no_history_is_longer_than_its_block() -> None:
    """The longest games are those in which nothing is ever lost and every token is spent."""
    rules = Rules.parse("deluxe+flamboyants+final-flourish+strikes=10+clues=20")
    batch = Batch(rules, 2, games=300, seed=1, autoreset=False)
    while not batch.done.all():
        legal = batch.legal.copy()
        # Clues while there are any, then what brings one back.
        legal[:, 10:] *= 2
        batch.step(np.where(legal[:, 10:20].any(1), legal[:, 10:20].argmax(1) + 10, batch.sample()))
    assert batch.steps.max() <= longest_game(rules) <= 4 * batch.layout.block("history").words


# Masks.


def test_masks_and_words_say_the_same() -> None:
    batch = run(Batch(BONUS, 5, games=30, seed=1), 25)
    masks, words = batch.legal, batch.legal_words
    for number in range(len(batch.actions)):
        assert (masks[:, number] == words[:, number // 64] >> np.uint64(number % 64) & np.uint64(1)).all()
    assert masks.shape == (30, len(batch.actions))
    assert words.dtype == np.uint64


def test_blocks_of_a_row_follow_each_other() -> None:
    layout = Batch("deluxe", 2, games=1).layout
    assert all(one.stop == two.start for one, two in pairwise(layout.blocks))
    assert layout.length == layout.blocks[-1].stop
    assert sum(layout.discard_bits) == 50
    assert layout.bytes == 8 * layout.length
