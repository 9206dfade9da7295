"""The rules of the bonus tiles in words (L1-L10)."""

from __future__ import annotations

from collections.abc import Iterable

from tamaya.rules.ruleset import Rules
from tamaya.rules.tiles import TILES, Tile, TileDecision
from tamaya.words import Message, knows


def tile_rules(rules: Rules) -> Iterable[Message]:
    """What the tiles of these rules do; nothing where there are none."""
    if not rules.bonus:
        return
    box, top = rules.box, rules.tables.ranks
    yield Message("describe.tiles", count=len(TILES), firework=box.firework(), top=top)
    for tile in TILES.values():
        yield _effect(tile, rules)
    if any(tile.decision is TileDecision.BACK for tile in TILES.values()):
        yield Message("describe.tile-back-empty")
        yield Message("describe.tile-back-drawn" if rules.flourish else "describe.tile-back-last-round")
    if any(tile.decision is TileDecision.ENCORE for tile in TILES.values()):
        yield Message("describe.tile-encore-five", firework=box.firework(), top=top)
    yield Message("describe.tile-limits", most=rules.clues, tokens=box.clue(rules.clues))
    yield Message("describe.tile-lost", hints=box.hint(2))
    yield Message("describe.tile-choice")
    if not rules.flourish:
        yield Message("describe.tile-draw")
    for suit, last in zip(rules.suits, rules.tables.closing, strict=True):
        if last != top:
            yield Message(
                "describe.tile-none",
                suit=suit.label,
                firework=box.firework(),
                rank=last,
                token=box.clue(),
            )
    yield Message("describe.tile-at-the-end", firework=box.firework())


def _effect(tile: Tile, rules: Rules) -> Message:
    """A tile's rule in the edition's words, or its effect where the catalogue has no such line."""
    code = f"tile-rule.{tile.id}"
    if not knows(code):
        return Message("describe.tile", effect=tile.effect)
    box = rules.box
    return Message(code, token=box.clue(), strike=box.strike(), hint=box.hint())
