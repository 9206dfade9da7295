"""What is allowed now: one function for each rule, asked by the state and by a turn in progress."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tamaya.engine.actions import Action, Back, BonusChoice, Clue, Discard, Encore, FreeClue, Play, Rearrange
from tamaya.rules import Rearranging, Seat, Tile, TileDecision
from tamaya.words import Message

if TYPE_CHECKING:
    from tamaya.engine.state import State
    from tamaya.engine.turn import Turn


class Held(NamedTuple):
    """A card in a hand: its id, and the clues that touched and missed it, one character each."""

    id: int
    yes: str = ""
    no: str = ""


Situation: TypeAlias = "State | Turn"
"""What the rules look at."""


def actions(table: Situation) -> tuple[Action, ...]:
    """What the seat on turn may do; rearranging, which takes no turn, is not listed."""
    if table.turn is None:
        return ()
    if table.tile is not None:
        return choices(table, table.tile)
    slots = len(table.hands[table.turn])
    found: tuple[Action, ...] = _plays(slots)
    if may_play_deck(table):
        found += (Play(0),)
    if may_discard(table):
        found += _discards(slots)
    if table.clues:
        for receiver in teammates(len(table.hands), table.turn):
            found += _clues(receiver, clue_names(table, receiver))
    return found


def objection(table: Situation, action: Action) -> Message | None:
    """Why an action is not allowed now, or None."""
    if table.turn is None:
        return Message("illegal.game-over")
    match action:
        case Play(slot) | Discard(slot) if type(slot) is not int:
            return Message("illegal.slot-number", slot=str(slot))
        case Play() | Discard() | Clue() if table.tile is not None:
            return Message("illegal.tile-first", tile=table.tile.effect)
        case Play(0) if table.rules.deck_play:
            return None if may_play_deck(table) else Message("illegal.deck-play")
        case Play(slot):
            return _against_slot(table, table.turn, slot)
        case Discard(slot):
            if not may_discard(table):
                return Message("illegal.full-discard", have=table.clues, most=table.rules.clues)
            return _against_slot(table, table.turn, slot)
        case Clue(receiver, clue):
            if not table.clues:
                return Message("illegal.no-clue-token")
            return _against_clue(table, table.turn, receiver, clue)
        case Rearrange(seat, order):
            return _against_rearranging(table, seat, order)
        case FreeClue() | Back() | Encore():
            return _against_choice(table, action)
        case _:
            return Message("illegal.no-action")


def choices(table: Situation, tile: Tile) -> tuple[BonusChoice, ...]:
    """The decisions that a tile leaves to the player on turn (L4-L8)."""
    pile = tuple(dict.fromkeys(table.discards))
    match tile.decision:
        case None:
            return ()
        case TileDecision.COLOUR_CLUE | TileDecision.VALUE_CLUE as granted:
            sort = table.tables.colours if granted is TileDecision.COLOUR_CLUE else table.tables.values
            assert table.turn is not None
            return tuple(
                FreeClue(receiver, clue)
                for receiver in teammates(len(table.hands), table.turn)
                for clue in clue_names(table, receiver)
                if clue in sort
            )
        case TileDecision.BACK:
            back = tuple(map(Back, pile))
            # L6: with an empty deck the player may choose an encore instead.
            return back if len(table.cards) > table.drawn else (*back, *map(Encore, pile))
        case TileDecision.ENCORE:
            return tuple(map(Encore, pile))


@lru_cache
def teammates(players: int, seat: Seat) -> tuple[Seat, ...]:
    """The others at a table, clockwise from the left."""
    return tuple(Seat((seat + step) % players) for step in range(1, players))


def clue_names(table: Situation, receiver: Seat) -> tuple[str, ...]:
    """The clues that a hand may be told: those that touch a card, or all where empty ones go too (T3)."""
    hand = table.hands[receiver]
    if not hand:
        return ()
    if table.rules.empty:
        return table.tables.clues
    cards, touched_by = table.cards, table.tables.touched_by
    touching = frozenset().union(*[touched_by[cards[held.id]] for held in hand])
    return tuple([clue for clue in table.tables.clues if clue in touching])


def _touches_any(table: Situation, receiver: Seat, clue: str) -> bool:
    touched_by, cards = table.tables.touched_by, table.cards
    return any(clue in touched_by[cards[held.id]] for held in table.hands[receiver])


def may_discard(table: Situation) -> bool:
    """T4: not while all clue tokens are available."""
    return table.clues < table.rules.clues or table.rules.discard_full


def may_play_deck(table: Situation) -> bool:
    """House option: the very last card may be played straight from the deck; a returned one may not (L6)."""
    return table.rules.deck_play and len(table.cards) == table.drawn + 1 and table.turns_left is None


def may_rearrange(table: Situation, seat: Seat) -> bool:
    """T9: from a clue until the owner's next turn is done, unless the table says always or never."""
    if table.turn is None:
        return False
    match table.rules.rearrange:
        case Rearranging.CLUED:
            return seat in table.clued
        case Rearranging.ALWAYS:
            return True
        case Rearranging.NEVER:
            return False


