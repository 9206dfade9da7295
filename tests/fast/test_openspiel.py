"""OpenSpiel's Hanabi beside a batch: the same deck and the same action numbers give the same game.

It links the Hanabi Learning Environment, so its observations are the canonical ones.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

pytest.importorskip("numba")

from tamaya.fast import Batch, Knowledge, encoding, rollout
from tamaya.fast.layout import PERFECT

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")

RULES = "original+suits=red,yellow,green,white,blue"
GAMES = 25


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_step_agrees(players: int) -> None:
    """Legal actions, turns, rewards, scores and ends; the games look at the cards, so that they go far."""
    game = pyspiel.load_game("hanabi", {"players": players})
    batch = Batch(RULES, players, GAMES, seed=players, autoreset=False)
    decks = [[face(card) for card in batch.deal(index).deck] for index in range(GAMES)]
    states = [game.new_initial_state() for _ in range(GAMES)]
    for state, deck in zip(states, decks, strict=True):
        draw(state, deck)
    rng = np.random.default_rng(players)
    while not batch.done.all():
        for index, state in enumerate(states):
            legal = np.flatnonzero(batch.legal[index]).tolist()
            assert legal == ([] if state.is_terminal() else state.legal_actions())
            assert batch.turn[index] == (-1 if state.is_terminal() else state.current_player())
        actions = sensible(batch, rng)
        rewards, done = batch.step(actions)
        for index, state in enumerate(states):
            if state.is_terminal():
                continue
            before = state.returns()[0]
            state.apply_action(int(actions[index]))
            draw(state, decks[index])
            assert rewards[index] == state.returns()[0] - before
            assert done[index] == state.is_terminal()
            assert batch.scores[index] == state.returns()[0]
    assert batch.scores.max() > 15


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("knowledge", ["minimal", "card_knowledge", "seer"])
def test_every_bit_of_every_observation_agrees(players: int, knowledge: Knowledge) -> None:
    """All seats at every step of good games, and how they end.

    E2: with us nothing happens after the last display is complete; there it still returns a token.
    """
    game = pyspiel.load_game("hanabi", {"players": players, "observation_type": knowledge})
    wish = encoding(RULES, players, knowledge)
    batch = Batch(RULES, players, 4, seed=10 + players, autoreset=False)
    decks = [[face(card) for card in batch.deal(index).deck] for index in range(4)]
    states = [game.new_initial_state() for _ in decks]
    rng = np.random.default_rng(players)
    while True:
        for state, deck in zip(states, decks, strict=True):
            draw(state, deck)
        for seat in range(players):
            expected = np.array([state.observation_tensor(seat) for state in states])
            seen = batch.observe(wish, seat=seat)
            for name in ("clue_tokens", "last_token"):
                for side in (seen, expected):
                    wish.view(side, name)[batch.outcomes == PERFECT] = 0
            assert (seen == expected).all()
        if batch.done.all():
            break
        actions = sensible(batch, rng)
        batch.step(actions)
        for state, action in zip(states, actions, strict=True):
            if not state.is_terminal():
                state.apply_action(int(action))
    assert batch.counted.max() > 10


def sensible(batch: Batch, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """For each game a play that fits, else a clue or a discard, if there are any."""
    hand, tables = batch.layout.hand, batch.rules.tables
    actions = batch.sample()
    for index in np.flatnonzero(~batch.done):
        facts = batch.facts(int(index))
        assert facts.turn is not None
        held = enumerate(facts.hands[facts.turn])
        fitting = [hand + slot for slot, card in held if tables.fits(facts.displays, card)]
        others = [n for n in np.flatnonzero(batch.legal[index]) if not hand <= n < 2 * hand]
        if fitting or others:
            actions[index] = rng.choice(fitting or others)
    return actions


def draw(state: object, deck: list[int]) -> None:
    """Let the oracle draw from our deck."""
    while state.is_chance_node():  # type: ignore[attr-defined]
        state.apply_action(deck.pop(0))  # type: ignore[attr-defined]


def face(card: str) -> int:
    return "rygwb".index(card[0]) * 5 + int(card[1]) - 1


def test_random_games_end_alike() -> None:
    """The same distribution: mean length and mean count of random games."""
    ours = rollout(RULES, 2, 20_000, seed=1)
    game = pyspiel.load_game("hanabi", {"players": 2})
    bots = [pyspiel.make_uniform_random_bot(seat, 7 + seat) for seat in range(2)]
    lengths = []
    for number in range(300):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, number)
        lengths.append(sum(1 for step in state.full_history() if step.player >= 0))
    assert abs(np.mean(lengths) - ours.steps.mean()) < 1.2
