"""One game of a batch in the words of the rules, for looking at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from tamaya.fast import layout as field
from tamaya.fast.layout import FACE_BITS, FACE_MASK, LOST, RUNNING, Layout, Words
from tamaya.fast.packing import pack_tiles, unpack_tiles
from tamaya.rules import Card, Deal, Rules, Seat, Tile

Name = TypeVar("Name", bound=str)

OUTCOMES = ("", "perfect", "counted", "lost")
"""[status] in a word; nothing while a game runs."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything about a game, secrets included."""

    turn: Seat | None
    """The seat that is to act; None once the game is over."""
    first: Seat
    hands: tuple[tuple[Card, ...], ...]
    """[seat][slot - 1]"""
    touched: tuple[tuple[str, ...], ...]
    """[seat][slot - 1] the clues that touched the card, in the order of the tables."""
    possible: tuple[tuple[frozenset[Card], ...], ...]
    """[seat][slot - 1] what the clues about the card leave possible."""
    displays: tuple[int, ...]
    """[suit] how many cards are laid."""
    discards: tuple[Card, ...]
    """In the order of the tables; the order in which they fell is not kept."""
    clues: int
    strikes: int
    deck: tuple[Card, ...]
    """From the top."""
    turns_left: int | None
    tiles: tuple[Tile, ...]
    """The bonus tiles still face down, from the top."""
    tile: Tile | None
    outcome: str
    """perfect, counted or lost; empty while the game runs."""
    score: int
    """The official score so far; 0 when lost (E1)."""
    counted: int
    """What the displays show."""


def read_facts(row: Words, rules: Rules, layout: Layout) -> Facts:
    """The facts of a row whose deck is settled."""
    words = [int(word) for word in row]
    cards = rules.tables.cards
    deck = _deck(words, rules, layout)
    status = words[field.STATUS]
    tiles = unpack_tiles(words[field.TILES])
    return Facts(
        turn=Seat(words[field.TURN]) if status == RUNNING else None,
        first=Seat(words[field.FIRST]),
        hands=tuple(
            tuple(cards[face] for face in _hand(words, layout, seat)) for seat in range(layout.players)
        ),
        touched=tuple(
            tuple(
                "".join(_members(known >> layout.faces, rules.tables.clues))
                for known in _known(words, layout, seat)
            )
            for seat in range(layout.players)
        ),
        possible=tuple(
            tuple(frozenset(_members(known, cards)) for known in _known(words, layout, seat))
            for seat in range(layout.players)
        ),
        displays=tuple(
            sum(
                words[field.PLAYED] >> face & 1
                for face in range(suit * rules.tables.ranks, (suit + 1) * rules.tables.ranks)
            )
            for suit in range(len(rules.suits))
        ),
        discards=_discards(words, rules, layout),
        clues=words[field.CLUES],
        strikes=words[field.STRIKES],
        deck=deck[words[field.DRAWN] :],
        turns_left=words[field.LEFT] if words[field.LEFT] >= 0 else None,
        tiles=tiles[words[field.SPENT] :],
        tile=next(iter(unpack_tiles(words[field.TILE])), None),
        outcome=OUTCOMES[status],
        score=0 if status == LOST else words[field.SCORE],
        counted=words[field.SCORE],
    )


def read_deal(row: Words, rules: Rules, layout: Layout) -> Deal:
    """The deal that a row began with, from one whose deck is settled."""
    words = [int(word) for word in row]
    deck = list(_deck(words, rules, layout))
    if words[field.BACK]:
        del deck[words[field.BACK] - 1]
    return Deal(tuple(deck), unpack_tiles(words[field.TILES]), words[field.SALT] % (1 << 64))


def write_deal(row: Words, rules: Rules, layout: Layout, deal: Deal) -> None:
    """Put the deck, the tiles and the salt of a deal into a row."""
    faces = {card: face for face, card in enumerate(rules.tables.cards)}
    block = layout.block("deck")
    row[block.start : block.stop] = 0
    for place, card in enumerate(deal.deck):
        row[block.start + place // 8] |= faces[card] << place % 8 * 8
    row[field.TILES] = pack_tiles(deal.tiles)
    row[field.SALT] = deal.salt - (1 << 64 if deal.salt >> 63 else 0)


def _deck(words: list[int], rules: Rules, layout: Layout) -> tuple[Card, ...]:
    start = layout.block("deck").start
    return tuple(
        rules.tables.cards[words[start + place // 8] >> place % 8 * 8 & 255]
        for place in range(words[field.CARDS])
    )


def _hand(words: list[int], layout: Layout, seat: int) -> list[int]:
    faces = words[layout.block("faces").start + seat]
    count = words[layout.block("counts").start + seat]
    return [faces >> FACE_BITS * slot & FACE_MASK for slot in range(count)]


def _known(words: list[int], layout: Layout, seat: int) -> list[int]:
    start = layout.block("known").start + seat * layout.hand
    return words[start : start + words[layout.block("counts").start + seat]]


def _discards(words: list[int], rules: Rules, layout: Layout) -> tuple[Card, ...]:
    start = layout.block("discards").start
    pile: list[Card] = []
    for card, copies, (word, shift) in zip(
        rules.tables.cards, rules.tables.copies, layout.thermometers, strict=True
    ):
        gone = words[start + word] >> shift & ((1 << copies) - 1)
        pile += [card] * gone.bit_count()
    return tuple(pile)


def _members(members: int, names: tuple[Name, ...]) -> list[Name]:
    return [name for number, name in enumerate(names) if members >> number & 1]
