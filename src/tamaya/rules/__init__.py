"""The rules of every edition as data: cards, suits, editions, add-ons, options and the tables they imply."""

from tamaya.rules.cards import Card, parse_cards
from tamaya.rules.catalogue import CATALOGUE
from tamaya.rules.deal import Deal
from tamaya.rules.editions import EDITIONS, Edition, Grade, Tokens
from tamaya.rules.errors import (
    BrokenRecord,
    IllegalAction,
    ImpossibleRules,
    ImpossibleTable,
    Inexpressible,
    TamayaError,
    TamperedRecord,
    UnknownName,
    UnknownVersion,
    Unreadable,
)
from tamaya.rules.options import OPTIONS, REMARKS, Rearranging, Talk
from tamaya.rules.parts import PARTS, Part, accolade_label
from tamaya.rules.protocol import Position
from tamaya.rules.ruleset import Rules
from tamaya.rules.seats import Seat, parse_seat, seat_letter
from tamaya.rules.suits import SUITS, Builds, Palette, Scores, Suit, Touch, palette_of
from tamaya.rules.tables import MISFIT, Tables
from tamaya.rules.tiles import TILES, Tile, TileDecision

__all__ = [
    "CATALOGUE",
    "EDITIONS",
    "MISFIT",
    "OPTIONS",
    "PARTS",
    "REMARKS",
    "SUITS",
    "TILES",
    "BrokenRecord",
    "Builds",
    "Card",
    "Deal",
    "Edition",
    "Grade",
    "IllegalAction",
    "ImpossibleRules",
    "ImpossibleTable",
    "Inexpressible",
    "Palette",
    "Part",
    "Position",
    "Rearranging",
    "Rules",
    "Scores",
    "Seat",
    "Suit",
    "Tables",
    "Talk",
    "TamayaError",
    "TamperedRecord",
    "Tile",
    "TileDecision",
    "Tokens",
    "Touch",
    "UnknownName",
    "UnknownVersion",
    "Unreadable",
    "accolade_label",
    "palette_of",
    "parse_cards",
    "parse_seat",
    "seat_letter",
]
