"""What the tests of the environments share: games that get somewhere, and recorded ones."""

from __future__ import annotations

import gzip
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tamaya.env.table import Array, EnvGame
from tamaya.rules import Card, Deal

DATA = Path(os.environ.get("TAMAYA_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")
RECORDED = DATA / "hle_games.jsonl.gz"
MISSING = f"there is no {RECORDED}; TAMAYA_DATA may name another folder"


def recorded_games() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Games of DeepMind's environment: what was asked of it and what it answered."""
    with gzip.open(RECORDED, "rt") as lines:
        for line in lines:
            game = json.loads(line)
            yield game["request"], game["response"]


def recorded_deal(request: dict[str, Any]) -> Deal:
    return Deal(tuple(Card(f"{'rygwb'[colour]}{rank + 1}") for colour, rank in request["deck"]))


def bits(text: str) -> list[int]:
    return [int(bit) for bit in text]


def legal(mask: Array) -> list[int]:
    return [int(number) for number in np.flatnonzero(mask)]


def sensible(table: EnvGame, rng: random.Random) -> int:
    """An action for a game that shall get somewhere: a play that fits, else a clue or a discard."""
    facts, hand = table.batch.facts(0), table.batch.layout.hand
    allowed = legal(table.mask())
    assert facts.turn is not None
    fitting = [
        hand + slot
        for slot, card in enumerate(facts.hands[facts.turn])
        if table.rules.tables.fits(facts.displays, card) and hand + slot in allowed
    ]
    others = [number for number in allowed if not hand <= number < 2 * hand]
    return rng.choice(fitting or others or allowed)
