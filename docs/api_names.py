"""A part of the documentation's settings: the API reference holds every public name, and each one once.

A page ``reference/api/PACKAGE`` describes what ``tamaya.PACKAGE`` lists in ``__all__``. Sphinx by itself
leaves out data and type aliases that a package imports: their docstrings stand in other modules.
"""

import ast
from functools import cache
from importlib import import_module
from inspect import isclass, ismodule, isroutine
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging

PAGES = "reference/api/"
LONGEST_VALUE = 60


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("builder-inited", lend_docstrings)
    app.connect("autodoc-skip-member", skip_what_is_elsewhere)
    app.connect("env-check-consistency", warn_of_missing_names)


def lend_docstrings(_app: Sphinx) -> None:
    """Give each package the docstrings of the data and aliases that it imports; some have none."""
    for package in packages():
        module = import_module(f"tamaya.{package}")
        docs = ModuleAnalyzer.for_module(module.__name__).find_attr_docs()
        for name, home in homes(package).items():
            if name in public_names(package) and is_data(getattr(module, name)):
                lent = ModuleAnalyzer.for_module(home).find_attr_docs().get(("", name), [""])
                long = len(repr(getattr(module, name))) > LONGEST_VALUE
                docs["", name] = [*lent, "", ":meta hide-value:", ""] if long else lent


def is_data(obj: object) -> bool:
    """Whether it is no class, function or module."""
    return not (isclass(obj) or isroutine(obj) or ismodule(obj))


def skip_what_is_elsewhere(
    app: Sphinx, what: str, _name: str, obj: object, _skip: bool, _options: object
) -> bool | None:
    """Leave out what the page of another package describes."""
    package = app.env.docname.removeprefix(PAGES)
    return True if what == "module" and is_elsewhere(package, obj) else None


def warn_of_missing_names(_app: Sphinx, env: BuildEnvironment) -> None:
    """Warn of each public name that no page describes; `make docs` fails then."""
    described = {name for name, *_ in env.domains["py"].get_objects()}
    for package in packages():
        module = import_module(f"tamaya.{package}")
        for name in public_names(package):
            full, obj = f"tamaya.{package}.{name}", getattr(module, name)
            if not (ismodule(obj) or is_elsewhere(package, obj) or full in described):
                logging.getLogger(__name__).warning("the API reference lacks %s", full)


def is_elsewhere(package: str, obj: object) -> bool:
    """Whether the page of another package describes this class or function."""
    home = str(getattr(obj, "__module__", "")).split(".")
    return home[0] == "tamaya" and len(home) > 1 and home[1] in packages() and home[1] != package


@cache
def packages() -> tuple[str, ...]:
    """The packages that have a page."""
    pages = (Path(__file__).parent / PAGES).glob("*.md")
    return tuple(sorted({page.stem for page in pages} - {"index", "tamaya"}))


@cache
def public_names(package: str) -> tuple[str, ...]:
    """The names that a package lists; none if it has no page."""
    return tuple(import_module(f"tamaya.{package}").__all__) if package in packages() else ()


@cache
def homes(package: str) -> dict[str, str]:
    """From which module a package imports each of its names."""
    source = import_module(f"tamaya.{package}").__file__
    assert source is not None
    tree = ast.parse(Path(source).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {
        alias.asname or alias.name: node.module for node in imports if node.module for alias in node.names
    }
