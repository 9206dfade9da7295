"""A compiled game as a picture, with all hands face up: for watching a training run."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.engine.pictures import Picture, Spot, marked, table_words, tops
from tamaya.fast import Facts
from tamaya.rules import Rules

__all__ = ["Picture", "Spot", "picture"]


def picture(facts: Facts, rules: Rules, names: Sequence[str], score: int) -> Picture:
    """The co-operative game."""
    hands = [
        (marked(names[seat], seat == facts.turn), tuple(map(Spot, hand, told)))
        for seat, (hand, told) in enumerate(zip(facts.hands, facts.touched, strict=True))
    ]
    words = table_words(
        rules,
        clues=facts.clues,
        strikes=facts.strikes,
        deck=len(facts.deck),
        score=score,
        discards=facts.discards,
        tile=facts.tile,
        turns_left=facts.turns_left,
        outcome=facts.outcome,
    )
    return Picture(rules.suits, (*hands, tops(rules, facts.displays)), tuple(words))
