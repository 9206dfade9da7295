"""How pydantic reads and writes the frozen classes of the domain: as objects of their own fields.

The classes themselves know nothing of it: their layers import the standard library alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache, reduce
from operator import or_
from types import GenericAlias, UnionType
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import GetCoreSchemaHandler, ValidationError
from pydantic_core import CoreSchema, core_schema

from tamaya import andrewz, engine
from tamaya.rules import TILES, BrokenRecord, Card, Grade, Tile
from tamaya.words import Message, read_sayable, sentences


@dataclass(frozen=True, slots=True)
class AsText:
    """Marks a type that travels as its text."""

    parse: Callable[[str], object]

    def __get_pydantic_core_schema__(self, source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        # A card is a text itself.
        written = None if source is Card else core_schema.to_string_ser_schema()
        return core_schema.no_info_after_validator_function(
            self.parse, core_schema.str_schema(), serialization=written
        )


@dataclass(frozen=True, slots=True)
class AsMessage:
    """Marks a message of the catalogue: it travels as its code and fields, with its English text for clients
    that have no catalogue."""

    def __get_pydantic_core_schema__(self, _source: object, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return _message_schema()

    def __get_pydantic_json_schema__(self, _schema: object, _handler: object) -> dict[str, Any]:
        parts = {"code": {"type": "string"}, "fields": {"type": "object"}, "text": {"type": "string"}}
        return {"title": "Message", "type": "object", "properties": parts, "required": list(parts)}


def _message_schema() -> CoreSchema:
    return core_schema.no_info_plain_validator_function(
        _read_message, serialization=core_schema.plain_serializer_function_ser_schema(_write_message)
    )


@lru_cache(4096)
def _write_message(message: Message) -> dict[str, object]:
    """A table tells the same rules again and again, so what was put into words is kept for a while."""
    return {**message.plain(), "text": str(message)}


def _read_message(data: object) -> Message:
    match data:
        case Message():
            return data
        case {"code": code, "fields": fields, "text": str() as text}:
            return read_sayable({"code": code, "fields": fields, "text": text})
        case {"code": code, "fields": fields}:
            message = Message.read({"code": code, "fields": fields})
        case _:
            raise ValueError("a message has a code and fields")
    try:
        str(message)
    except (LookupError, TypeError, ValueError):
        raise ValueError("the fields of a message do not fit its code") from None
    return message


def sentences_schema() -> CoreSchema:
    """Messages, one after the other; version 0.1.0 wrote them as a text."""
    return core_schema.no_info_before_validator_function(
        lambda data: sentences(data) if isinstance(data, str) else data,
        core_schema.tuple_variable_schema(_message_schema(), strict=False),
    )


@dataclass(frozen=True, slots=True)
class AsObject:
    """Marks a frozen class that travels as an object of its fields, by their own names.

    Its tags travel too: a ``ClassVar`` of one literal, such as the ``kind`` of an event.
    """

    without: frozenset[str] = frozenset()
    """Fields that are left out. What is read lacks them, and is not to be used until they are set."""
    properties: tuple[str, ...] = ()
    """What is written with the fields, and not read."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        made: Any = get_origin(source) or source
        hints = get_type_hints(made)
        arguments = dict(zip(getattr(made, "__parameters__", ()), get_args(source), strict=True))
        names = [item.name for item in fields(made) if item.name not in self.without]
        tags = [(name, get_args(hint)[0]) for name, hint in hints.items() if get_origin(hint) is ClassVar]
        returned = [(name, get_type_hints(getattr(made, name).fget)["return"]) for name in self.properties]
        args = core_schema.dataclass_args_schema(
            made.__name__,
            [
                core_schema.dataclass_field(
                    name, handler.generate_schema(_travelling(hints[name], arguments)), kw_only=True
                )
                for name in names
            ],
            computed_fields=[
                core_schema.computed_field(name, handler.generate_schema(_travelling(hint, arguments)))
                for name, hint in (*tags, *returned)
            ],
        )
        ref = f"{made.__module__}.{made.__qualname__}:{id(made)}"
        return core_schema.dataclass_schema(made, args, names, ref=ref, slots=True, frozen=True)


@dataclass(frozen=True, slots=True)
class Tagged:
    """Marks a union whose classes, each an object, are told apart by a tag."""

    tag: str
    form: AsObject = AsObject()

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        choices = {
            getattr(get_origin(member) or member, self.tag): handler.generate_schema(
                Annotated[member, self.form]
            )
            for member in get_args(source)
        }
        return core_schema.tagged_union_schema(choices, self.tag)


def broken(error: ValidationError) -> BrokenRecord:
    """What pydantic complains about first, as an error of ours."""
    [first, *_] = error.errors(include_url=False, include_context=False)
    place = ".".join(map(str, first["loc"]))
    return BrokenRecord(str(first["input"]), f"{place}: {first['msg']}" if place else first["msg"])


def _travelling(hint: Any, arguments: dict[Any, Any]) -> Any:
    """A type with the marks of how its parts travel."""
    if isinstance(hint, TypeVar):
        return arguments[hint]
    if hint in _FORMS:
        return Annotated[hint, _FORMS[hint]]
    if is_dataclass(hint):
        return Annotated[hint, AsObject()]
    parts = [_travelling(part, arguments) for part in get_args(hint)]
    if get_origin(hint) in (Union, UnionType):
        return reduce(or_, parts)
    return GenericAlias(tuple, tuple(parts)) if get_origin(hint) is tuple else hint


def _read_tile(text: str) -> Tile:
    if text not in TILES:
        raise ValueError("there is no such bonus tile")
    return TILES[text]


_FORMS: dict[Any, AsText | AsMessage | AsObject] = {
    Card: AsText(Card.parse),
    engine.Action: AsText(engine.parse_action),
    andrewz.Action: AsText(andrewz.parse_action),
    Tile: AsText(_read_tile),
    Message: AsMessage(),
    Grade: AsObject(properties=("name", "applause")),
}
