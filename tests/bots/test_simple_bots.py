"""The baseline bots: legal in every game, deterministic, and blind to what their seat cannot know."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamaya.bots import BOTS, bot, find_bot
from tamaya.engine import State
from tamaya.records import ANDREWZ, AnyPosition, game_kind
from tamaya.rules import CATALOGUE, Rules, Seat, UnknownName
from tests.helpers import ALL_RULES

THINKING = ("search", "grandmaster", "grandmaster-4s")
"""They take their time, and have tests of their own: tests/bots/test_search.py."""
BOOKS = [row.name for row in BOTS.values() if row.plays_by == "own"]
OTHERS = ("partner", *BOOKS)
"""``partner`` plays to its end under all rules in tests/bots/test_partner.py; its books are one program."""
COOPERATIVE = [row.name for row in BOTS.values() if row.game == "hanabi" and row.name not in THINKING]
RACING = [row.name for row in BOTS.values() if row.game == "andrewz"]


def finish(rules: str, players: int, name: str, seed: int) -> AnyPosition:
    kind = game_kind(rules)
    seats = [find_bot(name, kind.game).sit(seat) for seat in range(players)]
    position = kind.start(players, seed=seed)
    while position.turn is not None:
        position = position.apply(seats[position.turn](position.view(position.turn)))
    return position


@pytest.mark.parametrize("name", [name for name in COOPERATIVE if name not in OTHERS])
@given(st.sampled_from(ALL_RULES), st.integers(2, 5), st.integers(0, 999))
def test_every_game_is_played_to_its_end(name: str, rules: str, players: int, seed: int) -> None:
    if players * (Rules.parse(rules).hand or 0) > Rules.parse(rules).deck_size:
        players = 2
    assert finish(rules, players, name, seed).over


@pytest.mark.parametrize("name", BOOKS)
@given(st.sampled_from(ALL_RULES), st.integers(2, 5), st.integers(0, 999))
@settings(max_examples=3)
def test_every_game_is_played_to_its_end_by_every_book(
    name: str, rules: str, players: int, seed: int
) -> None:
    if players * (Rules.parse(rules).hand or 0) > Rules.parse(rules).deck_size:
        players = 2
    assert finish(rules, players, name, seed).over


@pytest.mark.parametrize("name", RACING)
@pytest.mark.parametrize("players", [2, 5, 8])
def test_andrewz_is_played_to_its_end(name: str, players: int) -> None:
    assert all(finish(ANDREWZ, players, name, seed).over for seed in range(2))


@pytest.mark.parametrize("name", COOPERATIVE)
def test_a_seed_decides_the_game(name: str) -> None:
    assert finish("deluxe+flamboyants", 3, name, 5) == finish("deluxe+flamboyants", 3, name, 5)


def test_careful_bots_make_a_decent_show() -> None:
    scores = [result.score for seed in range(20) if (result := finish("deluxe", 2, "careful", seed).result)]  # type: ignore[union-attr]
    assert sum(scores) / len(scores) > 16


@given(
    st.sampled_from([str(rules) for rules in CATALOGUE]),
    st.integers(0, 999),
    st.integers(0, 999),
)
def test_the_chosen_action_does_not_depend_on_hidden_cards(rules: str, seed: int, luck: int) -> None:
    """S4: the no-cheating law. Cards that the seat was told nothing about are dealt again, with the deck."""
    rng = random.Random(luck)
    careful = find_bot("careful", "hanabi").sit(0)
    state = State.start(Rules.parse(rules), 3, seed=seed)
    for _ in range(rng.randrange(1, 25)):
        if state.turn is None:
            return
        action = careful(state.view(state.turn))
        assert careful(redealt(state, state.turn, rng).view(state.turn)) == action
        state = state.apply(action)


def redealt(state: State, seat: Seat, rng: random.Random) -> State:
    loose = [held.id for held in state.hands[seat] if not held.yes and not held.no]
    places = [*loose, *range(state.drawn, len(state.cards))]
    faces = [state.cards[place] for place in places]
    rng.shuffle(faces)
    cards = list(state.cards)
    for place, face in zip(places, faces, strict=True):
        cards[place] = face
    return replace(state, cards=tuple(cards))


def test_a_function_becomes_a_bot_by_decoration() -> None:
    @bot(name="always-first")
    def first(view):  # type: ignore[no-untyped-def]
        """Takes the first action."""
        return view.actions[0]

    try:
        assert str(find_bot("always-first", "hanabi").summary) == "Takes the first action."
        assert finish("deluxe", 2, "always-first", 1).over
    finally:
        del BOTS["always-first"]


def test_a_bot_of_the_other_game_is_refused() -> None:
    with pytest.raises(UnknownName, match="andrewz"):
        find_bot("careful", "andrewz")


def test_a_careful_bot_without_cards_does_what_is_left() -> None:
    """F3: with an empty hand there are only clues to give."""
    state = State.start(Rules.parse("deluxe+final-flourish"), 2, seed=1)
    bare = replace(state, hands=((), state.hands[1]))
    view = bare.view(Seat(0))
    assert find_bot("careful", "hanabi").sit(0)(view) in view.actions
