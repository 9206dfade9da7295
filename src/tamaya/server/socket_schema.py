"""The messages of the socket as an AsyncAPI document, as OpenAPI describes the requests."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from tamaya import __version__
from tamaya.server import messages

router = APIRouter(prefix="/api")

Schema: TypeAlias = dict[str, Any]
Side: TypeAlias = Literal["client", "server"]
"""Who sends a message."""

REFERENCE = "#/components/schemas/{model}"


@router.get("/asyncapi.json", include_in_schema=False)
async def show_socket_schema() -> JSONResponse:
    """The socket for programs that generate clients."""
    return JSONResponse(socket_schema())


@lru_cache(maxsize=1)
def socket_schema() -> Schema:
    """The whole document: one channel for each table, the messages of both sides, and their schemas."""
    found, schemas = _messages()
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Tamaya",
            "version": __version__,
            "description": "The socket of a table. A message is a JSON object, told apart by `type`.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/api/tables/{table}/socket",
                "parameters": {"table": {"description": "The id of the table, as in its link."}},
                "messages": {
                    key: {"$ref": f"#/components/messages/{key}"} for side in found.values() for key in side
                },
            }
        },
        "operations": {
            "tell-server": _operation("receive", found["client"]),
            "tell-client": _operation("send", found["server"]),
        },
        "components": {
            "messages": {key: message for side in found.values() for key, message in side.items()},
            "schemas": schemas,
        },
    }


def _messages() -> tuple[dict[Side, dict[str, Schema]], Schema]:
    """The messages that each side sends, and the schemas of all that they hold."""
    adapters: list[tuple[Side, JsonSchemaMode, TypeAdapter[Any]]] = [
        ("client", "validation", TypeAdapter(messages.ClientMessage)),
        ("server", "serialization", TypeAdapter(messages.ServerMessage)),
    ]
    unions, everything = TypeAdapter.json_schemas(adapters, ref_template=REFERENCE)
    schemas: Schema = everything["$defs"]
    found: dict[Side, dict[str, Schema]] = {}
    for side in get_args(Side):
        (union,) = (schema for (name, _), schema in unions.items() if name == side)
        found[side] = {
            f"{side}-{kind}": {
                "name": kind,
                "summary": _summary(schemas[place.rpartition("/")[2]]),
                "payload": {"$ref": place},
            }
            for kind, place in union["discriminator"]["mapping"].items()
        }
    return found, schemas


def _summary(schema: Schema) -> str:
    return " ".join(schema.get("description", "").split())


def _operation(action: str, found: dict[str, Schema]) -> Schema:
    """What happens on the channel, from the side of the server."""
    refs = [{"$ref": f"#/channels/table/messages/{key}"} for key in found]
    return {"action": action, "channel": {"$ref": "#/channels/table"}, "messages": refs}
