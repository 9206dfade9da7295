"""What ``hat`` says about an action that it has chosen."""

from __future__ import annotations

from tamaya.bots.hat.choose import (
    ALL_TOUCHED,
    FITS_FOR_ALL,
    FITS_FOR_SEAT,
    HELPS_MOST,
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
from tamaya.engine.actions import Action, Back, Discard, Encore, Play
from tamaya.engine.story import card_label
from tamaya.rules import Rules
from tamaya.words import Field, Message, Who

REASONS = {
    SUM_BY_CLUE: ("why.hat.sum-by-clue", "total", "modulus"),
    SUM_BY_PLAY: ("why.hat.sum-by-play", "sure", "slot"),
    SUM_BY_DISCARD: ("why.hat.sum-by-discard", "useless", "slot"),
    FITS_FOR_ALL: ("why.hat.fits-for-all", "slot"),
    FITS_FOR_SEAT: ("why.hat.fits-for-seat", "slot"),
    USELESS: ("why.hat.useless", "slot"),
    MISSED_LEAST: ("why.hat.missed-least",),
    ALL_TOUCHED: ("why.hat.all-touched",),
    NO_SUMS: ("why.hat.no-sums",),
    NO_CLUE_FOR_SUM: ("why.hat.no-clue-for-sum",),
    HELPS_MOST: ("why.hat.helps-most", "card"),
}
"""The code of each reason, and the fields that its sentence takes."""


def explain(rules: Rules, book: Book, public: Public, sight: Sight, action: Action) -> Choice[Action]:
    """The action with the reason that ``choose`` has left in the sight."""
    hand = public.hands[sight.seat]
    facts: dict[str, Field] = {
        "total": sight.total,
        "modulus": sight.modulus,
        "slot": action.slot if isinstance(action, Play | Discard) else 0,
        "sure": _listed(sure_slots(public, hand)),
        "useless": _listed(useless_slots(public, hand)),
        "card": card_label(action.card, rules) if isinstance(action, Back | Encore) else "",
    }
    code, *names = REASONS[sight.why]
    reason = [Message(code, **{name: facts[name] for name in names})]
    if isinstance(action, Discard) and sight.needless:
        reason.insert(0, Message("why.hat.no-need"))
    if sight.why == SUM_BY_CLUE:
        reason.append(_parts(book, public, sight))
    return Choice(action, secret=reason)


def _parts(book: Book, public: Public, sight: Sight) -> Message:
    """What each of the others is told."""
    seats = [(sight.seat + offset) % book.players for offset in range(1, book.players)]
    parts = [Message("why.hat.part", who=Who(seat), part=public.hands[seat].part) for seat in seats]
    return Message("why.hat.parts", parts=tuple(parts))


def _listed(slots: int) -> tuple[int, ...]:
    return tuple(slot + 1 for slot in range(slots.bit_length()) if slots >> slot & 1)
