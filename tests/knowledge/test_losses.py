"""The last copy of a needed card is announced when it is lost, and only then (C2)."""

from __future__ import annotations

import pytest

from tamaya.bots import find_bot
from tamaya.engine import State
from tamaya.engine.events import Discarded, Event, Played, WentBack
from tamaya.knowledge import lost_copies, outlook
from tamaya.records import game_kind
from tamaya.rules import Card, Rules, Seat
from tamaya.words import Reader, say


def discard(card: str) -> Event:
    return Discarded(Seat(0), 1, 0, Card(card))


def play(card: str, *, fits: bool) -> Event:
    return Played(Seat(0), 1, 0, Card(card), fits)


def told(rules: str, *events: Event) -> dict[int, str]:
    return {place: str(sentence) for place, sentence in lost_copies(Rules.parse(rules), events)}


def test_the_second_of_two_is_announced() -> None:
    said = told("deluxe", discard("b3"), discard("b3"))
    assert said == {1: "That was the last blue 3: blue can reach 2 at most"}


def test_a_failed_play_loses_a_card_too() -> None:
    said = told("deluxe", play("g5", fits=False))
    assert said == {0: "That was the last green 5: green can reach 4 at most"}


def test_a_display_that_can_never_begin() -> None:
    assert told("deluxe", *[discard("r1")] * 3) == {2: "That was the last red 1: red can never begin"}


def test_a_card_that_was_laid_or_out_of_reach_is_no_loss() -> None:
    assert told("deluxe", play("b1", fits=True), discard("b1"), discard("b1")) == {}
    assert list(told("deluxe", discard("b2"), discard("b2"), discard("b4"), discard("b4"))) == [1]


def test_black_is_built_downwards() -> None:
    said = told("deluxe+black-powder", discard("k4"), discard("k4"))
    assert said == {1: "That was the last black 4: black can come down to 5 and no further"}


def test_a_bonus_tile_may_bring_it_back() -> None:
    back = WentBack(Seat(0), Card("w5"))
    said = told("deluxe+flamboyants", discard("w5"), back, discard("w5"))
    assert list(said) == [0, 2]
    assert said[0].endswith("white can reach 4 at most, unless a bonus tile brings it back")


def test_in_german() -> None:
    ((_, sentence),) = lost_copies(Rules.parse("deluxe"), [discard("y5")])
    words = say(sentence, Reader("de"))
    assert words == "Das war die letzte Gelb 5: Gelb kommt höchstens bis 4"


@pytest.mark.parametrize("rules", ["deluxe", "deluxe+avalanche+black-powder+flamboyants", "rnr+variant-2"])
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_agree_with_the_outlook(rules: str, seed: int) -> None:
    """A sentence for every turn after which a display can go less far, and for no other."""
    kind = game_kind(rules)
    position = kind.start(3, deal=kind.shuffle(seed))
    bots = [find_bot("random", kind.game).sit(seat) for seat in range(3)]
    while position.turn is not None:
        after = position.apply(bots[position.turn](position.view(position.turn)))
        assert isinstance(position, State)
        assert isinstance(after, State)
        tables = after.rules.tables
        shrank = [
            now < before
            for before, now in zip(
                outlook(tables, position.displays, position.discards).furthest,
                outlook(tables, after.displays, after.discards).furthest,
                strict=True,
            )
        ]
        news = [at for at, _ in lost_copies(after.rules, after.history) if at >= len(position.history)]
        assert len(news) == sum(shrank)
        position = after
