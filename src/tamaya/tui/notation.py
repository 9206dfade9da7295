"""What a player types: which action a text means, how it can go on, and what it would do, in either game."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from tamaya import andrewz, engine
from tamaya.engine.story import clue_label
from tamaya.knowledge import know
from tamaya.records import AnyAction, AnyView
from tamaya.rules import Card, Seat, Suit, TamayaError, UnknownName, Unreadable, parse_seat, seat_letter
from tamaya.rules.seats import SEAT_LETTERS
from tamaya.words import LANGUAGES, Message, Reader, Who, say

VERBS = "pdcofbe"
"""The keys that begin an action, as in the browser."""
_GERMAN = {
    "spielen": "play",
    "abwerfen": "discard",
    "ablegen": "discard",
    "hinweis": "clue",
    "umstecken": "order",
    "zurück": "back",
    "zugabe": "encore",
    "passen": "pass",
}
"""German words for the commands; the English ones are understood in every language."""
_SEAT = re.compile(r"([cfo])([a-jA-J])(.*)", re.DOTALL)


@dataclass(frozen=True)
class Notation(ABC):
    """The actions of a game as the viewer can type them, in notation or in words."""

    view: AnyView
    usual: ClassVar[str]
    """The verbs of which the tab key begins the first one that is legal."""
    examples: ClassVar[tuple[tuple[str, str, str], ...]]
    """Its actions in words, in notation, and the code of what they do."""
    remarks: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def help(cls, reader: Reader) -> list[str]:
        """How the actions are typed."""
        rows = [f"  {words:<18}{notation:<8}{say(code, reader)}" for words, notation, code in cls.examples]
        return rows + [say(code, reader) for code in cls.remarks]

    @abstractmethod
    def read(self, text: str) -> AnyAction:
        """The action that a text means."""

    def explain(self, text: str) -> Message | None:
        """What a text would do, or nothing while it is not whole."""
        try:
            return self._explain(self.read(text))
        except TamayaError:
            return None

    def tidy(self, text: str) -> str:
        """Notation as it is written."""
        return text

    def may_begin(self, verb: str) -> bool:
        """Whether an action that begins so may be typed now."""
        return self.view.my_turn and any(one.startswith(verb) for one in self.legal)

    def next_step(self, text: str) -> str:
        """What the tab key makes of a text: the first way on, or the next one of the same kind."""
        current, ways = self.tidy(text), list(self.steps(text))
        for ring in (ways, list(self.steps(text[:1]))):
            if current in ring:
                return ring[(ring.index(current) + 1) % len(ring)]
        return ways[0] if ways else text

    def first_verb(self) -> str:
        """What the tab key begins; nothing while the viewer is not on turn."""
        return next((one[0] for one in self.legal if one[0] in self.usual), "")

    def card_label(self, card: Card) -> Message:
        """A card in words."""
        labels = {suit.letter: suit.label for suit in self.suits}
        if card.suit not in labels:
            raise UnknownName("suit", card.suit, labels)
        return Message("card.face", suit=labels[card.suit], rank=card.rank)

    @property
    @abstractmethod
    def suits(self) -> tuple[Suit, ...]:
        """The colours of the cards."""

    @property
    def legal(self) -> list[str]:
        """What the viewer may do now."""
        return [str(action) for action in self.view.actions]

    @abstractmethod
    def steps(self, text: str) -> dict[str, str]:
        """How a text can go on, by what is legal now: the longer text, and its label."""

    @abstractmethod
    def name_card(self, slot: int) -> str:
        """What the chosen card adds to play or discard."""

    def card_id(self, slot: int) -> int | None:
        """The card on which a note can be kept; None in a game without notes."""
        return None

    def move_card(self, slot: int, by: int) -> AnyAction | None:
        """Puts the chosen card so many places further; None where that is not allowed."""
        return None

    @abstractmethod
    def _explain(self, action: AnyAction) -> Message | None: ...


class HanabiNotation(Notation):
    """Cards are named by their slots, clues by their receivers."""

    view: engine.View
    usual = "cfbe"
    examples = (
        ("play 3", "p3", "keys.play-3"),
        ("discard 1", "d1", "keys.discard-1"),
        ("clue Bob red", "cBr", "keys.clue-red"),
        ("clue Bob 1", "cB1", "keys.clue-1"),
        ("clue B 1", "c B 1", "keys.clue-seat"),
        ("clue 1", "c1", "keys.clue-only"),
        ("order 2 1 3 4 5", "", "keys.order"),
        ("back r3", "br3", "keys.back"),
        ("encore r3", "er3", "keys.encore"),
    )
    remarks = ("keys.remark",)

    @property
    def suits(self) -> tuple[Suit, ...]:
        return self.view.rules.suits

    def tidy(self, text: str) -> str:
        """A seat is a capital; one's own need not be named to rearrange, nor an only teammate's."""
        if text[:1] == "o" and text[1:2].isdigit() and self.view.seat is not None:
            text = f"o{seat_letter(self.view.seat)}{text[1:]}"
        teammate = self._only_teammate
        if teammate is not None and text[:1] in ("c", "f") and len(text) <= 2:
            letter = seat_letter(teammate)
            text = text if text[1:].upper() == letter else f"{text[0]}{letter}{text[1:]}"
        match = _SEAT.fullmatch(text)
        return f"{match[1]}{match[2].upper()}{match[3]}" if match else text

    def may_begin(self, verb: str) -> bool:
        """On one's turn; a hand may be put in another order at other times, too."""
        view = self.view
        if verb == "o":
            return view.result is None and view.seat is not None and view.may_rearrange[view.seat]
        return super().may_begin(verb)

    def steps(self, text: str) -> dict[str, str]:
        text = self.tidy(text)
        verb = text[:1]
        if text in ("c", "f"):
            starts = [one[:2] for one in self.legal if one[0] == verb]
            return {start: f"{start[1]} {self.view.names[parse_seat(start[1])]}" for start in starts}
        # What has been named can be named again: the other clues stay in sight.
        named = 2 if verb in ("c", "f") else 1
        return {one: one[named:] for one in self.legal if verb and one.startswith(text[:named])}

    def name_card(self, slot: int) -> str:
        return str(slot)

    def card_id(self, slot: int) -> int | None:
        return self.view.my_hand[slot - 1].id

    def move_card(self, slot: int, by: int) -> AnyAction | None:
        target, order = slot + by, list(self.view.my_slots)
        if self.view.seat is None or not self.may_begin("o") or target not in order:
            return None
        order[slot - 1], order[target - 1] = order[target - 1], order[slot - 1]
        return engine.Rearrange(self.view.seat, tuple(order))

    def clue_in_mind(self, text: str | None) -> tuple[Seat | None, tuple[int, ...] | None, str]:
        """Whom a half-typed clue is for, what it would touch, and the clue."""
        text = self.tidy(text or "")
        if len(text) < 2 or text[0] not in "cf" or not "A" <= text[1] <= "J":
            return None, None, ""
        receiver, clue = parse_seat(text[1]), text[2:]
        if receiver >= self.view.players or receiver == self.view.seat:
            return None, None, ""
        try:
            return receiver, know(self.view).touched(receiver, clue), clue
        except TamayaError:
            return receiver, None, clue

    def read(self, text: str) -> AnyAction:
        match _words(text):
            case ["play" | "p", slot]:
                return engine.Play(_slot(slot))
            case ["discard" | "d", slot]:
                return engine.Discard(_slot(slot))
            case ["clue" | "c" | "tell", receiver, about]:
                kind = engine.Clue if self.view.tile is None else engine.FreeClue
                return kind(find_seat(receiver, self.view.names), self._clue(about))
            case ["clue" | "c" | "tell", about] if self._only_teammate is not None and not self._is_name(
                about
            ):
                kind = engine.Clue if self.view.tile is None else engine.FreeClue
                return kind(self._only_teammate, self._clue(about))
            case ["order" | "o", *slots] if slots and self.view.seat is not None:
                return engine.Rearrange(self.view.seat, tuple(map(_slot, slots)))
            case ["back" | "b", card]:
                return engine.Back(Card.parse(card))
            case ["encore" | "e", card]:
                return engine.Encore(Card.parse(card))
            case [notation]:
                return engine.parse_action(self.tidy(notation))
            case _:
                raise Unreadable(text, "terminal.try-words")

    def _is_name(self, text: str) -> bool:
        return text.lower() in map(str.lower, self.view.names)

    @property
    def _only_teammate(self) -> Seat | None:
        """The teammate whom a player need not name, because there is no other."""
        if self.view.players != 2 or self.view.seat is None:
            return None
        return Seat(1 - self.view.seat)

    def _clue(self, text: str) -> str:
        """A colour by its name in any language, or the clue as it is."""
        named = {
            say(suit.label, Reader(language)).lower(): suit.letter
            for suit in self.view.rules.suits
            for language in LANGUAGES
            if suit.named
        }
        return named.get(text.lower(), text.lower())

    def _explain(self, action: AnyAction) -> Message | None:
        match action:
            case engine.Play(0):
                return Message("act.play-deck")
            case engine.Play(slot):
                return Message("act.play-slot", slot=slot)
            case engine.Discard(slot):
                return Message("act.discard-slot", slot=slot)
            case engine.Clue(receiver, clue) | engine.FreeClue(receiver, clue):
                preview = know(self.view).preview(receiver, clue)
                fresh = len(preview.fresh)
                return Message(
                    "act.give-clue",
                    who=Who(receiver),
                    about=Message(f"value.{clue}") if clue.isdigit() else clue_label(clue, self.view.rules),
                    count=len(preview.slots),
                    slots=preview.slots,
                    fresh="all" if fresh == len(preview.slots) else fresh or "none",
                )
            case engine.Rearrange():
                return Message("act.rearrange-hand")
            case engine.Back(card):
                return Message("act.back", card=self.card_label(card))
            case engine.Encore(card):
                return Message("act.encore", card=self.card_label(card))
            case _:
                return None


