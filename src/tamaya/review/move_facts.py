"""What a move risked and told, from the views of the players concerned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import log2
from typing import assert_never

from tamaya.bots import find_bot
from tamaya.bots.partner.styles import known_book
from tamaya.engine import Action, Back, Clue, Discard, Encore, FreeClue, Play, Rearrange, SeenCard, View
from tamaya.engine.events import Clued, Discarded, Event, Played
from tamaya.engine.story import action_label, card_label
from tamaya.knowledge import know
from tamaya.review.belief import Beliefs, CardBelief
from tamaya.review.model import Advice, Fate, Risk, Told, Touched
from tamaya.rules import Seat
from tamaya.words import Message, Who

_DIGITS = 6


def rounded(number: Fraction | float) -> float:
    """A number as a review keeps it."""
    return round(float(number), _DIGITS)


def risk_of(belief: Beliefs, action: Action) -> Risk | None:
    """What the mover risked by an action, by the mover's own belief; None for what risks no card."""
    view = belief.view
    match action:
        case Play(slot):
            card = belief.cards[slot - 1] if slot else belief.deck
            strike = 1 - card.playable
            return _risk(view, card, strike=strike, loss=_misfitting_loss(card))
        case Discard(slot):
            card = belief.cards[slot - 1]
            return _risk(view, card, strike=Fraction(0), loss=card.indispensable)
        case Clue() | FreeClue() | Back() | Encore() | Rearrange():
            return None
        case _:
            assert_never(action)


def _misfitting_loss(card: CardBelief) -> Fraction:
    lost = [face for face in card if card.faces[face].indispensable and not card.faces[face].playable]
    return sum((card[face] for face in lost), Fraction(0))


def _risk(view: View, card: CardBelief, *, strike: Fraction, loss: Fraction) -> Risk:
    last = view.strikes + 1 >= view.rules.strikes
    # F1: without an indispensable card a Final Flourish cannot be perfect any more.
    lost = max(strike if last else Fraction(0), loss if view.rules.flourish else Fraction(0))
    return Risk(rounded(strike), rounded(loss), rounded(lost), rounded(card.dead))


def told_by(before: View, after: View, clued: Clued[Seat]) -> Told:
    """What a clue told, from the receiver's views before and after it."""
    then, now = Beliefs(before), Beliefs(after)
    slots = before.my_slots
    fewer = [len(then.known.possible(slot)) - len(now.known.possible(slot)) for slot in slots]
    return Told(
        receiver=clued.receiver,
        clue=clued.clue,
        slots=clued.slots,
        new=tuple(slot for slot in clued.slots if not before.my_hand[slot - 1].yes),
        bits=rounded(max(0.0, log2(Fraction(then.hands, now.hands)))),
        excluded=sum(fewer),
        playable=_newly(slots, now.known.surely_playable, then.known.surely_playable),
        dead=_newly(slots, now.known.surely_dead, then.known.surely_dead),
    )


def _newly(slots: Iterable[int], now: Callable[[int], bool], then: Callable[[int], bool]) -> tuple[int, ...]:
    return tuple(slot for slot in slots if now(slot) and not then(slot))


def fates(
    giver: View, clued: Clued[Seat], following: Sequence[tuple[int, Sequence[Event]]]
) -> tuple[Touched, ...]:
    """What became of the cards that a clue touched; ``following`` are turns with what the table saw."""
    ends: dict[int, tuple[Fate, int]] = {}
    for turn, events in following:
        for event in events:
            match event:
                case Played(id=card, fits=fits):
                    ends.setdefault(card, ("played" if fits else "misplayed", turn))
                case Discarded(id=card):
                    ends.setdefault(card, ("discarded", turn))
                case _:
                    pass
    known = know(giver)
    found = []
    for slot in clued.slots:
        held = giver.hands[clued.receiver][slot - 1]
        fate: Fate = ends[held.id][0] if held.id in ends else "held"
        turn_of_fate = ends[held.id][1] if held.id in ends else None
        assert held.card is not None
        saved = known.indispensable(held.card) and not held.yes and fate in ("played", "held")
        found.append(Touched(slot, fate, turn_of_fate, saved))
    return tuple(found)


def efficiency(view: View) -> float | None:
    """Cards laid, and useful cards that clues have touched, for each clue so far; None before the first.

    A teammate's touched card counts once for each face that is still needed; an own one counts unless it is
    surely of no use.
    """
    clues = sum(isinstance(event, Clued) and not event.free for event in view.history)
    if not clues:
        return None
    known = know(view)
    seen = {
        held.card
        for seat, hand in enumerate(view.hands)
        if seat != view.seat
        for held in _touched(hand)
        if held.card is not None and not known.dead(held.card)
    }
    mine = [slot for slot in view.my_slots if view.my_hand[slot - 1].yes and not known.surely_dead(slot)]
    more = [slot for slot in mine if known.identity(slot) not in seen]
    return rounded((sum(view.displays) + len(seen) + len(more)) / clues)


def _touched(hand: Sequence[SeenCard]) -> list[SeenCard]:
    return [held for held in hand if held.yes]


def advise(view: View, action: Action, *, bot: str = "partner", conventions: str = "") -> Advice | None:
    """What a bot would do with the same view, by the conventions of the table; None where it cannot play."""
    row = find_bot(bot, "hanabi").under(known_book(conventions))
    if not view.actions or row.objection(view.rules, view.players):
        return None
    choice = row.sit(0).choose(view)
    words = action_label(choice.action, view.rules)
    said = choice.reason + choice.secret
    return Advice(bot, str(choice.action), words, said, choice.action == action)


def reason_for(view: View, action: Action) -> tuple[Message, ...]:
    """What speaks for an action, by what the seat knows."""
    known = know(view)
    match action:
        case Play(slot) if slot:
            chance = known.chance_playable(slot)
            if chance == 1:
                return (Message("review.reason.fits-surely", slot=slot),)
            return (Message("review.reason.fits", slot=slot, chance=rounded(chance)),)
        case Discard(slot):
            dead, dear = known.chance_dead(slot), known.chance_indispensable(slot)
            if dead == 1:
                return (Message("review.reason.dead-surely", slot=slot),)
            if dear == 0:
                return (Message("review.reason.not-last", slot=slot),)
            return (Message("review.reason.discard", slot=slot, dead=rounded(dead), dear=rounded(dear)),)
        case Clue(receiver, clue) | FreeClue(receiver, clue):
            hand = view.hands[receiver]
            touched = [hand[slot - 1].card for slot in known.touched(receiver, clue)]
            cards = [card for card in touched if card is not None]
            fitting = [card for card in cards if known.playable(card)]
            said = Message(
                "review.reason.clue",
                who=Who(receiver),
                count=len(cards),
                cards=tuple(card_label(card, view.rules) for card in cards),
                playable=len(fitting),
                fitting=tuple(card_label(card, view.rules) for card in fitting),
            )
            return (said,)
        case Play() | Back() | Encore() | Rearrange():
            return ()
        case _:
            assert_never(action)
