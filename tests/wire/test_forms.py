"""Views and events travel as themselves: what is written is read back as it was, under all rules."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from tamaya import andrewz, engine, solver, wire
from tamaya.knowledge import Insight, insight, without_marks
from tamaya.records import AnyEvent, AnyView, game_kind, plain
from tamaya.rules import BrokenRecord, Seat
from tamaya.wire import read_event, read_view
from tamaya.wire.schema import AsObject
from tamaya.words import Message
from tests.helpers import NAMES, Seed
from tests.laws.strategies import games

VIEW: TypeAdapter[AnyView] = TypeAdapter(wire.View)
EVENT: TypeAdapter[AnyEvent] = TypeAdapter(wire.Event)
INSIGHT: TypeAdapter[Insight] = TypeAdapter(wire.Insight)
VERDICT: TypeAdapter[solver.Verdict] = TypeAdapter(
    Annotated[solver.Verdict, AsObject(properties=("winnable",))]
)
LOST = {"outcome": "lost", "score": 0, "counted": 1, "accolades": []}
LEFT_OUT = {"rules", "names", "history"}


def written(adapter: TypeAdapter[Any], value: object) -> Any:
    return json.loads(adapter.dump_json(value))


def check_round_trip(view: AnyView, rules: str) -> None:
    """What a client reads is what the server looked at, and says the same as ``plain``."""
    data = written(VIEW, view)
    history = [read_event(written(EVENT, event)) for event in view.history]
    assert read_view(data, game_kind(rules), view.names, history) == view
    everything: Any = plain(view)
    assert in_words(data) == {name: value for name, value in everything.items() if name not in LEFT_OUT}
    assert in_words([written(EVENT, event) for event in view.history]) == everything["history"]


def in_words(data: Any) -> Any:
    """The same with messages as their English text, as ``plain`` has them."""
    match data:
        case {"code": str(), "fields": dict(), "text": str(text)}:
            return text
        case dict():
            return {key: in_words(value) for key, value in data.items()}
        case list():
            return [in_words(value) for value in data]
        case _:
            return data


def views_of(state: engine.State) -> Iterator[engine.View]:
    names = NAMES[: state.players]
    yield from (state.view(Seat(seat), names) for seat in range(state.players))
    yield from (state.spectate(names=names), state.spectate(hands=True, names=names))
    if state.over:
        yield state.reveal(names)


@given(games(), st.integers(0, 200))
def test_every_view_and_event_of_the_cooperative_game_is_read_back(seed: Seed, moment: int) -> None:
    states = list(seed.moments())
    for state in (states[moment % len(states)], states[-1]):
        for view in views_of(state):
            check_round_trip(view, seed.rules)


@given(st.integers(0, 9999), st.integers(2, 5))
def test_every_view_and_event_of_andrewz_is_read_back(seed: int, players: int) -> None:
    rng = random.Random(seed)
    state, names = andrewz.State.start(players, seed=seed), NAMES[:players]
    for _ in range(rng.randrange(200)):
        if not state.over:
            state = state.apply(rng.choice(state.actions()))
    looks = [state.view(Seat(0), names), state.spectate(names=names), state.spectate(hands=True, names=names)]
    for view in [*looks, state.reveal(names)] if state.over else looks:
        check_round_trip(view, "andrewz")


def test_every_class_of_event_has_a_kind_of_its_own() -> None:
    classes = [*engine.Event.__args__, *andrewz.Event.__args__]
    kinds = {getattr(event, "__origin__", event).kind for event in classes}
    assert len(kinds) == len(classes) == 18


@pytest.mark.parametrize(
    "data",
    [
        {"kind": "conjured", "seat": 0},
        {"seat": 0, "id": 3},
        {"kind": "drew", "seat": 0},
        {"kind": "drew", "seat": "Ann", "id": 3},
        {"kind": "played", "seat": 0, "slot": 1, "id": 3, "card": "red 3", "fits": True},
        {"kind": "revealed", "seat": 0, "tile": "none", "lost": False},
        None,
        [],
    ],
)
def test_what_is_no_event_is_refused(data: object) -> None:
    with pytest.raises(BrokenRecord):
        read_event(data)


@pytest.mark.parametrize(
    "change",
    [
        {"game": "andrewz"},
        {"game": "chess"},
        {"hands": []},
        {"hands": None},
        {"clues": "many"},
        {"actions": ["p1", "x9"]},
        {"discards": ["\x1b[2J"]},
        {"result": {"outcome": "won"}},
        {"result": {**LOST, "why": "bad luck"}},
        {"result": {**LOST, "why": {"code": "illegal.no-slot", "fields": {}}}},
        {"result": {**LOST, "why": {"code": "illegal.no-slot", "fields": {"slot": None}}}},
    ],
)
def test_what_is_no_view_is_refused(change: dict[str, object]) -> None:
    state = engine.State.start(game_kind("deluxe").rules, 2, seed=1)  # type: ignore[arg-type]
    data = written(VIEW, state.view(Seat(0), NAMES[:2]))
    for wrong in ({**data, **change}, {key: data[key] for key in data if key not in change}):
        with pytest.raises(BrokenRecord):
            read_view(wrong, game_kind("deluxe"), NAMES[:2], ())


def test_a_sentence_that_this_program_does_not_know_is_said_by_its_english_text() -> None:
    state = engine.State.start(game_kind("deluxe").rules, 2, seed=1)  # type: ignore[arg-type]
    data = written(VIEW, state.view(Seat(0), NAMES[:2]))
    result = {**LOST, "why": {"code": "end.meteor", "fields": {"size": 3}, "text": "a meteor fell"}}
    view = read_view({**data, "result": result}, game_kind("deluxe"), NAMES[:2], ())
    assert view.result is not None
    assert str(view.result.why) == "a meteor fell"


def test_a_view_of_the_other_game_is_refused() -> None:
    race = written(VIEW, andrewz.State.start(2, seed=1).view(Seat(0), NAMES[:2]))
    with pytest.raises(BrokenRecord):
        read_view(race, game_kind("deluxe"), NAMES[:2], ())


@given(games(), st.integers(0, 200))
def test_a_screen_gets_no_more_than_its_detail(seed: Seed, moment: int) -> None:
    states = list(seed.moments())
    view = states[moment % len(states)].view(Seat(0))
    bare = without_marks(view)
    assert not any(held.yes or held.no for hand in bare.hands for held in hand)
    assert [[held.card for held in hand] for hand in bare.hands] == [
        [held.card for held in hand] for hand in view.hands
    ]
    assert insight(bare, "nothing") == insight(view, "told")
    assert insight(view, "told").possible is None
    shown = written(INSIGHT, insight(view, "deduced"))
    assert (shown["possible"] is None) == (view.result is not None)
    assert INSIGHT.validate_python(shown) == insight(view, "deduced")


def test_a_verdict_says_whether_the_deal_can_be_won() -> None:
    for won, bound, winnable in ((True, 25, True), (False, 24, False), (False, 25, None)):
        verdict = solver.Verdict(
            24, ("p1", "cB1"), bound, Message("solver.found", by=Message("solver.by.sat")), 0.5, 25, won
        )
        data = written(VERDICT, verdict)
        assert data["winnable"] is winnable
        assert VERDICT.validate_python(data) == verdict
