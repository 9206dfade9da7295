"""Run the `>>>` examples of Markdown files and of docstrings: `python tools/examples.py README.md docs src`.

In Markdown, examples stand in fenced blocks; those of one file share their names, top to bottom, as in one
session. In Python, each docstring has the names of its module. Modules without examples are not imported.
"""

import doctest
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

FENCE = re.compile(r"^[ \t]*(```+|~~~+).*$", re.MULTILINE)
RUNNER_FLAGS = doctest.ELLIPSIS


def main(arguments: list[str]) -> int:
    failed = attempted = 0
    for path in files(arguments):
        for test in tests_of(path):
            result = doctest.DocTestRunner(optionflags=RUNNER_FLAGS).run(test)
            failed += result.failed
            attempted += result.attempted
    print(f"{attempted} examples tried, {failed} wrong")
    return 1 if failed else 0


def files(arguments: list[str]) -> Iterator[Path]:
    """The files that are named, and those in the folders that are named."""
    for path in map(Path, arguments):
        if path.is_dir():
            found = [*path.rglob("*.md"), *path.rglob("*.py")]
            yield from sorted(file for file in found if not {"_build", "node_modules"} & set(file.parts))
        else:
            yield path


def tests_of(path: Path) -> list[doctest.DocTest]:
    text = path.read_text(encoding="utf-8")
    if ">>> " not in text:
        return []
    return of_module(path) if path.suffix == ".py" else [of_page(path, text)]


def of_page(path: Path, text: str) -> doctest.DocTest:
    # A fence would be read as the last line of the expected output: blank it, and keep the line numbers.
    blanked = FENCE.sub("", text)
    names = {"__name__": "__main__"}
    return doctest.DocTestParser().get_doctest(blanked, names, path.name, str(path), 0)


def of_module(path: Path) -> list[doctest.DocTest]:
    return doctest.DocTestFinder(exclude_empty=True).find(import_module(module_name(path)))


def module_name(path: Path) -> str:
    """The dotted name of a file; its first part is the topmost folder that has an `__init__.py`."""
    parts = [] if path.name == "__init__.py" else [path.stem]
    folder = path.resolve().parent
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    return ".".join(parts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
