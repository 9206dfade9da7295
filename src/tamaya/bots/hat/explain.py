"""What ``hat`` says about an action that it has chosen."""

from __future__ import annotations

from tamaya.bots.hat.choose import (
    ALL_TOUCHED,
    FITS_FOR_ALL,
    FITS_FOR_SEAT,
    MISSED_LEAST,
    NO_CLUE_FOR_SUM,
    NO_SUMS,
    SUM_BY_CLUE,
    SUM_BY_DISCARD,
    SUM_BY_PLAY,
    USELESS,
)
from tamaya.bots.hat.state import Book, Public, Sight, sure_slots, useless_slots
from tamaya.bots.registry import Choice
from tamaya.engine.actions import Action, Discard, Play
from tamaya.engine.view import View

REASONS = {
    SUM_BY_CLUE: "The sum is {total} of {modulus}: everybody subtracts what they see.",
    SUM_BY_PLAY: "Slots {sure} fit; that it is slot {slot} tells a sum.",
    SUM_BY_DISCARD: "Slots {useless} are useless; that it is slot {slot} tells a sum.",
    FITS_FOR_ALL: "All know that slot {slot} fits.",
    FITS_FOR_SEAT: "Slot {slot} must fit, by what this seat sees.",
    USELESS: "All know that slot {slot} is useless.",
    MISSED_LEAST: "This card is missed least.",
    ALL_TOUCHED: "It touches all cards of the hand, so it says what it says.",
    NO_SUMS: "This clue says what it says.",
    NO_CLUE_FOR_SUM: "There is no clue for the sum.",
}
NOT_TRUSTED = "A player broke the convention, so clues are taken at their word from here on."
NOTHING_FITS = "No sum fits here."


def explain(view: View, book: Book, public: Public, sight: Sight, action: Action) -> Choice:
    """The action with the reason that ``choose`` has left in the sight."""
    hand = public.hands[sight.seat]
    reason = REASONS[sight.why].format(
        total=sight.total,
        modulus=sight.modulus,
        slot=action.slot if isinstance(action, Play | Discard) else 0,
        sure=_listed(sure_slots(public, hand)),
        useless=_listed(useless_slots(public, hand)),
    )
    if isinstance(action, Discard) and sight.needless:
        reason = f"No clue is needed now. {reason}"
    secret = _parts(view, book, public, sight) if sight.why == SUM_BY_CLUE else ""
    return Choice(action, reason=reason, secret=secret)


def _parts(view: View, book: Book, public: Public, sight: Sight) -> str:
    """What each of the others is told."""
    seats = [(sight.seat + offset) % book.players for offset in range(1, book.players)]
    parts = (f"{view.names[seat]} {public.hands[seat].part}" for seat in seats)
    return f"The parts of the sum: {', '.join(parts)}."


def _listed(slots: int) -> str:
    return " and ".join(str(slot + 1) for slot in range(slots.bit_length()) if slots >> slot & 1)
