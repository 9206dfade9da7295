"""Knowledge of positions as they come up in play, by all rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tamaya.engine import State
from tamaya.knowledge import know
from tamaya.rules import Card, ImpossibleTable, Seat
from tests.helpers import ALL_RULES, Seed
from tests.knowledge.moments import TILES, seeds
from tests.knowledge.worlds import Story, all_of, betrays


def seats(state: State) -> list[Seat]:
    return [Seat(seat) for seat in range(state.players)]


def faces(state: State, seat: Seat) -> list[Card]:
    """The true cards of a hand."""
    return [state.cards[held.id] for held in state.hands[seat]]


def some_moments(seed: Seed) -> list[State]:
    """A few states of a game, from anywhere in it."""
    moments = list(seed.moments())
    return moments[seed.driver % 7 :: 7]


@given(seeds())
def test_the_true_card_is_possible_and_chances_add_up(seed: Seed) -> None:
    for state in some_moments(seed):
        for seat in seats(state):
            known = know(state.view(seat))
            for slot, card in enumerate(faces(state, seat), start=1):
                chances = known.chances(slot)
                assert chances[card] > 0
                assert sum(chances.values()) == 1
                assert tuple(chances) == known.possible(slot)
                assert all(chances.values())
                assert set(known.possible(slot)) <= set(known.told(slot))


@given(seeds())
def test_what_is_certain_is_true_and_what_is_impossible_is_not(seed: Seed) -> None:
    for state in some_moments(seed):
        seat = Seat(len(state.history) % state.players)
        known = know(state.view(seat))
        for slot, card in enumerate(faces(state, seat), start=1):
            assert known.identity(slot) in (None, card)
            for sure, chance, fact in (
                (known.surely_playable, known.chance_playable, known.playable),
                (known.surely_dead, known.chance_dead, known.dead),
                (known.surely_indispensable, known.chance_indispensable, known.indispensable),
            ):
                assert sure(slot) == (chance(slot) == 1)
                assert fact(card) or not sure(slot)
                assert not fact(card) or chance(slot)


@given(seeds())
def test_unseen_cards_are_those_in_hidden_hands_and_in_the_deck(seed: Seed) -> None:
    """L6: also after a card has gone back."""
    for state in seed.moments():
        for view, hidden in (
            (state.view(Seat(0)), len(state.hands[0])),
            (state.spectate(), sum(map(len, state.hands))),
            (state.spectate(hands=True), 0),
        ):
            known = know(view)
            assert sum(known.unseen(card) for card in state.tables.cards) == hidden + state.deck_size


@given(seeds())
def test_empathy_holds_all_that_the_owner_thinks_possible(seed: Seed) -> None:
    for state in some_moments(seed):
        beside = know(state.spectate(hands=True))
        for owner in seats(state):
            theirs = know(state.view(owner))
            possible = tuple(theirs.possible(slot) for slot in state.view(owner).my_slots)
            assert theirs.empathy(owner) == possible
            assert beside.empathy(owner) == possible
            for viewer in seats(state):
                guess = know(state.view(viewer)).empathy(owner)
                assert all(set(less) <= set(more) for less, more in zip(possible, guess, strict=True))


@given(seeds())
def test_public_knowledge_is_everybodys(seed: Seed) -> None:
    for state in some_moments(seed):
        public = know(state.spectate())
        views = [state.view(seat) for seat in seats(state)]
        for owner in seats(state):
            common = public.public(owner)
            assert public.empathy(owner) == common
            for view in views:
                known = know(view)
                assert known.public(owner) == common
                mine = known.empathy(owner)
                assert all(set(less) <= set(more) for less, more in zip(mine, common, strict=True))


@given(seeds(), st.integers(0, 80), st.data())
def test_every_possible_face_has_a_deal_that_looks_the_same(
    seed: Seed, length: int, data: st.DataObject
) -> None:
    """The whole game, dealt again with that face in that slot, shows the viewer the same."""
    story = Story.of(seed, length)
    seat = data.draw(st.sampled_from(seats(story.now)))
    view = story.now.view(seat)
    assume(view.my_hand and not betrays(view))
    known = all_of(view)
    slot = data.draw(st.sampled_from(view.my_slots))
    for card in know(view).possible(slot):
        other = story.witness(seat, slot, card)
        assert other is not None
        assert faces(other, seat)[slot - 1] == card
        assert other.view(seat) == view
        assert all_of(other.view(seat)) == known


# Few games come to such a tile, so most are passed over.
@settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(seeds(TILES), st.data())
def test_faces_after_a_card_went_back_have_such_deals_too(seed: Seed, data: st.DataObject) -> None:
    """L6."""
    backs = [index for index, (_, action, _) in enumerate(seed.play(), start=1) if str(action)[0] == "b"]
    assume(backs)
    story = Story.of(seed, backs[0] + data.draw(st.integers(0, 12)))
    seat = data.draw(st.sampled_from(seats(story.now)))
    view = story.now.view(seat)
    assume(view.my_hand and not betrays(view))
    for slot in view.my_slots:
        for card in know(view).possible(slot):
            other = story.witness(seat, slot, card)
            assert other is not None
            assert other.view(seat) == view


@given(seeds(), st.integers(0, 60), st.data())
def test_a_face_that_is_told_and_not_possible_has_no_such_deal(
    seed: Seed, length: int, data: st.DataObject
) -> None:
    """Counting leaves out no more than it must."""
    story = Story.of(seed, length)
    assume(max(map(len, story.now.hands)) <= 5)
    seat = data.draw(st.sampled_from(seats(story.now)))
    known = know(story.now.view(seat))
    for slot in story.now.view(seat).my_slots:
        for card in set(known.told(slot)) - set(known.possible(slot)):
            assert story.witness(seat, slot, card) is None


@pytest.mark.parametrize("rules", ALL_RULES)
def test_all_rules_have_knowledge(rules: str) -> None:
    state = Seed(rules, 2, 7, 7, 0.9).start()
    known = know(state.view(Seat(0)))
    hidden = sum(known.unseen(card) for card in state.tables.cards)
    assert known.chances(1) == {
        card: pytest.approx(known.unseen(card) / hidden) for card in state.tables.cards if known.unseen(card)
    }


def test_a_view_that_no_deal_agrees_with_is_refused() -> None:
    view = Seed("deluxe", 2, 7, 7, 0.9).start().view(Seat(0))
    five = replace(view.my_hand[0], yes="r5")
    broken = replace(view, hands=((five, five), view.hands[1]))
    with pytest.raises(ImpossibleTable, match="no deal agrees"):
        know(broken).possible(1)
