"""A benchmark's result: a table with a sentence on how it was measured."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Report:
    """Columns and rows, with what was measured and how."""

    title: str
    how: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def text(self) -> str:
        widths = [max(map(len, column)) for column in zip(self.columns, *self.rows, strict=True)]
        lines = [
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in (self.columns, *self.rows)
        ]
        return "\n".join([self.title, *lines, self.how, machine(), ""])

    def markdown(self) -> str:
        rule = "|".join(["", *("---:" for _ in self.columns), ""])
        rows = ["| " + " | ".join(row) + " |" for row in (self.columns, *self.rows)]
        return "\n".join([f"# {self.title}", "", rows[0], rule, *rows[1:], "", self.how, "", machine(), ""])

    def plain(self) -> dict[str, object]:
        rows = [dict(zip(self.columns, row, strict=True)) for row in self.rows]
        return {"title": self.title, "how": self.how, "machine": machine(), "rows": rows}


def machine() -> str:
    """What it ran on."""
    return f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores."
