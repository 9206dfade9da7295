"""Write the browser's types from what travels: `python -m tools.typescript`.

The checks and editors read them. A build does not: it needs no types, and no server either.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from pydantic import BaseModel, TypeAdapter

from tamaya import knowledge, wire
from tamaya.server import messages

Schema: TypeAlias = dict[str, Any]

FILE = Path(__file__).parents[1] / "web" / "src" / "lib" / "generated" / "types.ts"

UNIONS: Mapping[str, Any] = {
    "ClientMessage": messages.ClientMessage,
    "ServerMessage": messages.ServerMessage,
    "View": wire.View,
    "GameEvent": wire.Event,
}
"""The discriminated unions, which get a name of their own."""
GAMES = {"engine": "Hanabi", "andrewz": "Andrewz"}
"""What stands before the name of a class that both games have, by its package."""
HEAD = """\
// Written by tools/typescript.py from src/tamaya/server/messages.py and src/tamaya/wire: change those.
"""

MESSAGE = """\
/** A sentence of the catalogue by its code and fields, in English too where it is not a field itself. */
export interface Message {
  readonly code: string
  readonly fields: Readonly<Record<string, MessageField>>
  readonly text?: string
}

export type MessageField =
  | string
  | number
  | Message
  | { readonly seat: number }
  | readonly MessageField[]
"""

_MODE: Literal["serialization"] = "serialization"


def main() -> int:
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(typescript(), encoding="utf-8")
    return 0


def typescript() -> str:
    """All that travels as TypeScript: readonly interfaces, and unions told apart by a field."""
    roots = {**{model.__name__: model for model in _models()}, **UNIONS}
    adapters = [(name, _MODE, TypeAdapter(root)) for name, root in roots.items()]
    schemas, everything = TypeAdapter.json_schemas(adapters)
    named = {_members(schemas[name, _MODE]): name for name in UNIONS}
    writer = _Writer(named)
    blocks = [HEAD, f"export type Detail = {_choice(get_args(knowledge.Detail))}\n", MESSAGE]
    definitions = {_name(key): schema for key, schema in everything["$defs"].items()}
    blocks += [writer.definition(name, definitions[name]) for name in sorted(definitions)]
    blocks += [_union(name, members) for members, name in named.items()]
    return "\n".join(blocks)


def _models() -> list[type[BaseModel]]:
    """The models of the messages, in the order of their module."""
    return [
        item
        for item in vars(messages).values()
        if isinstance(item, type)
        and issubclass(item, BaseModel)
        and item.__module__ == messages.__name__
        and item is not messages.Strict
    ]


def _members(schema: Schema) -> tuple[str, ...]:
    """The names of the classes of a union."""
    return tuple(_name(member["$ref"]) for member in schema["oneOf"])


def _union(name: str, members: tuple[str, ...]) -> str:
    return "\n".join([f"export type {name} =", *(f"  | {member}" for member in members), ""])


def _name(key: str) -> str:
    """The name of a definition. Pydantic writes the module, too, where two classes share a name."""
    package, _, name = key.rpartition("/")[2].rpartition("__")
    return GAMES[package.split("__")[1]] + name if package else name


class _Writer:
    """Writes types; ``named`` are the unions that have a name."""

    def __init__(self, named: Mapping[tuple[str, ...], str]) -> None:
        self._named = named

    def definition(self, name: str, schema: Schema) -> str:
        """An interface, or an enumeration as its values.

        Every field is there: the server leaves none out, and a client that says all is never misread. What
        tells the classes of a union apart stands first.
        """
        comment = f"/** {' '.join(schema.get('description', '').replace('``', '`').split())} */"
        if "enum" in schema:
            return f"{comment}\nexport type {name} = {self.type(schema)}\n"
        fields = sorted(schema.get("properties", {}).items(), key=lambda item: "const" not in item[1])
        lines = [f"  readonly {key}: {self.type(value)}" for key, value in fields]
        return "\n".join([comment, f"export interface {name} {{", *lines, "}", ""])

    def type(self, schema: Schema) -> str:
        """A type."""
        match schema:
            case {"$ref": ref}:
                return _name(ref)
            case {"title": "Message", "properties": _}:
                return "Message"
            case {"const": value}:
                return _choice((value,))
            case {"enum": values}:
                return _choice(tuple(values))
            case {"oneOf": _} if (members := _members(schema)) in self._named:
                return self._named[members]
            case {"anyOf": options} | {"oneOf": options}:
                return " | ".join(map(self.type, options))
            case {"type": "array", "items": items}:
                return f"readonly {_grouped(self.type(items))}[]"
            case {"type": "object", "additionalProperties": dict() as values}:
                return f"Readonly<Record<string, {self.type(values)}>>"
            case {"type": "string" | "boolean" | "null" as kind}:
                return str(kind)
            case {"type": "integer" | "number"}:
                return "number"
            case _:
                raise ValueError(f"no TypeScript for {schema}")


def _grouped(text: str) -> str:
    return f"({text})" if re.search(r"\s", text) else text


def _choice(values: tuple[object, ...]) -> str:
    return " | ".join(f"'{value}'" for value in values)


if __name__ == "__main__":
    sys.exit(main())
