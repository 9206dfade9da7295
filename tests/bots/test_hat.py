"""``hat``: every sum can be told and taken apart, hidden cards stay hidden, and strangers do no harm."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamaya.bots import Choice, Player, find_bot
from tamaya.bots.facts import set_of
from tamaya.bots.hat.choose import choose
from tamaya.bots.hat.conventions import sum_of_clue
from tamaya.bots.hat.history import HistoryReader
from tamaya.bots.hat.sums import ask_hand, begin_hearing, clue_class, expect, hear_word, touched_slots
from tamaya.engine import Action, Clue, Play, State
from tamaya.engine.events import Clued
from tamaya.rules import ImpossibleTable, Rules, Seat
from tamaya.words import say_all
from tests.helpers import drive
from tests.laws.strategies import TABLES, another_truth

HAT = find_bot("hat", "hanabi")
tables = st.sampled_from(TABLES)
small = st.integers(0, 999)


def moments(rules: str, players: int, seed: int) -> Iterator[tuple[State, Choice[Action]]]:
    """A game of hat players: each state with what is chosen then."""
    seats = [HAT.sit(seat) for seat in range(players)]
    state = State.start(Rules.parse(rules), players, seed=seed, first=Seat(seed % players))
    while state.turn is not None:
        choice = seats[state.turn].choose(state.view(state.turn))
        yield state, choice
        state = state.apply(choice.action)


def knowledge(state: State, seat: int) -> HistoryReader:
    """What a seat takes for common knowledge."""
    reader = HistoryReader(state.rules, len(state.hands), seat)
    view = state.view(Seat(seat))
    reader.read(view, view.history)
    return reader


def masks(reader: HistoryReader) -> list[list[int]]:
    """What each card may be, by what all know."""
    return [hand.may_be[: hand.cards] for hand in reader.public.hands]


def faces_of(state: State, seat: int) -> list[int]:
    return [state.tables.cards.index(state.cards[held.id]) for held in state.hands[seat]]


@settings(max_examples=40)
@given(tables, small)
def test_every_game_is_played_to_its_end(table: tuple[str, int], seed: int) -> None:
    last = None
    for _, choice in moments(*table, seed):
        assert choice.secret
        last = choice
    assert last is not None


@settings(max_examples=25)
@given(tables, small, small)
def test_neither_action_nor_reason_depends_on_hidden_cards(
    table: tuple[str, int], seed: int, luck: int
) -> None:
    """S4: the no-cheating law. The deck is dealt again, and a new player sits down to it."""
    rng = random.Random(luck)
    for state, choice in moments(*table, seed):
        if rng.random() < 0.15:
            assert state.turn is not None
            other = another_truth(state, [], rng)
            assert HAT.sit(0).choose(other.view(state.turn)) == choice


@settings(max_examples=25)
@given(tables, small, small)
def test_one_s_own_cards_are_not_looked_at(table: tuple[str, int], seed: int, luck: int) -> None:
    """S4: the same history with other cards in one's own hand, as far as the marks on them allow."""
    rng = random.Random(luck)
    for state, choice in moments(*table, seed):
        if rng.random() < 0.15:
            assert state.turn is not None
            other = another_truth(state, [state.turn], rng)
            assert HAT.sit(0).choose(other.view(state.turn)) == choice


@settings(max_examples=15)
@given(st.sampled_from(["original", "deluxe", "rnr+variant-1"]), st.integers(2, 5), small)
def test_all_seats_know_the_same_and_it_is_true(rules: str, players: int, seed: int) -> None:
    for number, (state, _) in enumerate(moments(rules, players, seed)):
        if number % 7:
            continue
        everybody = [knowledge(state, seat) for seat in range(players)]
        assert all(masks(each) == masks(everybody[0]) for each in everybody)
        for seat, hand in enumerate(masks(everybody[0])):
            for face, may_be in zip(faces_of(state, seat), hand, strict=True):
                assert may_be >> face & 1
        assert everybody[0].trusted


@settings(max_examples=15)
@given(st.sampled_from(["original", "deluxe", "rnr"]), st.integers(2, 5), small, st.integers(1, 60))
def test_every_word_is_heard_as_it_was_meant(rules: str, players: int, seed: int, words: int) -> None:
    for number, (state, _) in enumerate(moments(rules, players, seed)):
        assert state.turn is not None
        if number % 5:
            continue
        reader = knowledge(state, state.turn)
        book, public = reader.book, reader.public
        expect(book, public, state.turn)
        for offset in range(1, players):
            seat = (state.turn + offset) % players
            hand, faces = public.hands[seat], faces_of(state, seat)
            begin_hearing(book, public)
            word = ask_hand(public, hand, faces, words)
            asked = hand.heard[: hand.cards]
            assert 0 <= word < words
            assert all(may_be >> face & 1 for may_be, face in zip(asked, faces, strict=True))
            begin_hearing(book, public)
            hear_word(public, hand, words, word)
            assert hand.heard[: hand.cards] == asked
        for word in range(words):
            begin_hearing(book, public)
            hear_word(public, hand, words, word)
            assert all(hand.heard[: hand.cards])


