"""Views as JSON: they show what the view shows and nothing more."""

import json
from typing import Any

from tamaya import andrewz
from tamaya.engine import Game
from tamaya.records import plain
from tamaya.rules import Seat


def test_own_cards_have_no_faces_in_json() -> None:
    """S4."""
    view: Any = plain(Game(["Ann", "Bob"], seed=16).view("Ann"))
    hands = view["hands"]
    assert hands[0] == [{"id": slot, "card": None, "yes": "", "no": ""} for slot in range(5)]
    assert [card["card"] for card in hands[1]] == ["y2", "g4", "r1", "w3", "y3"]


def test_actions_are_notation_and_events_have_their_kind() -> None:
    game = Game(["Ann", "Bob"], seed=16)
    game.clue("Bob", 1)
    view: Any = plain(game.view("Bob"))
    assert "p3" in view["actions"]
    assert view["history"] == [
        {"kind": "clued", "giver": 0, "receiver": 1, "clue": "1", "slots": [3], "free": False}
    ]


def test_every_view_is_json() -> None:
    cooperative = Game(["Ann", "Bob"], "deluxe+flamboyants", seed=1)
    other = andrewz.State.start(3, seed=1)
    for view in (
        cooperative.view("Ann"),
        cooperative.spectate(),
        other.view(Seat(0)),
        other.spectate(hands=True),
    ):
        assert json.loads(json.dumps(plain(view))) == plain(view)
