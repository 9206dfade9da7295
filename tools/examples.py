"""Run the `>>>` examples of Markdown files: `python tools/examples.py README.md docs`.

Examples stand in fenced blocks; those of one file share their names, top to bottom, as in one session.
"""

import doctest
import re
import sys
from collections.abc import Iterator
from pathlib import Path

FENCE = re.compile(r"^[ \t]*(```+|~~~+).*$", re.MULTILINE)


def main(arguments: list[str]) -> int:
    failed = attempted = 0
    for path in markdown_files(arguments):
        result = run(path)
        failed += result.failed
        attempted += result.attempted
    print(f"{attempted} examples tried, {failed} wrong")
    return 1 if failed else 0


def markdown_files(arguments: list[str]) -> Iterator[Path]:
    for path in map(Path, arguments):
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*.md") if "_build" not in file.parts)
        else:
            yield path


def run(path: Path) -> doctest.TestResults:
    # A fence would be read as the last line of the expected output: blank it, and keep the line numbers.
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    test = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, path.name, str(path), 0)
    return doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
