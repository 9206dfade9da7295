"""What a viewer can be sure that a teammate knows."""

from __future__ import annotations

from hypothesis import given

from tamaya.engine import Clue, Game
from tamaya.knowledge import Faces, know
from tamaya.rules import Seat
from tests.helpers import Seed, table
from tests.knowledge.moments import seeds

ANN, BOB, CID = Seat(0), Seat(1), Seat(2)


def empathy(game: Game, viewer: str, owner: str) -> tuple[Faces, ...]:
    """What a player can be sure of about another's knowledge."""
    return know(game.view(viewer)).empathy(game.seat(owner))


def test_hands_that_both_see_count() -> None:
    """S4: Ann and Bob both see the only r5 with Cid, and the only w5 is Bob's own."""
    game = table("Bob w5", "Cid r5")
    assert "r5" not in empathy(game, "Ann", "Bob")[1]
    assert "w5" in empathy(game, "Ann", "Bob")[1]


def test_ones_own_unknown_cards_rule_nothing_out() -> None:
    """S4: Bob sees that Ann holds the y5; Ann cannot know that he does."""
    game = table("Ann y5", "Bob w1")
    assert "y5" in empathy(game, "Ann", "Bob")[0]
    assert "y5" not in know(game.view("Bob")).possible(1)


def test_an_own_card_that_is_certain_counts() -> None:
    """T2: once Ann knows her y5, she knows that Bob sees it."""
    game = table("Ann y5", "Bob w1", turn="Bob")
    game.clue("Ann", 5)
    game.clue("Bob", 1)
    game.clue("Ann", "yellow")
    assert know(game.view("Ann")).identity(1) == "y5"
    assert "y5" not in empathy(game, "Ann", "Bob")[1]


def test_two_own_cards_that_are_two_fives_count() -> None:
    """Ann does not know which of her cards is the r5 and which the w5, but Bob sees both."""
    game = table("Ann r5 w5 r1 r1 r1", "Bob b5 g5", discards="y5", turn="Bob")
    game.clue("Ann", 5)
    assert know(game.view("Ann")).identity(1) is None
    for faces in empathy(game, "Ann", "Bob"):
        assert not {"r5", "w5"} & set(faces)
        assert {"b5", "g5"} <= set(faces)


def test_a_spectator_with_all_hands_knows_what_each_knows() -> None:
    """S4."""
    game = table("Ann y5", "Bob w1", "Cid r5")
    beside = know(game.spectate(hands=True))
    for name in ("Ann", "Bob", "Cid"):
        known = know(game.view(name))
        assert beside.empathy(game.seat(name)) == tuple(known.possible(slot) for slot in range(1, 6))


def test_public_facts_are_clues_displays_and_discards() -> None:
    """T8: a player's own cards do not help, but what is laid or discarded does."""
    game = table("displays r1", "Ann y5 w1", "Bob w5 w1 b1 b2 b3", discards="r1 r1 b5", turn="Bob")
    game.clue("Ann", 5)
    public = know(game.view("Ann")).public(ANN)
    assert public[0] == ("w5", "r5", "y5", "g5")
    assert "r1" not in public[1]
    assert public[1] == know(game.spectate()).empathy(ANN)[1]
    assert know(game.view("Ann")).possible(1) == ("r5", "y5", "g5")


@given(seeds())
def test_empathy_after_a_clue_is_what_it_will_be(seed: Seed) -> None:
    """T2."""
    for before, action, after in seed.play():
        if isinstance(action, Clue) and before.turn is not None:
            expected = know(before.view(before.turn)).empathy(action.receiver, after=action.clue)
            assert expected == know(after.view(before.turn)).empathy(action.receiver)
