"""What a bot says aloud about its clues."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tamaya.bots.conventions.state import CHOP_MOVE, PLAIN, PLAY_CLUE, REVEAL, SAVE_CLUE, STALL
from tamaya.bots.partner.account import Account
from tamaya.bots.partner.listing import each
from tamaya.bots.partner.told_clues import ToldClue
from tamaya.engine.events import Clued
from tamaya.engine.view import View
from tamaya.rules import Seat
from tamaya.words import Message, Who

Sentence: TypeAlias = tuple[Message, tuple[str, ...]]
"""What is said, and the conventions on which it stands."""


@dataclass(frozen=True, slots=True)
class ClueSpeaker:
    """Speaks about clues for the seat on turn."""

    view: View
    account: Account
    seat: Seat

    def why(self, receiver: Seat, clue: str, *, free: bool) -> Iterator[Sentence]:
        """What a clue says, as all will read it."""
        account = self.account
        slots = tuple(
            slot
            for slot, held in enumerate(self.view.hands[receiver], start=1)
            if held.card is not None and clue in self.view.rules.tables.touched_by[held.card]
        )
        who = Who(receiver)
        told = account.told(Clued(self.seat, receiver, clue, slots, free))
        slot = account.slot_of(receiver, told.focus)
        if receiver in account.at_word or account.style.book == PLAIN:
            yield Message("why.partner.clue-word"), ("words",) if account.style.book == PLAIN else ()
        elif told.meaning == REVEAL:
            yield Message("why.partner.clue-sure", who=who, slot=slot), ("plain-sight",)
        elif told.meaning == PLAY_CLUE and told.level == 0:
            later = told.faces & told.playable == 0
            yield (
                Message("why.partner.clue-play", who=who, slot=slot),
                ("waiting" if later else "play-clue",),
            )
        elif told.meaning == SAVE_CLUE and told.level == 0:
            yield Message("why.partner.clue-save", who=who, slot=slot), ("save",)
        elif told.level:
            yield from self._why_by_h_group(who, told, slot)
        else:
            yield Message("why.partner.clue-plain", who=who), ()

    def _why_by_h_group(self, who: Who, told: ToldClue, slot: int) -> Iterator[Sentence]:
        stopped = told.stopped or told.not_yet
        if stopped:
            slots = tuple(sorted(self.account.slot_of(who.seat, card) for card in stopped))
            message = Message("why.partner.clue-fix", who=who, count=len(slots), slots=slots)
            yield message, ("fix-clue",) if told.level >= 3 else ()
        elif told.again:
            yield Message("why.partner.clue-again", slot=slot), ("fix-clue",)
        elif told.meaning == SAVE_CLUE:
            kind = self.kind_of_save(told)
            fits = told.faces & told.playable != 0
            yield (
                Message("why.partner.clue-keep", who=who, slot=slot, kind=kind, fits=fits),
                ("chop", f"{kind}-save"),
            )
        elif told.meaning == PLAY_CLUE:
            first = tuple(self.account.slot_of(who.seat, card) for card in told.blind[:1])
            for other in first:
                yield Message("why.partner.clue-blind", who=who, slot=other), ("self-finesse",)
            order = ("focus", "ones") if told.why == "one" else ("focus",)
            direct = "direct-play" if told.faces & told.playable else "delayed-play"
            yield Message("why.partner.clue-focus", who=who, slot=slot, why=told.why), (*order, direct)
            if told.faces & ~told.playable and not first:
                yield Message("why.partner.clue-first"), ()
        elif told.meaning == STALL:
            names = ("five-stall",) if self.is_about_fives(told) else ()
            yield Message("why.partner.clue-stall"), names
        elif told.meaning == CHOP_MOVE and told.moved:
            slots = tuple(self.account.slot_of(who.seat, card) for card in told.moved)
            message = Message("why.partner.clue-moved", who=who, count=len(slots), slots=slots)
            yield message, (self.chop_move(told),)
        else:
            yield Message("why.partner.clue-plain", who=who), ()

    def kind_of_save(self, told: ToldClue) -> Literal["five", "two", "critical"]:
        """By its value a clue may save fives or twos; else it saves last copies."""
        book = self.account.story.book
        if self.is_about_fives(told):
            return "five"
        by_value = self.view.rules.tables.clues.index(told.event.clue) >= book.colours
        saved = told.faces & ~told.playable & ~self.account.table.critical
        twos = any(book.step_of[face] == 1 for face in each(saved))
        return "two" if by_value and twos else "critical"

    def is_about_fives(self, told: ToldClue) -> bool:
        """Whether a clue names the value that completes displays."""
        return told.event.clue == self.view.rules.tables.clues[-1]

    def chop_move(self, told: ToldClue) -> str:
        """By which convention a clue keeps cards that it does not touch."""
        return "five-chop-move" if self.is_about_fives(told) else "trash-chop-move"
