"""A part of the documentation's settings: the messages of the socket, from the models of the server.

``{socket-messages} client`` in a page stands for all that a client sends, ``server`` for all that it gets,
and ``parts`` for the objects inside of messages.
"""

import json
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from tamaya.server.socket_schema import socket_schema

WORDS = {
    "integer": "whole number",
    "number": "number",
    "string": "text",
    "boolean": "true or false",
    "null": "null",
}


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.add_directive("socket-messages", SocketMessages)


class SocketMessages(SphinxDirective):
    """The messages of one side, or the parts of messages."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes(reference(self.arguments[0]))


def reference(which: str) -> str:
    """The reference in Markdown: for each message a line and a table of its fields."""
    components = socket_schema()["components"]
    schemas = components["schemas"]
    if which == "parts":
        used = {_name(message["payload"]["$ref"]) for message in components["messages"].values()}
        parts = {_title(name): schema for name, schema in schemas.items() if name not in used}
        return "\n".join(_block(title, parts[title]) for title in sorted(parts))
    return "\n".join(
        _block(message["name"], schemas[_name(message["payload"]["$ref"])])
        for key, message in components["messages"].items()
        if key.startswith(f"{which}-")
    )


def _block(title: str, schema: dict[str, Any]) -> str:
    about = " ".join(schema.get("description", "").split()).replace("``", "`")
    lines = [f"**`{title}`** {about}", ""]
    if "enum" in schema:
        lines += [f"One of {_kind(schema)}.", ""]
    fields = schema.get("properties", {})
    if fields:
        lines += ["| field | holds | if it is left out |", "|---|---|---|"]
        lines += [
            f"| `{name}` | {_kind(field)} | {_default(name, field, schema)} |"
            for name, field in fields.items()
        ]
        lines.append("")
    return "\n".join(lines)


def _kind(schema: dict[str, Any]) -> str:
    """What a field holds, in words."""
    if "$ref" in schema:
        return f"`{_title(_name(schema['$ref']))}`"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        return " or ".join(dict.fromkeys(map(_kind, choices)))
    if schema.get("type") == "array":
        items = schema.get("items") or {}
        return f"list of {_kind(items)}" if items else "list"
    if schema.get("type") == "object":
        if schema.get("title") == "Message":
            return "sentence"
        inner = schema.get("additionalProperties")
        return f"object of {_kind(inner)}" if isinstance(inner, dict) else "object"
    return WORDS.get(schema.get("type", ""), "anything") + _limits(schema)


def _limits(schema: dict[str, Any]) -> str:
    if "maxLength" in schema:
        return f" of {schema.get('minLength', 0)} to {schema['maxLength']} characters"
    if "minimum" in schema:
        most = f" to {schema['maximum']}" if "maximum" in schema else " on"
        return f" from {schema['minimum']}{most}"
    return ""


def _default(name: str, field: dict[str, Any], schema: dict[str, Any]) -> str:
    if name in schema.get("required", ()) or "const" in field:
        return "refused"
    return f"`{json.dumps(field['default'])}`" if "default" in field else ""


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]


def _title(name: str) -> str:
    """A class that both games have is told apart by its game."""
    parts = name.split("__")
    return parts[-1] if len(parts) == 1 else f"{parts[1]}.{parts[-1]}"
