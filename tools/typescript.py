"""Write the browser's types from the messages: `python -m tools.typescript > web/src/lib/types.ts`."""

from __future__ import annotations

import sys
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from tamaya.server import messages

UNIONS = ("ClientMessage", "ServerMessage", "ViewInfo")
"""The discriminated unions, which get a name of their own."""

HEAD = """\
// Written by tools/typescript.py from src/tamaya/server/messages.py: change those, not this.
"""


def main() -> int:
    sys.stdout.write(typescript())
    return 0


def typescript() -> str:
    """All messages as TypeScript: readonly interfaces, and unions told apart by a field."""
    definitions = _definitions()
    blocks = [HEAD, f"export type Detail = {_choice(get_args(messages.Detail))}\n"]
    blocks += [_interface(name, schema) for name, schema in definitions.items()]
    blocks += [_union(name) for name in UNIONS]
    return "\n".join(blocks)


def _definitions() -> dict[str, dict[str, Any]]:
    """The JSON schema of every model, in the order of the module."""
    models = [
        item
        for item in vars(messages).values()
        if isinstance(item, type)
        and issubclass(item, BaseModel)
        and item.__module__ == messages.__name__
        and item is not messages.Strict
    ]
    _, schema = models_json_schema([(model, "serialization") for model in models])
    return {model.__name__: schema["$defs"][model.__name__] for model in models}


def _interface(name: str, schema: dict[str, Any]) -> str:
    """Every field is there: the server leaves none out, and a client that says all is never misread."""
    fields = [f"  readonly {key}: {_type(value)}" for key, value in schema.get("properties", {}).items()]
    comment = " ".join(schema.get("description", "").replace("``", "`").split())
    return "\n".join([f"/** {comment} */", f"export interface {name} {{", *fields, "}", ""])


def _union(name: str) -> str:
    members = get_args(get_args(getattr(messages, name))[0])
    return "\n".join([f"export type {name} =", *(f"  | {member.__name__}" for member in members), ""])


def _type(schema: dict[str, Any]) -> str:
    match schema:
        case {"$ref": ref}:
            return str(ref).rpartition("/")[2]
        case {"const": value}:
            return _choice((value,))
        case {"enum": values}:
            return _choice(tuple(values))
        case {"anyOf": options} | {"oneOf": options}:
            return " | ".join(map(_type, options))
        case {"type": "array", "items": items}:
            return f"readonly {_grouped(_type(items))}[]"
        case {"type": "object", "additionalProperties": dict() as values}:
            return f"Readonly<Record<string, {_type(values)}>>"
        case {"type": "string" | "boolean" | "null" as kind}:
            return str(kind)
        case {"type": "integer" | "number"}:
            return "number"
        case _:
            raise ValueError(f"no TypeScript for {schema}")


def _grouped(text: str) -> str:
    return f"({text})" if " " in text else text


def _choice(values: tuple[object, ...]) -> str:
    return " | ".join(f"'{value}'" for value in values)


if __name__ == "__main__":
    sys.exit(main())
