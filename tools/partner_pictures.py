"""The pictures of docs/reference/partner.md, drawn from real positions: `python -m tools.partner_pictures`.

The receiver's cards are shown as the others see them. Clued cards stand a little higher, and a ring marks the
card that matters, as the bot itself reads the position by Tamaya's own conventions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from tamaya.bots.conventions.state import CALLED, PLAY_CLUE, REVEAL, SAVE_CLUE, chop_of
from tamaya.bots.partner.account import Account
from tamaya.bots.partner.styles import STYLES
from tamaya.engine import Clued, Game
from tamaya.engine.view import SeenCard
from tests.helpers import table

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "reference" / "partner"

_PAPER = {"r": "#f8d4d0", "y": "#fbefc0", "g": "#d5efd6", "b": "#d3e3fa", "w": "#f4f4f4"}
_INK = {"r": "#a3231b", "y": "#7a5b00", "g": "#1d6b27", "b": "#1c4c96", "w": "#444444"}
_WIDTH, _HEIGHT, _GAP, _LEFT, _ROW = 54, 72, 10, 70, 128


def play_clue() -> Game:
    game = table("displays r1", "Ann w4 b3 y2 g1 w5", "Bob r4 w3 r2 b4 y5", rules="original")
    game.clue("Bob", "r")
    return game


def plain_sight() -> Game:
    game = table("Ann w4 b3 y2 g3 w5", "Bob r1 w3 g1 b4 y5", rules="original")
    game.clue("Bob", 1)
    return game


def waiting() -> Game:
    game = table(
        "displays r1", "Ann y4 w4 b1 w1 g5", "Bob r2 w3 y3 b4 g3", "Cid r3 w4 y4 b4 g4", rules="original"
    )
    game.clue("Bob", "r")
    game.clue("Cid", "r")
    return game


def next_to_go() -> Game:
    game = table("Ann b4 w4 b1 w1 g5", "Bob y2 w3 y3 b4 g3", rules="original", clues=1)
    game.clue("Bob", 2)
    return game


def save() -> Game:
    game = table(
        "displays r1", "Ann w4 b3 y2 g1 w5", "Bob y4 w3 r3 b4 g3", rules="original", discards="y4", clues=2
    )
    game.clue("Bob", 4)
    return game


PICTURES: dict[str, tuple[Callable[[], Game], str]] = {
    "play-clue": (play_clue, "Ann tells Bob about red. Red waits for its 2: the newest red card is it."),
    "plain-sight": (plain_sight, "Ann tells Bob about ones. Every one fits: no more is meant."),
    "waiting": (waiting, "Bob knows his r2, so Bob can already tell Cid about red: it is the r3."),
    "next-discard": (next_to_go, "A clue has touched slot 1. The oldest card without a clue is slot 2."),
    "save": (save, "One y4 is gone. Ann tells Bob about fours: the next discard must stay."),
}


def render(name: str) -> str:
    """A picture as the text of an SVG file."""
    build, caption = PICTURES[name]
    game = build()
    hands = list(_hands(game))
    width = _LEFT + 5 * (_WIDTH + _GAP) + 190
    height = 44 + _ROW * len(hands) + 30
    rows = "".join(_row(game, seat, 44 + _ROW * line) for line, seat in enumerate(hands))
    tops = str(game.spectate()).splitlines()[-1 - bool(game.state.discards)].partition("   ")[0]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'font-family="sans-serif" font-size="15"><title>{escape(caption)}</title>'
        f'<rect width="{width}" height="{height}" rx="10" fill="#fffdf7"/>'
        f'<text x="16" y="26" fill="#555">{escape(tops)}</text>{rows}'
        f'<text x="16" y="{height - 14}" fill="#222">{escape(caption)}</text></svg>\n'
    )


def _hands(game: Game) -> Iterator[int]:
    """Whose hands the picture shows: all that clues were about."""
    told = {event.receiver for event in game.state.history if isinstance(event, Clued)}
    return (seat for seat in range(len(game.state.hands)) if seat in told)


def _row(game: Game, seat: int, top: int) -> str:
    view = game.spectate(hands=True)
    account = Account.of(view, STYLES["tamaya"])
    public = account.reading
    last = game.state.history[-1]
    assert isinstance(last, Clued)
    words = {PLAY_CLUE: "play", REVEAL: "play", SAVE_CLUE: "keep"}
    ringed = {public.focus: words[public.last]} if public.last in words else {}
    if public.last == REVEAL:
        ringed = {card.id: "play" for card in view.hands[seat] if last.clue in card.yes}
    if not ringed or (not any(card.id in ringed for card in view.hands[seat]) and seat != last.receiver):
        ringed |= {card.id: "play" for card in view.hands[seat] if public.marks[card.id] & CALLED}
    if last.receiver == seat and public.last not in words:
        ringed = {chop_of(account.table, public, seat): "next discard"}
    cards = "".join(
        _card(held, slot, top, ringed.get(held.id, "")) for slot, held in enumerate(view.hands[seat])
    )
    told = next(
        event for event in reversed(game.state.history) if isinstance(event, Clued) and event.receiver == seat
    )
    x = _LEFT + 5 * (_WIDTH + _GAP) + 14
    said = f"{view.names[told.giver]}: “{_spoken(game, told.clue)}”"
    return (
        f'<text x="16" y="{top + 56}" fill="#222" font-weight="bold">{view.names[seat]}</text>{cards}'
        f'<text x="{x}" y="{top + 50}" fill="#555">{said}</text>'
        f'<text x="{x}" y="{top + 70}" fill="#999" font-size="12">newest card on the right</text>'
    )


def _card(held: SeenCard, place: int, top: int, label: str) -> str:
    assert held.card is not None
    x = _LEFT + place * (_WIDTH + _GAP)
    y = top + (6 if held.yes else 18)
    suit = held.card.suit
    ring = 'stroke="#111" stroke-width="4"' if label else f'stroke="{_INK[suit]}" stroke-width="1.5"'
    middle = x + _WIDTH // 2
    note = _small(middle, top + 108, 13, "#111", label) if label else ""
    marks = _small(middle, y + 64, 11, "#555", " ".join(held.yes)) if held.yes else ""
    return (
        f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" rx="7" fill="{_PAPER[suit]}" {ring}/>'
        f'<text x="{middle}" y="{y + 42}" text-anchor="middle" font-size="24" font-weight="bold" '
        f'fill="{_INK[suit]}">{held.card}</text>{marks}{note}'
    )


def _small(x: int, y: int, size: int, ink: str, text: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="middle" font-size="{size}" fill="{ink}">{text}</text>'


def _spoken(game: Game, clue: str) -> str:
    if clue.isdigit():
        return f"{clue}s"
    return next(suit.name for suit in game.rules.suits if suit.letter == clue)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        (FOLDER / f"{name}.svg").write_text(render(name))


if __name__ == "__main__":
    main()
