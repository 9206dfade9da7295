"""How values that travel or are stored as JSON are read back. Only a shell that does so needs pydantic."""

from __future__ import annotations

from typing import Annotated, ClassVar, TypeAlias

from tamaya.words import Message


class Strict:
    """Pydantic, where a shell uses it, reads such a class without conversions and without unknown fields."""

    __slots__ = ()
    __pydantic_config__: ClassVar[dict[str, object]] = {"strict": True, "extra": "forbid"}


class _AsSentences:
    """Tells pydantic, where a shell uses it, how messages are written."""

    def __get_pydantic_core_schema__(self, _source: object, handler: object) -> object:
        from tamaya.wire.schema import sentences_schema

        return sentences_schema()


Sentences: TypeAlias = Annotated[tuple[Message, ...], _AsSentences()]
"""What a bot says, one sentence after the other."""
