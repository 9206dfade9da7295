"""The table as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tamaya import andrewz, engine
from tamaya.knowledge import know
from tamaya.records import AnyView


def board(view: AnyView) -> str:
    """What a viewer may know, drawn for a plain terminal."""
    if isinstance(view, andrewz.View):
        return str(view)
    return "\n".join(_cooperative(view))


def _cooperative(view: engine.View) -> Iterable[str]:
    rules, words = view.rules, view.rules.box.words
    yield (
        f"{words.clues} {view.clues}/{rules.clues}   {words.strikes} {view.strikes}/{rules.strikes}   "
        f"deck {view.deck_size}   score {view.score} of {know(view).best_score}"
    )
    shown = "   ".join(
        f"{suit.symbol} {suit.letter}{view.top(index) or '-'}" for index, suit in enumerate(rules.suits)
    )
    yield f"displays  {shown}"
    if view.discards:
        counted = sorted(Counter(view.discards).items())
        yield "discards  " + " ".join(card if count == 1 else f"{card}x{count}" for card, count in counted)
    width = max(8, *map(len, view.names))
    slots = range(1, max(map(len, view.hands), default=0) + 1)
    yield f"{'':>{width}}  " + " ".join(f"{slot:>3}" for slot in slots)
    for name, hand in zip(view.names, view.hands, strict=True):
        faces = [card.card or card.told for card in hand]
        yield f"{name:>{width}}  " + " ".join(f"{face:>3}" for face in faces)
        if any(card.card and card.yes for card in hand):
            yield f"{'told':>{width}}  " + " ".join(f"{card.told:>3}" for card in hand)
    if view.turns_left is not None and view.result is None:
        yield f"Last round: {view.turns_left} to go."
    if view.tile is not None:
        yield f"A bonus tile waits: {view.tile.words}."
