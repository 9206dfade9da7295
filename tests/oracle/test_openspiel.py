"""OpenSpiel's Hanabi as an oracle: the same deck and moves give the same game, step by step."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tamaya.engine import Action, Clue, Discard, Outcome, Play, State
from tamaya.rules import Card, Rules
from tests.helpers import drive

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel has no wheel for this Python")

LETTERS = "rygwb"
RULES = Rules.parse("original+suits=red,yellow,green,white,blue+rearrange=never")
GAMES_PER_TABLE = 120


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("skill", [0.0, 0.6, 0.97])
def test_every_step_agrees(players: int, skill: float) -> None:
    """T1-T7, E1-E4: legal actions, hands, clue marks, tokens, scores and ends."""
    oracle_game = pyspiel.load_game("hanabi", {"players": players})
    for number in range(GAMES_PER_TABLE // 3):
        rng = random.Random(f"{players}/{skill}/{number}")
        state = State.start(RULES, players, seed=number)
        oracle = oracle_game.new_initial_state()
        while True:
            deal_along(oracle, state)
            compare(oracle, state)
            if state.over:
                break
            action = drive(state, rng, skill)
            oracle.apply_action(uid(state, action))
            state = state.apply(action)


def test_skilled_games_reach_every_kind_of_end() -> None:
    """The comparison above is worth something only if perfect, counted and lost games are among its games."""
    ends = set()
    for number in range(40):
        for skill in (0.0, 0.97):
            rng = random.Random(f"{number}/{skill}")
            state = State.start(RULES, 3, seed=number)
            while not state.over:
                state = state.apply(drive(state, rng, skill))
            assert state.result is not None
            ends.add(state.result.outcome.value)
    assert ends == {"perfect", "counted", "lost"}


def deal_along(oracle: Any, state: State) -> None:
    """Let the oracle draw what we drew."""
    while oracle.is_chance_node():
        held = oracle_hands(oracle, state.players)
        short = [seat for seat, hand in enumerate(state.hands) if len(held[seat]) < len(hand)]
        assert short, "the oracle draws a card that we do not"
        drawn = state.hands[short[0]][len(held[short[0]])]
        oracle.apply_action(face_index(state.cards[drawn.id]))


def oracle_hands(oracle: Any, players: int) -> list[list[str]]:
    text = str(oracle).partition("Hands:\n")[2].partition("Deck size")[0]
    hands: list[list[str]] = [[]]
    for line in text.splitlines():
        if line == "-----":
            hands.append([])
        elif "||" in line:
            hands[-1].append(line)
    return hands + [[]] * (players - len(hands))


def compare(oracle: Any, state: State) -> None:
    assert oracle.is_terminal() == state.over
    text = str(oracle)
    assert f"Life tokens: {3 - state.strikes}\n" in text
    # E2: the card that completes the show brings nothing further; the oracle still counts its token.
    perfect = state.result is not None and state.result.outcome is Outcome.PERFECT
    assert f"Info tokens: {min(8, state.clues + perfect)}\n" in text
    fireworks = " ".join(
        f"{letter.upper()}{laid}" for letter, laid in zip(LETTERS, state.displays, strict=True)
    )
    assert f"Fireworks: {fireworks} \n" in text
    assert f"Deck size: {state.deck_size}\n" in text
    assert text.partition("Discards:")[2].split() == [card.upper() for card in state.discards]
    hands = [[card_line(state, held) for held in hand] for hand in state.hands]
    assert oracle_hands(oracle, state.players) == hands
    score = state.result.score if state.result else state.score
    assert oracle.returns() == [score] * state.players
    if not state.over:
        assert oracle.current_player() == state.turn
        assert oracle.legal_actions() == sorted(uid(state, action) for action in state.actions())


def card_line(state: State, held: Any) -> str:
    """A card as OpenSpiel prints it: its face, what was told, and what is plausible by clues alone."""
    told_colour = next((clue.upper() for clue in held.yes if clue in LETTERS), "X")
    told_rank = next((clue for clue in held.yes if clue.isdigit()), "X")
    colours = told_colour if told_colour != "X" else "".join(x.upper() for x in LETTERS if x not in held.no)
    ranks = told_rank if told_rank != "X" else "".join(x for x in "12345" if x not in held.no)
    return f"{state.cards[held.id].upper()} || {told_colour}{told_rank}|{colours}{ranks}"


def face_index(card: Card) -> int:
    return LETTERS.index(card.suit) * 5 + card.rank - 1


def uid(state: State, action: Action) -> int:
    size = state.full_hand
    match action:
        case Discard(slot):
            return slot - 1
        case Play(slot):
            return size + slot - 1
        case Clue(receiver, clue):
            assert state.turn is not None
            offset = (receiver - state.turn) % state.players - 1
            if clue in LETTERS:
                return 2 * size + offset * 5 + LETTERS.index(clue)
            return 2 * size + (state.players - 1 + offset) * 5 + int(clue) - 1
        case _:
            raise AssertionError(action)
