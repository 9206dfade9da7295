"""What somebody types at the prompt: the notation, or words."""

from __future__ import annotations

from tamaya import andrewz, engine
from tamaya.records import AnyAction, AnyView
from tamaya.rules import Card, Seat, UnknownName, Unreadable

COOPERATIVE_HELP = """\
  play 3            p3      play the card in slot 3
  discard 1         d1      discard the card in slot 1
  clue Bob red      cBr     tell Bob about his red cards (colours by name or letter)
  clue Bob 1        cB1     tell Bob about his ones
  order 2 1 3 4 5           put your hand in another order, after a clue about it
  back r3           br3     bonus tile: shuffle a discarded card into the deck
  encore r3         er3     bonus tile: put a discarded card into play
A bonus tile's free clue is given like any other. In notation, A is the first seat, B the next."""

ANDREWZ_HELP = """\
  play r3           pr3     lay a card on its pile
  discard r1        dr1     lay a card aside that its pile has passed, and draw two
  pass                      draw a card"""

COMMON_HELP = """\
  help, rules, log, why (the bots' reasons), quit"""


def help_for(view: AnyView) -> str:
    """The commands of the game on the table."""
    own = ANDREWZ_HELP if isinstance(view, andrewz.View) else COOPERATIVE_HELP
    return f"{own}\n{COMMON_HELP}"


def read_command(text: str, view: AnyView) -> AnyAction:
    """The action that a line of input means for the viewer."""
    words = text.split()
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
            raise Unreadable(" ".join(words), "try play r3, discard r1 or pass")


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
            raise Unreadable(" ".join(words), "try play 3, discard 1 or clue NAME red; help lists the rest")


def _slot(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise Unreadable(text, "a slot is a number")
    return int(text)


def _seat(text: str, view: engine.View) -> Seat:
    for seat, name in enumerate(view.names):
        if name.lower() == text.lower():
            return Seat(seat)
    raise UnknownName("player", text, view.names)


def _clue(text: str, view: engine.View) -> str:
    named = {suit.name: suit.letter for suit in view.rules.suits if suit.named}
    return named.get(text.lower(), text.lower())
