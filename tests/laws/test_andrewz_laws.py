"""What holds in every game of andrewz, with any deal and any players."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamaya.andrewz import (
    COLOURS,
    PACK,
    Action,
    Discard,
    Outcome,
    Pass,
    Play,
    State,
    View,
    parse_action,
    shuffle,
)
from tamaya.rules import Card, Deal, IllegalAction, Seat

FACES = tuple(dict.fromkeys(PACK))
EVERY_ACTION: tuple[Action, ...] = (*map(Play, FACES), *map(Discard, FACES), Pass())
MANY_TURNS = 5_000
"""The longest of 4,000 such games took a quarter of it."""


@dataclass(frozen=True)
class Game:
    """A game from the deal on: the positions, and the actions between them."""

    deal: Deal
    positions: tuple[State, ...]
    actions: tuple[Action, ...]

    @property
    def last(self) -> State:
        return self.positions[-1]


def play_out(start: State, deal: Deal, rng: random.Random, *, eager: float, turns: int) -> Game:
    """Let everybody get rid of a card with probability ``eager`` when they can, and pass otherwise."""
    positions, actions = [start], list[Action]()
    while not positions[-1].over and len(actions) < turns:
        choices = positions[-1].actions()
        action = rng.choice(choices[:-1]) if len(choices) > 1 and rng.random() < eager else Pass()
        actions.append(action)
        positions.append(positions[-1].apply(action))
    return Game(deal, tuple(positions), tuple(actions))


@st.composite
def games(draw: st.DrawFn, *, turns: int = 120) -> Game:
    """Games of all sizes, played well, lazily or not at all, stopped anywhere."""
    players = draw(st.integers(2, 8), label="players")
    deal = shuffle(draw(st.integers(0, 2**32), label="seed"))
    first = draw(st.none() | st.integers(0, players - 1).map(Seat), label="first")
    return play_out(
        State.start(players, deal=deal, first=first),
        deal,
        random.Random(draw(st.integers(0, 2**32), label="driver")),
        eager=draw(st.sampled_from((0.95, 0.95, 0.7, 0.2, 0.0)), label="eager"),
        turns=draw(st.integers(0, turns), label="turns"),
    )


def cards_of(state: State) -> Iterable[Card]:
    return chain(*state.hands, *state.piles, state.discards, state.deck)


@given(games())
def test_no_card_is_lost_or_made(game: Game) -> None:
    """Z1."""
    for state in game.positions:
        assert Counter(cards_of(state)) == Counter(PACK)


@given(games())
def test_a_turn_moves_as_many_cards_as_its_action_says(game: Game) -> None:
    """Z3, Z6, Z9."""
    for before, action, after in zip(game.positions[:-1], game.actions, game.positions[1:], strict=True):
        assert before.turn is not None
        sizes = [len(hand) for hand in before.hands]
        due = {Play: 0, Discard: 2, Pass: 1}[type(action)]
        sizes[before.turn] += min(due, len(before.deck)) - (not isinstance(action, Pass))
        assert [len(hand) for hand in after.hands] == sizes


@given(games())
def test_the_views_of_all_seats_are_those_of_each(game: Game) -> None:
    """Z1."""
    for position in game.positions:
        assert position.views() == tuple(position.view(Seat(seat)) for seat in range(position.players))


@given(games())
def test_a_pile_rises_from_one_without_gaps(game: Game) -> None:
    """Z4, Z7."""
    for state in game.positions:
        for suit, pile in zip(COLOURS, state.piles, strict=True):
            assert {card.suit for card in pile} <= {suit.letter}
            steps = [high.rank - low.rank for low, high in pairwise(pile)]
            assert set(steps) <= {0, 1}
            assert not pile or pile[0].rank == 1
            assert state.over or not pile or pile[-1].rank < 5


@given(games())
def test_discards_belong_to_a_pile_that_shows_more(game: Game) -> None:
    """Z6, Z7."""
    for state in game.positions:
        assert all(state.pile(card.suit)[-1].rank > card.rank for card in state.discards)


@given(games())
def test_the_turn_goes_round(game: Game) -> None:
    """Z2."""
    players = game.last.players
    for count, state in enumerate(game.positions):
        assert state.turn == (None if state.over else (game.last.first + count) % players)


@given(games())
def test_a_game_is_over_when_it_has_a_result(game: Game) -> None:
    """Z8, Z9."""
    for state in game.positions[:-1]:
        assert not state.over
        assert all(state.hands)
    result = game.last.result
    if result is None:
        return
    held = [len(hand) for hand in game.last.hands]
    assert sorted((standing.seat, standing.cards) for standing in result.standings) == list(enumerate(held))
    for standing in result.standings:
        assert standing.place == 1 + sum(other < standing.cards for other in held)
    if result.outcome is Outcome.WON:
        assert result.winner is not None
        assert held[result.winner] == 0
        assert result.place(result.winner) == 1
    else:
        assert result.winner is None
        assert not game.last.deck
        assert game.actions[-game.last.players :] == (Pass(),) * game.last.players


@given(games(turns=0), st.integers(0, 2**32), st.floats(0.8, 1.0))
def test_games_of_players_who_want_to_win_end(game: Game, driver: int, eager: float) -> None:
    """Z8, Z9."""
    assert play_out(game.last, game.deal, random.Random(driver), eager=eager, turns=MANY_TURNS).last.over


@given(games(turns=0))
def test_a_game_in_which_everybody_passes_is_blocked(game: Game) -> None:
    """Z9."""
    state = game.last
    turns = len(state.deck) + state.players
    end = play_out(state, game.deal, random.Random(0), eager=0.0, turns=turns)
    assert len(end.actions) == turns
    assert end.last.result is not None
    assert end.last.result.outcome is Outcome.BLOCKED


@given(games())
def test_what_is_listed_is_what_is_legal_and_the_rest_is_refused(game: Game) -> None:
    """Z3, Z4, Z6."""
    state, copy = game.last, replace(game.last)
    listed = state.actions()
    assert len(set(listed)) == len(listed)
    assert set(listed) == {action for action in EVERY_ACTION if state.is_legal(action)}
    for action in listed:
        state.apply(action)
    for action in set(EVERY_ACTION) - set(listed):
        with pytest.raises(IllegalAction) as refused:
            state.apply(action)
        assert str(refused.value.why)
    assert state == copy


@given(games())
def test_actions_are_listed_in_hand_order_and_pass_is_last(game: Game) -> None:
    """Z3."""
    state = game.last
    if state.turn is None:
        return
    *cards, last = state.actions()
    assert last == Pass()
    places = [state.hands[state.turn].index(action.card) for action in cards if not isinstance(action, Pass)]
    assert places == sorted(places)
    assert len(places) == len(cards)


@given(st.sampled_from(EVERY_ACTION))
def test_an_action_reads_back(action: Action) -> None:
    """Z3."""
    assert parse_action(str(action)) == action


@given(games())
def test_a_deal_and_its_actions_always_tell_the_same_game(game: Game) -> None:
    """Z7: chance has spoken with the deal."""
    again = State.start(game.last.players, deal=game.deal, first=game.last.first)
    for action, told in zip(game.actions, game.positions[1:], strict=True):
        again = again.apply(parse_action(str(action)))
        assert again == told


# Hidden information (Z1)


def same_to_the_eye(one: View, other: View) -> bool:
    return one == other and str(one) == str(other) and repr(one) == repr(other)


def swap_unseen(state: State, seen: Iterable[int], rng: random.Random) -> State:
    """The same table with the deck and the hands that are not seen dealt again."""
    seen = set(seen)
    hidden = [seat for seat in range(state.players) if seat not in seen]
    cards = [*chain(*(state.hands[seat] for seat in hidden)), *state.deck]
    rng.shuffle(cards)
    taken = iter(cards)
    hands = tuple(
        hand if seat in seen else tuple(next(taken) for _ in hand) for seat, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, deck=tuple(taken), salt=rng.getrandbits(64))


@given(games(), st.randoms(use_true_random=False))
def test_a_view_does_not_change_with_what_the_seat_cannot_know(game: Game, rng: random.Random) -> None:
    """Z1."""
    for seat in map(Seat, range(game.last.players)):
        other = swap_unseen(game.last, [seat], rng)
        assert same_to_the_eye(game.last.view(seat), other.view(seat))


@given(games(), st.booleans(), st.randoms(use_true_random=False))
def test_a_spectator_learns_no_hidden_card(game: Game, hands: bool, rng: random.Random) -> None:
    """Z1."""
    other = swap_unseen(game.last, range(game.last.players) if hands else [], rng)
    assert same_to_the_eye(game.last.spectate(hands=hands), other.spectate(hands=hands))


class Marked(Card):
    """A card with a mark on its back, to follow it through a game; the game itself cannot see the mark."""

    mark: int


def marked(cards: Sequence[Card]) -> tuple[Marked, ...]:
    made = tuple(Marked(card) for card in cards)
    for mark, card in enumerate(made):
        card.mark = mark
    return made


@given(games(), st.integers(0, 7), st.randoms(use_true_random=False))
def test_another_deal_that_a_seat_could_not_tell_apart_shows_it_the_same_game(
    game: Game, chair: int, rng: random.Random
) -> None:
    """Z1: deal again what the seat never saw, repeat the actions: it sees the same at every turn."""
    start = game.positions[0]
    seat = Seat(chair % start.players)
    unseen = never_seen(game, seat)
    faces = [game.deal.deck[mark] for mark in unseen]
    rng.shuffle(faces)
    deck = list(game.deal.deck)
    for mark, face in zip(unseen, faces, strict=True):
        deck[mark] = face
    other = State.start(start.players, deal=replace(game.deal, deck=tuple(deck)), first=start.first)
    assert same_to_the_eye(other.view(seat), start.view(seat))
    for action, told in zip(game.actions, game.positions[1:], strict=True):
        other = other.apply(action)
        assert same_to_the_eye(other.view(seat), told.view(seat))


def never_seen(game: Game, seat: Seat) -> list[int]:
    """The places in the deal of the cards that neither came to the table nor into the seat's hand."""
    state = State.start(
        game.last.players, deal=replace(game.deal, deck=marked(game.deal.deck)), first=game.last.first
    )
    seen: set[int] = set()
    for action in (*game.actions, None):
        seen |= {mark_of(card) for card in chain(state.hands[seat], *state.piles, state.discards)}
        if action is None:
            break
        # The action that the position lists holds the card of the hand, mark and all.
        chosen = next(listed for listed in state.actions() if listed == action)
        if isinstance(chosen, Play):
            seen.add(mark_of(chosen.card))  # a 5 goes straight back into the deck
        state = state.apply(chosen)
    return sorted(set(range(len(PACK))) - seen)


def mark_of(card: Card) -> int:
    assert isinstance(card, Marked)
    return card.mark
