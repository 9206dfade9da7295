"""Messages: made, said, sent and read again; the catalogues agree with each other and with the rows."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamaya.rules import EDITIONS, OPTIONS, PARTS, REMARKS, SUITS, TILES
from tamaya.rules.describe import describe
from tamaya.rules.errors import UnknownName
from tamaya.rules.ruleset import Rules
from tamaya.words import LANGUAGES, Message, Reader, Who, knows, say
from tamaya.words.catalogue import catalogue
from tamaya.words.template import BrokenTemplate, Place, Template, field_names, parse
from tools.words import check_uses, compare_languages


def test_every_language_has_every_sentence_with_its_fields() -> None:
    assert list(compare_languages()) == []


def test_every_code_is_in_the_catalogue_and_every_sentence_is_used() -> None:
    assert list(check_uses()) == []


@pytest.mark.parametrize("count", [0, 1, 2, 21])
def test_number_words_agree(count: int) -> None:
    said = say("end.points", score=count, most=25)
    assert said == f"{count} point{'' if count == 1 else 's'} of 25"


def test_the_reader_is_you() -> None:
    message = Message("event.drew", who=Who(1))
    names = ("Ann", "Bob")
    assert say(message, Reader(names=names, seat=1)) == "You draw a card"
    assert say(message, Reader(names=names, seat=0)) == "Bob draws a card"
    assert say(message, Reader(names=names)) == "Bob draws a card"
    assert say(message) == "B draws a card"


def test_lists_are_joined_by_their_word() -> None:
    said = say("describe.foreign-part", part="X", id="x", editions=("a", "b", "c"))
    assert said == "X (x) comes from a, b and c"


def test_an_unknown_language_is_english() -> None:
    assert say("illegal.no-clue-token", Reader("tlh")) == "no clue token is left"


def test_a_sentence_of_another_package_is_said_as_it_is() -> None:
    assert say("This bot wants two players.") == "This bot wants two players."


VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["en"] for vector in VECTORS])
def test_python_says_what_the_browser_says(vector: dict[str, Any]) -> None:
    """The browser's tests read the same file."""
    reader = Reader(names=tuple(vector["names"]), seat=vector["seat"])
    assert say(Message.read(vector["message"]), reader) == vector["en"]


FIELDS = st.recursive(
    st.text(max_size=5) | st.integers(-99, 99) | st.floats(-9, 9) | st.builds(Who, st.integers(0, 9)),
    lambda inner: (
        st.lists(inner, max_size=3).map(tuple)
        | st.builds(
            lambda fields: Message("card.face", **fields),
            st.dictionaries(st.sampled_from("abc"), inner, max_size=2),
        )
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["suit", "rank", "x"]), FIELDS))
def test_a_message_travels_as_json(fields: dict[str, Message]) -> None:
    message = Message("card.face", **fields)
    assert Message.read(json.loads(json.dumps(message.plain()))) == message
    assert pickle.loads(pickle.dumps(message)) == message
    assert hash(message) == hash(Message("card.face", **fields))


@pytest.mark.parametrize(
    "data",
    [
        None,
        1,
        "x",
        {},
        {"code": "x"},
        {"code": 1, "fields": {}},
        {"code": "x", "fields": {}, "more": 1},
        {"code": "x", "fields": {"a": None}},
    ],
)
def test_what_is_no_message_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match="a message has a code and fields"):
        Message.read(data)


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "{a",
        "}",
        "{a, plural}",
        "{a, plural, one {x}}",
        "{a, dance}",
        "{1}",
        "{a, select, other {x}",
        "{}",
    ],
)
def test_a_broken_sentence_is_refused(text: str) -> None:
    with pytest.raises(BrokenTemplate):
        parse(text)


def test_fields_inside_cases_count() -> None:
    template = parse("{a, select, you {{b}} other {{c, plural, one {#} other {{d}}}}}")
    assert field_names(template) == {"a", "b", "c", "d"}
    assert isinstance(template[0], Place)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_row_of_the_rules_has_its_words(language: str) -> None:
    texts = catalogue(language).texts
    rows = {
        "suit": set(SUITS),
        "tile": {tile.id for tile in TILES.values()},
        "option": set(OPTIONS),
        "remark": {code.partition(".")[2] for code in REMARKS},
        "part": {f"{part}.{key}" for part in PARTS for key in ("title", "summary", "about")},
    }
    for family, names in rows.items():
        assert {code.partition(".")[2] for code in texts if code.startswith(f"{family}.")} == names
    for edition in EDITIONS.values():
        grades = {
            code.rpartition(".")[2] for code in texts if code.startswith(f"edition.{edition.id}.grade.")
        }
        assert grades == set(map(str, edition.bands))
        assert all(knows(grade.applause.code) for grade in edition.scale)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_can_be_read_in_every_language(language: str) -> None:
    rules = Rules.parse("deluxe+avalanche+black-powder+flamboyants+hand=4+talk=remarks")
    for section in describe(rules):
        for line in (section.title, *section.lines):
            said = say(line, Reader(language))
            assert said
            assert "{" not in said


GERMAN = Reader("de", ("Ann", "Bob"), seat=1)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (Message("event.drew", who=Who(1)), "Du ziehst eine Karte"),
        (Message("event.drew", who=Who(0)), "Ann zieht eine Karte"),
        (Message("end.points", score=1, most=25), "1 Punkt von 25"),
        (Message("end.points", score=2, most=25), "2 Punkte von 25"),
        (Message("card.face", suit=SUITS["red"].label, rank=3), "Rot 3"),
        (
            Message("describe.changed-option", option=OPTIONS["empty"].label, value="no"),
            "Hinweise, die keine Karte treffen: nein",
        ),
        (
            UnknownName("edition", "delux", EDITIONS).message,
            "Die Ausgabe 'delux' ist unbekannt. Meintest du 'deluxe'?",
        ),
    ],
)
def test_german(message: Message, said: str) -> None:
    assert say(message, GERMAN) == said


def test_a_language_has_the_words_of_its_reader_all_the_way_down() -> None:
    rules = Rules.parse("deluxe+avalanche+hand=4")
    english = {str(line) for section in describe(rules) for line in (section.title, *section.lines)}
    german = {say(line, GERMAN) for section in describe(rules) for line in (section.title, *section.lines)}
    assert not english & german


def test_no_catalogue_is_read_before_something_is_said() -> None:
    code = (
        "import tamaya\n"
        "from tamaya.words.catalogue import catalogue\n"
        "game = tamaya.Game(['Ann', 'Bob'], 'deluxe+avalanche', seed=1)\n"
        "game.play(1)\n"
        "print(catalogue.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "0\n"


PEOPLE = {"who", "giver", "receiver", "asker", "before"}


def beginnings(template: Template) -> Iterator[str | Place]:
    """With what a sentence can begin: a text, or a place that takes a value as it is."""
    for part in template:
        if isinstance(part, Place) and part.cases is not None:
            empty = False
            for case in part.cases.values():
                found = list(beginnings(case))
                yield from found
                empty = empty or not found
            if not empty:
                return
        elif isinstance(part, str | Place):
            yield part
            return


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "ja"])
def test_every_line_of_the_log_begins_with_a_capital(language: str) -> None:
    """Or with the name of a player."""
    spoken = catalogue(language)
    wrong = []
    for code in spoken.texts:
        if code.startswith(("event.", "news.")):
            for first in beginnings(spoken.template(code)):
                small = first.name not in PEOPLE if isinstance(first, Place) else first[0].islower()
                if small:
                    wrong.append(f"{code}: {first}")
    assert wrong == []
