"""What the documentation leads to: files that are there, and a page for every public name."""

import re
from pathlib import Path

import pytest

import tamaya

ROOT = Path(__file__).parents[2]
API = ROOT / "docs" / "reference" / "api"
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("[!_]*/**/*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)(?:#[\w-]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("folder", ["tutorials", "how-to", "reference", "reference/api", "explanation"])
def test_the_index_of_a_folder_leads_to_all_its_pages(folder: str) -> None:
    """The table that people read; Sphinx looks after the navigation."""
    index = ROOT / "docs" / folder / "index.md"
    linked = set(re.findall(r"\]\(([\w-]+)\.md\)", index.read_text(encoding="utf-8")))
    assert {page.stem for page in index.parent.glob("*.md")} - {"index"} == linked


def test_the_page_of_the_package_has_all_names_that_it_exports() -> None:
    named = set(re.findall(r"`(\w+)`", (API / "tamaya.md").read_text(encoding="utf-8")))
    assert set(tamaya.__all__) <= named


@pytest.mark.parametrize(
    "package", ["arena", "bots", "env", "exam", "fast", "knowledge", "records", "review", "solver", "wire"]
)
def test_a_package_for_users_has_a_page_of_the_api_reference(package: str) -> None:
    """Sphinx then looks after the names of the page: see docs/api_names.py."""
    text = (API / f"{package}.md").read_text(encoding="utf-8")
    assert f".. automodule:: tamaya.{package}\n" in text


def test_every_source_that_names_a_page_names_one_that_is_there() -> None:
    sources = [
        path
        for folder in ("src", "tests", "tools", "examples", "benchmarks")
        for path in (ROOT / folder).rglob("*.py")
    ]
    named = {
        (path, page)
        for path in sources
        for page in re.findall(r"\bdocs/[\w/-]+\.md\b", path.read_text(encoding="utf-8"))
    }
    assert named
    assert [(path.name, page) for path, page in sorted(named) if not (ROOT / page).is_file()] == []


def test_the_architecture_names_files_that_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/-]+\.(?:svelte\.ts|py|ts|svelte|toml))`", text))
    there = [path.as_posix() for folder in ("src", "web/src") for path in (ROOT / folder).rglob("*.*")]
    assert len(named) > 50
    assert [name for name in sorted(named) if not any(path.endswith(f"/{name}") for path in there)] == []
