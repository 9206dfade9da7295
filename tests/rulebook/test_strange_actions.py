"""Whatever is handed to a game as an action, it takes it or refuses it with an error of ours."""

from typing import Any

import pytest

from tamaya import andrewz
from tamaya.engine import Back, Clue, Discard, Encore, FreeClue, Game, Play, Rearrange, State
from tamaya.rules import IllegalAction, Rules, Seat

STRANGE: list[Any] = [None, "1", "B", 1.5, -1, 99, True, (), [], {}, b"r1"]


@pytest.mark.parametrize("value", STRANGE, ids=repr)
def test_an_action_with_a_strange_seat_is_refused(value: Any) -> None:
    state = State.start(Rules.parse("deluxe"), 2, seed=1)
    for action in (Clue(value, "1"), FreeClue(value, "1"), Rearrange(value, (1, 2, 3, 4, 5))):
        with pytest.raises(IllegalAction):
            state.apply(action)
        assert not state.is_legal(action)


@pytest.mark.parametrize("value", STRANGE, ids=repr)
def test_an_action_with_strange_contents_is_refused(value: Any) -> None:
    state = State.start(Rules.parse("deluxe+rearrange=always"), 2, seed=1)
    actions = (Discard(value), Rearrange(Seat(0), value), Back(value), Encore(value), value)
    for action in (*actions, Clue(Seat(1), value) if value != "1" else Play(0)):
        with pytest.raises(IllegalAction):
            state.apply(action)


def test_a_clue_by_letters_says_that_there_is_no_such_seat() -> None:
    with pytest.raises(IllegalAction, match="no such seat"):
        Game(["Ann", "Bob"], seed=1).state.apply(Clue(STRANGE[2], "1"))


@pytest.mark.parametrize("value", STRANGE, ids=repr)
def test_andrewz_refuses_strange_actions(value: Any) -> None:
    """Z3."""
    state = andrewz.State.start(2, seed=1)
    for action in (value, andrewz.Play(value), andrewz.Discard(value)):
        with pytest.raises(IllegalAction):
            state.apply(action)
