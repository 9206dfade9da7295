"""The hands of the co-operative game: others' face up, one's own face down with what is known of it."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from tamaya.engine import Clued, SeenCard, View
from tamaya.engine.story import suit_of
from tamaya.knowledge import Faces, know
from tamaya.rules import Seat
from tamaya.tui.drawing import paint
from tamaya.tui.drawing.digits import LARGE_DIGITS
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, row, stack, suit_colour, write
from tamaya.tui.drawing.table import TableDrawing
from tamaya.tui.notation import HanabiNotation
from tamaya.words.columns import centred, left, right

NARROWEST, WIDEST = 3, 17
SHAPES = ((9, 1), (7, 1), (5, 1), (3, 1), (1, 1), (1, 0))
"""Lines of a card and lines between hands, from the largest; the first that fits is taken."""


class Hands:
    """All hands of a table, as big as there is room."""

    def __init__(self, table: TableDrawing, view: View, *, width: int, height: int) -> None:
        self.table, self.view, self.interaction = table, view, table.interaction
        self.receiver, self.touched, self.clue = HanabiNotation(view).clue_in_mind(table.interaction.command)
        self.most = max(1, *map(len, view.hands))
        self.gutter = 14 if width >= 70 else 10 if 10 + 5 * self.most <= width else 9
        self.card = min(WIDEST, max(NARROWEST, (width - self.gutter) // self.most - 1))
        known = 2 if self.interaction.detail == "deduced" else 0
        blind = sum(map(self._is_blind, table.seats)) * (known - 1)
        shapes = [(tall, gap) for tall, gap in SHAPES if tall < self.card or tall <= 5]
        for self.tall, self.gap in shapes:
            if 1 + view.players * (self.tall + 1 + self.gap) + blind - self.gap <= height:
                break

    def draw(self) -> Content:
        """A line of slot numbers, and the hands, the viewer's own last."""
        lines = [self._slot_numbers()]
        for seat in self.table.seats:
            lines += self._hand(seat)
        return stack(lines[: -1 if self.gap else None])

    def _is_blind(self, seat: Seat) -> bool:
        """Whether a hand is drawn face down."""
        return self.interaction.owners or any(held.card is None for held in self.view.hands[seat])

    def _slot_numbers(self) -> Content:
        word = self.table.say("terminal.slot")
        pieces: list[Content | str] = [write(right(word, self.gutter - 2) + "  ", FAINT)]
        for slot in range(1, max(map(len, self.view.hands), default=0) + 1):
            chosen = slot == self.interaction.slot
            label = f"[{slot}]" if chosen else str(slot)
            pieces += [write(label.center(self.card), BRIGHT if chosen else FAINT, bold=chosen), " "]
        return row(*pieces)

    def _hand(self, seat: Seat) -> Iterator[Content]:
        blind, hand = self._is_blind(seat), self.view.hands[seat]
        draw_card = self._back if blind else self._face
        cards = [draw_card(seat, slot, held) for slot, held in enumerate(hand, start=1)]
        body = [[card[line] for card in cards] for line in range(self.tall)]
        if blind and self.interaction.detail == "deduced" and hand:
            body += self._possible(seat)
        elif not blind:
            body.append([self._mark(seat, slot, held) for slot, held in enumerate(hand, start=1)])
        if not hand:
            body[0] = [write(self.table.say("table.hand-empty"), FAINT)]
        names = self._names(seat)
        for number, line in enumerate(body):
            name = names[number] if number < len(names) else Content(" " * self.gutter)
            yield row(name, *(piece for cell in line for piece in (cell, " ")))
        if self.gap:
            yield Content("")

    def _names(self, seat: Seat) -> list[Content]:
        name = self.table.name(seat, self.gutter - 4, self.gutter - 3)
        state = paint.fit(self.table.seat_state(seat), self.gutter - 3)
        return [name, write(left(f"   {state}", self.gutter), FAINT)]

    def _face(self, seat: Seat, slot: int, held: SeenCard) -> list[Content]:
        """A card face up: its name on its colour, and its value in large where there is room."""
        assert held.card is not None
        suit = suit_of(held.card.suit, self.view.rules)
        missed = self.receiver == seat and self.touched is not None and slot not in self.touched
        back = paint.faded(suit_colour(suit)) if missed else suit_colour(suit)
        text = f"{suit.symbol}{held.card}"
        rank = held.card.rank if self.tall >= 7 else 0
        return self._chip(text, paint.INK, back, bold=not missed, press=f"point_at({seat})", rank=rank)

    def _back(self, seat: Seat, slot: int, held: SeenCard) -> list[Content]:
        """A card face down, with what its owner was told."""
        mine = seat == self.view.seat
        chosen = mine and slot == self.interaction.slot
        shown = held.yes and self.interaction.detail != "nothing"
        text = self._told(seat, slot, held) if shown else "??"
        if chosen and len(text) + 2 <= self.card:
            text = f"[{text}]"
        ink = self._told_ink(held) if held.yes else FAINT
        back = paint.CHOSEN if chosen else paint.BACK
        press = f"choose({slot})" if mine else f"point_at({seat})"
        return self._chip(text, ink, back, bold=bool(held.yes), press=press)

    def _chip(
        self, text: str, ink: str, back: str, *, bold: bool, press: str, rank: int = 0
    ) -> list[Content]:
        """The lines of a card: its text in the middle, or above its value in large."""
        if rank:
            large = [line.center(self.card) for line in LARGE_DIGITS[rank].split("/")]
            lines = [f" {text}".ljust(self.card), *[" " * self.card] * (self.tall // 9), *large]
        else:
            lines = [*[" " * self.card] * (self.tall // 2), text.center(self.card)]
        lines += [" " * self.card] * (self.tall - len(lines))
        return [write(line, ink, back, bold=bold, press=press) for line in lines]

    def _mark(self, seat: Seat, slot: int, held: SeenCard) -> Content:
        """What the owner of a visible card was told, or what the clue in mind would tell."""
        if self.receiver == seat and self.touched is not None:
            if slot in self.touched:
                return write(f"↑{self.clue}".center(self.card), BRIGHT, bold=True)
            return Content(" " * self.card)
        if not held.yes or self.interaction.detail == "nothing":
            return write("·".center(self.card), FAINT)
        return write(self._told(seat, slot, held).center(self.card), self._told_ink(held))

    def _told(self, seat: Seat, slot: int, held: SeenCard) -> str:
        return f"{held.told}{'*' if self._is_fresh(seat, slot) else ''}"

    def _told_ink(self, held: SeenCard) -> str:
        colours = [suit for suit in self.view.rules.suits if suit.letter in held.yes]
        return suit_colour(colours[0]) if len(colours) == 1 else BRIGHT

    def _is_fresh(self, seat: Seat, slot: int) -> bool:
        """Whether the latest clue touched a card."""
        for event in reversed(self.view.history):
            if isinstance(event, Clued):
                return event.receiver == seat and slot in event.slots
            if getattr(event, "seat", None) == seat:
                return False
        return False

    def _possible(self, seat: Seat) -> list[list[Content]]:
        """Two lines for each card: the suits and the values that it may have."""
        known, slots = know(self.view), range(1, len(self.view.hands[seat]) + 1)
        over = self.view.result is not None
        possible = [known.told(slot, seat) for slot in slots] if over else known.empathy(seat)
        return [[self._suits(faces) for faces in possible], [self._values(faces) for faces in possible]]

    def _suits(self, faces: Faces) -> Content:
        letters = {card.suit for card in faces}
        inks = [(suit.letter, suit_colour(suit)) for suit in self.view.rules.suits]
        return self._among(letters, inks)

    def _values(self, faces: Faces) -> Content:
        values = {str(card.rank) for card in faces}
        return self._among(values, [(str(rank), PALE) for rank in range(1, self.view.rules.tables.ranks + 1)])

    def _among(self, possible: set[str], inks: list[tuple[str, str]]) -> Content:
        """Those that are possible among all; how many there are, where there is no room for all of them."""
        if len(inks) > self.card:
            count = self.table.say("terminal.any") if len(possible) == len(inks) else str(len(possible))
            return write(centred(paint.fit(count, self.card), self.card), FAINT)
        before = (self.card - len(inks)) // 2
        pieces = [write(one, ink) if one in possible else write("·", FAINT) for one, ink in inks]
        return row(" " * before, *pieces, " " * (self.card - before - len(inks)))
