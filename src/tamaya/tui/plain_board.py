"""The table as lines of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tamaya import andrewz, engine
from tamaya.knowledge import know
from tamaya.records import AnyView
from tamaya.tui.speech import capital, sentence
from tamaya.words import ENGLISH, Reader, say


def board(view: AnyView, reader: Reader = ENGLISH) -> str:
    """What a viewer may know, drawn for a plain terminal."""
    if isinstance(view, andrewz.View):
        return view.text(reader)
    return "\n".join(_cooperative(view, reader))


def _cooperative(view: engine.View, reader: Reader) -> Iterable[str]:
    rules, box = view.rules, view.rules.box
    score = say("table.count-of", reader, count=view.score, most=know(view).best_score)
    yield "   ".join(
        (
            f"{capital(say(box.clue(rules.clues), reader))} {view.clues}/{rules.clues}",
            f"{capital(say(box.strike(rules.strikes), reader))} {view.strikes}/{rules.strikes}",
            f"{say('table.deck', reader)} {view.deck_size}",
            f"{say('table.score', reader)} {score}",
        )
    )
    shown = "   ".join(
        f"{suit.symbol} {suit.letter}{view.top(index) or '-'}" for index, suit in enumerate(rules.suits)
    )
    yield f"{say('table.displays', reader)}  {shown}"
    if view.discards:
        counted = sorted(Counter(view.discards).items())
        cards = " ".join(card if count == 1 else f"{card}x{count}" for card, count in counted)
        yield f"{say('table.discards', reader):<{len(say('table.displays', reader))}}  {cards}"
    width = max(8, *map(len, view.names))
    slots = range(1, max(map(len, view.hands), default=0) + 1)
    yield f"{'':>{width}}  " + " ".join(f"{slot:>3}" for slot in slots)
    for name, hand in zip(view.names, view.hands, strict=True):
        faces = [card.card or card.told for card in hand]
        yield f"{name:>{width}}  " + " ".join(f"{face:>3}" for face in faces)
        if any(card.card and card.yes for card in hand):
            yield f"{say('terminal.told', reader):>{width}}  " + " ".join(f"{card.told:>3}" for card in hand)
    if view.turns_left is not None and view.result is None:
        yield sentence(say("table.last-round", reader, turns=view.turns_left))
    if view.tile is not None:
        yield sentence(say("tiles.title", reader, tile=view.tile.effect))
