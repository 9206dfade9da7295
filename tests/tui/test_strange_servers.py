"""A server that says something else than it should: the terminal says so, and stays as it was."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import TypeAdapter

from tamaya import wire
from tamaya.engine import State
from tamaya.rules import ImpossibleTable, Rules, Seat
from tamaya.tui.http_client import refusal_of
from tamaya.tui.remote import RemoteSession
from tamaya.words import Message, Reader, say, sentences

NAMES = ("Ann", "Bob")
WRONG: tuple[object, ...] = (None, -7, "\x1b[2J", [None], {"kind": "drew"})
RULES = "deluxe+flamboyants"


START = State.start(Rules.parse(RULES), 2, seed=3)
STATE = START.apply(START.actions()[0])


def as_json(kind: Any, value: object) -> Any:
    return json.loads(TypeAdapter(kind).dump_json(value))


def table_message(state: State = STATE) -> dict[str, Any]:
    seats = [{"kind": "open", "name": name, "taken": True, "online": True} for name in NAMES]
    table = {
        "rules": {"text": RULES},
        "setup": {"detail": "told"},
        "seats": seats,
        "phase": "playing",
        "actions": ["cB1"],
        "undo": {"asker": 0},
        "following": "",
        "seat": 0,
        "owner": True,
        "reasons": {"1": "It fits."},
        "notes": {"3": "mine"},
    }
    return {
        "type": "table",
        "seq": 4,
        "table": table,
        "view": as_json(wire.View, state.view(Seat(0), NAMES)),
        "turns": [as_json(tuple[wire.Event, ...], state.history)],
        "said": [{"name": "Bob", "seat": 1, "text": "Hello"}],
    }


def moved_message(state: State = STATE) -> dict[str, Any]:
    after = state.apply(state.actions()[0])
    return {
        "type": "moved",
        "seq": 5,
        "view": as_json(wire.View, after.view(Seat(0), NAMES)),
        "events": as_json(tuple[wire.Event, ...], after.history[len(state.history) :]),
        "reason": [{"code": "why.only-move", "fields": {}, "text": "There is nothing else to do."}],
    }


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield here
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from paths(value[key], (*here, key))


def otherwise(message: Any, path: tuple[Any, ...], wrong: object) -> Any:
    if not path:
        return wrong
    changed = copy.deepcopy(message)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = wrong
    return changed


def joined() -> RemoteSession:
    session = RemoteSession("http://host/table/abc", name="Ann")
    session._hear(json.dumps(table_message()))
    return session


def test_the_messages_of_these_tests_are_understood() -> None:
    session = joined()
    assert not session.scene.trouble
    assert session.scene.turns == 1
    session._hear(json.dumps(moved_message()))
    assert not session.scene.trouble
    assert session.scene.turns == 2
    assert session.scene.reasons == {1: sentences("It fits."), 2: (Message("why.only-move"),)}


@pytest.mark.parametrize("kind", ["table", "moved"])
def test_no_message_breaks_the_table(kind: str) -> None:
    """Every part of a message in turn is something else, or nothing."""
    message = table_message() if kind == "table" else moved_message()
    for path in paths(message):
        session = joined()
        for wrong in WRONG:
            session._hear(json.dumps(otherwise(message, path, wrong)))
            shown = f"{session.scene.trouble} {session.scene.names} {session.scene.said}"
            assert "\x1b" not in shown, path


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"type": "table"}', '{"type": 3}', "\x00"])
def test_what_is_no_message_gets_a_sentence(text: str) -> None:
    session = joined()
    session._hear(text)
    assert str(session.scene.trouble).startswith("this program does not understand") or '"type": 3' in text


@pytest.mark.parametrize(
    ("data", "german"),
    [
        ({"message": {"code": "refused.over", "fields": {}}}, "Die Partie ist zu Ende."),
        ({"message": {"code": "refused.over", "fields": {}, "text": "as it is"}}, "Die Partie ist zu Ende."),
        ({"message": {"code": "refused.seat-taken", "fields": {"name": "Bob"}}}, "Hier sitzt Bob."),
        ({"message": {"code": "refused.seat-taken", "fields": {}}}, "as it is"),
        ({"message": {"code": "refused.by-a-newer-server", "fields": {}}}, "as it is"),
        ({"message": 7}, "as it is"),
        ({}, "as it is"),
    ],
)
def test_a_refusal_is_said_in_the_readers_language_if_it_is_known(data: dict[str, Any], german: str) -> None:
    assert say(refusal_of({"sentence": "as it is", **data}), Reader("de")) == german


def test_an_unknown_message_of_a_newer_server_is_passed_over() -> None:
    session = joined()
    session._hear('{"type": "fireworks", "colour": "red"}')
    assert not session.scene.trouble


@pytest.mark.anyio
async def test_an_earlier_turn_that_cannot_be_read_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    session = joined()
    answers: list[object] = [{}, {"view": None}, {"view": {"game": "chess"}}, []]
    for answer in answers:
        monkeypatch.setattr(session._guest, "get", lambda _path, answer=answer: answer)
        with pytest.raises(ImpossibleTable, match="does not understand"):
            await session.moment(0, None)
