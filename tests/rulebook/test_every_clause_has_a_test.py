"""Every clause of the rules page has a test, and no test cites a clause that is not there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parents[1]
CLAUSES = re.findall(
    r"^- \*\*([A-Z]\d+)\*\*", (TESTS.parent / "docs" / "rules.md").read_text(encoding="utf-8"), re.MULTILINE
)


def citations() -> Iterator[tuple[str, str]]:
    """A clause and the test that cites it."""
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                for clause in re.findall(r"\b[A-Z]\d+\b", ast.get_docstring(node) or ""):
                    yield clause, f"{path.relative_to(TESTS)}::{node.name}"


def test_the_rules_page_has_clauses() -> None:
    assert len(CLAUSES) == len(set(CLAUSES)) > 40


def test_every_clause_has_a_test() -> None:
    cited = {clause for clause, _ in citations()}
    assert [clause for clause in CLAUSES if clause not in cited] == []


def test_no_test_cites_a_clause_that_is_not_there() -> None:
    assert [f"{test} cites {clause}" for clause, test in citations() if clause not in CLAUSES] == []
