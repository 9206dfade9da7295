"""In which language the command speaks: the option, the environment, and the help of every parameter."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tamaya.cli import main
from tamaya.cli.language import reader_of, told_to_children
from tamaya.cli.main import SECTIONS, command
from tamaya.engine import Game
from tamaya.records import Record, save
from tamaya.tui.launch import Wanted
from tamaya.words import LANGUAGES, Reader
from tamaya.words.catalogue import catalogue


@pytest.mark.parametrize(
    ("arguments", "environment", "language"),
    [
        ("rules", {}, "en"),
        ("--language de rules", {}, "de"),
        ("--language=de rules", {"LANG": "en_GB.UTF-8"}, "de"),
        ("--version --language de", {}, "de"),
        ("--language en", {"TAMAYA_LANGUAGE": "de"}, "en"),
        ("--language tlh", {"LANG": "de_DE"}, "en"),
        ("--language", {"LANG": "de_DE"}, "de"),
        ("rules --language de", {}, "en"),
        ("", {"TAMAYA_LANGUAGE": "de", "LC_ALL": "en_GB"}, "de"),
        ("", {"LC_ALL": "de_CH.UTF-8", "LANG": "en_GB"}, "de"),
        ("", {"LC_MESSAGES": "de", "LANG": "en_GB"}, "de"),
        ("", {"LC_ALL": "", "LANG": "de_DE@euro"}, "de"),
        ("", {"LC_ALL": "C", "LANG": "de_DE"}, "en"),
        ("", {"LANG": "fr_FR.UTF-8"}, "fr"),
        ("", {"LANG": "ja_JP.eucJP"}, "ja"),
        ("", {"LANG": "nl_NL.UTF-8"}, "en"),
    ],
)
def test_the_option_decides_and_then_the_environment(
    arguments: str, environment: dict[str, str], language: str
) -> None:
    assert reader_of(arguments.split(), environment).language == language


def all_commands(root: Any) -> dict[str, Any]:
    """Every command by its words, joined by hyphens, those below others included."""
    found = {"tamaya": root}
    waiting = [(name, root.get_command(None, name)) for name in root.commands]
    while waiting:
        name, one = waiting.pop()
        found[name] = one
        waiting += [(f"{name}-{below}", each) for below, each in getattr(one, "commands", {}).items()]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_and_parameter_has_its_help(language: str) -> None:
    for one in all_commands(command(Reader(language))).values():
        assert "command-help" not in f"{one.help}{one.epilog}"
        assert all(parameter.help and "command-help" not in parameter.help for parameter in one.params)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_language(language: str) -> None:
    [option] = [one for one in command(Reader(language)).params if one.name == "_language"]
    assert all(code in option.help for code in LANGUAGES)


def test_every_help_belongs_to_a_command_or_a_parameter() -> None:
    root = command(Reader("en"))
    commands = all_commands(root)
    parameters = {
        name: {one.name.strip("_").replace("_", "-") for one in found.params}
        for name, found in commands.items()
    }
    used = {f"{name}.{key}" for name, keys in parameters.items() for key in (*keys, "about")}
    used |= {f"any.{key}" for keys in parameters.values() for key in (*keys, "help")}
    used |= {f"heading.{key}" for key in (*SECTIONS, "arguments", "options", "usage", "commands")}
    helps = {code.partition(".")[2] for code in catalogue("en").texts if code.startswith("command-help.")}
    assert helps - used == {"tamaya.epilog"}


def said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """All that the command says in German."""
    monkeypatch.setattr(sys, "argv", ["tamaya", "--language", "de", *words])
    with pytest.raises(SystemExit) as stopped:
        main()
    code = stopped.value.code
    out, err = capsys.readouterr()
    return f"{out}{err}{code if isinstance(code, str) else ''}"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--help", "Jedes Hanabi in einer Schachtel"),
        ("--help", "Optionen:"),
        ("play --help", "Dein Name am Tisch"),
        ("rules abacus", "Dein Zug"),
        ("rules delux", "tamaya: Die Ausgabe 'delux' ist unbekannt"),
        ("editions", "Erweiterungen und Varianten"),
        ("doctor", "Datenordner"),
        ("arena any greedy --rules andrewz --games 1", "andrewz, 2 Personen, 1 Partie"),
        ("arena careful --cross --players 2-3", "Eine Kreuztabelle"),
        ("join http://host", "Ein Link zu einem Tisch"),
    ],
)
def test_the_command_speaks_german(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str, sentence: str
) -> None:
    assert sentence in said(capsys, monkeypatch, *words.split())


def test_a_replay_is_told_in_german(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = Game(["Ann", "Bob"], seed=16)
    game.clue("Bob", 1)
    path = tmp_path / "game.json"
    save(Record.of(game), path)
    told = said(capsys, monkeypatch, "replay", str(path))
    assert "[0] der Anfang" in told
    assert "Ann gibt Bob einen Hinweis: 1, Karte 3" in told
    assert "Auslagen: w0 r0 b0 y0 g0   Hinweise 7   Fehler 0/3   Stapel 40" in told
    assert "Was jeder Zug wert war" in told


def test_programs_read_english(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found = json.loads(said(capsys, monkeypatch, "doctor", "--json"))["findings"]
    assert ("Places", "data folder") in {(item["group"], item["name"]) for item in found}
    editions = json.loads(said(capsys, monkeypatch, "editions", "--json"))
    assert editions["parts"]["variant-4"] == (
        "no last round: play on until the show is perfect or lost (rnr)"
    )


def test_the_processes_that_the_command_starts_speak_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAMAYA_LANGUAGE", "en")
    with told_to_children(Reader("de")):
        assert os.environ["TAMAYA_LANGUAGE"] == "de"
    assert os.environ["TAMAYA_LANGUAGE"] == "en"


def test_people_without_a_name_get_one_in_their_language() -> None:
    assert Wanted(people="2", name="Ann").names == ("Ann", "Heron")
    assert Wanted(people="2", name="Ann", reader=Reader("de")).names == ("Ann", "Reiher")
