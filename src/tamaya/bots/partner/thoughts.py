"""What a bot had in mind at its move, shown when the game is over: it may follow from what only its seat
saw."""

from __future__ import annotations

from collections.abc import Iterator

from tamaya.bots.conventions.state import (
    CLUED,
    FINESSED,
    KNOWN,
    card_in,
    face_in,
    holder_of,
    kind_in,
    seat_in,
)
from tamaya.bots.partner.account import Account
from tamaya.bots.partner.choose import is_doubted
from tamaya.bots.partner.listing import cards_of, listed
from tamaya.bots.partner.mind import Mind
from tamaya.bots.partner.weighing import Weighing
from tamaya.engine.actions import Action, Clue, Discard, FreeClue, Play
from tamaya.engine.story import action_label, card_label, clue_words
from tamaya.rules import Seat
from tamaya.words import Message, Who


def thoughts_of(weighing: Weighing, account: Account, action: Action) -> Iterator[Message]:
    """What a seat thinks of its move."""
    mind = weighing.mind
    match action:
        case Play(slot) if slot:
            yield from _called_blindly(mind, account, slot)
            yield _can_be(mind, slot)
        case Discard(slot):
            yield _can_be(mind, slot)
            if mind.table.clues and mind.table.turns_left < 0 and not weighing.useful_clue():
                yield Message("why.partner.no-clue")
        case Clue() | FreeClue():
            yield from _counted_on(mind, weighing, action)
        case _:
            pass
    yield from _waiting(mind, action)
    for seat in sorted(account.at_word - set(account.misled)):
        yield Message("why.partner.at-word", who=Who(seat))
    yield from _considered(mind, weighing, action)


def _can_be(mind: Mind, slot: int) -> Message:
    """What the seat takes a card of its own for."""
    cards = cards_of(mind.view, mind.faces(slot))
    return Message("why.partner.can-be", slot=slot, cards=listed(mind.view, cards))


def _called_blindly(mind: Mind, account: Account, slot: int) -> Iterator[Message]:
    """The clue for whose sake a card without a clue is played, where all could not tell which it is."""
    card = mind.own(slot)
    marks = mind.reading.marks[card]
    wait = mind.wait_for(card)
    if not marks & FINESSED or marks & CLUED or wait is None or len(account.causes(mind.seat, card)) == 1:
        return
    focus = mind.reading.waits.focus[wait]
    receiver = holder_of(mind.book, mind.table, focus)
    about = clue_words(mind.view.rules.tables.clues[mind.reading.clue[focus]], mind.view.rules)
    giver = Who(mind.reading.waits.giver[wait])
    if receiver == mind.seat:
        yield Message("why.partner.finesse-self", giver=giver, about=about, slot=slot)
    else:
        yield Message("why.partner.finesse", giver=giver, about=about, receiver=Who(receiver), slot=slot)


def _counted_on(mind: Mind, weighing: Weighing, clue: Clue | FreeClue) -> Iterator[Message]:
    """The cards that are played before the card that a clue is about."""
    for step in weighing.read(clue).steps:
        card = card_label(step.card, mind.view.rules)
        fields: dict[str, int | Message] = {"slot": step.slot, "card": card}
        if step.seat == mind.seat:
            yield Message("why.partner.counted-self", **fields)
        else:
            yield Message("why.partner.counted-on", who=Who(step.seat), **fields, kind=step.kind)


def _waiting(mind: Mind, action: Action) -> Iterator[Message]:
    """What the seat waits for before it plays a card of its own."""
    waits = mind.reading.waits
    told: set[tuple[int, int]] = set()
    for wait in range(waits.count):
        focus, due = waits.focus[wait], waits.step[wait][0]
        hand = mind.hand(mind.seat)
        if focus not in hand or waits.steps[wait] == 0 or seat_in(due) == mind.seat:
            continue
        slot = hand.index(focus) + 1
        if action == Play(slot) or kind_in(due) == KNOWN or (focus, card_in(due)) in told:
            continue
        holder = seat_in(due)
        if card_in(due) in mind.hand(holder):
            told.add((focus, card_in(due)))
            [card] = cards_of(mind.view, 1 << face_in(due))
            yield Message(
                "why.partner.waits",
                slot=slot,
                who=Who(holder),
                other=mind.hand(holder).index(card_in(due)) + 1,
                card=card_label(card, mind.view.rules),
            )


def _considered(mind: Mind, weighing: Weighing, action: Action) -> Iterator[Message]:
    """The next best move that is for something else."""
    if mind.view.tile is not None or action not in mind.view.actions:
        return
    for other in weighing.sensible(action):
        if other != action:
            yield Message("why.partner.considered", action=action_label(other, mind.view.rules))
            return


def at_word(mind: Mind) -> frozenset[int]:
    """The seats whose clues the seat of a mind takes at their word, though its book has other meanings."""
    books, own = mind.reading.books, mind.style.book
    return frozenset(Seat(seat) for seat, book in enumerate(books) if book != own and seat != mind.seat)


def doubted(mind: Mind) -> frozenset[int]:
    """The cards that the seat of a mind does not play on the word of the one who called them."""
    book, table, reading, sight = mind.book, mind.table, mind.reading, mind.sight
    hand = table.hands[mind.seat][: table.hand_size[mind.seat]]
    return frozenset(card for card in hand if is_doubted(book, table, reading, sight, card))
