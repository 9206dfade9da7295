"""The hands of the co-operative game: others' face up, one's own face down with what is known of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from textual.content import Content

from tamaya.engine import Clued, SeenCard, View
from tamaya.knowledge import Faces, know
from tamaya.records import AnyView
from tamaya.rules import Seat, Suit, seat_letter
from tamaya.tui.drawing.paint import (
    BACK,
    BRIGHT,
    CHOSEN,
    FAINT,
    INK,
    PALE,
    faded,
    fit,
    row,
    stack,
    suit_colour,
    write,
)
from tamaya.tui.session import Detail, Scene
from tamaya.words import Reader, say

NARROWEST, WIDEST = 3, 11


@dataclass(frozen=True, slots=True)
class Focus:
    """What the viewer points at: an own slot, or a clue that they think of giving."""

    slot: int | None = None
    receiver: Seat | None = None
    touched: tuple[int, ...] | None = None
    """The slots that the clue touches, once it is named."""
    clue: str = ""
    owners: bool = False
    """Whether hands are shown as their owners see them."""
    detail: Detail = "deduced"


def draw_hands(scene: Scene, view: View, focus: Focus, reader: Reader, *, width: int, height: int) -> Content:
    """All hands, the viewer's own last."""
    size = _Size.best(view, focus, width, height)
    lines = [_slot_numbers(view, focus, size, reader)]
    for seat in _seats(view):
        lines += _hand(scene, view, seat, focus, size, reader)
    return stack(lines[: -1 if size.gap else None])


def seat_state(scene: Scene, view: AnyView, seat: Seat, reader: Reader) -> str:
    """What there is to say about a player besides the name."""
    if seat == scene.thinking:
        return say("terminal.thinking", reader)
    if seat == view.seat:
        return say("table.you", reader)
    if seat in scene.bots:
        return say("table.bot", reader)
    return say("table.away", reader) if seat in scene.away else ""


