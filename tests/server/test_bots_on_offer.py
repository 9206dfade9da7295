"""Which bots a server offers for a table, and why it does not offer others."""

from __future__ import annotations

import sys

import pytest

from tests.server.conftest import Table
from tests.server.driver import OPEN, Person, people

pytestmark = pytest.mark.anyio

TOO_LARGE = "deluxe+suits=" + ",".join(
    f"{suit}:copies=99999" for suit in ("red", "blue", "teal", "pink", "omni", "null")
)
AHEAD = {"search", "grandmaster", "grandmaster-4s"}


async def obstacles(person: Person, rules: str, players: int) -> dict[str, str]:
    """Bots that cannot play at a table, and why."""
    found = (await person.get("/api/bots", rules=rules, players=str(players))).json()
    return {bot["name"]: bot["obstacle"]["text"] for bot in found if bot["obstacle"]}


async def test_a_bot_is_left_out_where_the_rules_leave_it_out(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        assert await obstacles(ann, "deluxe", 3) == {}
        assert await obstacles(ann, "deluxe+flamboyants", 3) == {}
        left_out = await obstacles(ann, TOO_LARGE, 3)
        assert left_out.keys() == {"search"}
        assert "too large to think ahead" in left_out["search"]
        seats = [OPEN, OPEN, {"kind": "bot", "bot": "search"}]
        refused = await ann.post("/api/tables", {"rules": TOO_LARGE, "seats": seats})
        assert refused.status_code == 409
        assert left_out["search"] in refused.json()["sentence"]


async def test_the_bots_are_those_of_the_game(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        found = (await ann.get("/api/bots", rules="andrewz", players="3")).json()
        assert {bot["game"] for bot in found} == {"andrewz"}
        assert (await ann.get("/api/bots", rules="no such game", players="3")).status_code == 422


async def test_without_the_engine_no_bot_thinks_ahead(server: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The list says it, and a setup is refused with the same sentence."""
    monkeypatch.setitem(sys.modules, "numba", None)
    async with people(server.base, "Ann") as (ann,):
        left_out = await obstacles(ann, "deluxe", 2)
        assert left_out.keys() == AHEAD
        catalogue = (await ann.get("/api/catalogue")).json()
        assert {bot["name"] for bot in catalogue["bots"] if bot["obstacle"]} == AHEAD
        seats = [OPEN, {"kind": "bot", "bot": "search"}]
        refused = await ann.post("/api/tables", {"rules": "deluxe", "seats": seats})
        assert refused.status_code == 409
        assert left_out["search"] in refused.json()["sentence"]
        assert "pip install" not in refused.json()["sentence"]
