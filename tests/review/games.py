"""Recorded games to review: played by bots, or dealt so that a move has a known price."""

from __future__ import annotations

from collections import Counter
from functools import cache

from tamaya.bots import find_bot
from tamaya.records import Record, game_kind
from tamaya.rules import Card, Deal, Rules, Seat, parse_cards
from tamaya.rules.tables import new_deck

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")


@cache
def played(rules: str = "original", players: int = 2, seed: int = 1, bot: str = "partner") -> Record:
    """A whole game of bots."""
    kind = game_kind(rules)
    deal = kind.shuffle(seed)
    position = kind.start(players, deal=deal)
    player = find_bot(bot, "hanabi").sit(seed)
    actions = []
    while position.turn is not None:
        actions.append(player(position.view(position.turn)))
        position = position.apply(actions[-1])
    return Record.make(kind, NAMES[:players], deal, Seat(0), actions)


def dealt(*hands: str, deck: str = "", actions: str = "", rules: str = "deluxe") -> Record:
    """A game in which the first cards are these, hand by hand, then the deck from its top, then the rest.

    The rest comes rank by rank, so that a player who knows all cards has an easy game.
    """
    house = Rules.parse(rules)
    first = [card for text in (*hands, deck) for card in parse_cards(text)]
    left = Counter(new_deck(house.suits)) - Counter(first)
    assert left.total() + len(first) == house.deck_size
    rest = sorted(left.elements(), key=lambda card: (card.rank, card))
    deal = Deal((*map(Card, first), *rest))
    return Record.make(game_kind(rules), NAMES[: len(hands)], deal, Seat(0), actions.split())