def test_choosing_changes_nothing_that_all_know() -> None:
    """What an action tells is known only once it is taken: another action may be taken instead."""
    for state, _ in moments("original", 3, 7):
        assert state.turn is not None
        reader = knowledge(state, state.turn)
        before = masks(reader)
        choose(reader.book, reader.public, reader.sight)
        assert masks(reader) == before


def groupings(slots: list[int]) -> Iterator[list[list[int]]]:
    """All ways in which a hand can fall apart into groups."""
    if not slots:
        yield []
        return
    for rest in groupings(slots[1:]):
        yield [slots[:1], *rest]
        for place, group in enumerate(rest):
            yield [*rest[:place], [slots[0], *group], *rest[place + 1 :]]


@pytest.mark.parametrize("held", range(2, 8))
@pytest.mark.parametrize("value", [False, True])
def test_there_is_a_clue_for_every_message(held: int, value: bool) -> None:
    """However colours or values part a hand, unless all cards are alike, both messages have a group."""
    messages = {clue_class(held, value, pattern) for pattern in range(1, (1 << held) - 1)}
    assert messages == {0, 1}
    for groups in groupings(list(range(held))):
        if len(groups) > 1:
            assert {clue_class(held, value, set_of(group)) for group in groups} == messages


@given(st.sampled_from(["original", "rnr", "deluxe"]), st.integers(2, 5), small)
def test_any_sum_can_be_told_at_the_start(rules: str, players: int, seed: int) -> None:
    """With every hand, each sum has a clue, or one that touches all cards stands in for it."""
    state = State.start(Rules.parse(rules), players, seed=seed)
    reader = knowledge(state, 0)
    book, public = reader.book, reader.public
    expect(book, public, 0)
    told: set[int] = set()
    alike = 0
    for action in state.actions():
        if isinstance(action, Clue):
            receiver, clue = action.receiver, state.tables.clues.index(action.clue)
            touched = touched_slots(book, public.hands[receiver], faces_of(state, receiver), clue)
            total, found = sum_of_clue(book, public, 0, receiver, clue, touched)
            if found == 0:
                alike += 1
            else:
                told.add(total)
                modulus = found
    assert told == set(range(modulus)) or alike


@settings(max_examples=30)
@given(tables, small, small, st.sampled_from([0.0, 0.6, 0.95]))
def test_a_stranger_at_the_table_does_no_harm(
    table: tuple[str, int], seed: int, luck: int, skill: float
) -> None:
    """One player knows nothing of sums, and may put the hand in another order: nothing illegal is done."""
    rules, players = table
    rng = random.Random(luck)
    seats = [HAT.sit(seat) for seat in range(1, players)]
    state = State.start(Rules.parse(rules), players, seed=seed)
    while state.turn is not None:
        seat = state.turn
        if seat == 0:
            state = state.apply(drive(state, rng, skill))
        else:
            choice = seats[seat - 1].choose(state.view(seat))
            assert choice.action in state.actions()
            state = state.apply(choice.action)


def test_who_misplays_is_not_trusted() -> None:
    state = State.start(Rules.parse("original"), 3, seed=1)
    bad = next(
        slot
        for slot, held in enumerate(state.hands[0], start=1)
        if not state.tables.fits(state.displays, state.cards[held.id])
    )
    state = state.apply(Play(bad))
    choice = HAT.sit(0).choose(state.view(Seat(1)))
    assert "at their word" in say_all(choice.secret)


def test_a_player_who_takes_over_goes_on_alike() -> None:
    for number, (state, choice) in enumerate(moments("original", 4, 3)):
        if number % 9 == 0:
            assert state.turn is not None
            assert HAT.sit("new").choose(state.view(state.turn)) == choice


def test_the_reason_names_the_sum() -> None:
    state, choice = next(moments("original", 4, 1))
    total, parts = map(str, choice.secret)
    assert total.endswith("of 12: everybody subtracts what they see.")
    assert parts.startswith("The parts of the sum:")
    after = state.apply(choice.action)
    assert isinstance(after.history[-1], Clued)


def test_it_plays_every_table_of_the_co_operative_game() -> None:
    for rules, players in TABLES:
        HAT.check(Rules.parse(rules), players)
    with pytest.raises(ImpossibleTable):
        HAT.check(None, 3)


def test_hat_players_make_a_good_show() -> None:
    scores = []
    for seed in range(12):
        for state, choice in moments("original", 4, seed):
            last = state.apply(choice.action)
        assert last.result is not None
        scores.append(last.result.score)
    assert sum(scores) / len(scores) > 24.5


def test_a_player_is_a_player() -> None:
    assert isinstance(HAT.sit(1), Player)
