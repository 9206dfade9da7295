"""Andrewz: piles, how many cards everybody holds, and one's own hand face up."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from tamaya.andrewz import COLOURS, View
from tamaya.rules import Card, Seat, seat_letter
from tamaya.tui.drawing.hands import seat_state
from tamaya.tui.drawing.paint import BRIGHT, FAINT, INK, PALE, faded, fit, row, stack, suit_colour, write
from tamaya.tui.session import Scene
from tamaya.words import Reader, say

_COLOUR = {suit.letter: suit for suit in COLOURS}


def draw_race_hands(scene: Scene, view: View, reader: Reader, *, chosen: int | None, width: int) -> Content:
    """Everybody's number of cards, and the cards that may be seen."""
    return stack(_hands(scene, view, reader, chosen, width))


def draw_race_counts(view: View, reader: Reader) -> Content:
    """What the game is about, and the deck."""
    facts = [(say("table.deck", reader), view.deck_size)]
    if view.seat is not None:
        facts.append((say("terminal.your-cards", reader), view.hand_sizes[view.seat]))
    counts = [row(write(f"{name} ", FAINT), write(str(count), PALE, bold=True)) for name, count in facts]
    return stack([write(say("andrewz.aim", reader), FAINT), Content("   ").join(counts)])


def draw_race_board(view: View, reader: Reader) -> Content:
    """The piles and the discards of each colour."""
    return stack(_board(view, reader))


def race_card(card: Card, *, chosen: bool = False, plays: bool = True, press: str = "") -> Content:
    """A card face up."""
    suit = _COLOUR[card.suit]
    colour = suit_colour(suit)
    text = f"[{suit.symbol}{card}]" if chosen else f" {suit.symbol}{card} "
    return write(text, INK, colour if plays else faded(colour), bold=plays or chosen, press=press)


def _hands(scene: Scene, view: View, reader: Reader, chosen: int | None, width: int) -> Iterator[Content]:
    first = 0 if view.seat is None else view.seat + 1
    usable = {getattr(action, "card", None) for action in view.actions}
    for step in range(view.players):
        seat = Seat((first + step) % view.players)
        yield _name(scene, view, seat, reader)
        hand = view.hands[seat]
        if hand is None:
            yield write("   " + "▮ " * view.hand_sizes[seat], FAINT)
        else:
            yield from _cards(view, seat, hand, chosen, usable, width)
        yield Content("")


def _name(scene: Scene, view: View, seat: Seat, reader: Reader) -> Content:
    on_turn = seat == view.turn
    cards = say("andrewz.card-count", reader, count=view.hand_sizes[seat])
    return row(
        write("▶" if on_turn else " ", BRIGHT, bold=True),
        write(f"{seat_letter(seat)} ", FAINT),
        write(fit(view.names[seat], 24), BRIGHT if on_turn else PALE, bold=on_turn or seat == view.seat),
        write(f"  {cards}  {seat_state(scene, view, seat, reader)}", FAINT),
    )


def _cards(
    view: View, seat: Seat, hand: tuple[Card, ...], chosen: int | None, usable: set[Card | None], width: int
) -> Iterator[Content]:
    mine = seat == view.seat
    each = max(1, (width - 3) // 6)
    for start in range(0, len(hand), each):
        part = list(enumerate(hand[start : start + each], start=start + 1))
        if mine:
            yield row("   ", *(write(f"{slot:^5} ", BRIGHT if slot == chosen else FAINT) for slot, _ in part))
        faces = (
            race_card(
                card,
                chosen=mine and slot == chosen,
                plays=not mine or not view.my_turn or card in usable,
                press=f"slot {slot}" if mine else "",
            )
            for slot, card in part
        )
        yield row("   ", *(piece for face in faces for piece in (face, " ")))


def _board(view: View, reader: Reader) -> Iterator[Content]:
    yield write(f"{say('race.piles', reader):<17} {say('table.discards', reader)}", FAINT)
    for suit, pile in zip(COLOURS, view.piles, strict=True):
        colour = suit_colour(suit)
        gone = sorted(card.rank for card in view.discards if card.suit == suit.letter)
        top = write(f" {pile[-1].rank} ", INK, colour, bold=True) if pile else write(" - ", FAINT)
        count = say("andrewz.card-count", reader, count=len(pile))
        size = count if pile else say("terminal.not-in-play", reader)
        yield row(
            write(f"{suit.symbol}{suit.letter} ", colour, bold=True),
            top,
            write(f" {size:<11}", FAINT),
            write("".join(map(str, gone)), colour),
        )
    if view.deck:
        yield write(f"{say('table.deck', reader)}: {' '.join(view.deck)}", FAINT)
