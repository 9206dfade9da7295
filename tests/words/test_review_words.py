"""A review said to its readers: in their language, and with "you" for their own seat."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tamaya.engine import State, parse_action
from tamaya.engine.story import action_label
from tamaya.review import Review, review
from tamaya.review.model import Advice, Better, Estimate, Hindsight, Reach, Risk, Told, Turning
from tamaya.review.text import Remark, drop_label, move_facts, remarks, verdict
from tamaya.rules import BrokenRecord, Rules, Seat
from tamaya.solver import solve
from tamaya.words import Message, Reader, say
from tests.review.games import dealt

ANN = "r1 y1 g1 b1 w1"
GERMAN = Reader("de")
BOB = Reader("de", ("Ann", "Bob"), seat=1)


@cache
def small() -> Review:
    """A short game without rollouts and solver."""
    return review(dealt(ANN, "r1 y2 g2 b2 w2", actions="cB1 p1 p2 p1"), rollouts=0, seconds=0)


def said(remark: Remark, reader: Reader) -> str:
    return remark.say(reader)


@pytest.mark.parametrize(
    ("action", "english", "german"),
    [
        ("p3", "play slot 3", "Karte 3 ausspielen"),
        ("p0", "play the last card of the deck, unseen", "die letzte Karte vom Stapel ungesehen spielen"),
        ("d1", "discard slot 1", "Karte 1 abwerfen"),
        ("cBr", "tell Bob about red", "Hinweis für dich: Rot"),
        ("cB5", "tell Bob about fives", "Hinweis für dich: Fünfen"),
        ("br3", "shuffle red 3 into the deck", "Rot 3 in den Stapel mischen"),
        ("er3", "put red 3 into play", "Rot 3 ins Spiel bringen"),
    ],
)
def test_a_move_as_a_wish(action: str, english: str, german: str) -> None:
    label = action_label(parse_action(action), Rules.parse("deluxe"))
    assert say(label, Reader(names=("Ann", "Bob"))) == english
    assert say(label, BOB) == german


def test_a_clue_is_told_to_you() -> None:
    told = Told(Seat(1), "1", slots=(1,), new=(1,), bits=3.27, excluded=1, playable=(1,), dead=(2, 3))
    (fact, *_) = move_facts(replace(small().moves[0], told=told))
    assert said(fact, Reader(names=("Ann", "Bob"), seat=1)) == (
        "You were told 3.3 bits; slot 1 was touched for the first time. 1 face was ruled out. "
        "You now know that slot 1 fits. You now know that slots 2, 3 can go."
    )
    assert said(fact, Reader("de", ("Ann", "Bob"))) == (
        "Bob hat 3,3 Bit erfahren; zum ersten Mal genannt: Karte 1. 1 Möglichkeit wurde ausgeschlossen. "
        "Bob weiß jetzt: Karte 1 passt. Bob weiß jetzt: Karten 2, 3 können weg."
    )


def test_the_facts_of_a_move_in_german() -> None:
    estimate = Estimate(0.5, 0.0, 20.25, 0.0, 10)
    move = replace(
        small().moves[1],
        risk=Risk(strike=0.25, loss=0.5, lost=0.0, dead=0.0),
        gone=1,
        pace=5,
        efficiency=1.5,
        estimate=estimate,
        played=replace(estimate, win=0.25, score=18.0),
        better=Better("d1", Message("act.discard-slot", slot=1), 1.5, 0.25, 0.0, ()),
        advice=Advice("partner", "p1", Message("act.play-slot", slot=1), (Message("So be it."),), True),
        hindsight=Hindsight(Reach(25, 25), Reach(23, 24), 1, "discard"),
    )
    assert [said(fact, BOB).replace("\N{NO-BREAK SPACE}", " ") for fact in move_facts(move)] == [
        "Gefahr eines Fehlers: 25 %. Gefahr, eine unersetzliche Karte zu verlieren: 50 %.",
        "Für alle sichtbar wurde 1 Punkt unerreichbar.",
        "Siegchance 50 % → 25 %, erwartete Punkte 20,2 → 18,0.",
        "Besser: Karte 1 abwerfen, im Mittel 1,50 ± 0,25 Punkte mehr.",
        "Der Bot partner hätte dasselbe getan. So be it.",
        "Vor dem Zug: Spielraum 5, Ausbeute 1,50.",
        (
            "Wenn man alle Karten kennt, bestenfalls möglich: 25 → 23 bis 24. "
            "1 Punkt wurde verschenkt durch eine abgeworfene unersetzliche Karte."
        ),
    ]


@pytest.mark.parametrize(("points", "words"), [(1, "1 point was"), (2, "2 points were")])
def test_points_agree(points: int, words: str) -> None:
    loss = Message("review.loss.tempo")
    assert say("review.lost", points=points, loss=loss).startswith(f"{words} given away by running short")


def test_the_whole_review_is_said_to_its_reader() -> None:
    found = small()
    text, page = found.text(Reader("de", seat=1)), found.html(Reader("de", seat=1))
    assert "[2] Du spielst r1 (Karte 1), und das passt" in text
    assert "[1] Ann gibt dir einen Hinweis: 1, Karte 1" in text
    assert "Die Partie ist nicht zu Ende." in text
    assert "Bob plays r1 from slot 1" in found.text()
    assert '<html lang="de">' in page
    assert "<h2>Alle Züge</h2>" in page
    assert "Es wurden keine Siegchancen geschätzt" in found.svg(GERMAN)


def test_a_turning_point_in_both_languages() -> None:
    drop = drop_label(Turning(3, 1.25, 0.1))
    assert str(drop).replace("\N{NO-BREAK SPACE}", " ") == "-1.2 points, -10 % to win"
    assert say(drop, GERMAN).replace("\N{NO-BREAK SPACE}", " ") == "-1,2 Punkte, -10 % Siegchance"


def test_a_stopped_review_says_how_much_is_done() -> None:
    found = replace(small(), stopped=True, total=1, moves=small().moves[:1])
    assert [said(remark, BOB) for remark in remarks(found)] == [
        "Andere Züge wurden nicht abgewogen: Diese Analyse kann nicht sagen, ob es bessere gab.",
        "Die Analyse wurde angehalten: 1 von 1 Zug ist fertig.",
    ]


def test_the_solver_says_how_it_decided() -> None:
    state = dealt(ANN, "r1 y2 g2 b2 w2").positions()[0]
    assert isinstance(state, State)
    how = solve(state, seconds=20).how
    assert how.code == "solver.found"
    assert say(how, GERMAN).startswith("gefunden durch ")
    unproven = Message("solver.unproven", seconds=1.26, tries=1, by=Message("solver.by.greedy"), sat="yes")
    assert str(unproven) == "unproven after 1.3 s and 1 greedy line: found by a greedy line"
    assert say(unproven, GERMAN) == (
        "nicht bewiesen nach 1,3 s und 1 schnellen Zugfolge: gefunden durch eine schnelle Zugfolge"
    )


def test_messages_of_a_review_travel() -> None:
    data = json.loads(json.dumps(small().plain()))
    assert data["version"] == 2
    assert data["moves"][0]["words"][0]["code"] == "event.clued"
    assert Review.from_plain(data) == small()


def sentences(value: Any, key: str = "") -> Any:
    """A review as version 0.1.0 wrote it: each message as an English sentence, and several as one text."""
    match value:
        case {"code": str(), "fields": dict(), "text": str() as said}:
            return said
        case dict():
            return {key: sentences(part, key) for key, part in value.items()}
        case list() if key in ("words", "reason"):
            return " ".join(map(sentences, value))
        case list():
            return [sentences(part) for part in value]
        case _:
            return value


def old() -> dict[str, Any]:
    """The small review, written by version 0.1.0."""
    return {**sentences(small().plain()), "version": 1}


def test_a_review_with_sentences_is_read_and_said_as_it_is() -> None:
    found = Review.from_plain(json.loads(json.dumps(old())))
    assert [move.action for move in found.moves] == [move.action for move in small().moves]
    assert say(found.moves[1].words[0], GERMAN) == "B plays r1 from slot 1, and it fits"
    assert Review.from_plain(found.plain()) == found
    with pytest.raises(BrokenRecord):
        Review.from_plain({**old(), "moves": [{}]})


def test_a_verdict_that_was_not_asked_for() -> None:
    assert str(verdict(small())) == "The solver was not run."


def test_a_turning_point_is_told_with_the_figures_of_the_graph() -> None:
    """The mover's belief does not change by what the mover cannot see: 23.5 before, 23.5 after. The card that
    turned up is seen by the next player."""
    one, two = (Estimate(0.3, 0.0, score, 0.0, 100) for score in (23.5, 21.9))
    first, second, *rest = small().moves
    moves = (replace(first, estimate=one, played=one), replace(second, estimate=two, played=two), *rest)
    game = replace(small(), moves=moves)
    assert [turning.drop for turning in game.turning] == [1.6]
    told = [said(fact, Reader()) for fact in move_facts(moves[0], game)]
    assert any(line.endswith("expected points 23.5 → 21.9 (-1.6).") for line in told)
