"""What to do with a bonus tile that leaves a choice (L4-L7)."""

from __future__ import annotations

from tamaya.bots.conventions.state import Reading, Table, face_of
from tamaya.bots.partner.choose import touched_by, worth_of_clue
from tamaya.bots.partner.state import PartnerBook, Sight
from tamaya.engine.actions import Action, Back, Encore, FreeClue
from tamaya.engine.view import View


def use_tile(view: View, book: PartnerBook, table: Table, reading: Reading, sight: Sight) -> Action:
    """The choice that brings most."""
    return max(view.actions, key=lambda action: worth_of_choice(view, book, table, reading, sight, action))


def worth_of_choice(
    view: View, book: PartnerBook, table: Table, reading: Reading, sight: Sight, action: Action
) -> float:
    """What a choice for a tile is worth, beside the others."""
    match action:
        case FreeClue(receiver, clue):
            number = view.rules.tables.clues.index(clue)
            touched = touched_by(book, table, sight, receiver, number)
            return worth_of_clue(book, table, reading, sight, receiver, number, touched)
        case Encore(card):
            face = face_of(view.rules, card)
            return 1.0 + _room(book, table, face) if table.playable >> face & 1 else 0.0
        case Back(card):
            return _return_worth(book, table, face_of(view.rules, card))
        case _:
            return 0.0


def _room(book: PartnerBook, table: Table, face: int) -> float:
    """How far its display can still come, from this face on."""
    return (table.furthest[book.suit_of[face]] - book.step_of[face]) / book.ranks


def _return_worth(book: PartnerBook, table: Table, face: int) -> float:
    """A card whose loss has ended its display, then one that has become rare and is still needed."""
    suit, step = book.suit_of[face], book.step_of[face]
    if step == table.furthest[suit]:
        end = step + 1
        while end < book.ranks:
            following = book.chain[suit][end]
            if table.discarded[following] == book.copies[following]:
                break
            end += 1
        return 1.0 + end - step
    if table.dead >> face & 1:
        return 0.0
    return 0.5 * _room(book, table, face)
