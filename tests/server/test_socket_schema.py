"""The socket's messages as programs and the documentation have them: every one that travels, and no other."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import TypeAdapter

from tamaya.server import messages
from tamaya.server.socket_schema import socket_schema
from tests.server.conftest import Table
from tests.server.driver import CAREFUL, OPEN, people

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    """The part of the documentation's settings that writes the reference."""
    pytest.importorskip("sphinx")
    spec = spec_from_file_location("socket_messages", DOCS / "socket_messages.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.anyio
async def test_a_server_describes_its_socket(server: Table) -> None:
    async with people(server.base, "") as (guest,):
        answer = await guest.get("/api/asyncapi.json")
        assert answer.status_code == 200
        assert answer.json() == socket_schema()
        assert answer.json()["asyncapi"].startswith("3.")
        assert "/api/asyncapi.json" in (await guest.get("/api/openapi.json")).json()["info"]["description"]


def test_every_reference_leads_somewhere() -> None:
    document = socket_schema()
    found = set(re.findall(r"'#(/[^']+)'", str(document)))
    assert len(found) > 30
    for place in found:
        part: Any = document
        for key in place.strip("/").split("/"):
            part = part[key]


def test_every_message_of_both_sides_is_described() -> None:
    described = set(socket_schema()["components"]["messages"])
    adapters: dict[str, TypeAdapter[Any]] = {
        "client": messages.client_message,
        "server": messages.server_message,
    }
    for side, adapter in adapters.items():
        kinds = adapter.json_schema()["discriminator"]["mapping"]
        assert {name for name in described if name.startswith(side)} == {f"{side}-{kind}" for kind in kinds}


@pytest.mark.anyio
async def test_what_travels_has_the_fields_that_are_described(server: Table) -> None:
    components = socket_schema()["components"]
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, CAREFUL], first=0, start=True)
        await ann.join(table)
        await ann.act("p1")
        seen = {message["type"]: message for message in ann.messages}
        assert {"table", "moved", "done"} <= seen.keys()
        for kind, message in seen.items():
            place = components["messages"][f"server-{kind}"]["payload"]["$ref"].rpartition("/")[2]
            assert set(message) == set(components["schemas"][place]["properties"]), kind


def test_the_documentation_names_every_message_and_field(reference: ModuleType) -> None:
    components = socket_schema()["components"]
    for side in ("client", "server"):
        text = reference.reference(side)
        for key, message in components["messages"].items():
            if key.startswith(side):
                assert f"**`{message['name']}`**" in text
                place = message["payload"]["$ref"].rpartition("/")[2]
                for field in components["schemas"][place]["properties"]:
                    assert f"| `{field}` |" in text
    assert "**`Setup`**" in reference.reference("parts")
    assert "anything" not in reference.reference("client")


# What a screen asks for and what it gets.


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("allowed", "wanted", "shown"),
    [("told", "deduced", "told"), ("deduced", "deduced", "deduced"), ("deduced", "nothing", "nothing")],
)
async def test_the_answer_to_hello_says_how_much_is_shown(
    server: Table, allowed: str, wanted: str, shown: str
) -> None:
    async with people(server.base, "Ann") as (ann,):
        table = await ann.set_up(rules="deluxe", seats=[OPEN, OPEN], detail=allowed)
        await ann.join(table, detail=wanted)
        assert [each["detail"] for each in ann.messages if each["type"] == "table"] == [shown]


# Setting a table up without sitting down.


@pytest.mark.anyio
async def test_a_table_can_be_set_up_for_others(server: Table) -> None:
    async with people(server.base, "Ann", "Bob") as (ann, bob):
        answer = await ann.post("/api/tables?sit=false", {"rules": "deluxe", "seats": [OPEN, CAREFUL]})
        assert answer.status_code == 201
        table = answer.json()["id"]
        await ann.join(table)
        assert (ann.table["seat"], ann.table["owner"]) == (None, True)
        assert not ann.table["seats"][0]["taken"]
        await bob.join(table)
        await bob.do("sit", seat=0)
        await ann.do("start")
        assert bob.table["seat"] == 0


@pytest.mark.anyio
async def test_a_table_that_waits_for_others_cannot_start_at_once(server: Table) -> None:
    async with people(server.base, "Ann") as (ann,):
        setup = {"rules": "deluxe", "seats": [OPEN, CAREFUL]}
        answer = await ann.post("/api/tables?sit=false&start=true", setup)
        assert answer.status_code == 409
        bots = await ann.post("/api/tables?sit=false&start=true", {**setup, "seats": [CAREFUL, CAREFUL]})
        assert bots.status_code == 201
