"""Imagined races of andrewz, compiled: the functions of ``racing``, hundreds of thousands a second."""

from __future__ import annotations

import numpy as np

from tamaya.bots.compilable import compile_marked
from tamaya.bots.racing import Race, imagine_races
from tamaya.fast.jit import kernel
from tamaya.fast.layout import Words
from tamaya.fast.pointers import items
from tamaya.fast.structs import pack, places, pointer_to, record_of, words_of

compile_marked()

race_at = pointer_to(Race)


def imagined(race: Race, count: int) -> Race:
    """The race after so many imagined ones, whose tree tells how the actions did."""
    words = np.zeros(words_of(Race), np.int64)
    for name in ("players", "seat", "key", "places"):
        words[places(Race)[name].start] = getattr(race, name)
    seen, unlikely = places(Race)["seen"], places(Race)["unlikely"]
    words[seen.start : seen.start + seen.words] = pack(race.seen)
    room = words[unlikely.start : unlikely.start + unlikely.words].reshape(unlikely.shape)
    for guess, hands in enumerate(race.unlikely):
        for seat, hand in enumerate(hands):
            room[guess, seat, : len(hand)] = hand
    _imagine_races(words, count)
    told: Race = record_of(Race, words)
    return told


@kernel
def _imagine_races(words: Words, count: int) -> None:
    imagine_races(race_at(items(words), 0), count)
