"""Beliefs against every hand that there can be, one by one."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from tamaya.engine import Game, State, View
from tamaya.knowledge import know
from tamaya.review import Hand, belief, beliefs
from tamaya.review.rollouts import imagine
from tamaya.rules import Card, ImpossibleTable, Rules, Seat
from tamaya.rules.tables import new_deck
from tests.helpers import ALL_RULES, Seed, allows, table
from tests.knowledge.moments import seeds
from tests.laws.strategies import another_truth
from tests.laws.test_hidden_information import tells_of_hidden_hands

SMALL = (
    ("deluxe+suits=red:copies=21,blue:copies=21+hand=2", 2),
    ("deluxe+suits=red:copies=31,black:copies=13+hand=3", 2),
    ("deluxe+suits=red:copies=22,omni:copies=12+hand=2", 3),
    ("rnr+suits=red:copies=321,blue:copies=311+hand=4", 2),
    ("deluxe+suits=red:copies=111,brown:copies=121+hand=2+final-flourish", 2),
)
WITHOUT_TILES = [text for text in ALL_RULES if not Rules.parse(text).bonus]


def hidden_from(view: View) -> list[Card]:
    """The cards that a seat sees nowhere."""
    left = Counter(new_deck(view.rules.suits)) - Counter(view.discards)
    for suit, laid in zip(view.rules.suits, view.displays, strict=True):
        left -= Counter(Card(f"{suit.letter}{rank}") for rank in suit.order[:laid])
    return list((left - Counter(held.card for hand in view.hands for held in hand if held.card)).elements())


def all_hands(view: View) -> Counter[Hand]:
    """Every choice of cards for the own slots that the clues allow."""
    tables, mine = view.rules.tables, view.my_hand
    return Counter(
        chosen
        for chosen in permutations(hidden_from(view), len(mine))
        if all(allows(tables, card, held.yes, held.no) for card, held in zip(chosen, mine, strict=True))
    )


@pytest.mark.parametrize(("rules", "players"), SMALL)
def test_beliefs_count_every_hand(rules: str, players: int) -> None:
    """S4, T2."""
    for deal in range(4):
        for state in list(Seed(rules, players, deal, deal, 0.9).moments())[::3]:
            for seat in range(players):
                view = state.view(Seat(seat))
                found, hands = beliefs(view), all_hands(view)
                assert found.hands == hands.total()
                assert found.distribution() == hands
                left = hidden_from(view)
                for slot, card in enumerate(found.cards):
                    faces: Counter[Card] = Counter()
                    for hand, ways in hands.items():
                        faces[hand[slot]] += ways
                    assert card == {face: Fraction(ways, hands.total()) for face, ways in faces.items()}
                if view.deck_size:
                    deck: Counter[Card] = Counter()
                    for hand, ways in hands.items():
                        for face in (Counter(left) - Counter(hand)).elements():
                            deck[face] += ways
                    assert found.deck == {face: Fraction(n, deck.total()) for face, n in deck.items()}


@settings(max_examples=40)
@given(seeds(), st.integers(0, 120))
def test_beliefs_agree_with_knowledge(seed: Seed, moment: int) -> None:
    """S4, L6."""
    states = list(seed.moments())
    state = states[moment % len(states)]
    for seat in range(state.players):
        view = state.view(Seat(seat))
        known, found = know(view), beliefs(view)
        for slot in view.my_slots:
            card = found.cards[slot - 1]
            assert card == known.chances(slot)
            assert card.playable == known.chance_playable(slot)
            assert card.dead == known.chance_dead(slot)
            assert card.indispensable == known.chance_indispensable(slot)
        joint = found.distribution(limit=2000)
        event("few hands" if joint else "many hands")
        if joint is not None:
            assert sum(joint.values()) == found.hands
            for slot in view.my_slots:
                weights: Counter[Card] = Counter()
                for hand, ways in joint.items():
                    weights[hand[slot - 1]] += ways
                assert weights == dict(known.weights(slot))
        assert found.deck.playable <= 1
        assert sum(found.deck.values()) == (1 if view.deck_size else 0)


@settings(max_examples=40)
@given(seeds(), st.integers(0, 120), st.integers(0, 1 << 32))
def test_beliefs_do_not_depend_on_what_is_hidden(seed: Seed, moment: int, die: int) -> None:
    """S4."""
    states = list(seed.moments())
    state = states[moment % len(states)]
    rng = random.Random(die)
    for seat in map(Seat, range(state.players)):
        truth, other = state.view(seat), another_truth(state, [seat], rng).view(seat)
        assert beliefs(truth).cards == beliefs(other).cards
        assert beliefs(truth).sample(random.Random(die), 3) == beliefs(other).sample(random.Random(die), 3)


@pytest.mark.parametrize("rare", [belief.RARE, 2.0], ids=["at once", "one by one"])
def test_samples_have_the_shares_of_the_hands(rare: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways to draw."""
    monkeypatch.setattr(belief, "RARE", rare)
    game = table("displays r4", "Ann r5 w5 b5 w1 w1", "Bob r1 r1 b1 b1 y1")
    game.clue("Bob", 1)
    game.clue("Ann", 5)
    game.clue("Bob", "r")
    game.clue("Ann", "w")
    found = beliefs(game.view("Ann"))
    joint = found.distribution()
    assert joint is not None
    drawn = Counter(found.sample(random.Random(4), 20_000))
    assert drawn.keys() <= joint.keys()
    away = sum(abs(drawn[hand] / 20_000 - ways / found.hands) for hand, ways in joint.items()) / 2
    assert away < 0.6 * (len(joint) / 20_000) ** 0.5


