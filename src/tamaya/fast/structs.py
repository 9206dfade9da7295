"""Objects of dataclasses as words in memory, so that kernels read ``public.told[card]`` as plain Python does.

A field is a number (``int``, ``float``, ``bool``), another such dataclass, or a list. A list says how many
items kernels keep room for: ``Annotated[list[int], 64]``, ``Annotated[list[list[int]], 8, 10]`` for lists in
a list, ``Annotated[list[Class], 10]`` for objects. Every number is a word.

Kernels get an object through ``pointer_to(Class)``. Its lists are then bare pointers that are indexed like
lists; no index is checked. Without compiling, numpy's records take their place.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from math import prod
from typing import Annotated, Any, Final, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped,unused-ignore]
from numba import extending
from numba.core import types
from numba.core.typing import templates

from tamaya.fast.jit import COMPILED, Row
from tamaya.fast.layout import Words

T = TypeVar("T")

_types: Any = types
_extending: Any = extending
_templates: Any = templates
_ir: Any = ir
_NUMBERS: Final = (int, float, bool)


@dataclass(frozen=True, slots=True)
class FieldPlace:
    """Where a field lies, and what it is."""

    start: int
    """The word at which it begins."""
    kind: Any
    """int, float, bool or a dataclass; of a list, what its items are."""
    shape: tuple[int, ...]
    """() for a single one, (64,) for a list, (8, 10) for lists in a list."""

    @property
    def words(self) -> int:
        """The words that it takes."""
        return prod(self.shape) * (1 if self.kind in _NUMBERS else words_of(self.kind))


def places(cls: Any) -> dict[str, FieldPlace]:
    """The fields of a dataclass in memory, by name."""
    return _places(cls)


@cache
def _places(cls: Any) -> dict[str, FieldPlace]:
    found: dict[str, FieldPlace] = {}
    start = 0
    hints = get_type_hints(cls, include_extras=True)
    for field in fields(cls):
        kind, shape = hints[field.name], list[int]()
        if get_origin(kind) is Annotated:
            kind, *shape = get_args(kind)
            for _ in shape:
                (kind,) = get_args(kind)
        if kind not in _NUMBERS and not is_dataclass(kind):
            raise TypeError(f"{cls.__name__}.{field.name}: kernels cannot hold a {hints[field.name]}")
        if hasattr(np.record, field.name):
            raise TypeError(f"{cls.__name__}.{field.name}: numpy's records have another {field.name}")
        found[field.name] = FieldPlace(start, kind, tuple(shape))
        start += found[field.name].words
    return found


def words_of(cls: Any) -> int:
    """How many words an object of a dataclass takes."""
    return sum(place.words for place in places(cls).values())


def pack(value: Any) -> Words:
    """An object as words, for kernels; lists that are shorter than their room are filled up with zeros."""
    row = np.zeros(words_of(type(value)), np.int64)
    for name, place in places(type(value)).items():
        part = row[place.start : place.start + place.words]
        try:
            _write(part, place.kind, place.shape, getattr(value, name))
        except ValueError as error:
            raise ValueError(f"{type(value).__name__}.{name}: {error}") from None
    return row


def _write(row: Words, kind: Any, shape: tuple[int, ...], value: Any) -> None:
    if shape:
        if len(value) > shape[0]:
            raise ValueError(f"{len(value)} items, {shape[0]} at most")
        for item, part in zip(value, row.reshape(shape[0], -1), strict=False):
            _write(part, kind, shape[1:], item)
    elif kind is float:
        row.view(np.float64)[0] = value
    else:
        row[:] = value if kind in _NUMBERS else pack(value)


def pointer_to(cls: type[T]) -> Callable[[Row, int], T]:
    """For kernels: ``pointer_to(Class)(row, word)`` is the object that lies in a row from a word on."""
    if not COMPILED:
        return _record_at(cls)

    def code(typing_context: Any, row: Any, word: Any) -> Any:  # noqa: ARG001 - numba's signature
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            return builder.gep(arguments[0], [arguments[1]])

        return Struct(cls)(row, word), generate

    made: Callable[[Row, int], T] = _extending.intrinsic(code)
    return made


def record_of(cls: type[T], row: Words) -> T:
    """For Python: the words of an object, read and written by the names of its fields."""
    return _record_at(cls)(cast("Row", row), 0)


def _record_at(cls: type[T]) -> Callable[[Row, int], T]:
    words, described = words_of(cls), _dtype(cls)

    def record_at(row: Any, word: int) -> Any:
        return row[word : word + words].view(described).view(np.recarray)[0]

    return record_at


def _dtype(cls: Any) -> Any:
    """The numpy record of a dataclass."""
    numbers = {int: np.int64, bool: np.int64, float: np.float64}
    described = [
        (name, numbers[place.kind] if place.kind in numbers else _dtype(place.kind), place.shape)
        for name, place in places(cls).items()
    ]
    return np.dtype((np.record, described))


# What numba has to know: the types, what their attributes and items are, and the code that reads and writes.


class Struct(_types.Type):  # type: ignore[misc,name-defined,unused-ignore]
    """The type of an object in kernels: a pointer to its first word."""

    def __init__(self, cls: Any) -> None:
        self.places = places(cls)
        super().__init__(name=f"Struct({cls.__module__}.{cls.__qualname__})")


class TableType(_types.Type):  # type: ignore[misc,name-defined,unused-ignore]
    """The type of a list of lists or objects: a pointer to its first word."""

    def __init__(self, item: Any, words: int) -> None:
        self.item = item
        self.words = words
        super().__init__(name=f"Table({item}, {words})")


def _type_of(kind: Any, shape: tuple[int, ...]) -> Any:
    """What kernels get when they read a field."""
    if kind in _NUMBERS:
        number = _types.float64 if kind is float else _types.int64
        if len(shape) == 1:
            return _types.CPointer(number)
        if not shape:
            return _types.boolean if kind is bool else number
    elif not shape:
        return Struct(kind)
    item = FieldPlace(0, kind, shape[1:])
    return TableType(_type_of(item.kind, item.shape), item.words)


class _WordPointer(_extending.models.PrimitiveModel):  # type: ignore[misc,name-defined,unused-ignore]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _ir.IntType(64).as_pointer())


class _Attributes(_templates.AttributeTemplate):  # type: ignore[misc,name-defined,unused-ignore]
    key = Struct

    def generic_resolve(self, struct: Struct, name: str) -> Any:
        place = struct.places.get(name)
        return None if place is None else _type_of(place.kind, place.shape)


class _Items(_templates.AbstractTemplate):  # type: ignore[misc,name-defined,unused-ignore]
    def generic(self, arguments: Any, _keywords: Any) -> Any:
        table, index = arguments
        if isinstance(table, TableType) and isinstance(index, _types.Integer):
            return _templates.signature(table.item, table, _types.intp)
        return None


def _read(context: Any, builder: Any, struct: Struct, value: Any, name: str) -> Any:
    place = struct.places[name]
    wanted = _type_of(place.kind, place.shape)
    pointer = builder.gep(value, [_ir.Constant(_ir.IntType(64), place.start)])
    if place.shape or place.kind not in _NUMBERS:
        return builder.bitcast(pointer, context.get_value_type(wanted))
    if place.kind is bool:
        word = builder.load(pointer)
        return builder.icmp_signed("!=", word, word.type(0))
    return builder.load(builder.bitcast(pointer, context.get_value_type(wanted).as_pointer()))


def _assign(_context: Any, builder: Any, signature: Any, arguments: Any, name: str) -> None:
    struct, new = arguments
    place = signature.args[0].places[name]
    if place.kind is bool:
        new = builder.zext(new, _ir.IntType(64))
    pointer = builder.gep(struct, [_ir.Constant(_ir.IntType(64), place.start)])
    builder.store(new, builder.bitcast(pointer, new.type.as_pointer()))


def _item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    table, index = arguments
    words = index.type(signature.args[0].words)
    pointer = builder.gep(table, [builder.mul(index, words)])
    return builder.bitcast(pointer, context.get_value_type(signature.return_type))


if COMPILED:
    for _kind in (Struct, TableType):
        _extending.register_model(_kind)(_WordPointer)
    _extending.infer_getattr(_Attributes)
    _extending.lower_getattr_generic(Struct)(_read)
    _extending.lower_setattr_generic(Struct)(_assign)
    _templates.infer_global(operator.getitem)(_Items)
    _extending.lower_builtin(operator.getitem, TableType, _types.Integer)(_item)
