"""The stronger player of andrewz: blind to hidden cards, deterministic, and better than the greedy one."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tamaya.andrewz import Pass, Play, State
from tamaya.andrewz.pack import COLOURS
from tamaya.arena import race
from tamaya.bots import find_bot, montecarlo
from tamaya.bots.andrewz import greedy
from tamaya.bots.montecarlo import guess_unlikely_faces
from tamaya.rules import Card, Seat

FORESIGHT = find_bot("foresight", "andrewz")
ONES = 0b00001_00001_00001_00001_00001
"""The set of all 1s."""


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is to be decided by how fast this machine compiles."""
    monkeypatch.setattr(montecarlo, "WARM_UP", None)


def played(players: int, seed: int, turns: int) -> State:
    state, rng = State.start(players, seed=seed), random.Random(seed)
    for _ in range(turns):
        if state.turn is None:
            break
        state = state.apply(rng.choice(state.actions()))
    return state


@pytest.mark.parametrize("seed", range(8))
def test_what_it_does_and_says_does_not_depend_on_hidden_cards(seed: int) -> None:
    """Z1: the other hands and the deck are dealt again."""
    state = played(3, seed, 3 * seed)
    if state.turn is None:
        return
    choice = FORESIGHT.sit(1).choose(state.view(state.turn))
    rng = random.Random(seed)
    for _ in range(2):
        assert FORESIGHT.sit(1).choose(redealt(state, state.turn, rng).view(state.turn)) == choice


def redealt(state: State, seat: Seat, rng: random.Random) -> State:
    hidden = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    pool = rng.sample([*hidden, *state.deck], len(hidden) + len(state.deck))
    hands = []
    for other, hand in enumerate(state.hands):
        if other == seat:
            hands.append(hand)
        else:
            hands.append(tuple(pool[: len(hand)]))
            del pool[: len(hand)]
    return replace(state, hands=tuple(hands), deck=tuple(pool))


def test_it_wins_when_it_can() -> None:
    state = State.start(2, seed=1)
    last = next(card for hand in state.hands for card in hand if card.rank == 1)
    state = replace(state, hands=((last,), state.hands[1]), turn=Seat(0))
    assert str(FORESIGHT.sit(1)(state.view(Seat(0)))) == f"p{last}"


@pytest.mark.parametrize("players", [2, 5, 8])
def test_races_are_played_to_their_ends_with_and_without_the_engine(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for ready in (True, False):
        monkeypatch.setattr(montecarlo, "FEW_RACES", 12)
        monkeypatch.setattr(montecarlo, "RACES", 50)
        if not ready:
            monkeypatch.setattr(montecarlo, "_ready", lambda: False)
        state = State.start(players, seed=players)
        while state.turn is not None and len(state.history) < 400:
            action = FORESIGHT.sit(1)(state.view(state.turn))
            assert action in state.actions()
            state = state.apply(action)


def test_compiled_and_plain_thoughts_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr(montecarlo, "RACES", 200)
    monkeypatch.setattr(montecarlo, "FEW_RACES", 200)
    for seed in range(6):
        state = played(2 + seed % 3, seed, 2 * seed)
        if state.turn is None:
            continue
        compiled = FORESIGHT.sit(1).choose(state.view(state.turn))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(montecarlo, "_ready", lambda: False)
            assert FORESIGHT.sit(1).choose(state.view(state.turn)) == compiled


def face_of(card: Card) -> int:
    return 5 * [suit.letter for suit in COLOURS].index(card.suit) + card.rank - 1


def test_what_a_greedy_player_holds_is_seldom_thought_unlikely() -> None:
    """Cards are dealt to the others as what they did tells: of a greedy player nearly always the truth."""
    wrong = cards = told = 0
    for seed in range(12):
        state = State.start(3, seed=seed)
        while state.turn is not None:
            for hands in guess_unlikely_faces(state.view(state.turn), random.Random(seed)):
                for hand, unlikely in zip(state.hands, hands, strict=True):
                    for card, faces in zip(hand, unlikely, strict=True):
                        cards += 1
                        wrong += faces >> face_of(card) & 1
                        told += faces.bit_count()
            state = state.apply(greedy(state.view(state.turn)))
    assert wrong < told / 25 / 4, "four times as often by chance"
    assert told > 3 * cards


def test_a_face_that_a_greedy_player_would_have_played_is_unlikely_in_its_hand() -> None:
    """Bob plays w1 while any 1 fits: he may hold more of them. Then he steps to w2: he holds no 1."""
    state = State.start(2, seed=1, first=Seat(1))
    bob = tuple(Card(text) for text in ("w1", "w2", "r3", "r4", "b3", "b4"))
    state = replace(state, hands=(state.hands[0], bob))
    state = state.apply(Play(Card("w1"))).apply(Pass()).apply(Play(Card("w2")))
    for _, unlikely in guess_unlikely_faces(state.view(Seat(0)), random.Random(1)):
        assert all(faces & ONES == ONES for faces in unlikely)


def test_of_equal_cards_the_oldest_was_played() -> None:
    """Bob plays a 1: where it is guessed to have been his last card, no other one is a 1."""
    state = State.start(2, seed=1, first=Seat(1))
    bob = tuple(Card(text) for text in ("w3", "w4", "r3", "r4", "b3", "g1"))
    state = replace(state, hands=(state.hands[0], bob)).apply(Play(Card("g1")))
    guesses = [hands[1] for hands in guess_unlikely_faces(state.view(Seat(0)), random.Random(1))]
    assert [ONES] * 5 in guesses
    assert [0] * 5 in guesses
    assert all(faces in (0, ONES) for hand in guesses for faces in hand)


def test_a_card_that_was_refused_and_is_played_has_come_since() -> None:
    """Bob passes while a 1 would open any colour, draws one, and plays it: the others are still no 1s."""
    state = State.start(2, seed=1, first=Seat(1))
    old = tuple(Card(text) for text in ("w3", "w4", "r3", "r4", "b3", "b4"))
    state = replace(state, hands=(state.hands[0], old), deck=(Card("g1"), *state.deck))
    state = state.apply(Pass()).apply(Pass())
    for _, unlikely in guess_unlikely_faces(state.view(Seat(0)), random.Random(1)):
        assert unlikely == [ONES] * 6 + [0]
    state = state.apply(Play(Card("g1")))
    for _, unlikely in guess_unlikely_faces(state.view(Seat(0)), random.Random(1)):
        assert len(unlikely) == 6
        assert all(faces & ONES == ONES for faces in unlikely)


@pytest.mark.parametrize(("players", "least"), [(2, 63), (3, 36)])
def test_it_beats_the_greedy_player(players: int, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Per cent of 30 races with fewer thoughts: 84 and 57 are usual, greedy among its like wins 50 and 33."""
    pytest.importorskip("numba")
    monkeypatch.setattr(montecarlo, "RACES", 1_500)
    bots = ("foresight", *["greedy"] * (players - 1))
    rows = {row.bot: row for row in race(bots, players=players, games=30)}
    assert rows["foresight"].wins >= least
