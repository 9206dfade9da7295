"""The stronger player of andrewz: blind to hidden cards, deterministic, and better than the greedy one."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tamaya.andrewz import State
from tamaya.arena import race
from tamaya.bots import find_bot
from tamaya.rules import Seat

FORESIGHT = find_bot("foresight", "andrewz")


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


@pytest.mark.slow
def test_it_beats_the_greedy_player() -> None:
    rows = {row.bot: row for row in race(("foresight", "greedy"), players=2, games=8)}
    assert rows["foresight"].wins > rows["greedy"].wins
