"""The rules in force as messages, written from the data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tamaya.rules.parts import PARTS
from tamaya.rules.ruleset import Rules
from tamaya.rules.suits import Builds, Scores, Suit, Touch
from tamaya.rules.tiles import TILES
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
        Section(Message("describe.cards"), tuple(_cards(rules))),
        Section(Message("describe.your-turn"), tuple(_turn(rules))),
        Section(Message("table.tiles"), tuple(_tiles(rules))),
        Section(Message("describe.the-end"), tuple(_end(rules))),
        Section(Message("table.score"), tuple(_score(rules))),
        Section(Message("describe.at-this-table"), tuple(_table(rules))),
        Section(Message("describe.not-as-in-the-box"), rules.differences()),
    )
    return tuple(section for section in sections if section.lines)


def title(rules: Rules) -> Message:
    """The edition and its parts by their names."""
    parts = tuple(PARTS[part].title for part in rules.parts)
    return Message("describe.with-parts", edition=rules.box.title, parts=parts) if parts else rules.box.title


def _overview(rules: Rules) -> Iterable[Message]:
    yield Message("describe.players", most=rules.seats)
    for part in rules.parts:
        yield Message("describe.part", title=PARTS[part].title, summary=PARTS[part].summary)
    yield Message("describe.begins", who=rules.box.starts)


def _cards(rules: Rules) -> Iterable[Message]:
    yield Message("describe.deck", cards=rules.deck_size, suits=len(rules.suits))
    for suit in rules.suits:
        yield Message(
            "describe.suit", symbol=suit.symbol, suit=suit.label, letter=suit.letter, traits=suit_traits(suit)
        )
    yield Message("describe.hand", cards=rules.hand) if rules.hand else Message("describe.usual-hand")


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
    box = rules.box
    yield Message("describe.one-action")
    yield Message(
        "describe.clue", clues=rules.clues, token=box.clue(rules.clues), empty="yes" if rules.empty else "no"
    )
    yield Message(
        "describe.discard",
        clues=rules.clues,
        token=box.clue(rules.clues),
        full="yes" if rules.discard_full else "no",
    )
    yield Message("describe.play", token=box.strike(rules.strikes))
    if rules.deck_play:
        yield Message("describe.deck-play")
    yield Message("describe.completed", token=box.clue(rules.clues), bonus="yes" if rules.bonus else "no")


def _tiles(rules: Rules) -> Iterable[Message]:
    if rules.bonus:
        yield Message("describe.tiles", count=len(TILES))
        for tile in TILES.values():
            yield Message("describe.tile", effect=tile.effect)
        yield Message("describe.tile-encore")


def _end(rules: Rules) -> Iterable[Message]:
    yield Message("describe.lost", strikes=rules.strikes, token=rules.box.strike(rules.strikes))
    if rules.box.remark and rules.strikes == 3:
        yield rules.box.remark
    yield Message("describe.won")
    if rules.flourish:
        yield Message("describe.flourish")
        yield Message("describe.flourish-lost")
        yield Message("describe.passed-over")
    else:
        yield Message("describe.last-round")


def _score(rules: Rules) -> Iterable[Message]:
    most = rules.tables.most
    if rules.flourish:
        yield Message("describe.perfect-or-nothing", points=most)
        return
    missing = any(suit.scores is Scores.MISSING for suit in rules.suits)
    yield Message(
        "describe.sum",
        most=most,
        counted="highest" if _all_rise(rules) else "cards",
        missing="yes" if missing else "no",
    )
    scale = [grade for grade in rules.box.scale if grade.at_least <= max(most, 0)]
    above = most
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
    yield Message("describe.scale", federation=rules.box.federation)


def _all_rise(rules: Rules) -> bool:
    return all(suit.builds is Builds.UP or suit.scores is Scores.MISSING for suit in rules.suits)


def _table(rules: Rules) -> Iterable[Message]:
    yield Message(f"describe.talk-{rules.talk.value}")
    yield Message(f"describe.rearrange-{rules.rearrange.value}")
