"""Import of a hanab.live game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tamaya.engine import Action, Clue, Discard, Play, State
from tamaya.records.hanablive.options import HANDS, TIMING, read_first, read_rules
from tamaya.records.shape import read_fields, read_list, read_object, read_text, read_whole
from tamaya.rules import Card, Deal, Rules, Seat, seat_letter
from tamaya.rules.errors import BrokenRecord, IllegalAction, ImpossibleTable, Inexpressible, TamperedRecord

PLAY, DISCARD, COLOUR_CLUE, RANK_CLUE, END, END_BY_VOTE = range(6)
"""The types of an action in the file."""

ENDINGS: dict[int, str] = {
    1: "played to the end",
    2: "lost by strikes",
    3: "ran out of time",
    4: "terminated by a player",
    5: "failed as a speedrun",
    6: "abandoned",
    7: "stuck with a handicap",
    8: "can no longer be perfect",
    9: "stuck",
    10: "terminated by a vote",
}
"""What hanab.live's end conditions mean."""

BY_VOTE = 10
HARMLESS = ("notes", "id", "seed")
"""Fields of a game that change nothing about it."""


@dataclass(frozen=True, slots=True)
class Ending:
    """An end that the file has an entry for, which is no move; hanab.live then scores 0."""

    code: int
    by: Seat | None = None

    def __str__(self) -> str:
        return ENDINGS[self.code]


@dataclass(frozen=True, slots=True)
class Imported:
    """A game as our engine plays it."""

    names: tuple[str, ...]
    """One for each seat; where the file repeats a name, the later ones bear a number."""
    rules: Rules
    deal: Deal
    first: Seat
    actions: tuple[Action, ...]
    ending: Ending | None
    """How the file says that the game was broken off; None where it just stops."""
    left_over: tuple[str, ...]
    """The fields of the file that these values do not hold."""


def import_game(data: object, *, discard_full: bool = False) -> Imported:
    """Read the parsed JSON of a game and play it through.

    BrokenRecord says which field is misshapen, TamperedRecord which action cannot have happened, and
    Inexpressible which part of the variant or which option our rules do not have. ``discard_full`` allows
    discards while all clue tokens are available, as other servers that use this format do.

    hanab.live stops as soon as no further point is possible. Official rules play on, so such a game is
    not over here.
    """
    optional = " ".join(("options", "characters", *HARMLESS))
    fields = read_fields(read_object(data, "game"), "", "players deck actions", optional)
    if fields.get("characters") not in (None, []):
        raise Inexpressible("characters", "hanablive.characters")
    names = _read_names(fields["players"])
    options = read_object(fields.get("options", {}), "options")
    rules = read_rules(options, len(names), discard_full=discard_full)
    first = read_first(options, len(names))
    deal = Deal(_read_deck(fields["deck"], rules))
    entries = read_list(fields["actions"], "actions")
    try:
        start = State.start(rules, len(names), deal=deal, first=first)
    except ImpossibleTable as error:
        raise TamperedRecord(error.message) from None
    actions, ending = _follow(start, entries)
    return Imported(
        names=_distinct(names),
        rules=rules,
        deal=deal,
        first=first,
        actions=actions,
        ending=ending,
        left_over=tuple(name for name in (*fields, *options) if name in (*HARMLESS, *TIMING)),
    )


def replay(game: Imported) -> State:
    """The state after all actions of a game."""
    state = State.start(game.rules, len(game.names), deal=game.deal, first=game.first)
    for action in game.actions:
        state = state.apply(action)
    return state


def _read_names(value: object) -> list[str]:
    names = [read_text(name, f"players[{seat}]") for seat, name in enumerate(read_list(value, "players"))]
    if len(names) not in HANDS:
        raise BrokenRecord("players", "hanablive.player-count", fewest=min(HANDS), most=max(HANDS))
    return names


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    taken: list[str] = []
    for name in names:
        said, number = name, 1
        while said in taken:
            number += 1
            said = f"{name} {number}"
        taken.append(said)
    return tuple(taken)


def _read_deck(value: object, rules: Rules) -> tuple[Card, ...]:
    cards = read_list(value, "deck")
    if len(cards) != rules.deck_size:
        raise BrokenRecord("deck", "hanablive.deck-size", cards=len(cards), whole=rules.deck_size)
    return tuple(_read_card(card, f"deck[{place}]", rules) for place, card in enumerate(cards))


def _read_card(value: object, field: str, rules: Rules) -> Card:
    card = read_fields(value, field, "suitIndex rank")
    suit = read_whole(card["suitIndex"], f"{field}.suitIndex", 0, len(rules.suits) - 1)
    rank = read_whole(card["rank"], f"{field}.rank", 1, rules.tables.ranks)
    return Card(f"{rules.suits[suit].letter}{rank}")


def _follow(state: State, entries: list[Any]) -> tuple[tuple[Action, ...], Ending | None]:
    """Our actions for the entries of the file, each of them applied, and the ending if it has one."""
    actions: list[Action] = []
    for index, value in enumerate(entries):
        field = f"actions[{index}]"
        if state.result is not None:
            raise TamperedRecord("hanablive.over-before", field=field, why=state.result.why)
        move = _read_entry(value, field, state)
        if isinstance(move, Ending):
            if index + 1 < len(entries):
                raise TamperedRecord("hanablive.over-before-move", index=index + 1, move=str(move))
            return tuple(actions), move
        try:
            state = state.apply(move)
        except IllegalAction as error:
            raise TamperedRecord("hanablive.at-field", field=field, error=error.message) from None
        actions.append(move)
    return tuple(actions), None


def _read_entry(value: object, field: str, state: State) -> Action | Ending:
    entry = read_fields(value, field, "type target", "value")
    kind = read_whole(entry["type"], f"{field}.type", PLAY, END_BY_VOTE)

    def target(least: int, most: int) -> int:
        return read_whole(entry["target"], f"{field}.target", least, most)

    def value_of(least: int, most: int) -> int:
        return read_whole(entry.get("value", 0), f"{field}.value", least, most)

    last_seat, tables = state.players - 1, state.tables
    if kind in (PLAY, DISCARD):
        value_of(0, 0)
        return _by_slot(state, kind, target(0, len(state.cards) - 1), field)
    if kind == COLOUR_CLUE:
        # The colours that may be named count in the order of the suits, there as here.
        colours = tables.colours
        return Clue(Seat(target(0, last_seat)), colours[value_of(0, len(colours) - 1)])
    if kind == RANK_CLUE:
        return Clue(Seat(target(0, last_seat)), str(value_of(1, tables.ranks)))
    if kind == END:
        seat = target(-1, last_seat)
        return Ending(value_of(1, BY_VOTE - 1), None if seat < 0 else Seat(seat))
    target(-1, -1)
    return Ending(value_of(BY_VOTE, BY_VOTE))


def _by_slot(state: State, kind: int, card: int, field: str) -> Action:
    """A play or discard of a card that the file calls by its place in the deck, which is our id."""
    assert state.turn is not None
    hand = [held.id for held in state.hands[state.turn]]
    if card in hand:
        slot = hand.index(card) + 1
        return Play(slot) if kind == PLAY else Discard(slot)
    if kind == PLAY and card == state.drawn and state.rules.deck_play:
        return Play(0)
    raise TamperedRecord("hanablive.not-in-hand", field=field, seat=seat_letter(state.turn), card=card)
