"""Knowledge against every deal of a small deck: what is possible is what looks the same to the viewer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import count, permutations

import pytest

from tamaya.engine import State, View
from tamaya.knowledge import Faces, know
from tamaya.rules import Card, Deal, Rules, Seat
from tamaya.rules.deal import landing
from tamaya.rules.tables import new_deck
from tests.helpers import Seed
from tests.knowledge.worlds import Story

TABLES = [
    ("deluxe+suits=red:copies=21,blue:copies=21+hand=2", 2),
    ("deluxe+suits=red:copies=31,black:copies=13+hand=3", 2),
    ("deluxe+suits=red:copies=22,omni:copies=12+hand=2", 3),
    ("rnr+suits=red:copies=22,blue:copies=12+hand=2", 3),
    ("deluxe+suits=red:copies=111,brown:copies=121+hand=2+final-flourish", 2),
]
WITH_TILES = [
    "deluxe+suits=red:copies=21,blue:copies=22+hand=2+flamboyants+strikes=5",
    "deluxe+suits=red:copies=11,blue:copies=51+hand=2+flamboyants+strikes=5",
    "deluxe+suits=red:copies=11,blue:copies=51+hand=2+flamboyants+final-flourish+strikes=5",
]


def moments(rules: str, players: int) -> Iterator[Story]:
    for seed in range(3):
        game = Seed(rules, players, seed, seed, 0.9)
        length = len(list(game.play()))
        for moment in {0, length // 3, length // 2, length - 2}:
            yield Story.of(game, moment)


def moments_after_a_card_went_back(rules: str) -> list[Story]:
    """A card each, some turns after it went back into the deck."""
    found: list[Story] = []
    for seed in count():
        game = Seed(rules, 2, seed, seed, 0.8)
        actions = [str(action) for _, action, _ in game.play()]
        back = next((index for index, action in enumerate(actions) if action[0] == "b"), None)
        if back is not None and len(actions) > back + 2:
            found.extend(Story.of(game, length) for length in range(back + 1, len(actions)))
        if len(found) >= 20:
            return found
    raise AssertionError


@cache
def every_deck(rules: Rules) -> list[tuple[Card, ...]]:
    """All orders of the deck that can be told apart; they are equally likely."""
    return sorted(set(permutations(new_deck(rules.suits))))


def every_world(story: Story) -> Iterator[State]:
    """The game as it would stand on every deal on which the table saw the same."""
    salts = [story.deal.salt]
    if story.back is not None:
        # L6: the card may land anywhere.
        _, drawn, _ = story.back
        room = len(story.now.cards) - 1 - drawn
        salts = [
            next(salt for salt in count() if landing(salt, 0, room) == place) for place in range(room + 1)
        ]
    for deck in every_deck(story.start.rules):
        for salt in salts:
            deal = Deal(deck, story.deal.tiles, salt)
            state = State.start(story.start.rules, story.start.players, deal=deal, first=story.start.first)
            for action in story.actions:
                if not state.is_legal(action):
                    break
                state = state.apply(action)
                if state.history != story.now.history[: len(state.history)]:
                    break
            else:
                yield state


def hands(worlds: list[State], seat: Seat) -> list[Counter[Card]]:
    """[slot - 1] how often a face lies there."""
    size = len(worlds[0].hands[seat])
    return [Counter(world.cards[world.hands[seat][slot].id] for world in worlds) for slot in range(size)]


def in_order(view: View, cards: set[Card]) -> Faces:
    return tuple(card for card in view.rules.tables.cards if card in cards)


def check_own_hand(view: View, worlds: list[State]) -> None:
    """Possible is what lies there in some world, and chances are how often."""
    assert view.seat is not None
    known = know(view)
    for slot, counted in enumerate(hands(worlds, view.seat), start=1):
        assert known.possible(slot) == in_order(view, set(counted))
        assert known.chances(slot) == {
            card: Fraction(number, len(worlds)) for card, number in counted.items()
        }


def check_empathy(view: View, worlds: list[State]) -> None:
    """Empathy is what the owner thinks possible in some world."""
    for owner in map(Seat, range(view.players)):
        thought: list[set[Card]] = [set() for _ in view.hands[owner]]
        for theirs in {world.view(owner).hands: world.view(owner) for world in worlds}.values():
            for slot, faces in enumerate(thought, start=1):
                faces.update(know(theirs).possible(slot))
        for faces, listed in zip(thought, know(view).empathy(owner), strict=True):
            assert in_order(view, faces) == listed


def check_public(view: View, worlds: list[State]) -> None:
    known = know(view)
    for owner in map(Seat, range(view.players)):
        counted = hands(worlds, owner)
        assert known.public(owner) == tuple(in_order(view, set(faces)) for faces in counted)


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_small_decks(rules: str, players: int) -> None:
    for story in moments(rules, players):
        worlds = list(every_world(story))
        for seat in map(Seat, range(players)):
            view = story.now.view(seat)
            alike = [world for world in worlds if world.view(seat) == view]
            check_own_hand(view, alike)
            check_empathy(view, alike)
        check_public(story.now.spectate(), worlds)
        check_empathy(story.now.spectate(), worlds)


@pytest.mark.parametrize("rules", WITH_TILES)
def test_after_a_card_went_back(rules: str) -> None:
    """L6: it is in the deck or was drawn since, and each place was as likely as another."""
    for story in moments_after_a_card_went_back(rules):
        worlds = list(every_world(story))
        for seat in map(Seat, range(2)):
            view = story.now.view(seat)
            alike = [world for world in worlds if world.view(seat) == view]
            check_own_hand(view, alike)
            check_empathy(view, alike)
        check_public(story.now.spectate(), worlds)
