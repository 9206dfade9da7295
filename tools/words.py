"""``python -m tools.words`` checks the catalogues against each other and against the code that uses them.

- Every language has the codes of English, each with the same fields, and every sentence can be read.
- Every code that stands in the code as a text is in the catalogue, and every code of the catalogue is used:
  as a text, or as one of a family whose codes are put together (``f"suit.{name}"``).
- A message that is made from a literal code is given exactly the fields that its sentence takes.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tamaya.words.catalogue import LANGUAGES, Catalogue, catalogue
from tamaya.words.template import BrokenTemplate, field_names, places

ROOT = Path(__file__).parent.parent
MAKERS = {
    "Message": 0, "say": 0, "Refused": 1, "Choice": 1,
    "Unreadable": 1, "BrokenRecord": 1, "UnknownVersion": 1, "ImpossibleRules": 1, "ImpossibleTable": 0,
    "IllegalAction": 1, "TamperedRecord": 0, "Inexpressible": 1, "TamayaError": 0,
}  # fmt: skip
"""What makes a message: name, and which argument is its code. The keyword arguments are its fields."""
WEB_TEXT = re.compile(
    r"""(['"`])([a-z][a-z0-9-]*(?:\.[a-zA-Z0-9-]+)*\.(?:[a-zA-Z0-9-]+|\$\{[^}]*\})[^'"`\s]*)\1"""
)
WEB_FAMILY = re.compile(r"""\blabel\(\s*(['"`])([a-z][a-z0-9.-]*)\1""")
"""``label('suit', name)`` says one of a family."""


@dataclass
class Uses:
    """Which codes and families of codes the code names."""

    codes: set[str] = field(default_factory=set)
    families: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)

    def covers(self, code: str) -> bool:
        """Whether a code is used."""
        return code in self.codes or any(code.startswith(family) for family in self.families)


def main() -> None:
    """Print what is wrong, if anything is."""
    problems = [*compare_languages(), *check_uses()]
    for problem in problems:
        print(problem)
    print(f"{len(catalogue('en').texts)} messages in {len(LANGUAGES)} languages, {len(problems)} problems")
    sys.exit(bool(problems))


def compare_languages() -> Iterator[str]:
    """What a language lacks, has too much, or says with other fields than English."""
    english = _fields(catalogue("en"))
    for language in LANGUAGES:
        found = catalogue(language)
        yield from _unreadable(found)
        theirs = _fields(found)
        yield from (f"{language}: {code} is missing" for code in english.keys() - theirs.keys())
        yield from (f"{language}: {code} is not in English" for code in theirs.keys() - english.keys())
        for code in english.keys() & theirs.keys():
            if english[code] != theirs[code]:
                want, have = (", ".join(sorted(names)) or "none" for names in (english[code], theirs[code]))
                yield f"{language}: {code} has the fields {have}, and English {want}"


def _unreadable(found: Catalogue) -> Iterator[str]:
    for code in found.texts:
        try:
            template = found.template(code)
        except BrokenTemplate as error:
            yield f"{found.language}: {code}: {error}"
            continue
        for place in places(template):
            if place.style == "list" and f"list.{place.detail}" not in found.texts:
                yield f"{found.language}: {code}: no word list.{place.detail}"


def _fields(found: Catalogue) -> dict[str, frozenset[str]]:
    fields = {}
    for code in found.texts:
        try:
            fields[code] = field_names(found.template(code))
        except BrokenTemplate:
            fields[code] = frozenset()
    return fields


def check_uses() -> Iterator[str]:
    """Codes that no sentence has, sentences that nothing uses, and messages with other fields."""
    uses = Uses()
    for path in sorted((ROOT / "src").rglob("*.py")):
        _read_python(path, uses)
    for path in sorted((ROOT / "web" / "src").rglob("*")):
        if path.suffix in (".ts", ".svelte") and not path.name.endswith(".test.ts") and _is_written(path):
            _read_web(path, uses)
    yield from uses.problems
    known = catalogue("en").texts
    for code in known:
        if not uses.covers(code) and not code.startswith("list."):
            yield f"{code} is used nowhere"


def _read_python(path: Path, uses: Uses) -> None:
    known = catalogue("en").texts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(value=str() as text) if text in known:
                uses.codes.add(text)
            case ast.JoinedStr(values=[ast.Constant(value=str() as text), *_]) if "." in text:
                uses.families.add(text)
            case ast.Call():
                uses.problems += _check_call(node, path.relative_to(ROOT))
            case _:
                pass


def _check_call(call: ast.Call, path: Path) -> Iterator[str]:
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    at = MAKERS.get(name)
    if at is None or len(call.args) <= at:
        return
    code = call.args[at]
    where = f"{path}:{call.lineno}"
    if isinstance(code, ast.JoinedStr) and not _is_family(code):
        yield f"{where}: a sentence is put together in the code"
    if not (isinstance(code, ast.Constant) and isinstance(code.value, str)):
        return
    known = catalogue("en").texts
    if code.value not in known:
        yield f"{where}: {code.value!r} is not in the catalogue"
        return
    if any(keyword.arg is None for keyword in call.keywords):
        return
    given = {keyword.arg for keyword in call.keywords}
    wanted = field_names(catalogue("en").template(code.value))
    if given != wanted:
        yield f"{where}: {code.value} takes {', '.join(sorted(wanted)) or 'nothing'}"


def _is_family(code: ast.JoinedStr) -> bool:
    """Whether a text that is put together is a code: ``f"suit.{name}"``."""
    first = code.values[0]
    if not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
        return False
    return any(known.startswith(first.value) for known in catalogue("en").texts)


def _read_web(path: Path, uses: Uses) -> None:
    known = catalogue("en").texts
    for found in WEB_TEXT.finditer(path.read_text(encoding="utf-8")):
        text = found[2]
        if "${" in text:
            uses.families.add(text.partition("${")[0])
        elif text in known:
            uses.codes.add(text)
    uses.families |= {f"{found[2]}." for found in WEB_FAMILY.finditer(path.read_text(encoding="utf-8"))}


def _is_written(path: Path) -> bool:
    """Whether a person wrote it: the list of all codes, which a tool writes, uses none of them."""
    return "generated" not in path.parts


if __name__ == "__main__":
    main()
