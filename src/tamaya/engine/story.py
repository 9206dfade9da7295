"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from tamaya.engine.events import (
    Clued,
    Completed,
    Discarded,
    Drew,
    Encored,
    Ended,
    Event,
    LastRound,
    Passed,
    Played,
    Rearranged,
    Revealed,
    WentBack,
)
from tamaya.engine.result import Outcome, Result
from tamaya.rules import Rules, Suit


def tell(event: Event, names: Sequence[str], rules: Rules) -> str:
    """An event as a sentence, in the words of the table's edition."""
    words = rules.box.words
    match event:
        case Clued(giver, receiver, clue, slots, free):
            freely = " for free" if free else ""
            return f"{names[giver]} tells {names[receiver]}{freely}: {_told(clue, slots, rules)}"
        case Played(seat, slot, _, card, fits):
            source = f"slot {slot}" if slot else "the deck"
            ending = "it fits" if fits else f"it does not fit: one {words.strike}"
            return f"{names[seat]} plays {card} from {source}, and {ending}"
        case Discarded(seat, slot, _, card):
            return f"{names[seat]} discards {card} from slot {slot}"
        case Completed(_, letter, token):
            reward = f": one {words.clue} comes back" if token else ""
            return f"The {suit_of(letter, rules).name} display is complete{reward}"
        case Revealed(seat, tile, lost):
            return f"{names[seat]} reveals a bonus tile: {tile.words}{' (lost)' if lost else ''}"
        case WentBack(seat, card):
            return f"{names[seat]} shuffles {card} into the deck"
        case Encored(seat, card, fits):
            return f"{names[seat]} gives {card} an encore, and {'it fits' if fits else 'it does not fit'}"
        case Drew(seat):
            return f"{names[seat]} draws a card"
        case Rearranged(seat, order):
            return f"{names[seat]} rearranges: {' '.join(map(str, order))}"
        case Passed(seat):
            return f"{names[seat]} can do nothing and is passed over"
        case LastRound(seat):
            return f"{names[seat]} holds the last card of the deck: everybody has one more turn"
        case Ended(result):
            return tell_result(result, rules)
        case _:
            assert_never(event)


def tell_result(result: Result, rules: Rules) -> str:
    """How a game ended, with its grade."""
    if result.outcome is Outcome.LOST:
        return f"The game is lost ({result.why}); the displays showed {result.counted}"
    points = f"{result.score} {'point' if result.score == 1 else 'points'} of {rules.tables.most}"
    accolades = "".join(f", with the {accolade!r} accolade" for accolade in result.accolades)
    grade = result.grade(rules)
    if grade is None:
        return f"A perfect show: {points}{accolades}"
    return f"{points}{accolades}. {rules.box.words.federation}: {grade.name}, {grade.applause}"


def suit_of(letter: str, rules: Rules) -> Suit:
    """The suit of a letter."""
    return next(suit for suit in rules.suits if suit.letter == letter)


def name_clue(clue: str, rules: Rules) -> str:
    """What a clue is about, in words: a colour's name or a value."""
    return clue if clue.isdigit() else suit_of(clue, rules).name


def _told(clue: str, slots: tuple[int, ...], rules: Rules) -> str:
    about = name_clue(clue, rules)
    if not slots:
        return f"no {about}"
    return f"{about} in {'slot' if len(slots) == 1 else 'slots'} {', '.join(map(str, slots))}"