@dataclass(frozen=True, slots=True)
class _Size:
    """How big everything is drawn."""

    gutter: int
    card: int
    tall: int
    """Lines of a card's face."""
    gap: int

    @classmethod
    def best(cls, view: View, focus: Focus, width: int, height: int) -> _Size:
        most = max(1, *map(len, view.hands))
        gutter = 14 if width >= 70 else 10 if 10 + 5 * most <= width else 9
        card = min(WIDEST, max(NARROWEST, (width - gutter) // most - 1))
        blind = sum(_is_blind(view, Seat(seat), focus) for seat in range(view.players))
        known = {"nothing": 0, "told": 0, "deduced": 2}[focus.detail]
        for tall, gap in ((5, 1), (3, 1), (1, 1), (1, 0)):
            needed = 1 + view.players * (tall + 1 + gap) + blind * (known - 1) - gap
            if needed <= height:
                break
        return cls(gutter, card, tall, gap)


def _seats(view: View) -> list[Seat]:
    """Clockwise from the viewer's left, the viewer last; from the first seat for others."""
    first = 0 if view.seat is None else view.seat + 1
    return [Seat((first + step) % view.players) for step in range(view.players)]


def _is_blind(view: View, seat: Seat, focus: Focus) -> bool:
    """Whether a hand is drawn face down."""
    return focus.owners or any(held.card is None for held in view.hands[seat])


def _slot_numbers(view: View, focus: Focus, size: _Size, reader: Reader) -> Content:
    most = max(map(len, view.hands), default=0)
    slot_word = say("terminal.slot", reader)
    pieces: list[Content | str] = [write(slot_word.rjust(size.gutter - 2) + "  ", FAINT)]
    for slot in range(1, most + 1):
        chosen = slot == focus.slot
        label = f"[{slot}]" if chosen else str(slot)
        pieces += [write(label.center(size.card), BRIGHT if chosen else FAINT, bold=chosen), " "]
    return row(*pieces)


def _hand(
    scene: Scene, view: View, seat: Seat, focus: Focus, size: _Size, reader: Reader
) -> Iterator[Content]:
    blind = _is_blind(view, seat, focus)
    hand = view.hands[seat]
    names = _gutter(scene, view, seat, size, reader)
    body: list[list[Content]] = [[] for _ in range(size.tall)]
    for slot, held in enumerate(hand, start=1):
        chip = (
            _back(view, seat, slot, held, focus, size)
            if blind
            else _face(view, seat, slot, held, focus, size)
        )
        for line, piece in zip(body, chip, strict=True):
            line.append(piece)
    if blind and focus.detail == "deduced" and hand:
        body += _possible(view, seat, size, reader)
    elif not blind:
        body.append([_mark(view, seat, slot, held, focus, size) for slot, held in enumerate(hand, start=1)])
    if not hand:
        body[0].append(write(say("table.hand-empty", reader), FAINT))
    for number, line in enumerate(body):
        name = names[number] if number < len(names) else Content(" " * size.gutter)
        yield row(name, *(piece for cell in line for piece in (cell, " ")))
    if size.gap:
        yield Content("")


def _gutter(scene: Scene, view: View, seat: Seat, size: _Size, reader: Reader) -> list[Content]:
    room = size.gutter - 5
    on_turn = seat == view.turn
    you = seat == view.seat
    ink = BRIGHT if on_turn else PALE
    name = row(
        write("▶" if on_turn else " ", BRIGHT, bold=True),
        write(f"{seat_letter(seat)} ", FAINT),
        write(fit(view.names[seat], room + 1).ljust(room + 2), ink, bold=on_turn or you),
    )
    state = fit(seat_state(scene, view, seat, reader), size.gutter - 3)
    return [name, write(f"   {state}".ljust(size.gutter), FAINT)]


def _face(view: View, seat: Seat, slot: int, held: SeenCard, focus: Focus, size: _Size) -> list[Content]:
    assert held.card is not None
    suit = _suit(view, held.card.suit)
    colour = suit_colour(suit)
    missed = focus.receiver == seat and focus.touched is not None and slot not in focus.touched
    back = faded(colour) if missed else colour
    press = f"clue {seat} {slot}"
    text = f"{suit.symbol}{held.card}".center(size.card)
    blank = write(" " * size.card, INK, back, press=press)
    middle = write(text, INK, back, bold=not missed, press=press)
    return _framed(middle, blank, size)


def _back(view: View, seat: Seat, slot: int, held: SeenCard, focus: Focus, size: _Size) -> list[Content]:
    mine = seat == view.seat
    chosen = mine and slot == focus.slot
    told = "" if focus.detail == "nothing" else held.told
    fresh = _is_fresh(view, seat, slot)
    text = f"{told}{'*' if fresh else ''}" if held.yes and told else "??"
    if chosen and len(text) + 2 <= size.card:
        text = f"[{text}]"
    ink = _told_ink(view, held) if held.yes else FAINT
    back = CHOSEN if chosen else BACK
    press = f"slot {slot}" if mine else f"clue {seat} {slot}"
    blank = write(" " * size.card, ink, back, press=press)
    middle = write(text.center(size.card), ink, back, bold=bool(held.yes), press=press)
    return _framed(middle, blank, size)


def _framed(middle: Content, blank: Content, size: _Size) -> list[Content]:
    margin = [blank] * (size.tall // 2)
    return [*margin, middle, *margin]


def _mark(view: View, seat: Seat, slot: int, held: SeenCard, focus: Focus, size: _Size) -> Content:
    """What the owner of a visible card was told, or what the clue in mind would tell."""
    if focus.receiver == seat and focus.touched is not None:
        if slot in focus.touched:
            return write(f"↑{focus.clue}".center(size.card), BRIGHT, bold=True)
        return Content(" " * size.card)
    if not held.yes or focus.detail == "nothing":
        return write("·".center(size.card), FAINT)
    text = f"{held.told}{'*' if _is_fresh(view, seat, slot) else ''}"
    return write(text.center(size.card), _told_ink(view, held))


def _possible(view: View, seat: Seat, size: _Size, reader: Reader) -> list[list[Content]]:
    """Two lines for each card: the suits and the values that it may have."""
    known = know(view)
    possible = (
        known.empathy(seat) if view.result is None else tuple(known.told(s, seat) for s in _slots(view, seat))
    )
    return [
        [_suits(view, faces, size, reader) for faces in possible],
        [_values(view, faces, size, reader) for faces in possible],
    ]


def _slots(view: View, seat: Seat) -> range:
    return range(1, len(view.hands[seat]) + 1)


def _suits(view: View, faces: Faces, size: _Size, reader: Reader) -> Content:
    suits = view.rules.suits
    letters = {card.suit for card in faces}
    if len(suits) > size.card:
        return write(_some(len(letters), len(suits), size, reader), FAINT)
    pieces = [
        write(suit.letter, suit_colour(suit)) if suit.letter in letters else write("·", FAINT)
        for suit in suits
    ]
    return _centre(pieces, size.card)


def _values(view: View, faces: Faces, size: _Size, reader: Reader) -> Content:
    ranks = view.rules.tables.ranks
    values = {card.rank for card in faces}
    if ranks > size.card:
        return write(_some(len(values), ranks, size, reader), FAINT)
    pieces = [write(str(rank), PALE) if rank in values else write("·", FAINT) for rank in range(1, ranks + 1)]
    return _centre(pieces, size.card)


def _some(count: int, most: int, size: _Size, reader: Reader) -> str:
    """How many there are, where there is no room for all of them."""
    text = say("terminal.any", reader) if count == most else str(count)
    return fit(text, size.card).center(size.card)


def _centre(pieces: list[Content], width: int) -> Content:
    before = (width - len(pieces)) // 2
    return row(" " * before, *pieces, " " * (width - before - len(pieces)))


def _told_ink(view: View, held: SeenCard) -> str:
    colours = [suit for suit in view.rules.suits if suit.letter in held.yes]
    return suit_colour(colours[0]) if len(colours) == 1 else BRIGHT


def _is_fresh(view: View, seat: Seat, slot: int) -> bool:
    """Whether the latest clue touched a card."""
    for event in reversed(view.history):
        if isinstance(event, Clued):
            return event.receiver == seat and slot in event.slots
        if getattr(event, "seat", None) == seat:
            return False
    return False


def _suit(view: View, letter: str) -> Suit:
    return next(suit for suit in view.rules.suits if suit.letter == letter)
