"""What a lost game counts: conventions differ, and results are comparable only under the same one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from tamaya.rules import UnknownName

Ints: TypeAlias = npt.NDArray[np.int64]
Lost: TypeAlias = Literal["zero", "count", "minus-one"]

LOST_SCORES: Final[dict[str, Callable[[Ints], Ints]]] = {
    # E1, and DeepMind's environment.
    "zero": np.zeros_like,
    # Much of the older research: what lies on the displays stays.
    "count": np.positive,
    # Training in the manner of SAD: one point less, so that bombing is no way to end a game.
    "minus-one": lambda counted: np.maximum(counted - 1, 0),
}
"""convention: the score of lost games, from what their displays show."""


def lost_score(convention: str) -> Callable[[Ints], Ints]:
    """The convention by its name."""
    if convention not in LOST_SCORES:
        raise UnknownName("convention for lost games", convention, LOST_SCORES)
    return LOST_SCORES[convention]
