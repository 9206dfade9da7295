"""Why a command or a request is not taken."""

from __future__ import annotations

from typing import Literal, TypeAlias

from tamaya.rules import TamayaError
from tamaya.words import Field, Message

Code: TypeAlias = Literal[
    "unreadable", "illegal", "late", "forbidden", "missing", "busy", "too-much", "broken"
]


class Refused(TamayaError):
    """A command or request that cannot be taken, and why."""

    def __init__(self, code: Code, why: Message | str, /, **fields: Field) -> None:
        super().__init__(why, **fields)
        self.code = code
        self.args = (code, self.message)
