"""What a guest brings and cannot be read: a sentence that says what it is, what is wrong, and where."""

from __future__ import annotations

import json

import pytest

from tamaya.engine import Game
from tamaya.records import Record
from tamaya.server.uploads import read_upload
from tamaya.table.commands import Refused


def record(**changes: object) -> bytes:
    game = Game(["Ann", "Bob"], seed=16)
    game.clue("Bob", 1)
    return json.dumps({**json.loads(str(Record.of(game))), **changes}).encode()


def without(field: str) -> bytes:
    return json.dumps({key: value for key, value in json.loads(record()).items() if key != field}).encode()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "There is nothing in it."),
        (b" \n\t ", "There is nothing in it."),
        (b"\x89PNG\r\n\x1a\n\xff\xfe", "This file is not text"),
        (b"p1 d2 cBr", "This is text, but not a game."),
        (b"<!doctype html><html></html>", "This is a web page"),
        (b"https://hanab.live/replay/123456#7", "Open hanab.live/export/123456"),
        (b"hanab.live/shared-replay/42", "Open hanab.live/export/42"),
        (b"http://127.0.0.1:8000/table/abc", "This is a link, not a game."),
        (b'{"format": "tamaya-record",', "The record cannot be read: it is cut off."),
        (record().replace(b'"version": 1', b'"version" 1'), "it is not JSON at line 1"),
        (b"[1, 2]", "The record cannot be read. The field “record”: it must be an object."),
        (b"{}", "The record cannot be read"),
        (without("players"), "The field “players”: the file lacks this field."),
        (record(extra=1), "The field “extra”: unknown field."),
        (record(first="x"), "The field “first”: it must be a whole number from 0 to 9."),
        (record(actions="cB1 p9"), "no game that can have happened: action 2"),
        (record(result={"score": 25}), "the result on record is not the one"),
        (b"[" * 100_000, "The record cannot be read"),
    ],
)
def test_what_is_no_record_is_answered_kindly(body: bytes, said: str) -> None:
    with pytest.raises(Refused) as refused:
        read_upload(body)
    assert refused.value.code == "unreadable"
    sentence = str(refused.value.message)
    assert said in sentence
    assert sentence[0].isupper()
    assert len(sentence) < 260, "it does not repeat the file"


def test_a_record_with_a_mark_of_its_encoding_is_read() -> None:
    found, origin = read_upload(b"\xef\xbb\xbf \n" + record())
    assert (found.actions, origin) == (("cB1",), "tamaya")
