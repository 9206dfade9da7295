"""Why a move was made, and how every clue was understood, in words.

A reason is said aloud at the table, so it tells what all can work out from the conventions and from the move
itself; the rest is a secret until the game is over.
"""

from __future__ import annotations

from tamaya.bots.partner.conventions import next_discard, see_clue
from tamaya.bots.partner.history import beginning, follow, hand_of
from tamaya.bots.partner.state import CALL, CALLED, SAVE, SURE, Book, Public, Sight, book_of, copy_public
from tamaya.engine.events import Clued
from tamaya.engine.view import View
from tamaya.rules import Seat

_VALUES = ("", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")


def why_play(view: View, public: Public, sight: Sight, slot: int) -> tuple[str, str]:
    """Why a card is played: the reason and the secret."""
    card = hand_of(public, sight.seat)[slot]
    secret = f"Slot {slot + 1} can be {faces(view, sight.mine[slot])}."
    if public.taken_for[card] & ~public.playable:
        return f"By what I see, slot {slot + 1} is worth playing.", secret
    if public.marks[card] & CALLED:
        told, giver = clue_words(view, public.called_with[card]), view.names[public.called_by[card]]
        return f"{giver} told me about my {told}: a play clue for slot {slot + 1}.", secret
    return f"Slot {slot + 1} is {faces(view, public.taken_for[card])}, which fits.", secret


def why_discard(view: View, public: Public, sight: Sight, slot: int) -> tuple[str, str]:
    """Why a card is discarded: the reason and the secret."""
    card = hand_of(public, sight.seat)[slot]
    secret = f"Slot {slot + 1} can be {faces(view, sight.mine[slot])}."
    if public.taken_for[card] & ~public.dead == 0:
        return f"Slot {slot + 1} is of no use any more.", secret
    if card == next_discard(public, sight.seat):
        return f"My next discard is slot {slot + 1}, the oldest that no clue has touched.", secret
    return f"By what I see, slot {slot + 1} is what we can spare most easily.", secret


def why_clue(
    view: View, book: Book, public: Public, giver: int, receiver: int, clue: int, touched: int
) -> str:
    """Why a clue is given: what it says by the conventions."""
    after = copy_public(public)
    see_clue(book, after, giver, receiver, clue, touched, True)
    name = view.names[receiver]
    if after.reading == SURE and after.focus >= 0:
        return f"Now {name} knows that slot {slot_of(after, receiver)} fits."
    if after.reading == CALL:
        return f"A play clue for {name}'s slot {slot_of(after, receiver)}."
    if after.reading == SAVE:
        return f"A save: {name}'s next discard, slot {slot_of(after, receiver)}, may be the last of its kind."
    return f"{name} should know; it asks for nothing."


def understood(view: View) -> tuple[str, ...]:
    """How every clue of the history was read, in its order."""
    book = book_of(view.rules, view.players)
    public = beginning(book, view)
    readings: list[str] = []
    for event in view.history:
        follow(book, view.rules, public, event)
        if isinstance(event, Clued):
            readings.append(_reading(view, public, event))
    return tuple(readings)


def _reading(view: View, public: Public, event: Clued[Seat]) -> str:
    giver, receiver = view.names[event.giver], view.names[event.receiver]
    told = clue_words(view, view.rules.tables.clues.index(event.clue))
    start = f"{giver} told {receiver} about {told}: "
    slot = slot_of(public, event.receiver)
    if public.reading == SURE:
        return f"{start}slot {slot} fits."
    if public.reading == CALL:
        return f"{start}a play clue for slot {slot}, the newest of them that may fit."
    if public.reading == SAVE:
        return f"{start}a save of slot {slot}, the next discard."
    return f"{start}that and nothing more."


def slot_of(public: Public, seat: int) -> int:
    """The slot of the card that the last clue was about; 0 if there is none."""
    hand = hand_of(public, seat)
    return hand.index(public.focus) + 1 if public.focus in hand else 0


def clue_words(view: View, clue: int) -> str:
    """A clue as people say it: red, ones."""
    name = view.rules.tables.clues[clue]
    if name.isdigit():
        return _VALUES[int(name)]
    return next(suit.name for suit in view.rules.suits if suit.letter == name)


def faces(view: View, mask: int) -> str:
    """A set of faces: r1, y1 or b1."""
    names = [card for face, card in enumerate(view.rules.tables.cards) if mask >> face & 1]
    if len(names) > 6:
        return f"{len(names)} different cards"
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
