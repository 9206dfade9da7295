"""Which discarded card ``hat`` brings back with a bonus tile (L6, L7)."""

from __future__ import annotations

from typing import Final

from tamaya.bots.bits import lowest
from tamaya.bots.compilable import compilable
from tamaya.bots.hat.state import Book, Public, Sight
from tamaya.bots.hat.sums import COLOUR_CLUE, VALUE_CLUE
from tamaya.rules import TileDecision

BACK_CARD: Final = 3
ENCORE_CARD: Final = 4
DECISIONS: Final = {
    None: 0,
    TileDecision.COLOUR_CLUE: COLOUR_CLUE,
    TileDecision.VALUE_CLUE: VALUE_CLUE,
    TileDecision.BACK: BACK_CARD,
    TileDecision.ENCORE: ENCORE_CARD,
}
"""The decisions that tiles leave to a seat, as the compiled engine numbers them."""

RESCUE: Final = 100
"""What each card counts that can be laid again because a lost one comes back, if other help counts less."""


@compilable
def best_encore(book: Book, public: Public, sight: Sight) -> tuple[int, int]:
    """The discarded face that is best laid at once, and what it is worth: 0 if none fits."""
    best, most = -1, -1
    for face in range(book.faces):
        if public.discarded[face] == 0:
            continue
        worth = 0
        if public.wanted >> face & 1:
            worth = 1 + RESCUE * _rescued(book, public, face)
            worth += 2 * cards_held(book, public, sight, book.after[face])
            if public.critical >> face & 1 or book.after[face] == 0:
                worth += 3
        if worth > most:
            best, most = face, worth
    return best, most


@compilable
def best_return(book: Book, public: Public) -> int:
    """The discarded face that is best shuffled into the deck: a lost one, or else one that is rare."""
    best, most = -1, -1
    for face in range(book.faces):
        if public.discarded[face] == 0:
            continue
        worth = RESCUE * _rescued(book, public, face)
        if public.critical >> face & 1:
            worth += 2 * book.ranks - book.step_of[face]
        elif public.useful >> face & 1:
            worth += 1
        if worth > most:
            best, most = face, worth
    return best


@compilable
def _rescued(book: Book, public: Public, face: int) -> int:
    """How many cards of its display can be laid again if a face that is lost comes back."""
    if public.discarded[face] < book.copies[face]:
        return 0
    for earlier in range(book.faces):
        same = book.suit_of[earlier] == book.suit_of[face] and book.step_of[earlier] < book.step_of[face]
        if same and public.discarded[earlier] == book.copies[earlier]:
            return 0
    count, card = 1, book.after[face]
    while card and public.discarded[lowest(card)] < book.copies[lowest(card)]:
        count += 1
        card = book.after[lowest(card)]
    return count


@compilable
def cards_held(book: Book, public: Public, sight: Sight, faces: int) -> int:
    """How many cards of the others have one of these faces."""
    count = 0
    for offset in range(1, book.players):
        other = (sight.seat + offset) % book.players
        for slot in range(public.hands[other].cards):
            count += faces >> sight.faces[other][slot] & 1
    return count
