"""Events, results, cards and clues as messages for a reader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from tamaya.engine import events
from tamaya.engine.actions import Action, Back, Clue, Discard, Encore, FreeClue, Play, Rearrange
from tamaya.engine.result import Outcome, Result
from tamaya.rules import Card, Rules, Scores, Suit, accolade_label
from tamaya.words import Message, Who


def event_message(event: events.Event, rules: Rules) -> Message:
    """An event for any reader, in the words of the table's edition."""
    match event:
        case events.Clued(giver, receiver, clue, slots, free):
            return Message(
                "event.clued",
                giver=Who(giver),
                receiver=Who(receiver),
                free="yes" if free else "no",
                about=clue_label(clue, rules),
                count=len(slots),
                slots=slots,
            )
        case events.Played(seat, slot, _, card, fits):
            return Message(
                "event.played",
                who=Who(seat),
                card=card,
                slot=slot,
                fits="yes" if fits else "no",
                strike=rules.box.strike(),
            )
        case events.Discarded(seat, slot, _, card):
            return Message("event.discarded", who=Who(seat), card=card, slot=slot)
        case events.Completed(_, letter, token):
            suit = suit_of(letter, rules).label
            returned = "yes" if token else "no"
            return Message("event.completed", suit=suit, token=rules.box.clue(), returned=returned)
        case events.Revealed(seat, tile, lost):
            return Message("event.revealed", who=Who(seat), tile=tile.effect, lost="yes" if lost else "no")
        case events.WentBack(seat, card):
            return Message("event.went-back", who=Who(seat), card=card)
        case events.Encored(seat, card, fits):
            fitting = "yes" if fits else "no"
            return Message("event.encored", who=Who(seat), card=card, fits=fitting)
        case events.Drew(seat):
            return Message("event.drew", who=Who(seat))
        case events.Rearranged(seat, order):
            return Message("event.rearranged", who=Who(seat), order=" ".join(map(str, order)))
        case events.Passed(seat):
            return Message("event.passed", who=Who(seat))
        case events.LastRound(seat):
            return Message("event.last-round", who=Who(seat))
        case events.Ended(result):
            return result_message(result, rules)
        case _:
            assert_never(event)


def result_message(result: Result, rules: Rules) -> Message:
    """How a game ended, with its grade."""
    if result.outcome is Outcome.LOST:
        return Message("end.lost", cause=result.why, counted=result.counted)
    grade = result.grade(rules)
    points = Message("end.points", score=result.score, most=rules.tables.most)
    accolades = tuple(accolade_label(accolade) for accolade in result.accolades)
    if accolades:
        points = Message("end.with-accolades", points=points, accolades=accolades)
    if grade is None:
        return Message("end.perfect", points=points)
    federation = rules.box.federation
    return Message(
        "end.graded", points=points, federation=federation, grade=grade.name, applause=grade.applause
    )


def suit_of(letter: str, rules: Rules) -> Suit:
    """The suit of a letter."""
    return next(suit for suit in rules.suits if suit.letter == letter)


def card_label(card: Card, rules: Rules) -> Message:
    """A card in words."""
    return Message("card.face", suit=suit_of(card.suit, rules).label, rank=card.rank)


def clue_label(clue: str, rules: Rules) -> Message | str:
    """What a clue is about: a colour's name or a value."""
    return clue if clue.isdigit() else suit_of(clue, rules).label


def clue_words(clue: str, rules: Rules) -> Message | str:
    """A clue as people say it: red, ones."""
    return Message(f"value.{clue}") if clue.isdigit() else suit_of(clue, rules).label


def action_label(action: Action, rules: Rules) -> Message:
    """An action as a wish: play slot 3, tell Bob about red."""
    match action:
        case Play(slot):
            return Message("act.play-slot", slot=slot) if slot else Message("act.play-deck")
        case Discard(slot):
            return Message("act.discard-slot", slot=slot)
        case Clue(receiver, clue) | FreeClue(receiver, clue):
            return Message("act.tell", who=Who(receiver), about=clue_words(clue, rules))
        case Rearrange(_, order):
            return Message("act.rearrange-order", order=" ".join(map(str, order)))
        case Back(card):
            return Message("act.back", card=card_label(card, rules))
        case Encore(card):
            return Message("act.encore", card=card_label(card, rules))
        case _:
            assert_never(action)


def owed_messages(rules: Rules, displays: Sequence[int]) -> Iterator[Message]:
    """Why a score may be below 0: the cards that are missing from displays that count so (B4)."""
    for suit, laid in zip(rules.suits, displays, strict=True):
        if suit.scores is Scores.MISSING:
            yield Message("table.owed", count=len(suit.copies) - laid, suit=suit.label)
