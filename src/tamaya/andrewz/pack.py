"""The cards of the game, and how chance orders them: the deal (Z1), the lot (Z2) and closed piles (Z7)."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence

from tamaya.rules import SUITS, Card, Deal, ImpossibleTable, Rules, Seat, Suit
from tamaya.rules.deal import SALT_BITS, landing
from tamaya.rules.tables import new_deck

COLOURS: tuple[Suit, ...] = tuple(SUITS[name] for name in ("red", "yellow", "green", "blue", "white"))
"""The five colours, in the order of their piles."""

PACK = new_deck(COLOURS)
"""The 50 cards, unshuffled."""

HAND_SIZE = 6
"""How many cards each player is dealt (Z1)."""
FEWEST, MOST = 2, len(PACK) // HAND_SIZE
"""How many may play: the pack has eight hands and no ninth."""


def shuffle(seed: int | str | None = None) -> Deal:
    """A deal; the same seed gives the same one, no seed gives an unguessable one."""
    rng = random.Random(secrets.randbits(128) if seed is None else seed)
    return Deal(tuple(rng.sample(PACK, len(PACK))), salt=rng.getrandbits(SALT_BITS))


def deal_hands(deal: Deal, players: int) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Six cards for each seat in turn, and the deck that is left (Z1)."""
    size = hand_size(players)
    deal.check(Rules.of("original"))
    dealt = players * size
    hands = tuple(deal.deck[start : start + size] for start in range(0, dealt, size))
    return hands, deal.deck[dealt:]


def hand_size(players: int) -> int:
    """Cards in each hand, for a number of players that the game allows (Z1)."""
    if not FEWEST <= players <= MOST:
        raise ImpossibleTable("table.andrewz-players", fewest=FEWEST, most=MOST, players=players)
    return HAND_SIZE


def draw_lot(salt: int, players: int) -> Seat:
    """Who begins when chance decides (Z2)."""
    return Seat(landing(salt, 0, players - 1))


def reshuffle(cards: Sequence[Card], *, salt: int, count: int) -> tuple[Card, ...]:
    """The order after the ``count``-th shuffle of a game, counted from 1 (Z7).

    Each card lands anywhere among those before it, so every order is as likely. Which one it is depends on
    the salt and the count alone, so that a deal and its actions always tell the same game.
    """
    deck: list[Card] = []
    for index, card in enumerate(cards):
        deck.insert(landing(salt, count * len(PACK) + index, len(deck)), card)
    return tuple(deck)
