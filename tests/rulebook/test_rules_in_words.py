"""The rules in words are complete: each clause is said by lines of them, or a player does not need it."""

from __future__ import annotations

import pytest

from tamaya.engine.story import result_message
from tamaya.records import game_kind
from tamaya.rules import EDITIONS, Rules
from tamaya.rules.describe import describe
from tamaya.words import LANGUAGES, Reader, say
from tests.helpers import table
from tests.rulebook.test_every_clause_has_a_test import CLAUSES

ALL_ADD_ONS = "deluxe+avalanche+black-powder+flamboyants"
FLOURISH = "deluxe+flamboyants+final-flourish"
SAID: dict[str, tuple[str, str]] = {
    "S1": ("deluxe", "describe.players describe.deck describe.suit"),
    "S2": ("deluxe", "describe.usual-hand"),
    "S3": ("rnr", "describe.tokens describe.lost edition.rnr.remark"),
    "S4": ("deluxe", "describe.hidden"),
    "S5": ("abacus", "describe.begins"),
    "T1": ("deluxe", "describe.clockwise describe.one-action"),
    "T2": ("deluxe", "describe.clue describe.clue-about describe.clue-complete"),
    "T3": ("deluxe", "describe.clue-empty"),
    "T4": ("deluxe", "describe.discard describe.discard-not-full"),
    "T5": ("deluxe", "describe.play"),
    "T6": ("deluxe", "describe.fireworks"),
    "T7": ("deluxe", "describe.completed"),
    "T8": ("deluxe", "describe.open-discards"),
    "T9": ("deluxe", "describe.rearrange-clued describe.rearrange-free"),
    "E1": ("abacus", "describe.lost describe.lost-score"),
    "E2": ("deluxe", "describe.won"),
    "E3": ("deluxe", "describe.last-round describe.last-round-no-draw"),
    "E4": ("deluxe", "describe.sum"),
    "E5": ("deluxe", "describe.scale describe.grade"),
    "C1": ("deluxe", "describe.no-comments describe.talk-silent describe.talk-after"),
    "C2": ("deluxe", "describe.advice-discards describe.advice-last describe.advice-blocked"),
    "F1": ("rnr+variant-4", "describe.flourish describe.flourish-lost describe.lost describe.won"),
    "F2": ("rnr+variant-4", "describe.perfect-or-nothing"),
    "F3": ("rnr+variant-4", "describe.passed-over"),
    "F4": (FLOURISH, "describe.part describe.flourish-tiles"),
    "M1": ("rnr+variant-1", "describe.part describe.suit describe.own-firework"),
    "M2": ("rnr+variant-2", "describe.part describe.suit describe.own-firework"),
    "M3": ("rnr+variant-3", "describe.part describe.suit describe.own-firework"),
    "A1": (ALL_ADD_ONS, "describe.part describe.suit describe.own-firework describe.sum"),
    "B1": (ALL_ADD_ONS, "describe.suit describe.fireworks"),
    "B2": (ALL_ADD_ONS, "describe.suit"),
    "B3": (ALL_ADD_ONS, "describe.tile-none"),
    "B4": (ALL_ADD_ONS, "describe.missing-cost describe.below-zero describe.accolade describe.lost-score"),
    "B5": (ALL_ADD_ONS, "describe.suit"),
    "L1": (ALL_ADD_ONS, "describe.tiles describe.tile-none describe.tile-at-the-end"),
    "L2": (ALL_ADD_ONS, "tile-rule.clue"),
    "L3": (ALL_ADD_ONS, "tile-rule.repair"),
    "L4": (ALL_ADD_ONS, "tile-rule.colour"),
    "L5": (ALL_ADD_ONS, "tile-rule.value"),
    "L6": (ALL_ADD_ONS, "tile-rule.back describe.tile-back-empty describe.tile-back-last-round"),
    "L7": (ALL_ADD_ONS, "tile-rule.encore describe.tile-encore-five"),
    "L8": (ALL_ADD_ONS, "describe.tile-limits describe.tile-lost describe.tile-choice"),
    "L10": (ALL_ADD_ONS, "describe.tile-draw"),
    "Z1": ("andrewz", "andrewz.pack andrewz.hands andrewz.title"),
    "Z2": ("andrewz", "andrewz.begins"),
    "Z3": ("andrewz", "andrewz.play andrewz.discard andrewz.pass"),
    "Z4": ("andrewz", "andrewz.play"),
    "Z5": ("andrewz", "andrewz.pass"),
    "Z6": ("andrewz", "andrewz.discard"),
    "Z7": ("andrewz", "andrewz.closing"),
    "Z8": ("andrewz", "andrewz.winning"),
    "Z9": ("andrewz", "andrewz.short-deck andrewz.blocked"),
}
"""Clause: rules under which it holds, and the lines that say it there."""
UNSAID: dict[str, str] = {
    "E6": "a slip of a document's example; the rule is E4",
    "L9": "which add-ons go together is seen where they are chosen",
    "Z10": "an example game",
}
"""Clause: why a player does not need it."""


