"""Observations: where things lie in them, how they are written, and that they keep secrets.

What they say is compared with the reference engine in tests/lockstep, and with OpenSpiel in test_openspiel.
"""

from __future__ import annotations

import gzip
import json
import os
import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba")

from tamaya.engine import State
from tamaya.fast import Batch, Encoding, Knowledge, actions, encoding
from tamaya.fast.threads import THREADS_FROM
from tamaya.rules import TILES, Card, Deal, ImpossibleTable, Rules, UnknownName
from tests.helpers import Seed
from tests.laws.strategies import TABLES, another_truth, deal_behind, games
from tests.lockstep.together import choose, seed_deal

CANONICAL = "original+suits=red,yellow,green,white,blue"
EVERYTHING = "deluxe+avalanche+black-powder+flamboyants+deck-play=yes"
DATA = Path(os.environ.get("TAMAYA_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")
RECORDED = DATA / "hle_games.jsonl.gz"

Array = npt.NDArray[Any]


def running(
    rules: str = CANONICAL, players: int = 2, games: int = 20, steps: int = 15, **options: Any
) -> Batch:
    """A batch in the middle of its games."""
    batch = Batch(rules, players, games, seed=4, **options)
    for _ in range(steps):
        batch.step(batch.sample())
    return batch


# Where things lie.


@pytest.mark.parametrize(
    ("players", "starts"),
    [(2, [127, 203, 253, 308, 658]), (3, [253, 324, 374, 431, 956]), (4, [304, 374, 424, 481, 1041]),
     (5, [405, 471, 521, 580, 1280])],
)  # fmt: skip
def test_the_standard_game_has_the_layout_of_the_learning_environment(
    players: int, starts: list[int]
) -> None:
    small, whole, seer = (encoding(CANONICAL, players, knowledge) for knowledge in get_args(Knowledge))
    parts = ("deck", "discards", "last_actor", "knowledge")
    assert [whole.section(name).start for name in parts] + [whole.length] == starts
    assert small.length == starts[3]
    assert seer.sections[:-1] == whole.sections[:-1] == small.sections
    assert (seer.length, seer.words) == (whole.length, -(-whole.length // 64))


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_sections_follow_each_other(rules: str, players: int) -> None:
    table = encoding(rules, players)
    assert table.sections[0].start == 0
    assert all(one.stop == two.start for one, two in pairwise(table.sections))
    assert table.sections[-1].stop == table.length
    assert len({section.name for section in table.sections}) == len(table.sections)
    assert all(section.holds for section in table.sections)


def test_other_rules_have_more_at_the_end() -> None:
    names = [section.name for section in encoding(EVERYTHING, 2).sections]
    assert names[-4:] == ["knowledge", "tiles", "tile", "last_other_kind"]
    assert names[:-3] == [section.name for section in encoding("deluxe", 2).sections]
    assert encoding(EVERYTHING, 2).section("last_other_kind").length == 4
    assert encoding("deluxe+deck-play=yes", 2).section("last_other_kind").length == 1


def test_a_view_is_a_part_and_not_a_copy() -> None:
    table = encoding("original", 3)
    batch = running("original", players=3)
    seen = batch.observe(table)
    lives = table.view(seen, "lives")
    assert lives.shape == (20, 3)
    assert np.shares_memory(lives, seen)
    assert (lives.sum(1) == 3 - batch.strikes).all()
    assert (table.view(seen, "clue_tokens").sum(1) == batch.clues).all()
    assert (table.view(seen[4], "deck").sum() == batch.deck_sizes[4]).all()
    with pytest.raises(UnknownName, match="lives"):
        table.section("lifes")
    with pytest.raises(ImpossibleTable, match="does not end with 956"):
        table.view(seen[:, :900], "lives")


def test_encodings_are_made_once_and_say_what_is_wrong() -> None:
    assert encoding("original", 2) is encoding(Rules.parse("original"), 2)
    with pytest.raises(UnknownName, match="seer"):
        encoding("original", 2, "sear")  # type: ignore[arg-type]
    with pytest.raises(ImpossibleTable, match="belief"):
        encoding("original", 2, "minimal", belief=True)
    with pytest.raises(ImpossibleTable):
        encoding("original", 6)


# What they say.


@pytest.mark.skipif(
    not RECORDED.exists(), reason=f"there is no {RECORDED}; TAMAYA_DATA may name another folder"
)
def test_recorded_games_of_the_learning_environment_agree_bit_for_bit() -> None:
    """All but the last moments: there it has drawn one more card than anybody at a table would."""
    compared = 0
    with gzip.open(RECORDED, "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            players = record["request"]["players"]
            deck = tuple(Card(f"{'rygwb'[suit]}{rank + 1}") for suit, rank in record["request"]["deck"])
            batch = Batch(CANONICAL, players, 1, autoreset=False, deals=[Deal(deck, (), 0)])
            for step in record["response"]["steps"]:
                if step["action"] is not None:
                    batch.step([step["action"]])
                if step["terminal"]:
                    break
                for seat in range(players):
                    assert "".join(map(str, batch.observe(seat=seat)[0])) == step["obs"][seat]
                    compared += 1
    assert compared > 5000


def test_the_seat_on_turn_looks_unless_another_one_is_named() -> None:
    batch = running(players=3, steps=16, first=None)
    by_seat = np.array([batch.observe(seat=seat) for seat in range(3)])
    assert (batch.observe() == by_seat[batch.turn, np.arange(20)]).all()
    with pytest.raises(ImpossibleTable, match="no seat 3"):
        batch.observe(seat=3)
    with pytest.raises(ImpossibleTable, match="no seat -1"):
        batch.observe(seat=-1)


def test_where_a_game_is_over_the_seat_that_ended_it_looks() -> None:
    batch = running(autoreset=False, steps=200)
    assert batch.done.all()
    actors = encoding(CANONICAL, 2).view(batch.observe(), "last_actor")
    assert (actors == [1, 0]).all()


def test_a_belief_is_shared_among_the_possible_faces() -> None:
    """Of the 15 cards with a 1, a y1 lies on its display: 14 are left, and 2 of them are y1."""
    batch = Batch(CANONICAL, 2, 1, deals=[dealt("y1 r1 r2 r3 r4 b1 b2 b3 b4 b5")])
    table = encoding(CANONICAL, 2, belief=True)
    for notation in ("p1", "cA1"):
        batch.step([batch.actions.number(notation, int(batch.turn[0]))])
    cards = table.view(batch.observe(table, seat=0), "knowledge").reshape(2, 5, 35)
    assert cards.dtype == np.float32
    red_1, yellow_1, ones = cards[0, 0, 0], cards[0, 0, 5], cards[0, 0, :25:5]
    assert (red_1, yellow_1) == (np.float32(3) / np.float32(14), np.float32(2) / np.float32(14))
    assert ones.sum() == pytest.approx(1)
    assert cards[0, 0, 25:].tolist() == [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    assert cards[0, 1, 0] == 0
    assert cards[0, 1, 1] == np.float32(2) / np.float32(35)


def dealt(first: str) -> Deal:
    """A deal that begins with these cards."""
    rest = sorted(Deal.shuffle(Rules.parse(CANONICAL), 1).deck)
    top = [Card(card) for card in first.split()]
    for card in top:
        rest.remove(card)
    return Deal((*top, *rest), (), 0)


def test_a_deck_longer_than_a_word_is_told_in_full() -> None:
    rules = f"deluxe+suits={','.join(letter * 3 for letter in 'abcdefghi')}"
    batch, table = Batch(rules, 2, 30, seed=1), encoding(rules, 2)
    for _ in range(40):
        deck = table.view(batch.observe(table), "deck")
        assert deck.shape == (30, 80)
        assert (deck.sum(1) == batch.deck_sizes).all()
        assert (np.diff(deck, axis=1) <= 0).all()
        batch.step(batch.sample())


def test_a_card_put_back_into_a_deck_that_was_dealt_out_has_no_room() -> None:
    """L6: the deck has a card then, and its section is empty; what follows it stays where it was."""
    rules = "deluxe+suits=red:copies=2,blue:copies=1+hand=1+flamboyants+discard-full=yes"
    batch, table = Batch(rules, 3, 1), encoding(rules, 3)
    deal = Deal(
        (Card("r1"), Card("r1"), Card("b1")),
        (TILES["back"], *(tile for tile in TILES.values() if tile is not TILES["back"])),
        0,
    )
    batch.set_game(0, deal, 0, ["d1", "p1", "br1"])
    seen = batch.observe(table)[0]
    assert batch.deck_sizes[0] == 1
    assert table.section("deck").length == 0
    assert table.view(seen, "displays").tolist() == [1, 0]
    assert table.view(seen, "short_hands").tolist() == [0, 1, 1]
    assert table.view(seen, "last_other_kind").tolist() == [0, 1, 0]


@given(games(), st.integers(0, 9999))
def test_an_observation_does_not_depend_on_what_the_seat_cannot_know(seed: Seed, die: int) -> None:
    """S4: with other cards in its hand, in the deck and among the tiles, a seat sees the same."""
    rng = random.Random(die)
    start = state = seed.start()
    taken: list[str] = []
    for _ in range(rng.randrange(60)):
        if state.over:
            break
        action = choose(state, rng, seed.skill)
        after = state.apply(action)
        if after.returned:
            break
        taken.append(str(action))
        state = after
    batch = Batch(start.rules, start.players, 2, seed=1, autoreset=False)
    batch.set_game(0, seed_deal(start), start.first, taken)
    for seat in range(start.players):
        for wish, hidden in wishes(start, seat):
            truth = another_truth(state, hidden, rng)
            batch.set_game(1, deal_behind(start, truth), start.first, taken)
            seen = batch.observe(wish, seat=seat)
            assert (seen[0] == seen[1]).all()


def wishes(start: State, seat: int) -> list[tuple[Encoding, list[int]]]:
    """Encodings, with the hands that they must not tell of."""
    usual, belief, seer = (
        encoding(start.rules, start.players, knowledge, belief=belief) for knowledge, belief in KNOWLEDGE
    )
    return [(usual, [seat]), (belief, [seat]), (seer, [])]


KNOWLEDGE: list[tuple[Knowledge, bool]] = [
    ("card_knowledge", False),
    ("card_knowledge", True),
    ("seer", False),
]


def test_the_law_of_hidden_information_can_be_broken() -> None:
    """A seer does know the cards in its own hand, and the law above would notice."""
    start = Seed("deluxe", 2, 1, 1, 0.5).start()
    batch = Batch("deluxe", 2, 2, seed=1)
    batch.set_game(0, seed_deal(start), 0, ())
    truth = another_truth(start, [0], random.Random(1))
    batch.set_game(1, deal_behind(start, truth), 0, ())
    seer, usual = (
        batch.observe(encoding("deluxe", 2, knowledge), seat=0) for knowledge in ("seer", "minimal")
    )
    assert (seer[0] != seer[1]).any()
    assert (usual[0] == usual[1]).all()


# How they are written.


@pytest.mark.parametrize(("rules", "players"), [(CANONICAL, 2), (CANONICAL, 4), (EVERYTHING, 3)])
def test_bits_bytes_and_floats_say_the_same(rules: str, players: int) -> None:
    batch = running(rules, players)
    table = encoding(rules, players)
    seen = batch.observe(table)
    assert (seen.dtype.name, seen.shape) == ("int8", (20, table.length))
    for dtype in (np.uint8, np.bool_, np.float32, "float32"):
        other = batch.observe(table, dtype=dtype)
        assert other.dtype == dtype
        assert (other == seen).all()
    words = batch.observe(table, packed=True)
    assert (words.dtype.name, words.shape) == ("uint64", (20, table.words))
    octets = batch.observe(table, packed=True, dtype=np.uint8)
    assert (words.view(np.uint8) == octets).all()
    assert (np.unpackbits(octets, axis=1, bitorder="little", count=table.length) == seen).all()
    for entry in range(table.length):
        assert (words[:, entry // 64] >> np.uint64(entry % 64) & np.uint64(1) == seen[:, entry]).all()


def test_the_smallest_observation_is_written_too() -> None:
    """Fewer entries than a word has bits."""
    rules = "deluxe+suits=red:copies=111+hand=1+clues=0+strikes=1"
    batch = Batch(rules, 2, 3, seed=1)
    table = encoding(rules, 2, "minimal")
    assert table.length < 64
    seen = batch.observe(table)
    assert (batch.observe(table, dtype=np.float32) == seen).all()
    octets = batch.observe(table, packed=True, dtype=np.uint8)
    assert (np.unpackbits(octets, axis=1, bitorder="little", count=table.length) == seen).all()


def inside(buffer: Array) -> Array:
    return buffer[2:-2, 3:-5]


def slices(buffer: Array) -> Array:
    return buffer[:, 1]


LENGTH = 658


@pytest.mark.parametrize(
    ("shape", "dtype", "taken"),
    [
        ((24, LENGTH + 8), np.int8, inside),
        ((24, LENGTH + 8), np.float32, inside),
        ((20, 3, LENGTH), np.int8, slices),
        ((20, 3, LENGTH), np.float32, slices),
        ((24, 11 + 8), np.uint64, inside),
        ((20, 3, 88), np.uint8, slices),
    ],
)
def test_a_buffer_is_written_and_nothing_around_it(
    shape: tuple[int, ...], dtype: type, taken: Callable[[Array], Array]
) -> None:
    batch = running()
    buffer: Array = np.full(shape, 7, dtype)
    packed = shape[-1] < LENGTH
    out = taken(buffer)
    for _ in range(2):
        batch.step(batch.sample())
        expected = batch.observe(packed=packed, dtype=dtype)
        assert batch.observe(out=out, packed=packed) is out
        assert (out == expected).all()
    out[...] = 7
    assert (buffer == 7).all()


def test_a_buffer_may_be_used_for_one_thing_and_then_another() -> None:
    batch = running()
    out = np.zeros((20, LENGTH), np.float32)
    belief, usual, seer = (encoding(CANONICAL, 2, knowledge, belief=belief) for knowledge, belief in
                           (("card_knowledge", True), *KNOWLEDGE[::2]))  # fmt: skip
    for wish in (usual, belief, seer, None, belief):
        assert (batch.observe(wish, out=out) == batch.observe(wish, dtype=np.float32)).all()
    batch.observe(usual, out=out, seat=1)
    assert (out == batch.observe(seat=1)).all()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"out": np.zeros((20, 657), np.int8)}, r"shape \(20, 658\)"),
        ({"out": np.zeros((19, LENGTH), np.int8)}, r"shape \(20, 658\)"),
        ({"out": np.zeros(LENGTH * 20, np.int8)}, r"shape \(20, 658\)"),
        ({"out": np.zeros((20, LENGTH), np.int16)}, "int8, uint8, bool, float32, not as int16"),
        ({"out": np.zeros((20, LENGTH), ">f4")}, "not as >f4"),
        ({"out": np.zeros((20, LENGTH), np.int8), "dtype": np.float32}, "float32 .* not int8"),
        ({"out": np.zeros((LENGTH, 20), np.int8).T}, "side by side"),
        ({"out": np.zeros((20, 2 * LENGTH), np.float32)[:, ::2]}, "side by side"),
        ({"out": np.broadcast_to(np.zeros(LENGTH, np.int8), (20, LENGTH))}, "writeable"),
        ({"out": np.zeros((20, LENGTH), np.int8)[::-1]}, "overlap"),
        ({"out": np.zeros((20, 11), np.uint64)}, "not as uint64"),
        ({"out": np.zeros((20, LENGTH), np.int8), "packed": True}, "uint64, uint8, not as int8"),
        ({"out": [[0] * LENGTH] * 20, "dtype": np.int8}, "not into a list"),
        ({"out": [[0] * LENGTH] * 20}, "not into a list"),
        (
            {"out": np.zeros(20 * 88 + 1, np.uint8)[1:].reshape(20, 88), "packed": True},
            "whole words of uint64",
        ),
        ({"out": np.zeros((20, 90), np.uint8)[:, :88], "packed": True}, "whole words of uint64"),
        ({"dtype": np.float64}, "not as float64"),
        ({"encoding": encoding(CANONICAL, 2, belief=True), "packed": True}, "packed into bits"),
        (
            {"encoding": encoding(CANONICAL, 2, belief=True), "dtype": np.int8},
            "beliefs can be had as float32",
        ),
        ({"encoding": encoding(CANONICAL, 3)}, "3 players"),
        ({"encoding": encoding("deluxe", 2)}, "deluxe"),
    ],
)
def test_what_cannot_be_written_is_refused(options: dict[str, Any], said: str) -> None:
    batch = running()
    for _ in range(2):
        with pytest.raises(ImpossibleTable, match=said):
            batch.observe(**options)


@pytest.mark.parametrize("dtype", [np.int8, np.float32, np.uint64])
def test_threads_see_the_same(dtype: type) -> None:
    packed = dtype is np.uint64
    size = THREADS_FROM + 77
    one = running("original", games=size, steps=5)
    three = running("original", games=size, steps=5, threads=3)
    expected = one.observe(packed=packed, dtype=dtype)
    assert (three.observe(packed=packed, dtype=dtype) == expected).all()
    wide: Array = np.zeros((size, 2, expected.shape[1]), dtype)
    assert (three.observe(packed=packed, out=wide[:, 1]) == expected).all()
    assert not wide[:, 0].any()


def test_one_game_of_a_wide_buffer() -> None:
    batch = running(games=1)
    wide = np.zeros((1, 3, LENGTH), np.int8)
    assert (batch.observe(out=wide[:, 2]) == batch.observe()).all()
    assert not wide[:, :2].any()


def test_a_batch_forgets_a_buffer_when_it_is_copied() -> None:
    batch = running()
    out = batch.observe(out=np.zeros((20, LENGTH), np.int8)).copy()
    other = batch.copy()
    other.step(other.sample())
    other.observe()
    assert (batch.observe() == out).all()


def test_actions_and_observations_agree_about_the_order_of_clues() -> None:
    """What the last action told stands where the number of the action says."""
    table, numbers = encoding(EVERYTHING, 3), actions(EVERYTHING, 3)
    batch = running(EVERYTHING, players=3, games=200, steps=0)
    chosen = batch.sample()
    batch.step(chosen)
    seen = batch.observe(table, seat=0)
    told = np.concatenate([table.view(seen, "last_colour"), table.view(seen, "last_value")], axis=1)
    for index, action in enumerate(chosen):
        clue = numbers[action].clue
        letters = [letter for letter, mark in zip(batch.rules.tables.clues, told[index], strict=True) if mark]
        assert letters == ([clue] if clue else [])
        assert table.view(seen, "last_receiver")[index].argmax() == (numbers[action].offset if clue else 0)
