"""The heart of the game: no player learns their own cards or the order of the deck (S4)."""

import gc
import random
from collections.abc import Iterator
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from tamaya.engine import Passed, Revealed, State, View
from tamaya.engine.legal import objection
from tamaya.rules import TILES, Card, Deal, Rules, Seat
from tests.helpers import Seed, allows
from tests.laws.strategies import another_truth, deal_behind, games
from tests.laws.test_game_laws import candidates

moments = st.integers(0, 120)
dice = st.integers(0, 2**32)


def at(seed: Seed, moment: int) -> State:
    states = list(seed.moments())
    return states[moment % len(states)]


def same(one: View, two: View) -> None:
    assert one == two
    assert str(one) == str(two)
    assert repr(one) == repr(two)
    assert one.actions == two.actions


@given(games(), moments, dice)
def test_a_seat_cannot_tell_what_it_holds_or_what_comes(seed: Seed, moment: int, die: int) -> None:
    """S4, L1, L6."""
    state = at(seed, moment)
    rng = random.Random(die)
    for seat in range(state.players):
        other = another_truth(state, [seat], rng)
        event("another truth" if other.cards != state.cards else "no other truth")
        same(state.view(Seat(seat)), other.view(Seat(seat)))


@given(games(), moments, dice)
def test_somebody_beside_the_table_cannot_tell_any_card(seed: Seed, moment: int, die: int) -> None:
    """S4."""
    state = at(seed, moment)
    other = another_truth(state, list(range(state.players)), random.Random(die))
    same(state.spectate(), other.spectate())


@given(games(), moments, dice)
def test_somebody_who_sees_all_hands_cannot_tell_the_deck(seed: Seed, moment: int, die: int) -> None:
    """S4."""
    state = at(seed, moment)
    other = another_truth(state, [], random.Random(die))
    same(state.spectate(hands=True), other.spectate(hands=True))


@given(games(), moments, dice)
def test_a_refusal_gives_nothing_away(seed: Seed, moment: int, die: int) -> None:
    """S4."""
    state = at(seed, moment)
    assume(state.turn is not None)
    assert state.turn is not None
    other = another_truth(state, [state.turn], random.Random(die))
    for action in candidates(state):
        assert objection(state, action) == objection(other, action)


def tells_of_hidden_hands(state: State) -> bool:
    """Where one must point, a lost free clue or a pass says something true about hands: that is no leak."""
    return not state.rules.empty and any(
        isinstance(seen, Passed)
        or (isinstance(seen, Revealed) and seen.lost and seen.tile in (TILES["colour"], TILES["value"]))
        for seen in state.history
    )


@given(games(), moments, dice)
def test_another_deal_could_have_led_to_the_same_view(seed: Seed, moment: int, die: int) -> None:
    """S4."""
    rng = random.Random(die)
    line = list(seed.play())[: moment + 1]
    now = line[-1][2]
    assume(not now.returned and not tells_of_hidden_hands(now))
    hidden = rng.choice([*([seat] for seat in range(seed.players)), list(range(seed.players))])
    other = another_truth(now, hidden, rng)
    event("another deal" if other.cards != now.cards else "the same deal")
    start = seed.start()
    state = State.start(start.rules, start.players, deal=deal_behind(start, other), first=start.first)
    for before, action, after in line:
        same_to(hidden, before, state)
        state = state.apply(action)
        assert state.history == after.history
    same_to(hidden, now, state)
    assert state == other


def same_to(hidden: list[int], one: State, two: State) -> None:
    """The same for a spectator, who cannot see the hidden hands."""
    same(one.spectate(), two.spectate())
    if len(hidden) == 1:
        same(one.view(Seat(hidden[0])), two.view(Seat(hidden[0])))


def reachable(root: object) -> Iterator[object]:
    """Everything that a curious bot could get hold of from an object."""
    skipped = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType)
    seen: dict[int, object] = {}
    waiting = [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) in seen or isinstance(thing, skipped):
            continue
        seen[id(thing)] = thing
        yield thing
        waiting += gc.get_referents(thing)


def contains(haystack: tuple[object, ...] | list[object], needle: tuple[Card, ...]) -> bool:
    if not all(isinstance(item, str) for item in haystack):
        return False
    return f" {' '.join(needle)} " in f" {' '.join(map(str, haystack))} "


@given(games(), moments)
def test_no_way_leads_from_a_view_to_the_secrets(seed: Seed, moment: int) -> None:
    """S4."""
    state = at(seed, moment)
    deck = state.cards[state.drawn :]
    for seat in range(state.players):
        hidden = [tuple(state.cards[held.id] for held in state.hands[seat]), deck]
        for thing in reachable(state.view(Seat(seat))):
            assert not isinstance(thing, State | Deal)
            assert thing is not state.cards
            assert thing is not state.tiles or not state.tiles
            if isinstance(thing, tuple | list):
                for secret in hidden:
                    if len(secret) > 3 and len(set(secret)) > 3:
                        assert not contains(thing, secret) or innocent(thing, state)


def innocent(thing: tuple[object, ...] | list[object], state: State) -> bool:
    """The list of all faces and the discard pile are no secrets, whatever they happen to contain."""
    return tuple(thing) in (state.tables.cards, state.discards)


def test_the_walk_finds_a_secret_where_there_is_one() -> None:
    """S4."""
    state = State.start(Rules.parse("deluxe"), 2, seed=1)
    deck = state.cards[state.drawn :]
    assert any(isinstance(thing, State) for thing in reachable([state]))
    assert any(
        isinstance(thing, tuple) and contains(thing, deck) for thing in reachable({"a": (state.cards,)})
    )


@pytest.mark.parametrize("seat", [0, 1])
def test_other_truths_are_really_other(seat: int) -> None:
    """S4."""
    state = State.start(Rules.parse("deluxe+flamboyants"), 2, seed=1)
    truths = {another_truth(state, [seat], random.Random(die)).cards for die in range(50)}
    assert len(truths) == 50


def test_a_told_card_stays_what_it_was_told_to_be() -> None:
    """S4, T2."""
    seed = Seed("rnr+variant-3", 3, 1, 2, 0.9)
    for state in list(seed.moments())[::9]:
        for seat in range(3):
            other = another_truth(state, [seat], random.Random(5))
            for held in state.hands[seat]:
                assert allows(state.tables, other.cards[held.id], held.yes, held.no)