def codes(text: str) -> set[str]:
    return {line.code for section in game_kind(text).describe() for line in (section.title, *section.lines)}


def lines(text: str, language: str = "en") -> str:
    sections = game_kind(text).describe()
    return "\n".join(say(line, Reader(language)) for section in sections for line in section.lines)


def test_every_clause_is_said_or_is_not_needed() -> None:
    assert sorted([*SAID, *UNSAID]) == sorted(CLAUSES)


@pytest.mark.parametrize("clause", SAID)
def test_the_lines_of_a_clause_stand_in_the_rules(clause: str) -> None:
    text, wanted = SAID[clause]
    assert set(wanted.split()) - codes(text) == set()


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("deluxe", "clockwise"),
        ("deluxe", "Nothing is drawn in the last round"),
        ("deluxe", "discard pile is open"),
        (ALL_ADD_ONS, "also where there was nothing to undo"),
        (ALL_ADD_ONS, "it costs no error tile"),
        (ALL_ADD_ONS, "a 5 that completes a firework display reveals the next tile"),
        (ALL_ADD_ONS, "“black powder” accolade"),
        (ALL_ADD_ONS, "multicolour cards make a firework display of their own and replace no card"),
        (ALL_ADD_ONS, "begins at -5"),
        ("rnr+variant-1", "replace no card of another suit"),
        (FLOURISH, "you draw the card that goes back"),
    ],
)
def test_what_players_missed_is_said(rules: str, said: str) -> None:
    assert said in lines(rules)


TERMS = {
    "deluxe": ("piece of information", "firework display", "clue token", "error tile"),
    "rnr": ("piece of information", "firework", "blue clock token", "black fuse token"),
    "abacus": ("hint", "firework", "note token", "storm tile"),
    "original": ("piece of information", "firework", "blue token", "red token"),
}


@pytest.mark.parametrize("edition", TERMS)
def test_the_rules_speak_in_the_words_of_the_edition(edition: str) -> None:
    """S3."""
    said = lines(edition)
    for term in TERMS[edition]:
        assert term in said
    for other in TERMS.keys() - {edition}:
        for term in TERMS[other]:
            assert term in " ".join(TERMS[edition]) or term not in said
    assert "clue" not in said.replace("clue token", "")
    assert "display" not in said.replace("firework display", "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", [*EDITIONS, ALL_ADD_ONS, FLOURISH, "andrewz", "rnr+clues=0+strikes=1"])
def test_a_heading_has_few_lines_and_a_line_is_short(text: str, language: str) -> None:
    for section in game_kind(text).describe():
        assert 1 <= len(section.lines) <= 17
        for line in section.lines:
            said = say(line, Reader(language))
            assert len(said) <= 260
            assert "\n" not in said


def test_a_flourish_of_that_edition_has_no_grade() -> None:
    """E1, F2."""
    game = table("Ann r3", rules="abacus+final-flourish", strikes=2)
    game.play(1)
    assert game.result is not None
    assert game.result.grade(game.rules) is None


def test_the_end_of_a_lost_game_is_said_with_its_grade() -> None:
    """E1."""
    game = table("Ann r3", rules="abacus", strikes=2)
    game.play(1)
    assert game.result is not None
    message = result_message(game.result, game.rules)
    assert "lost" in str(message)
    assert "Oh dear" in str(message)


def test_describe_is_what_the_kind_says() -> None:
    assert game_kind("deluxe").describe() == describe(Rules.parse("deluxe"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_one_token_and_one_strike_are_said_in_the_singular(edition: str, language: str) -> None:
    rules, reader = Rules.parse(f"{edition}+clues=1+strikes=1"), Reader(language)
    box = rules.box
    several = {say(box.clue(2), reader), say(box.strike(2), reader)}
    several -= {say(box.clue(1), reader), say(box.strike(1), reader)}
    house = set(rules.differences())
    lines = [line for section in describe(rules) for line in section.lines if line not in house]
    said = [say(line, reader) for line in lines]
    assert [line for line in said if any(words in line for words in several)] == []
