"""In which language the command speaks: the one place that decides it for a process."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from tamaya.words import Reader

OPTION = "--language"
VARIABLES = ("TAMAYA_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""The environment, what counts most first."""


def reader_of(arguments: Sequence[str], environment: Mapping[str, str]) -> Reader:
    """The user: ``--language`` before the command, or the first variable that is set, or English.

    >>> reader_of(["--language", "de", "rules"], {"LANG": "en_GB.UTF-8"}).language
    'de'
    >>> reader_of(["rules"], {"LANG": "de_AT.UTF-8"}).language
    'de'
    >>> reader_of(["rules"], {"LANG": "tlh"}).language
    'en'
    """
    named = _asked(arguments) or next(filter(None, map(environment.get, VARIABLES)), "")
    return Reader(re.split(r"[_.@-]", named.lower())[0])


@contextmanager
def told_to_children(reader: Reader) -> Iterator[None]:
    """Let the environment name the language, for the processes that the command starts."""
    name, before = VARIABLES[0], os.environ.get(VARIABLES[0])
    os.environ[name] = reader.language
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def _asked(arguments: Sequence[str]) -> str | None:
    """The value of the option, which stands before the name of a command."""
    for number, word in enumerate(arguments):
        if word == OPTION:
            return "".join(arguments[number + 1 : number + 2])
        if word.startswith(f"{OPTION}="):
            return word.partition("=")[2]
        if not word.startswith("-"):
            return None
    return None
