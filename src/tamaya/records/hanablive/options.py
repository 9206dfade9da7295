"""The options of a hanab.live game, as our rules, and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tamaya.records.hanablive.variants import suits_of
from tamaya.records.shape import read_switch, read_text, read_whole
from tamaya.rules import Inexpressible, Rules, Seat

NO_VARIANT = "No Variant"

HANDS: dict[int, int] = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}
"""Cards in a hand, by the number of players."""

SWITCHES = ("emptyClues", "deckPlays", "oneExtraCard", "oneLessCard", "allOrNothing")
"""What our rules can say too."""

TIMING = ("timed", "timeBase", "timePerTurn")
"""What changes no rule."""

REFUSED: dict[str, str] = {
    "speedrun": "hanablive.speedrun",
    "cardCycle": "hanablive.card-cycle",
    "detrimentalCharacters": "hanablive.characters",
}


def read_rules(options: dict[str, Any], players: int, *, discard_full: bool) -> Rules:
    """The rules of a game: those of the first edition, which like hanab.live wants no empty clues."""
    _refuse(options)
    on = {name: read_switch(options.get(name, False), f"options.{name}") for name in SWITCHES}
    parts = ["final-flourish"] if on["allOrNothing"] else []
    rules = Rules.of(
        "original",
        *parts,
        base=suits_of(read_text(options.get("variant", NO_VARIANT), "options.variant")),
        seats=max(5, players),
        empty=on["emptyClues"],
        deck_play=on["deckPlays"],
        discard_full=discard_full,
    )
    hand = HANDS[players] + on["oneExtraCard"] - on["oneLessCard"]
    usual = 5 if players <= 3 else 4
    return rules if hand == usual else replace(rules, hand=hand)


def read_first(options: dict[str, Any], players: int) -> Seat:
    """The seat that begins; it was always seat 0 since 2020."""
    return Seat(read_whole(options.get("startingPlayer", 0), "options.startingPlayer", 0, players - 1))


def write_options(rules: Rules, players: int, first: Seat, variant: str) -> dict[str, Any]:
    """The options that are not as usual, or Inexpressible."""
    _refuse_house_rules(rules)
    if players not in HANDS:
        raise Inexpressible("seats", "hanablive.most-seats", most=max(HANDS), players=players)
    hand = rules.hand_size(players)
    if abs(hand - HANDS[players]) > 1:
        raise Inexpressible(f"hand={hand}", "hanablive.hand-size", players=players, cards=HANDS[players])
    options = {
        "startingPlayer": int(first),
        "variant": variant,
        "emptyClues": rules.empty,
        "deckPlays": rules.deck_play,
        "oneExtraCard": hand > HANDS[players],
        "oneLessCard": hand < HANDS[players],
        "allOrNothing": rules.flourish,
    }
    return {name: value for name, value in options.items() if value and value != NO_VARIANT}


def _refuse(options: dict[str, Any]) -> None:
    for name in options:
        if name not in ("startingPlayer", "variant", *SWITCHES, *TIMING, *REFUSED):
            raise Inexpressible(name, "hanablive.unknown-option")
    for name, why in REFUSED.items():
        if read_switch(options.get(name, False), f"options.{name}"):
            raise Inexpressible(name, why)


def _refuse_house_rules(rules: Rules) -> None:
    if rules.bonus:
        raise Inexpressible("flamboyants", "hanablive.no-bonus-tiles")
    if rules.clues != 8:
        raise Inexpressible(f"clues={rules.clues}", "hanablive.eight-clues")
    if rules.strikes != 3:
        raise Inexpressible(f"strikes={rules.strikes}", "hanablive.three-strikes")
    if rules.discard_full:
        raise Inexpressible("discard-full=yes", "hanablive.no-full-discard")
