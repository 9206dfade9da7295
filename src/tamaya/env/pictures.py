"""A compiled game as a picture, with all hands face up: for watching a training run."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.engine.pictures import Picture, Spot, table_picture
from tamaya.fast import Facts
from tamaya.rules import Rules


def picture(facts: Facts, rules: Rules, names: Sequence[str], score: int) -> Picture:
    """The co-operative game."""
    return table_picture(
        rules,
        names,
        turn=facts.turn,
        hands=[map(Spot, hand, told) for hand, told in zip(facts.hands, facts.touched, strict=True)],
        displays=facts.displays,
        clues=facts.clues,
        strikes=facts.strikes,
        deck=len(facts.deck),
        score=score,
        discards=facts.discards,
        tile=facts.tile,
        turns_left=facts.turns_left,
        outcome=facts.outcome,
    )
