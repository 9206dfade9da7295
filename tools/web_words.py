"""What the browser shares with Python: the sentences of each language in parts, a type for every code, and
the colours of the suits.

``hatch_build.py`` calls this before it builds or checks the front end, so it needs nothing but the standard
library, ``tamaya.words`` and ``tamaya.rules``.
"""

from __future__ import annotations

import json
from pathlib import Path

from tamaya.rules.suits import PLAIN_PALETTE, SUITS, Palette
from tamaya.words.catalogue import LANGUAGES, Catalogue, catalogue
from tamaya.words.template import Number, Template, field_names

ELSEWHERE = (
    *("command", "command-help", "admin", "trouble", "terminal"),
    *("research", "env", "arena", "exam", "compiled"),
)
"""Sections that no page shows."""
OFFLINE = "offline"
"""The section of the page that is shown without a connection, which cannot fetch a catalogue."""


def write(folder: Path) -> None:
    """Write the files, those that have changed."""
    folder.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        _write(folder / f"{language}.json", _json(catalogue(language)))
    _write(folder / "catalogues.ts", _loaders())
    _write(folder / "offline.json", _offline())
    _write(folder / "codes.ts", _types())
    _write(folder / "suits.css", _colours())


def _write(path: Path, text: str) -> None:
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _json(spoken: Catalogue) -> str:
    data = {
        "name": spoken.name,
        "one": sorted(spoken.one),
        "decimal": spoken.decimal,
        "percent": spoken.percent,
        "comma": spoken.comma,
        "gap": spoken.gap,
        "stop": spoken.stop,
        "texts": {code: _parts(spoken.template(code)) for code in _codes(spoken)},
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def _codes(spoken: Catalogue) -> list[str]:
    return [code for code in spoken.texts if code.partition(".")[0] not in (*ELSEWHERE, OFFLINE)]


def _offline() -> str:
    """The few sentences of the page without a connection, in every language."""
    words = {
        language: {
            code: text
            for code, text in catalogue(language).texts.items()
            if code.partition(".")[0] == OFFLINE or code == "page.try-again"
        }
        for language in LANGUAGES
    }
    return json.dumps(words, ensure_ascii=False, separators=(",", ":")) + "\n"


def _parts(template: Template) -> object:
    """A sentence as JSON: a text, or a list of texts and places; ``["#"]`` is the number of a plural."""
    parts: list[object] = []
    for part in template:
        if isinstance(part, str):
            parts.append(part)
        elif isinstance(part, Number):
            parts.append(["#"])
        elif part.cases is not None:
            cases = {key: _parts(case) for key, case in part.cases.items()}
            parts.append([part.name, part.style, cases])
        elif part.style:
            parts.append([part.name, part.style, part.detail])
        else:
            parts.append([part.name])
    if not parts:
        return ""
    return parts[0] if len(parts) == 1 and isinstance(parts[0], str) else parts


def _loaders() -> str:
    """A way to each catalogue, so that a browser fetches only the one that its reader needs."""
    lines = [f"  {language}: () => import('./{language}.json')," for language in LANGUAGES]
    return "\n".join(
        [
            "/** Written by tools/web_words.py: how the sentences of each language are fetched. */",
            "",
            "export const FETCHED = {",
            *lines,
            "} as const",
            "",
        ]
    )


def _types() -> str:
    english = catalogue("en")
    lines = [
        "/** Written by tools/web_words.py from the catalogues: every code with its fields. */",
        "",
        "export interface Fields {",
    ]
    for code in _codes(english):
        names = sorted(field_names(english.template(code)))
        lines.append(f"  '{code}': {_union(names)}")
    languages = ", ".join(f"'{language}'" for language in LANGUAGES)
    names = [f"  {language}: '{catalogue(language).name}'," for language in LANGUAGES]
    lines += ["}", "", f"export const LANGUAGES = [{languages}] as const", ""]
    lines += [
        "/** What each language calls itself. */",
        "export const LANGUAGE_NAMES = {",
        *names,
        "} as const",
    ]
    return "\n".join([*lines, ""])


def _colours() -> str:
    """The colours of the named suits, and plain ones for all others until the server sends theirs."""
    rules = [_rule("", PLAIN_PALETTE), *(_rule(f"='{name}'", suit.palette) for name, suit in SUITS.items())]
    return "/* Written by tools/web_words.py from the rows of the suits. */\n" + "\n".join(rules) + "\n"


def _rule(which: str, palette: Palette) -> str:
    colours, angle = (palette.stripes, 155) if palette.stripes else ((palette.body, palette.deep), 165)
    values = {
        "lit": palette.lit,
        "body": palette.body,
        "deep": palette.deep,
        "ink": palette.ink,
        "paper": f"linear-gradient({angle}deg, {', '.join(colours)})",
    }
    return f"[data-suit{which}] {{ {' '.join(f'--suit-{key}: {value};' for key, value in values.items())} }}"


def _union(names: list[str]) -> str:
    return " | ".join(f"'{name}'" for name in names) or "never"
