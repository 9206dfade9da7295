"""What lies in the middle: displays, discards, tokens and the deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from textual.content import Content

from tamaya.engine import View
from tamaya.knowledge import know
from tamaya.rules import Builds, Card, Suit
from tamaya.tui.drawing.paint import BRIGHT, FAINT, INK, PALE, row, stack, suit_colour, write
from tamaya.tui.speech import capital
from tamaya.words import Reader, say

GAP = "   "


def draw_counts(view: View, reader: Reader) -> Content:
    """Tokens and strikes in the edition's words; deck, score and time on a second line."""
    rules, box, known = view.rules, view.rules.box, know(view)
    tokens = row(
        write(f"{capital(say(box.clue(rules.clues), reader))} ", FAINT),
        write("●" * view.clues, "#5c9dff"),
        write("○" * (rules.clues - view.clues), FAINT),
        write(f" {view.clues}/{rules.clues}", PALE, bold=True),
    )
    strikes = row(
        write(f"{capital(say(box.strike(rules.strikes), reader))} ", FAINT),
        write("✖" * view.strikes, "#ff6b6b", bold=True),
        write("·" * (rules.strikes - view.strikes), FAINT),
        write(f" {view.strikes}/{rules.strikes}", PALE, bold=True),
    )
    score = say("table.count-of", reader, count=view.score, most=known.best_score)
    facts = [_deck(view, reader), _fact(say("table.score", reader), score)]
    if known.pace is not None:
        facts.append(_fact(say("table.pace", reader), str(known.pace)))
    if rules.bonus:
        facts.append(_fact(say("table.tiles", reader), str(view.tiles_left)))
    return stack([_join([tokens, strikes]), _join(facts)])


def draw_board(view: View, reader: Reader) -> Content:
    """A row for each suit: its display, and what of it is discarded."""
    return stack(_board(view, reader))


def _board(view: View, reader: Reader) -> Iterator[Content]:
    ranks = view.rules.tables.ranks
    displays, discards = say("table.displays", reader), say("table.discards", reader)
    yield write(f"{displays:<{5 + 2 * ranks}} {discards}", FAINT)
    gone = Counter(view.discards)
    for index, suit in enumerate(view.rules.suits):
        yield row(*_display(view, index, suit), " ", *_discarded(view, suit, gone))
    if view.deck:
        yield write(f"{say('table.undrawn', reader)}: {' '.join(view.deck)}", FAINT)


def _display(view: View, index: int, suit: Suit) -> Iterator[Content | str]:
    colour = suit_colour(suit)
    down = "↓" if suit.builds is Builds.DOWN else " "
    yield write(f"{suit.symbol}{suit.letter}", colour, bold=True)
    yield write(down, FAINT)
    reach = know(view).furthest[index]
    for step, rank in enumerate(suit.order):
        if step < view.displays[index]:
            yield write(f" {rank}", INK, colour, bold=True)
        elif step < reach:
            yield write(" ·", FAINT)
        else:
            # It can never come so far: the last copy of a card on the way is gone.
            yield write(" ×", FAINT)
    yield write(" ", "", colour) if view.displays[index] == len(suit.order) else " "


def _discarded(view: View, suit: Suit, gone: Counter[Card]) -> Iterator[Content | str]:
    """The values that lie in the discard pile; a mark says that one copy is left, and needed."""
    known = know(view)
    for rank in suit.order:
        card = Card(f"{suit.letter}{rank}")
        if gone[card]:
            last = known.indispensable(card)
            yield write(str(rank) * gone[card], suit_colour(suit), bold=last)
            yield write("! " if last else " ", BRIGHT)


def _deck(view: View, reader: Reader) -> Content:
    """The deck, or how long the last round lasts, for which the deck is empty."""
    if view.turns_left is None or view.result is not None:
        return _fact(say("table.deck", reader), str(view.deck_size))
    return write(say("table.last-round", reader, turns=view.turns_left), BRIGHT, bold=True)


def _fact(name: str, value: str) -> Content:
    return row(write(f"{name} ", FAINT), write(value, PALE, bold=True))


def _join(pieces: list[Content]) -> Content:
    return Content(GAP).join(pieces)
