"""What a bot says aloud about its move: what the move means by the conventions, as all can tell.

All of it follows from an ``Account``, which sees no hand, and from the move itself. So what a player hears
does not depend on that player's cards. The one thing that a bot adds of its own is whose clues it takes at
their word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tamaya.bots.conventions.ones import is_open_one, ones_skipped
from tamaya.bots.conventions.state import (
    CHOP_MOVE,
    CLUED,
    FIX,
    PLAIN,
    PLAY_CLUE,
    REVEAL,
    SAVE_CLUE,
    STALL,
    chop_of,
)
from tamaya.bots.partner.account import Account
from tamaya.bots.partner.listing import cards_of, each, listed
from tamaya.bots.partner.spoken_clues import ClueSpeaker, Sentence
from tamaya.bots.partner.told_clues import Cause, ToldClue
from tamaya.engine.actions import Action, Back, Clue, Discard, Encore, FreeClue, Play
from tamaya.engine.events import Clued, Discarded, Played
from tamaya.engine.story import card_label, clue_words, suit_of
from tamaya.engine.view import View
from tamaya.rules import Seat
from tamaya.words import Field, Message, Who

Certainty: TypeAlias = Literal["certain", "useful", "conventions"]
"""Whether something follows from the words of the clues, also needs that clues touch useful cards only, or
needs the other conventions."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Speaks for the seat on turn."""

    view: View
    account: Account
    seat: Seat

    @property
    def _clues(self) -> ClueSpeaker:
        return ClueSpeaker(self.view, self.account, self.seat)

    def why(self, action: Action) -> Iterator[Sentence]:
        """Why a move is made, as far as all can tell."""
        match action:
            case Play(slot) if slot:
                yield from self._why_play(slot)
            case Discard(slot):
                yield from self._why_discard(slot)
            case Clue(receiver, told) | FreeClue(receiver, told):
                yield from self._clues.why(receiver, told, free=isinstance(action, FreeClue))
            case Back(card) | Encore(card):
                yield Message("why.partner.returned", card=card_label(card, self.view.rules)), ()
                return
            case _:
                return
        yield from self._heard(action)
        yield from self._taken_at_word()
        if isinstance(action, Discard) and self.account.table.turns_left < 0:
            token = self.account.table.clues > 0
            yield Message("why.partner.no-better" if token else "why.partner.no-token"), ()

    # A play.

    def _why_play(self, slot: int) -> Iterator[Sentence]:
        account = self.account
        card = account.hand(self.seat)[slot - 1]
        table, faces = account.table, account.reading.taken_for[card]
        called, causes = account.about(card), account.causes(self.seat, card)
        fitting = faces & table.playable
        if called and self._is_prompted(called, fitting, causes):
            called = None
        if called and fitting and (called.level or fitting == faces):
            yield from self._called(slot, called, fitting)
        elif faces & ~table.playable == 0 and (account.reading.marks[card] & CLUED or not causes):
            yield from self._fits(slot, faces)
        elif causes:
            yield from self._for_another(slot, causes)
        else:
            yield Message("why.partner.worth-playing", slot=slot), ()
        yield from self._order_of_ones(slot, card)

    def _is_prompted(self, called: ToldClue, fitting: int, causes: list[Cause]) -> bool:
        """Whether a later clue counts on a card that its own clue may only have saved."""
        saved = called.meaning == SAVE_CLUE and fitting & ~called.playable == 0
        return saved and any(cause.clue.turn > called.turn for cause in causes)

    def _called(self, slot: int, clue: ToldClue, fitting: int) -> Iterator[Sentence]:
        """A clue was about the card."""
        later = fitting & ~clue.playable == fitting
        by_tamaya = ("waiting" if later else "play-clue",)
        names = ("focus", "delayed-play" if later else "direct-play") if clue.level else by_tamaya
        yield Message("why.partner.called", **self._clue_fields(clue), slot=slot), names
        suits = {self.account.story.book.suit_of[face] for face in each(fitting)}
        for who, face, blindly in clue.played:
            if self.account.story.book.suit_of[face] not in suits:
                continue
            code = "why.partner.came-blind" if blindly else "why.partner.came"
            if who == self.seat:
                code = "why.partner.came-self"
            [card] = cards_of(self.view, 1 << face)
            label = card_label(card, self.view.rules)
            yield Message(code, who=Who(who), card=label), (("finesse" if blindly else "prompt"),)
        yield self._should_be(slot, fitting)

    def _fits(self, slot: int, faces: int) -> Iterator[Sentence]:
        """All that the card can be fits."""
        sure = self._certainty(slot, self.account.table.playable)
        names = {"certain": self._plain_sight(), "useful": ("good-touch",), "conventions": ()}[sure]
        cards = cards_of(self.view, faces)
        if len(cards) != 1:
            yield Message("why.partner.all-fit", slot=slot, cards=listed(self.view, cards)), names
        else:
            [card] = cards
            suit = suit_of(card.suit, self.view.rules).label
            yield Message("why.partner.fits", slot=slot, suit=suit, rank=card.rank), names
        yield Message("why.partner.how-sure", certainty=sure), ()

    def _plain_sight(self) -> tuple[str, ...]:
        names = {"plain": ("words",), "tamaya": ("plain-sight",)}
        return names.get(self.account.style.name, ())

    def _for_another(self, slot: int, causes: list[Cause]) -> Iterator[Sentence]:
        """A clue that was about another card counts on this one: by a prompt, or by a finesse."""
        cause = causes[0]
        names = ("prompt",) if not cause.blindly else self._kinds_of_finesse(cause)
        kind = "prompt" if not cause.blindly else "finesse"
        if len(causes) > 1:
            # Only those who see the other cards know which of the clues it is.
            yield Message(f"why.partner.{kind}-open", slot=slot), (kind,)
            return
        fields = self._clue_fields(cause.clue)
        receiver = cause.clue.event.receiver
        if receiver == self.seat:
            yield Message(f"why.partner.{kind}-self", **fields, slot=slot), names
        else:
            yield Message(f"why.partner.{kind}", **fields, receiver=Who(receiver), slot=slot), names
        yield self._should_be(slot, cause.faces)

    def _kinds_of_finesse(self, cause: Cause) -> tuple[str, ...]:
        clue = cause.clue
        giver, receiver = clue.event.giver, clue.event.receiver
        earlier = [face for who, face, blindly in clue.played if blindly and who == self.seat]
        if earlier:
            suits = {self.account.story.book.suit_of[face] for face in earlier}
            possible = self.account.reading.taken_for[clue.focus]
            connects = any(self.account.story.book.suit_of[card] in suits for card in each(possible))
            name = "double-finesse" if connects else "layered-finesse"
            return (name,) if name != "layered-finesse" or clue.level >= 5 else ("finesse",)
        if receiver == self.seat:
            return ("self-finesse",)
        players = self.view.players
        first = (receiver - giver) % players < (self.seat - giver) % players
        return ("reverse-finesse",) if first and clue.level >= 2 else ("finesse",)

    def _order_of_ones(self, slot: int, card: int) -> Iterator[Sentence]:
        """Of several ones one is played first; another order keeps the next discard of a player (level 4)."""
        account = self.account
        book, table, reading = account.story.book, account.table, account.reading
        level = account.level
        if level < 3 or not is_open_one(book, table, reading, card):
            return
        if sum(is_open_one(book, table, reading, one) for one in account.hand(self.seat)) < 2:
            return
        skipped = ones_skipped(book, table, reading, self.seat, slot - 1)
        if skipped == 0:
            yield Message("why.partner.first-one", slot=slot), ("ones",)
        elif level >= 4 and skipped < self.view.players:
            other = (self.seat + skipped) % self.view.players
            if chop_of(table, reading, other) >= 0:
                yield Message("why.partner.one-before", who=Who(other)), ("order-chop-move",)

    # A discard.

    def _why_discard(self, slot: int) -> Iterator[Sentence]:
        account = self.account
        card = account.hand(self.seat)[slot - 1]
        faces = account.reading.taken_for[card]
        tamaya = account.style.name == "tamaya"
        if faces & ~account.table.dead == 0:
            yield Message("why.partner.useless", slot=slot), ("safe-discard",) if tamaya else ()
            sure = self._certainty(slot, account.table.dead)
            yield Message("why.partner.how-sure", certainty=sure), ()
        elif account.level >= 3 and account.reading.marks[card] & CLUED and faces & (faces - 1) == 0:
            [known] = cards_of(self.view, faces)
            label = card_label(known, self.view.rules)
            yield Message("why.partner.sarcastic", slot=slot, card=label), ("sarcastic-discard",)
        elif card == chop_of(account.table, account.reading, self.seat):
            names = {"tamaya": ("next-discard",), "plain": ()}.get(account.style.name, ("chop",))
            yield Message("why.partner.next-discard", slot=slot), names
        else:
            yield Message("why.partner.spared", slot=slot), ()

    # What was said to the seat before its move.

    def _heard(self, action: Action) -> Iterator[Sentence]:
        """What the latest clue to the seat meant, unless the move has said so."""
        account = self.account
        clue = account.last_to(self.seat)
        if clue is None or account.style.book == PLAIN:
            return
        slot = account.slot_of(self.seat, clue.focus)
        if isinstance(action, Discard) and action.slot in clue.event.slots:
            return
        if isinstance(action, Play) and action.slot:
            played = account.hand(self.seat)[action.slot - 1]
            causes = account.causes(self.seat, played)
            if action.slot in clue.event.slots or any(cause.clue is clue for cause in causes):
                return
        fields = self._clue_fields(clue)
        meaning = self._meaning_for_me(clue)
        if meaning in ("moved", "stopped"):
            cards = clue.moved if meaning == "moved" else clue.stopped
            slots = tuple(slot for card in cards if (slot := account.slot_of(self.seat, card)))
        else:
            slots = (slot,)
        names = {
            "called": ("focus",) if clue.level else ("play-clue",),
            "kept": ("chop", f"{self._clues.kind_of_save(clue)}-save") if clue.level else ("save",),
            "stall": ("five-stall",) if self._clues.is_about_fives(clue) else (),
            "moved": (self._clues.chop_move(clue),),
            "stopped": ("fix-clue",) if clue.level >= 3 else (),
            "doubted": ("forgiveness",) if account.style.name == "tamaya" else (),
            "word": ("forgiveness",) if account.style.name == "tamaya" else (),
        }
        yield (
            Message("why.partner.heard", **fields, meaning=meaning, count=len(slots), slots=slots),
            names.get(meaning, ()),
        )

    def _meaning_for_me(self, clue: ToldClue) -> str:
        if clue.event.giver in self.account.at_word:
            return "word"
        meanings = {SAVE_CLUE: "kept", PLAY_CLUE: "called", STALL: "stall", REVEAL: "called"}
        if clue.meaning == CHOP_MOVE and clue.moved:
            return "moved"
        if clue.meaning == FIX and clue.stopped:
            return "stopped"
        meaning = meanings.get(clue.meaning, "plain")
        return "doubted" if meaning == "called" and clue.focus in self.account.doubted else meaning

    def _taken_at_word(self) -> Iterator[Sentence]:
        """Whose clues the seat takes at their word, said once after a card that they called was a strike."""
        since = self._last_move()
        for seat in sorted(self.account.at_word):
            if any(number >= since for number in self.account.misled.get(Seat(seat), ())):
                names = ("forgiveness",) if self.account.style.name == "tamaya" else ()
                yield Message("why.partner.at-word", who=Who(seat)), names

    def _last_move(self) -> int:
        """The number of the seat's last move, or 0."""
        for number, event in reversed(list(enumerate(self.view.history))):
            match event:
                case Played(mover) | Discarded(mover) | Clued(mover) if mover == self.seat:
                    return number
                case _:
                    pass
        return 0

    # How sure it is.

    def _certainty(self, slot: int, goal: int) -> Certainty:
        """Whether the words of the clues leave only faces of a set, or would if clues touched only useful
        cards."""
        table = self.account.table
        possible = table.told[self.account.hand(self.seat)[slot - 1]] & ~table.used_up
        if possible & ~goal == 0:
            return "certain"
        return "useful" if possible & ~goal & ~table.dead == 0 else "conventions"

    def _should_be(self, slot: int, faces: int) -> Sentence:
        sure = self._certainty(slot, self.account.table.playable)
        names = ("good-touch",) if sure == "useful" else ()
        cards = listed(self.view, cards_of(self.view, faces))
        return Message("why.partner.should-be", certainty=sure, cards=cards), names

    def _clue_fields(self, clue: ToldClue) -> dict[str, Field]:
        return {"giver": Who(clue.event.giver), "about": clue_words(clue.event.clue, self.view.rules)}
