"""The package as others import it."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

import tamaya

PACKAGES = [
    module.name for module in pkgutil.iter_modules(tamaya.__path__, "tamaya.") if module.ispkg
]  # fmt: skip


def test_every_name_of_the_package_can_be_had() -> None:
    assert all(getattr(tamaya, name) is not None for name in tamaya.__all__)
    assert dir(tamaya) == sorted(tamaya.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="firework"):
        tamaya.firework  # noqa: B018


@pytest.mark.parametrize("package", PACKAGES)
def test_what_a_package_lists_it_has(package: str) -> None:
    module = importlib.import_module(package)
    for name in getattr(module, "__all__", []):
        assert hasattr(module, name)


def test_importing_the_package_loads_nothing_else() -> None:
    code = "import sys, tamaya; print([name for name in sys.modules if name.startswith('tamaya.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_pytest_enters_every_folder_of_tests(pytestconfig: pytest.Config) -> None:
    """By default it passes over folders called build, dist or venv."""
    tests = Path(__file__).parent
    folders = {part for file in tests.rglob("test_*.py") for part in file.relative_to(tests).parts[:-1]}
    passed_over = pytestconfig.getini("norecursedirs")
    assert [name for name in sorted(folders) if any(fnmatch(name, pattern) for pattern in passed_over)] == []
