"""The rules in force, in words, written from the data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tamaya.rules.options import Rearranging, Talk
from tamaya.rules.parts import PARTS
from tamaya.rules.ruleset import Rules
from tamaya.rules.suits import Builds, Scores, Suit, Touch
from tamaya.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    title: str
    lines: tuple[str, ...]


def describe(rules: Rules) -> tuple[Section, ...]:
    """A set of rules for a reader who is about to play by it."""
    sections = (
        Section(title(rules), tuple(_overview(rules))),
        Section("Cards", tuple(_cards(rules))),
        Section("Your turn", tuple(_turn(rules))),
        Section("Bonus tiles", tuple(_tiles(rules))),
        Section("The end", tuple(_end(rules))),
        Section("Score", tuple(_score(rules))),
        Section("At this table", tuple(_table(rules))),
        Section("Not as in the box", rules.differences()),
    )
    return tuple(section for section in sections if section.lines)


def title(rules: Rules) -> str:
    """The edition and its parts by their names."""
    return " + ".join([rules.box.title, *(PARTS[part].title for part in rules.parts)])


def _overview(rules: Rules) -> Iterable[str]:
    yield f"A co-operative game for 2 to {rules.seats} players. Everybody sees all hands but their own."
    for part in rules.parts:
        yield f"{PARTS[part].title}: {PARTS[part].summary}."
    yield f"Begins: {rules.box.starts}, or whom the table names."


def _cards(rules: Rules) -> Iterable[str]:
    yield f"{rules.deck_size} cards in {len(rules.suits)} suits."
    for suit in rules.suits:
        yield f"{suit.symbol} {suit.name} ({suit.letter}): {describe_suit(suit)}."
    if rules.hand:
        yield f"Every hand has {rules.hand} cards."
    else:
        yield "Hands have 5 cards with 2 or 3 players, 4 cards with more."


def describe_suit(suit: Suit) -> str:
    """What is particular about a suit."""
    cards = " ".join(str(rank) for rank in suit.order for _ in range(suit.copies[rank - 1]))
    said = [cards, "built upwards" if suit.builds is Builds.UP else "built downwards"]
    match suit.colours:
        case Touch.OWN:
            pass
        case Touch.ALL:
            said.append("touched by every colour clue")
        case Touch.NONE:
            said.append("touched by no colour clue")
    if not suit.named:
        said.append("never named, not even to say that there is none")
    match suit.values:
        case Touch.OWN:
            pass
        case Touch.ALL:
            said.append("touched by every value clue")
        case Touch.NONE:
            said.append("touched by no value clue")
    if suit.scores is Scores.MISSING:
        said.append("each card that is missing at the end costs a point")
    return "; ".join(said)


def _turn(rules: Rules) -> Iterable[str]:
    words = rules.box.words
    yield "Exactly one of three things; nobody may pass."
    empty = "may also match no card" if rules.empty else "must match at least one card"
    yield (
        f"Give information: costs one of the {rules.clues} {words.clues}. "
        f"It tells a teammate all their cards of one colour or one value, and {empty}."
    )
    full = "" if rules.discard_full else f" Not while all {rules.clues} are available."
    yield f"Discard a card: one of the {words.clues} comes back, and you draw.{full}"
    yield (
        "Play a card: it is next on its display, or it is discarded "
        f"and costs one of the {words.strikes}. Either way you draw."
    )
    if rules.deck_play:
        yield "The very last card of the deck may be played straight from the deck."
    instead = ", unless it ends on its 5 and reveals a bonus tile" if rules.bonus else ""
    yield f"A completed display brings back one of the {words.clues}{instead}; with all available it is lost."


def _tiles(rules: Rules) -> Iterable[str]:
    if not rules.bonus:
        return
    yield "Six tiles lie face down. A display completed with its 5 reveals one, before you draw:"
    for tile in Tile:
        yield f"- {tile.words}"
    yield "With an empty deck, the tile that sends a card back may be used to put it into play instead."


def _end(rules: Rules) -> Iterable[str]:
    words = rules.box.words
    yield f"Lost at once with {rules.strikes} {words.strikes if rules.strikes > 1 else words.strike}."
    if words.remark and rules.strikes == 3:
        yield words.remark
    yield "Won at once when every display is complete."
    if rules.flourish:
        yield "There is no last round: hands shrink, and play goes on until the show is perfect or lost."
        yield "Lost at once, too, when the last copy of a card that is still needed is discarded."
        yield "Who has nothing left to do is passed over."
    else:
        yield "When the last card is drawn, everybody has one more turn, the one who drew it included."


def _score(rules: Rules) -> Iterable[str]:
    if rules.flourish:
        yield f"Perfect, {rules.tables.most} points, or nothing."
        return
    counted = "the highest card of each display" if _all_rise(rules) else "a point for each card on a display"
    less = any(suit.scores is Scores.MISSING for suit in rules.suits)
    minus = ", less a point for each card missing from a display that counts so" if less else ""
    yield f"The sum of {counted}{minus}: at most {rules.tables.most}. A lost game scores 0."
    scale = [grade for grade in rules.box.scale if grade.at_least <= max(rules.tables.most, 0)]
    above = rules.tables.most
    for grade in scale:
        band = f"{grade.at_least}-{above}" if above > grade.at_least else str(above)
        lowest = f"{above} or less" if grade is scale[-1] else band
        yield f"{lowest:>9}  {grade.name}: {grade.applause}"
        above = grade.at_least - 1
    yield f"(The scale of the {rules.box.words.federation}.)"


def _all_rise(rules: Rules) -> bool:
    return all(suit.builds is Builds.UP or suit.scores is Scores.MISSING for suit in rules.suits)


def _table(rules: Rules) -> Iterable[str]:
    match rules.talk:
        case Talk.SILENT:
            yield "No talk while the game runs."
        case Talk.REMARKS:
            yield "Only the table's fixed remarks are said while the game runs."
        case Talk.OPEN:
            yield "Everybody may talk."
    match rules.rearrange:
        case Rearranging.CLUED:
            yield "Who has been given information may rearrange their hand until their next turn is done."
        case Rearranging.ALWAYS:
            yield "Everybody may rearrange their own hand at any time."
        case Rearranging.NEVER:
            yield "Hands are not rearranged."