class AndrewzNotation(Notation):
    """Cards are named by their faces."""

    view: andrewz.View
    usual = "p"
    examples = (
        ("play r3", "pr3", "keys.lay"),
        ("discard r1", "dr1", "keys.drop"),
        ("pass", "", "keys.pass"),
    )
    suits = andrewz.COLOURS

    def steps(self, text: str) -> dict[str, str]:
        found = [one for one in self.legal if one.startswith(text) and one != text]
        return {one: one if one == "pass" else one[1:] for one in found}

    def name_card(self, slot: int) -> str:
        return self.view.my_hand[slot - 1]

    def read(self, text: str) -> AnyAction:
        match _words(text.lower()):
            case ["play" | "p", card]:
                return andrewz.Play(Card.parse(card))
            case ["discard" | "d", card]:
                return andrewz.Discard(Card.parse(card))
            case [notation]:
                return andrewz.parse_action(notation)
            case _:
                raise Unreadable(text, "terminal.try-andrewz")

    def _explain(self, action: AnyAction) -> Message | None:
        match action:
            case andrewz.Play(card):
                return Message("act.lay", card=self.card_label(card))
            case andrewz.Discard(card):
                return Message("act.drop", card=self.card_label(card))
            case _:
                return Message("act.pass")


NOTATIONS: dict[str, type[Notation]] = {"hanabi": HanabiNotation, "andrewz": AndrewzNotation}


def find_seat(text: str, names: Sequence[str]) -> Seat:
    """The seat that a player's name or a seat's letter means; a name comes first."""
    for seat, name in enumerate(names):
        if name.lower() == text.lower():
            return Seat(seat)
    letters = SEAT_LETTERS[: len(names)]
    if len(text) == 1 and text.upper() in letters:
        return parse_seat(text.upper())
    raise UnknownName("player", text, (*names, *letters))


def notation_of(view: AnyView) -> Notation:
    """What the viewer can type in the game on the table."""
    return NOTATIONS[view.game](view)


def _words(text: str) -> list[str]:
    """The words of a text, the first one in English."""
    words = text.split()
    return [_GERMAN.get(word.lower(), word) for word in words[:1]] + words[1:]


def _slot(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise Unreadable(text, "terminal.slot-number")
    return int(text)
