"""Export to hanab.live's JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NotRequired, TypedDict, assert_never

from tamaya.engine import Action, Back, Clue, Discard, Encore, FreeClue, Passed, Play, Rearrange, State
from tamaya.records.hanablive import games
from tamaya.records.hanablive.options import write_options
from tamaya.records.hanablive.variants import variant_for
from tamaya.rules import Deal, Inexpressible, Rules, Seat


class DeckCard(TypedDict):
    """A card of the deck."""

    suitIndex: int
    rank: int


class Entry(TypedDict):
    """An action."""

    type: int
    target: int
    value: int


class ExportedGame(TypedDict):
    """A game in hanab.live's shape, ready for ``json.dumps``."""

    players: list[str]
    deck: list[DeckCard]
    actions: list[Entry]
    options: NotRequired[dict[str, Any]]


def export_game(
    names: Sequence[str],
    rules: Rules,
    deal: Deal,
    first: Seat,
    actions: Iterable[Action],
    *,
    ending: games.Ending | None = None,
) -> ExportedGame:
    """A game as hanab.live writes it, or Inexpressible with the rule that it does not have.

    Suits become those of the variant with the same properties, place by place: white, red, blue, yellow
    and green of the boxes are the red, yellow, green, blue and purple of No Variant. The sixth suit of
    Colour Avalanche and of Variant 3 is a Rainbow, that of Variant 1 makes 6 Suits, that of Variant 2 is
    a Black. Final Flourish is all or nothing. Rearranging leaves no trace, since cards are called by
    their place in the deck.

    hanab.live itself stops as soon as no further point is possible; what was played after that is
    written all the same.
    """
    variant, suits = variant_for(rules.suits)
    options = write_options(rules, len(names), first, variant)
    place = {suit.letter: index for index, suit in enumerate(suits)}
    colours = [suit.letter for suit in suits if suit.named]
    start = State.start(rules, len(names), deal=deal, first=first)
    entries = list(_entries(start, actions, colours))
    if ending is not None:
        entries.append(_end(ending))
    game: ExportedGame = {
        "players": list(names),
        "deck": [{"suitIndex": place[card.suit], "rank": card.rank} for card in deal.deck],
        "actions": entries,
    }
    if options:
        game["options"] = options
    return game


def _entries(state: State, actions: Iterable[Action], colours: list[str]) -> Iterable[Entry]:
    for action in actions:
        if any(isinstance(event, Passed) for event in state.history):
            raise Inexpressible("final-flourish", "hanablive.passed-over")
        after = state.apply(action)
        yield from _entry(state, action, colours)
        state = after


def _entry(state: State, action: Action, colours: list[str]) -> list[Entry]:
    """What a legal action leaves in the file."""
    match action:
        case Play(slot):
            return [{"type": games.PLAY, "target": _card(state, slot), "value": 0}]
        case Discard(slot):
            return [{"type": games.DISCARD, "target": _card(state, slot), "value": 0}]
        case Clue(receiver, clue) if clue in colours:
            return [{"type": games.COLOUR_CLUE, "target": receiver, "value": colours.index(clue)}]
        case Clue(receiver, clue):
            return [{"type": games.RANK_CLUE, "target": receiver, "value": int(clue)}]
        case Rearrange():
            return []
        case FreeClue() | Back() | Encore():
            raise Inexpressible("flamboyants", "hanablive.no-bonus-tiles")
        case _:
            assert_never(action)


def _card(state: State, slot: int) -> int:
    assert state.turn is not None
    return state.hands[state.turn][slot - 1].id if slot else state.drawn


def _end(ending: games.Ending) -> Entry:
    kind = games.END_BY_VOTE if ending.code == games.BY_VOTE else games.END
    return {"type": kind, "target": -1 if ending.by is None else ending.by, "value": ending.code}