def _against_slot(table: Situation, seat: Seat, slot: int) -> Message | None:
    slots = len(table.hands[seat])
    if 1 <= slot <= slots:
        return None
    return Message("illegal.no-slot", slot=slot, slots=slots) if slots else Message("illegal.empty-hand")


def _against_clue(table: Situation, giver: Seat, receiver: Seat, clue: str) -> Message | None:
    if type(receiver) is not int or not 0 <= receiver < len(table.hands):
        return Message("illegal.no-such-seat")
    if receiver == giver:
        return Message("illegal.clue-to-self")
    if clue not in table.tables.clues:
        return Message("illegal.unknown-clue", clue=str(clue), clues=table.tables.clues)
    if not table.hands[receiver]:
        return Message("illegal.clue-empty-hand")
    if not (table.rules.empty or _touches_any(table, receiver, clue)):
        return Message("illegal.empty-clue", clue=clue)
    return None


def _against_choice(table: Situation, action: BonusChoice) -> Message | None:
    if table.tile is None:
        return Message("illegal.no-tile")
    if action in choices(table, table.tile):
        return None
    if isinstance(action, FreeClue) and table.tile.decision in (
        TileDecision.COLOUR_CLUE,
        TileDecision.VALUE_CLUE,
    ):
        assert table.turn is not None
        against = _against_clue(table, table.turn, action.receiver, action.clue)
        return against or Message("illegal.tile-clue", tile=table.tile.effect)
    if isinstance(action, Back | Encore) and action.card not in table.discards:
        return Message("illegal.not-discarded", card=action.card)
    return Message("illegal.other-tile", tile=table.tile.effect)


def _are_slots(order: object) -> bool:
    return isinstance(order, tuple | list) and all(type(slot) is int for slot in order)


def _against_rearranging(table: Situation, seat: Seat, order: tuple[int, ...]) -> Message | None:
    if type(seat) is not int or not 0 <= seat < len(table.hands):
        return Message("illegal.no-such-seat")
    slots = list(range(1, len(table.hands[seat]) + 1))
    if not slots:
        return Message("illegal.empty-hand")
    if not _are_slots(order) or sorted(order) != slots:
        return Message("illegal.order", slots=" ".join(map(str, slots)))
    if not may_rearrange(table, seat):
        if table.rules.rearrange is Rearranging.NEVER:
            return Message("illegal.never-rearranged")
        return Message("illegal.rearranging")
    return None


@lru_cache
def _plays(slots: int) -> tuple[Play, ...]:
    return tuple(Play(slot) for slot in range(1, slots + 1))


@lru_cache
def _discards(slots: int) -> tuple[Discard, ...]:
    return tuple(Discard(slot) for slot in range(1, slots + 1))


@lru_cache(maxsize=1 << 14)
def _clues(receiver: Seat, names: tuple[str, ...]) -> tuple[Clue, ...]:
    return tuple(Clue(receiver, name) for name in names)
