"""A type checker accepts the bots of README and docs, and refuses bots that cannot work."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.examples import of_page

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "docs/tutorials/first-bot.md", "docs/how-to/write-a-bot.md")
WRONG = """
from tamaya import Play, View, andrewz, bot
from tamaya.bots import Choice, find_bot
from tamaya.engine import Action

@bot  # wrong
def answers_with_a_text(view: View) -> str:
    return "p1"

@bot
class HasNoAct:  # wrong
    def __init__(self, seed: int | str) -> None: ...

@bot(game="andrewz")  # wrong
def mixes_the_games_up(view: andrewz.View) -> Choice[Action]:
    return Choice(Play(1))

def asks_for_the_wrong_thing(view: View) -> andrewz.Action:
    return find_bot("partner", "hanabi").sit(1).choose(view).action  # wrong
"""


def bots_of(page: str) -> str:
    """The bots that a page defines, with its imports and what else they call."""
    examples = of_page(ROOT / page, (ROOT / page).read_text(encoding="utf-8")).examples
    kept = [one.source for one in examples if re.match(r"(from|import|def|class|@bot)\b", one.source)]
    assert any(source.startswith("@bot") for source in kept)
    return "\n".join(kept)


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What mypy says about each module, as strictly as about the product."""
    folder = tmp_path_factory.mktemp("bots")
    sources = {"wrong": WRONG, **{Path(page).stem.replace("-", "_"): bots_of(page) for page in PAGES}}
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--no-error-summary", *(str(path) for path in folder.iterdir())]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()
    return {name: [line for line in said if f"{name}.py:" in line] for name in sources}


@pytest.mark.parametrize("page", PAGES)
def test_the_bots_of_a_page_pass(complaints: dict[str, list[str]], page: str) -> None:
    assert complaints[Path(page).stem.replace("-", "_")] == []


def test_a_bot_that_cannot_work_is_refused(complaints: dict[str, list[str]]) -> None:
    lines = [int(line.split(":")[1]) for line in complaints["wrong"] if ": error:" in line]
    wrong = [number for number, line in enumerate(WRONG.splitlines(), start=1) if line.endswith("# wrong")]
    assert lines == wrong
