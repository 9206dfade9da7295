"""What a player types at the prompt: the notation, or words."""

from __future__ import annotations

from typing import Literal

from tamaya import andrewz, engine
from tamaya.records import AnyAction, AnyView, Kind
from tamaya.rules import Card, Seat, UnknownName, Unreadable
from tamaya.words import ENGLISH, LANGUAGES, Reader, say

_HELP = {
    "hanabi": (
        ("play 3", "p3", "keys.play-3"),
        ("discard 1", "d1", "keys.discard-1"),
        ("clue Bob red", "cBr", "keys.clue-red"),
        ("clue Bob 1", "cB1", "keys.clue-1"),
        ("order 2 1 3 4 5", "", "keys.order"),
        ("back r3", "br3", "keys.back"),
        ("encore r3", "er3", "keys.encore"),
    ),
    "andrewz": (
        ("play r3", "pr3", "keys.lay"),
        ("discard r1", "dr1", "keys.drop"),
        ("pass", "", "keys.pass"),
    ),
}
"""game: its actions in words, in notation, and what they do"""
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


def action_help(game: Literal["hanabi", "andrewz"], reader: Reader) -> list[str]:
    """How the actions of a game are typed."""
    rows = [f"  {words:<18}{notation:<8}{say(code, reader)}" for words, notation, code in _HELP[game]]
    return [*rows, say("keys.remark", reader)] if game == "hanabi" else rows


def help_for(kind: Kind, reader: Reader = ENGLISH) -> str:
    """The commands of the game on the table."""
    return "\n".join([*action_help(kind.game, reader), f"  {say('keys.plain', reader)}"])


def read_command(text: str, view: AnyView) -> AnyAction:
    """The action that a line of input means for the viewer."""
    words = text.split()
    words[:1] = [_GERMAN.get(word.lower(), word) for word in words[:1]]
    if isinstance(view, andrewz.View):
        return _read_andrewz(words)
    return _read_cooperative(words, view)


def _read_andrewz(words: list[str]) -> andrewz.Action:
    match [word.lower() for word in words]:
        case ["play" | "p", card]:
            return andrewz.Play(Card.parse(card))
        case ["discard" | "d", card]:
            return andrewz.Discard(Card.parse(card))
        case [text]:
            return andrewz.parse_action(text)
        case _:
            raise Unreadable(" ".join(words), "terminal.try-race")


def _read_cooperative(words: list[str], view: engine.View) -> engine.Action:
    match words:
        case ["play" | "p", slot]:
            return engine.Play(_slot(slot))
        case ["discard" | "d", slot]:
            return engine.Discard(_slot(slot))
        case ["clue" | "c" | "tell", receiver, about]:
            kind = engine.Clue if view.tile is None else engine.FreeClue
            return kind(_seat(receiver, view), _clue(about, view))
        case ["order" | "o", *slots] if slots and view.seat is not None:
            return engine.Rearrange(view.seat, tuple(map(_slot, slots)))
        case ["back" | "b", card]:
            return engine.Back(Card.parse(card))
        case ["encore" | "e", card]:
            return engine.Encore(Card.parse(card))
        case [text]:
            return engine.parse_action(text)
        case _:
            raise Unreadable(" ".join(words), "terminal.try-words")


def _slot(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise Unreadable(text, "terminal.slot-number")
    return int(text)


def _seat(text: str, view: engine.View) -> Seat:
    for seat, name in enumerate(view.names):
        if name.lower() == text.lower():
            return Seat(seat)
    raise UnknownName("player", text, view.names)


def _clue(text: str, view: engine.View) -> str:
    """A colour by its name in any language, or the clue as it is."""
    named = {
        say(suit.label, Reader(language)).lower(): suit.letter
        for suit in view.rules.suits
        for language in LANGUAGES
        if suit.named
    }
    return named.get(text.lower(), text.lower())
