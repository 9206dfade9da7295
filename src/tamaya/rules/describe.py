"""The rules in force as messages, written from the data, in the words of the table's edition.

Each line says one rule. ``tests/rulebook/test_rules_in_words.py`` names the lines that say each clause.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tamaya.rules.options import Rearranging, Talk
from tamaya.rules.parts import PARTS, accolade_label
from tamaya.rules.ruleset import Rules
from tamaya.rules.suits import Builds, Scores, Suit, Touch
from tamaya.rules.tile_rules import tile_rules
from tamaya.words import Message


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the lines under it."""

    title: Message
    lines: tuple[Message, ...]


def describe(rules: Rules) -> tuple[Section, ...]:
    """A set of rules for a reader who is about to play by it."""
    sections = (
        Section(title(rules), tuple(_overview(rules))),
        Section(Message("describe.not-as-in-the-box"), rules.differences()),
        Section(Message("describe.cards"), tuple(_cards(rules))),
        Section(Message("describe.your-turn"), tuple(_turn(rules))),
        Section(rules.box.give, tuple(_giving(rules))),
        Section(Message("describe.discarding"), tuple(_discarding(rules))),
        Section(Message("describe.playing"), tuple(_playing(rules))),
        Section(Message("table.tiles"), tuple(tile_rules(rules))),
        Section(Message("describe.the-end"), tuple(_end(rules))),
        Section(Message("table.score"), tuple(_score(rules))),
        Section(Message("describe.at-this-table"), tuple(_table(rules))),
        Section(Message("describe.advice"), tuple(_advice(rules))),
    )
    return tuple(section for section in sections if section.lines)


def title(rules: Rules) -> Message:
    """The edition and its parts by their names."""
    parts = tuple(PARTS[part].title for part in rules.parts)
    return Message("describe.with-parts", edition=rules.box.title, parts=parts) if parts else rules.box.title


def _overview(rules: Rules) -> Iterable[Message]:
    yield Message("describe.players", most=rules.seats)
    yield Message("describe.hidden")
    for part in rules.parts:
        yield Message("describe.part", title=PARTS[part].title, summary=PARTS[part].summary)
    yield Message("describe.begins", who=rules.box.starts)


def _cards(rules: Rules) -> Iterable[Message]:
    box = rules.box
    yield Message("describe.deck", cards=rules.deck_size, suits=len(rules.suits))
    for suit in rules.suits:
        yield Message(
            "describe.suit", symbol=suit.symbol, suit=suit.label, letter=suit.letter, traits=suit_traits(suit)
        )
    for suit in rules.suits[len(rules.base) :]:
        yield Message("describe.own-firework", suit=suit.label, firework=box.firework())
    yield Message("describe.hand", cards=rules.hand) if rules.hand else Message("describe.usual-hand")
    yield Message("describe.tokens", clues=rules.clues, token=box.clue(rules.clues))


def suit_traits(suit: Suit) -> tuple[Message, ...]:
    """What is particular about a suit: its cards, which way it is built, which clues touch it."""
    cards = " ".join(str(rank) for rank in suit.order for _ in range(suit.copies[rank - 1]))
    traits = [Message("suit-trait.cards", cards=cards), Message(f"suit-trait.builds-{suit.builds.value}")]
    if suit.colours is not Touch.OWN:
        traits.append(Message(f"suit-trait.colours-{suit.colours.value}"))
    if not suit.named:
        traits.append(Message("suit-trait.never-named"))
    if suit.values is not Touch.OWN:
        traits.append(Message(f"suit-trait.values-{suit.values.value}"))
    if suit.scores is Scores.MISSING:
        traits.append(Message("suit-trait.missing-cost"))
    return tuple(traits)


def _turn(rules: Rules) -> Iterable[Message]:
    yield Message("describe.clockwise")
    yield Message("describe.one-action", hint=rules.box.hint())
    yield Message("describe.open-discards")


def _giving(rules: Rules) -> Iterable[Message]:
    box = rules.box
    yield Message("describe.clue", token=box.clue())
    yield Message("describe.clue-about", hint=box.hint())
    yield Message("describe.clue-complete", hint=box.hint())
    yield Message("describe.clue-empty" if rules.empty else "describe.clue-not-empty", hint=box.hint())


