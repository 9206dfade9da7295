"""What is not installed is asked for kindly, and nothing is imported before it is used."""

from __future__ import annotations

import doctest
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

pytest.importorskip("numba")
pytest.importorskip("pettingzoo")

import tamaya.env


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_a_missing_extra_is_named(missing: str) -> None:
    said = run(f"import sys; sys.modules[{missing!r}] = None; import tamaya.env")
    assert "ImportError: tamaya.env needs gymnasium and pettingzoo: pip install gymnasium pettingzoo" in said


def test_the_engine_is_loaded_when_it_is_needed() -> None:
    assert run("import sys, tamaya.env; print('numba' in sys.modules)") == "False\n"


def test_every_name_is_there() -> None:
    for name in tamaya.env.__all__:
        assert getattr(tamaya.env, name) is not None
    assert dir(tamaya.env) == sorted(tamaya.env.__all__)
    with pytest.raises(AttributeError, match="hanabi_v2"):
        tamaya.env.hanabi_v2  # noqa: B018


MODULES = sorted(path.stem for path in Path(tamaya.env.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_hold(name: str) -> None:
    module = tamaya.env if name == "__init__" else import_module(f"tamaya.env.{name}")
    assert doctest.testmod(module).failed == 0