def test_a_hand_of_five_fives_is_known_but_for_its_order() -> None:
    """T2."""
    game = table("Ann r5 w5 b5 y5 g5")
    game.clue("Bob", 1)
    game.clue("Ann", 5)
    found = beliefs(game.view("Ann"))
    assert found.hands == 120
    assert {frozenset(hand) for hand in found.sample(random.Random(1), 50)} == {
        frozenset(map(Card, ("r5", "w5", "b5", "y5", "g5")))
    }


def test_too_many_hands_are_not_listed() -> None:
    view = Game(["Ann", "Bob"], seed=1).view("Ann")
    assert beliefs(view).distribution(limit=100) is None


def test_somebody_beside_the_table_has_no_hand_to_believe_in() -> None:
    with pytest.raises(ImpossibleTable, match="a spectator"):
        beliefs(Game(["Ann", "Bob"], seed=1).spectate())


def test_beliefs_can_be_read() -> None:
    game = Game(["Ann", "Bob"], seed=16)
    game.clue("Bob", 1)
    found = beliefs(game.view("Bob"))
    assert "slot 3: fits 100%" in str(found)
    assert "<td>100%</td>" in found._repr_html_()


@given(seeds(WITHOUT_TILES), st.integers(0, 120), st.integers(0, 1 << 32))
def test_imagined_deals_look_the_same_to_who_imagines_them(seed: Seed, moment: int, die: int) -> None:
    """S4."""
    line = list(seed.play())
    actions = [action for _, action, _ in line[: moment % len(line)]]
    state = line[len(actions)][0]
    assume(not tells_of_hidden_hands(state))
    seat = state.turn
    assert seat is not None
    view = state.view(seat)
    for deal in imagine(view, random.Random(die), 2):
        other = State.start(state.rules, state.players, deal=deal, first=state.first)
        for action in actions:
            other = other.apply(action)
        assert other.view(seat) == view


def test_imagined_decks_have_their_cards_in_any_order() -> None:
    game = Game(["Ann", "Bob"], seed=16)
    game.clue("Bob", 1)
    view = game.view("Bob")
    deals = imagine(view, random.Random(1), 4000)
    expected = beliefs(view).deck
    for place in (10, len(deals[0].deck) - 1):
        drawn = Counter(deal.deck[place] for deal in deals)
        assert drawn.keys() <= expected.keys()
        assert all(abs(drawn[card] / 4000 - chance) < 0.02 for card, chance in expected.items())
