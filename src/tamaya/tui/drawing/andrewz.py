"""Andrewz: piles, how many cards everybody holds, and one's own hand face up."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from tamaya import andrewz
from tamaya.andrewz import COLOURS
from tamaya.rules import Card, Seat
from tamaya.tui.drawing.paint import BRIGHT, FAINT, INK, PALE, fact, faded, row, stack, suit_colour, write
from tamaya.tui.drawing.table import TableDrawing
from tamaya.words import Who

_COLOUR = {suit.letter: suit for suit in COLOURS}


class AndrewzDrawing(TableDrawing):
    """A table at which the competitive game is played."""

    view: andrewz.View

    def tokens(self) -> Content:
        """What the game is about, and the deck."""
        facts = [fact(self.say("table.deck"), str(self.view.deck_size))]
        if self.view.seat is not None:
            facts.append(fact(self.say("terminal.your-cards"), str(self.view.hand_sizes[self.view.seat])))
        return stack([write(self.say("andrewz.aim"), FAINT), Content("   ").join(facts)])

    def displays(self) -> Content:
        """The piles and the discards of each colour."""
        lines = [write(f"{self.say('andrewz-board.piles'):<17} {self.say('table.discards')}", FAINT)]
        for suit, pile in zip(COLOURS, self.view.piles, strict=True):
            colour = suit_colour(suit)
            gone = sorted(card.rank for card in self.view.discards if card.suit == suit.letter)
            count = self.say("andrewz.card-count", count=len(pile))
            size = count if pile else self.say("terminal.not-in-play")
            lines.append(
                row(
                    write(f"{suit.symbol}{suit.letter} ", colour, bold=True),
                    write(f" {pile[-1].rank} ", INK, colour, bold=True) if pile else write(" - ", FAINT),
                    write(f" {size:<11}", FAINT),
                    write("".join(map(str, gone)), colour),
                )
            )
        if self.view.deck:
            lines.append(write(f"{self.say('table.deck')}: {' '.join(self.view.deck)}", FAINT))
        return stack(lines)

    def hands(self, *, width: int, height: int) -> Content:
        """Everybody's number of cards, and the cards that may be seen."""
        return stack(line for seat in self.seats for line in self._hand(seat, width))

    def result(self) -> Iterator[Content | str]:
        """Who won, and how many cards the others have left."""
        result = self.view.result
        assert result is not None
        won = None if result.winner is None else self.say("result.andrewz-won", who=Who(result.winner))
        yield write(won or self.say("result.andrewz-blocked"), BRIGHT, bold=True)
        yield ""
        for standing in result.standings:
            cards = self.say("andrewz.card-count", count=standing.cards)
            yield write(f"{standing.place:>3}.  {self.view.names[standing.seat]:<24}{cards}", PALE)

    def _hand(self, seat: Seat, width: int) -> Iterator[Content]:
        cards = self.say("andrewz.card-count", count=self.view.hand_sizes[seat])
        yield row(self.name(seat, 24), write(f"  {cards}  {self.seat_state(seat)}", FAINT))
        hand = self.view.hands[seat]
        if hand is None:
            yield write("   " + "▮ " * self.view.hand_sizes[seat], FAINT)
        else:
            yield from self._cards(seat == self.view.seat, hand, max(1, (width - 3) // 6))
        yield Content("")

    def _cards(self, mine: bool, hand: tuple[Card, ...], each: int) -> Iterator[Content]:
        """Rows of so many cards each; the viewer's own with their slots."""
        chosen = self.interaction.slot if mine else None
        for start in range(0, len(hand), each):
            part = list(enumerate(hand[start : start + each], start=start + 1))
            if mine:
                inks = ((slot, BRIGHT if slot == chosen else FAINT) for slot, _ in part)
                yield row("   ", *(write(f"{slot:^5} ", ink) for slot, ink in inks))
            faces = (self._card(slot, card, mine=mine, chosen=slot == chosen) for slot, card in part)
            yield row("   ", *(piece for face in faces for piece in (face, " ")))

    def _card(self, slot: int, card: Card, *, mine: bool, chosen: bool) -> Content:
        """A card face up; one's own steps back while it cannot be used."""
        suit = _COLOUR[card.suit]
        usable = not (mine and self.view.my_turn) or any(
            getattr(action, "card", None) == card for action in self.view.actions
        )
        back = suit_colour(suit) if usable else faded(suit_colour(suit))
        text = f"[{suit.symbol}{card}]" if chosen else f" {suit.symbol}{card} "
        return write(text, INK, back, bold=usable or chosen, press=f"choose({slot})" if mine else "")

    def _about(self, slot: int) -> str:
        card = self.notation.card_label(self.view.my_hand[slot - 1])
        return self.say("terminal.andrewz-card", slot=slot, card=card)

    def _slot_buttons(self, slot: int) -> Content:
        found = self._card_buttons(slot, p="act.play", d="andrewz-board.discard")
        return row(*found) if found else write(self.say("andrewz-board.unfit"), FAINT)

    def _turn(self) -> list[Content]:
        passing = self.button("andrewz-board.pass", "type('pass')", "pass")
        return [write(self.say("andrewz-board.choose"), BRIGHT), passing]
