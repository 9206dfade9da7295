"""Chance from counters: what happens depends on (seed, game, episode) and on nothing that was drawn before.

``root = mix(mix(seed) + (game + 1) GAMMA)`` belongs to a row, ``key = mix(root + (episode + 1) GAMMA)`` to
one of its games, and the n-th random word of a game is ``mix(key + (n + 1) GAMMA)``: splitmix64, as in
``tamaya.rules.deal``. A number below ``limit`` is the upper half of the word times ``limit``, shifted down
by 32; no number is favoured by more than limit / 2^32.

A deck is mixed from its sorted order, card by card as it is drawn (Fisher and Yates): the card at place n
changes places with a card at n or after it, decided by word n. So nothing is spent on cards that no player
draws, and the order of the whole deck can still be told at any time.
"""

from __future__ import annotations

from typing import Final

from tamaya.fast.jit import inline, int64, uint64

GAMMA: Final = uint64(0x9E3779B97F4A7C15)
_FIRST_FACTOR: Final = uint64(0xBF58476D1CE4E5B9)
_SECOND_FACTOR: Final = uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = uint64(30), uint64(27), uint64(31), uint64(32)

# Which words of a game decide what; words 0, 1, 2... decide the deck.
TILE_WORDS: Final = 1 << 20
SALT_WORD: Final = TILE_WORDS + 8
FIRST_WORD: Final = TILE_WORDS + 9
LUCK_WORDS: Final = 1 << 21
"""What a policy may use, one for each step."""


@inline
def mix(word: int) -> int:
    """The finaliser of splitmix64."""
    word = (word ^ (word >> _30)) * _FIRST_FACTOR
    word = (word ^ (word >> _27)) * _SECOND_FACTOR
    return word ^ (word >> _31)


@inline
def random_word(key: int, count: int) -> int:
    """The ``count``-th random word that belongs to a key."""
    return mix(uint64(key) + uint64(count + 1) * GAMMA)


@inline
def below(word: int, limit: int) -> int:
    """A number from 0 to ``limit - 1``, from the upper half of a random word."""
    return int64(((word >> _32) * uint64(limit)) >> _32)


@inline
def landing(salt: int, count: int, deck_size: int) -> int:
    """L6: how many cards lie above a card that goes back, as ``tamaya.rules.deal.landing`` has it."""
    return int64(random_word(salt, count) % uint64(deck_size + 1))