def _discarding(rules: Rules) -> Iterable[Message]:
    box = rules.box
    yield Message("describe.discard", token=box.clue())
    code = "describe.discard-full" if rules.discard_full else "describe.discard-not-full"
    yield Message(code, clues=rules.clues, token=box.clue(rules.clues))


def _playing(rules: Rules) -> Iterable[Message]:
    box = rules.box
    yield Message("describe.play", firework=box.firework(), struck=box.struck)
    falling = any(suit.builds is Builds.DOWN for suit in rules.suits)
    yield Message("describe.fireworks", firework=box.firework(), falling="yes" if falling else "no")
    if rules.deck_play:
        yield Message("describe.deck-play")
    bonus = "yes" if rules.bonus else "no"
    yield Message(
        "describe.completed", firework=box.firework(), token=box.clue(), bonus=bonus, top=rules.tables.ranks
    )


def _end(rules: Rules) -> Iterable[Message]:
    box = rules.box
    yield Message("describe.lost", strikes=rules.strikes, token=box.strike(rules.strikes))
    if box.remark and rules.strikes == 3:
        yield box.remark
    yield Message("describe.won", firework=box.firework())
    if not rules.flourish:
        yield Message("describe.last-round")
        yield Message("describe.last-round-no-draw")
        return
    yield Message("describe.flourish")
    yield Message("describe.flourish-lost", firework=box.firework())
    if rules.bonus:
        yield Message("describe.flourish-tiles")
    yield Message("describe.passed-over")


def _score(rules: Rules) -> Iterable[Message]:
    most = rules.tables.most
    if rules.flourish:
        yield Message("describe.perfect-or-nothing", points=most)
        return
    box = rules.box
    rising = all(suit.builds is Builds.UP or suit.scores is Scores.MISSING for suit in rules.suits)
    counted = "highest" if rising else "cards"
    yield Message("describe.sum", counted=counted, firework=box.firework(), most=most)
    costly = [suit for suit in rules.suits if suit.scores is Scores.MISSING]
    for suit in costly:
        yield Message("describe.missing-cost", suit=suit.label, firework=box.firework())
    if costly:
        yield Message("describe.below-zero", points=rules.tables.least)
    for accolade in rules.accolades:
        yield Message("describe.accolade", accolade=accolade_label(accolade))
    yield Message("describe.lost-score", graded="yes" if box.grades_lost else "no")
    yield Message("describe.scale", federation=box.federation)
    yield from _grades(rules)


def _grades(rules: Rules) -> Iterable[Message]:
    above = rules.tables.most
    scale = [grade for grade in rules.box.scale if grade.at_least <= max(above, 0)]
    for grade in scale:
        lowest = grade is scale[-1]
        band = "lowest" if lowest else "range" if above > grade.at_least else "single"
        yield Message(
            "describe.grade",
            band=band,
            least=grade.at_least,
            most=above,
            grade=grade.name,
            applause=grade.applause,
        )
        above = grade.at_least - 1


def _table(rules: Rules) -> Iterable[Message]:
    if rules.talk is not Talk.OPEN:
        yield Message("describe.no-comments", hints=rules.box.hint(2))
    yield Message(f"describe.talk-{rules.talk.value}")
    if rules.talk is not Talk.OPEN:
        yield Message("describe.talk-after")
    match rules.rearrange:
        case Rearranging.CLUED:
            yield Message("describe.rearrange-clued", hint=rules.box.hint())
        case Rearranging.ALWAYS:
            yield Message("describe.rearrange-always")
        case Rearranging.NEVER:
            yield Message("describe.rearrange-never")
            return
    yield Message("describe.rearrange-free")


def _advice(rules: Rules) -> Iterable[Message]:
    box = rules.box
    yield Message("describe.advice-discards")
    yield Message("describe.advice-last", firework=box.firework())
    yield Message("describe.advice-blocked", firework=box.firework(), token=box.clue())
