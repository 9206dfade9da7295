"""Which games the laws of knowledge are tried on."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from tamaya.rules import ImpossibleTable, Rules
from tests.helpers import ALL_RULES, Seed

FLOURISH = [text for text in ALL_RULES if Rules.parse(text).flourish]
TILES = [text for text in ALL_RULES if Rules.parse(text).bonus]


@st.composite
def seeds(draw: st.DrawFn, rules: Sequence[str] = ALL_RULES) -> Seed:
    """A game by any of some rules, played well or badly."""
    text = draw(st.sampled_from(rules))
    players = draw(st.sampled_from([players for players in range(2, 6) if _seats(text, players)]))
    return Seed(text, players, draw(_SEEDS), draw(_SEEDS), draw(st.sampled_from([0.6, 0.9, 1.0])))


_SEEDS = st.integers(0, 1 << 16)


def _seats(text: str, players: int) -> bool:
    try:
        return bool(Rules.parse(text).hand_size(players))
    except ImpossibleTable:
        return False
