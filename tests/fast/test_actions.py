"""The numbers of the actions."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

from tamaya.engine import parse_action
from tamaya.fast import ActionKind, actions
from tamaya.rules import ImpossibleTable, UnknownName
from tests.laws.strategies import TABLES


@pytest.mark.parametrize(("players", "count"), [(2, 20), (3, 30), (4, 38), (5, 48)])
def test_the_standard_game_has_the_numbers_of_the_learning_environment(players: int, count: int) -> None:
    table = actions("original+suits=red,yellow,green,white,blue", players)
    hand = table.hand
    assert len(table) == table.usual == count
    assert table.notation(0, seat=0) == "d1"
    assert table.notation(hand, seat=0) == "p1"
    assert table.notation(2 * hand, seat=0) == "cBr"
    assert table.notation(2 * hand + 4, seat=players - 1) == "cAb"
    assert table.notation(2 * hand + 5 * (players - 1), seat=1) == f"c{'A' if players == 2 else 'C'}1"
    assert table.notation(count - 1, seat=1) == "cA5"


@pytest.mark.parametrize(("rules", "players"), TABLES)
def test_every_number_has_a_notation_and_every_notation_a_number(rules: str, players: int) -> None:
    table = actions(rules, players)
    for seat in range(players):
        texts = [table.notation(number, seat) for number in range(len(table))]
        assert [table.number(text, seat) for text in texts] == list(range(len(table)))
        assert [str(parse_action(text)) for text in texts] == texts


def test_kinds_lie_together() -> None:
    table = actions("deluxe+flamboyants+deck-play=yes", 3)
    kinds = [meaning.kind for meaning in table]
    order = [
        ActionKind.DISCARD,
        ActionKind.PLAY,
        ActionKind.COLOUR,
        ActionKind.VALUE,
        ActionKind.DECK,
        ActionKind.FREE,
        ActionKind.BACK,
        ActionKind.ENCORE,
    ]
    assert [table.start(kind) for kind in order] == [0, 5, 10, 20, 30, 31, 51, 76]
    assert kinds == sorted(kinds, key=order.index)
    assert (len(table), table.usual) == (101, 31)
    assert actions("deluxe", 3).start(ActionKind.FREE) == -1


def test_the_table_is_made_once() -> None:
    assert actions("original", 2) is actions("original", 2)
    assert repr(actions("original", 2)) == "actions('original', 2)"
    assert actions("original", 2)[5:7][1].slot == 2


def test_unknown_actions_and_tables_are_refused() -> None:
    with pytest.raises(UnknownName, match="p6"):
        actions("original", 2).number("p6", seat=0)
    with pytest.raises(UnknownName):
        actions("original", 2).number("cA1", seat=0)
    with pytest.raises(ImpossibleTable):
        actions("original", 6)
