"""The compiled twin of ``partner``: its own source, with objects turned into rows of words.

``tamaya/bots/partner/public.py`` and ``choose.py`` are written for people, and in a part of Python that a
compiler understands: loops, whole numbers and lists of them. This tool writes the same functions for
``tamaya.fast``: a field becomes a word of a row, a list becomes consecutive words, and everything else stays
as it is. ``python -m tools.twin`` writes the module; with ``--check`` it says whether it is up to date.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "src" / "tamaya"
SOURCES = (ROOT / "bots" / "partner" / "public.py", ROOT / "bots" / "partner" / "choose.py")
WEIGHTS = ROOT / "bots" / "partner" / "weights.py"
TWIN = ROOT / "fast" / "partner_core.py"

ROWS = {"Book": "book", "Public": "public", "Sight": "sight"}
"""class: how its objects are always called"""
REPLACED = {"index_of": "lowest", "bits": "size"}
"""Functions that the compiled engine has already."""
INNER = {"hear", "is_busy", "narrow", "next_discard", "price", "put_oneself_in", "remember", "take_back"}
"""Functions that are small and often called: compiled into their callers."""
ROOM = {
    "face": 64,
    "clue": 32,
    "suit": 16,
    "seat": 8,
    "card": 192,
    "slot - 1": 10,
    "5 * slot": 50,
    "suit * ranks + step": 64,
    "seat * WIDTH + slot - 1": 80,
}
"""What a list is indexed by, as its docstring says in brackets: how many words it gets."""

HEAD = '''"""What ``partner`` knows and chooses, for kernels: written by tools/twin.py, not by hand.

``book``, ``public`` and ``sight`` are rows of words, ``prices`` is a row of real numbers.
"""

from __future__ import annotations

from tamaya.fast.bits import lowest, size
from tamaya.fast.compiling import Reals, Row, inner, rare'''


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a class, and where it lies in the row."""

    name: str
    constant: str
    kind: str
    """int, list[int] or list[float]"""
    start: int
    words: int

    @property
    def stop(self) -> int:
        """The first word after it."""
        return self.start + self.words


def main() -> None:
    """Write the twin, or check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail if the twin is not up to date")
    if parser.parse_args().check:
        if not TWIN.exists() or TWIN.read_text(encoding="utf-8") != twin():
            sys.exit("The compiled twin of partner is out of date. Write it anew: python -m tools.twin")
        return
    TWIN.write_text(twin(), encoding="utf-8")


def twin() -> str:
    """The text of the module."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES]
    layouts = {
        ROWS[node.name]: list(_layout(node))
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name in ROWS
    }
    parts = [HEAD, _constants(layouts), _numbers(ast.parse(WEIGHTS.read_text(encoding="utf-8")), "W_")]
    for tree in trees:
        parts.append(_numbers(tree, ""))
        parts += [
            _function(node, layouts)
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and node.name not in REPLACED
        ]
    return _formatted("\n\n".join(part for part in parts if part))


def _formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(TWIN), "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout


def _layout(node: ast.ClassDef) -> Iterator[Field]:
    """Where the fields of a class lie."""
    start = 0
    for line, after in zip(node.body, [*node.body[1:], None], strict=True):
        if not isinstance(line, ast.AnnAssign):
            continue
        assert isinstance(line.target, ast.Name)
        kind = ast.unparse(line.annotation)
        name = line.target.id
        words = {"int": 1, "list[float]": 0}.get(kind) if kind != "list[int]" else _room(name, after)
        assert words is not None, f"{name} is neither a number nor a list of numbers"
        yield Field(name, f"{ROWS[node.name]}_{name}".upper(), kind, start, words)
        start += words


def _room(name: str, after: ast.stmt | None) -> int:
    words = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
    found = re.match(r"\[(.+?)\]", str(words))
    if found is None or found[1] not in ROOM:
        raise SystemExit(f"tools/twin.py: say what the list {name} is indexed by, one of {', '.join(ROOM)}")
    return ROOM[found[1]]


def _constants(layouts: dict[str, list[Field]]) -> str:
    lines = []
    for row, layout in layouts.items():
        lines += [f"{field.constant} = {field.start}" for field in layout if field.kind != "list[float]"]
        lines.append(f"{row.upper()}_WORDS = {layout[-1].stop}")
    return "\n".join(lines)


def _numbers(tree: ast.Module, prefix: str) -> str:
    """The constants of a module."""
    return "\n".join(
        f"{prefix}{node.targets[0].id} = {ast.unparse(node.value)}"
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    )


def _function(node: ast.FunctionDef, layouts: dict[str, list[Field]]) -> str:
    turned = _Turn(layouts).visit(node)
    turned.decorator_list = [ast.Name("inner" if node.name in INNER else "rare")]
    return "\n" + ast.unparse(ast.fix_missing_locations(turned))


class _Turn(ast.NodeTransformer):
    """Objects into rows."""

    def __init__(self, layouts: dict[str, list[Field]]) -> None:
        self._fields = {(row, field.name): field for row, layout in layouts.items() for field in layout}

    def visit_arg(self, node: ast.arg) -> ast.arg:
        if node.arg in ROWS.values():
            node.annotation = ast.Name("Row")
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        for place in [place for place, arg in enumerate(node.args.args) if arg.arg == "sight"]:
            node.args.args.insert(place + 1, ast.arg("prices", ast.Name("Reals")))
        return node

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name):
            node.func = ast.Name(REPLACED.get(node.func.id, node.func.id))
        names = [arg.id if isinstance(arg, ast.Name) else "" for arg in node.args]
        for place in [place for place, name in enumerate(names) if name == "sight"]:
            node.args.insert(place + 1, ast.Name("prices"))
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.value, ast.Name) and node.value.id == "weights":
            return ast.Name(f"W_{node.attr}")
        field = self._field(node)
        if field is None or field.kind != "int":
            raise SystemExit(f"tools/twin.py: {ast.unparse(node)} is not a number that a row holds")
        return ast.Subscript(node.value, ast.Name(field.constant), node.ctx)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        field = self._field(node.value)
        if field is None:
            self.generic_visit(node)
            return node
        place = self.visit(node.slice)
        if field.kind == "list[float]":
            return ast.Subscript(ast.Name("prices"), place, node.ctx)
        assert isinstance(node.value, ast.Attribute)
        return ast.Subscript(
            node.value.value, ast.BinOp(ast.Name(field.constant), ast.Add(), place), node.ctx
        )

    def _field(self, node: ast.expr) -> Field | None:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return self._fields.get((node.value.id, node.attr))
        return None


if __name__ == "__main__":
    main()
