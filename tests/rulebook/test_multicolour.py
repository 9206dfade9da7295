"""The multicolour variants of rnr: M1 to M3."""

from collections import Counter

import pytest

from tamaya.engine import Clued, Outcome, parse_action
from tamaya.rules import Deal, IllegalAction, Rules
from tests.helpers import choices, displays, marks, table

MIXED = "Bob m1 r1 m2 w2 b3"
VARIANTS = pytest.mark.parametrize("variant", ["variant-1", "variant-2", "variant-3"])


def multicolour(rules: str) -> list[int]:
    return sorted(card.rank for card in Deal.shuffle(Rules.parse(rules), seed=1).deck if card.suit == "m")


def test_variant_1_adds_ten_cards() -> None:
    """M1."""
    assert multicolour("rnr+variant-1") == [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]
    assert Rules.parse("rnr+variant-1").deck_size == 60


@VARIANTS
def test_multicolour_has_its_own_display(variant: str) -> None:
    """M1, M2, M3."""
    game = table("displays r1 m1", "Ann m2", rules=f"rnr+{variant}")
    game.play(1)
    assert displays(game) == "r1 m2"


@VARIANTS
def test_multicolour_stands_in_for_no_other_suit(variant: str) -> None:
    """M1, M2, M3."""
    game = table("displays r1 w1 b1 y1 g1", "Ann m2", rules=f"rnr+{variant}")
    game.play(1)
    assert (displays(game), game.strikes) == ("w1 r1 b1 y1 g1", 1)


@pytest.mark.parametrize("variant", ["variant-1", "variant-2"])
def test_multicolour_may_be_named(variant: str) -> None:
    """M1, M2."""
    game = table(MIXED, rules=f"rnr+{variant}")
    assert game.clue("Bob", "multicolour") == Clued("Ann", "Bob", "m", (1, 3))


@pytest.mark.parametrize("variant", ["variant-1", "variant-2"])
@pytest.mark.parametrize(("colour", "slots"), [("red", (2,)), ("white", (4,)), ("blue", (5,))])
def test_no_other_colour_touches_it(variant: str, colour: str, slots: tuple[int, ...]) -> None:
    """M1, M2."""
    game = table(MIXED, rules=f"rnr+{variant}")
    assert game.clue("Bob", colour) == Clued("Ann", "Bob", colour[0], slots)
    assert marks(game, "Bob")[0] == ("", colour[0])


def test_variant_2_adds_one_card_of_each_value() -> None:
    """M2."""
    assert multicolour("rnr+variant-2") == [1, 2, 3, 4, 5]
    assert Rules.parse("rnr+variant-2").deck_size == 55


@pytest.mark.parametrize("rank", [1, 2, 3, 4, 5])
def test_each_multicolour_card_of_variant_2_is_indispensable(rank: int) -> None:
    """M2, F1."""
    game = table(f"Ann m{rank}", clues=0, rules="rnr+variant-2+variant-4")
    game.discard(1)
    assert game.result is not None
    assert game.result.outcome is Outcome.LOST


def test_variant_3_adds_ten_cards() -> None:
    """M3."""
    assert multicolour("rnr+variant-3") == [1, 1, 1, 2, 2, 3, 3, 4, 4, 5]


@pytest.mark.parametrize(("colour", "slots"), [("red", (1, 2, 3)), ("white", (1, 3, 4)), ("yellow", (1, 3))])
def test_in_variant_3_every_colour_touches_it(colour: str, slots: tuple[int, ...]) -> None:
    """M3."""
    game = table(MIXED, rules="rnr+variant-3")
    assert game.clue("Bob", colour) == Clued("Ann", "Bob", colour[0], slots)


@pytest.mark.parametrize("name", ["m", "multicolour"])
def test_in_variant_3_multicolour_cannot_be_named(name: str) -> None:
    """M3."""
    game = table(MIXED, rules="rnr+variant-3")
    with pytest.raises(IllegalAction, match="cannot be named"):
        game.clue("Bob", name)
    assert "cBm" not in choices(game)


@VARIANTS
def test_a_value_clue_touches_multicolour_as_usual(variant: str) -> None:
    """M1, M2, M3."""
    game = table(MIXED, rules=f"rnr+{variant}")
    assert game.clue("Bob", 2) == Clued("Ann", "Bob", "2", (3, 4))


@VARIANTS
def test_completing_multicolour_returns_a_token(variant: str) -> None:
    """M1, M2, M3, T7."""
    game = table("displays m4", "Ann m5", clues=3, rules=f"rnr+{variant}")
    game.play(1)
    assert game.clues == 4


@VARIANTS
def test_multicolour_counts_like_the_others(variant: str) -> None:
    """M1, M2, M3, E4."""
    assert table("displays r2 m3", rules=f"rnr+{variant}").score == 5


@VARIANTS
def test_the_other_suits_stay_as_they_were(variant: str) -> None:
    """M1, M2, M3."""
    plain, varied = (
        Counter(Deal.shuffle(Rules.parse(text), seed=1).deck) for text in ("rnr", f"rnr+{variant}")
    )
    assert set(varied - plain) == {f"m{rank}" for rank in range(1, 6)}
    assert not plain - varied


def test_in_variant_3_a_hand_of_multicolour_alone_is_touched_by_any_colour() -> None:
    """M3, T3."""
    game = table("Bob m1 m1 m2 m3 m4", rules="rnr+variant-3")
    assert all(game.state.is_legal(parse_action(f"cB{letter}")) for letter in "wrbyg")
