"""How values that travel or are stored as JSON are read back."""

from __future__ import annotations

from typing import ClassVar


class Strict:
    """Pydantic, where a shell uses it, reads such a class without conversions and without unknown fields."""

    __slots__ = ()
    __pydantic_config__: ClassVar[dict[str, object]] = {"strict": True, "extra": "forbid"}
