"""Real games that other programs recorded, replayed: `../shared/data`, or the folder named by TAMAYA_DATA."""

import json
import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tamaya.engine import Outcome, Result, State
from tamaya.records.hanablive import Imported, export_game, import_game, replay
from tamaya.rules import BrokenRecord, Inexpressible, TamperedRecord
from tamaya.words import Message

DATA = Path(os.environ.get("TAMAYA_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data")
GAMES = DATA / "games"

pytestmark = pytest.mark.skipif(
    not GAMES.is_dir(), reason=f"there are no recorded games in {GAMES}; TAMAYA_DATA may name another folder"
)

STOPPED = "stopped early / not terminal under official rules"
"""hanab.live ends a game as soon as no further point is possible, which no box does."""

REFUSED = {
    "Ambiguous & Dark Null (5 Suits)": ("Ambiguous", 3),
    "Ambiguous & Null (5 Suits)": ("Ambiguous", 1),
    "Chimneys & Muddy Rainbow (4 Suits)": ("Chimneys", 1),
    "Funnels & Cocoa Rainbow (6 Suits)": ("Funnels", 1),
    "Funnels & Dark Pink (6 Suits)": ("Funnels", 1),
    "Funnels & Dark Prism (6 Suits)": ("Funnels", 4),
    "Light-Pink-Fives & Prism (3 Suits)": ("Light-Pink-Fives", 1),
    "Light-Pink-Ones & Brown (3 Suits)": ("Light-Pink-Ones", 1),
    "Muddy-Rainbow-Fives & Brown (3 Suits)": ("Muddy-Rainbow-Fives", 1),
    "Muddy-Rainbow-Ones (3 Suits)": ("Muddy-Rainbow-Ones", 1),
    "Null-Fives & Brown (3 Suits)": ("Null-Fives", 1),
    "Null-Fives & Light Pink (3 Suits)": ("Null-Fives", 1),
    "Null-Fives & White (5 Suits)": ("Null-Fives", 1),
    "Omni-Ones & White (6 Suits)": ("Omni-Ones", 1),
    "Orange (3 Suits)": ("Orange", 5),
    "Up or Down & Brown (6 Suits)": ("Up or Down", 1),
    "White-Fives & Null (3 Suits)": ("White-Fives", 1),
    "White-Fives & Omni (3 Suits)": ("White-Fives", 1),
}
"""The variants among the exports that our suits cannot say: the part at fault, and how many games."""


@dataclass(frozen=True)
class Recorded:
    """A line of a file: the game, and what its source or an independent simulator says of it."""

    name: str
    variant: str
    stated_score: int | None
    displays_total: int
    strikes: int
    end: str
    problems: list[str]
    game: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.name} ({self.variant})"


@cache
def recorded(source: str) -> tuple[Recorded, ...]:
    lines = (GAMES / f"{source}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_recorded(json.loads(line)) for line in lines)


def _recorded(line: dict[str, Any]) -> Recorded:
    problems = line.pop("problems")
    return Recorded(**line, problems=problems.split(" | ") if problems else [])


@cache
def imported(source: str, *, discard_full: bool = False) -> tuple[tuple[Recorded, Imported, State], ...]:
    """The games that our rules can say, replayed."""
    found = []
    for line in recorded(source):
        if line.variant not in REFUSED:
            game = import_game(line.game, discard_full=discard_full)
            found.append((line, game, replay(game)))
    return tuple(found)


SETS: dict[str, Callable[[], tuple[tuple[Recorded, Imported, State], ...]]] = {
    "ah2ac2_3p": lambda: imported("ah2ac2_3p"),
    "hanabidata_2p": lambda: imported("hanabidata_2p", discard_full=True),
    "hanablive_exports": lambda: imported("hanablive_exports"),
    "hanablive_templates": lambda: imported("hanablive_templates"),
}

each_set = pytest.mark.parametrize("source", SETS)


@pytest.mark.parametrize(
    ("source", "games"),
    [("ah2ac2_3p", 120), ("hanabidata_2p", 500), ("hanablive_exports", 3), ("hanablive_templates", 60)],
)
def test_every_game_that_can_be_said_replays(source: str, games: int) -> None:
    """683 of 710."""
    assert len(SETS[source]()) == games


@each_set
def test_displays_and_strikes_come_out_as_recorded(source: str) -> None:
    for line, _, state in SETS[source]():
        assert (state.score, state.strikes) == (line.displays_total, line.strikes), line


@each_set
def test_a_game_is_over_where_official_rules_say_so(source: str) -> None:
    outcomes: dict[str, set[Outcome | None]] = {
        "max": {Outcome.PERFECT},
        # The very last turn may complete the last display.
        "final turn": {Outcome.COUNTED, Outcome.PERFECT},
        "strikeout": {Outcome.LOST},
        STOPPED: {None},
        "terminated:3": {None},
        "terminated:4": {None},
    }
    for line, game, state in SETS[source]():
        # The simulator behind `end` did not know all or nothing, which has a test of its own.
        if not game.rules.flourish:
            assert (state.result.outcome if state.result else None) in outcomes[line.end], line


def test_all_or_nothing_is_lost_with_the_last_copy_of_a_card() -> None:
    """F1: hanab.live recorded nothing after it."""
    [(line, state)] = [
        (line, state) for line, game, state in SETS["hanablive_exports"]() if game.rules.flourish
    ]
    assert line.name == "playhanabi_78822"
    assert state.result == Result(Outcome.LOST, score=0, counted=3, why=Message("end.last-copy", card="b2"))


@each_set
def test_an_entry_that_ends_the_game_is_kept_as_its_ending(source: str) -> None:
    for line, game, _ in SETS[source]():
        code = game.ending.code if game.ending else None
        assert code == (int(line.end[-1]) if line.end.startswith("terminated") else None), line


def test_how_the_games_ended() -> None:
    ends = Counter(line.end for games in SETS.values() for line, _, _ in games())
    assert ends == {
        "strikeout": 303,
        "final turn": 278,
        "max": 46,
        STOPPED: 36,
        "terminated:4": 19,
        "terminated:3": 1,
    }


def test_three_human_players_score_what_the_source_says() -> None:
    for line, _, state in SETS["ah2ac2_3p"]():
        assert state.score == line.stated_score, line


def test_two_players_score_what_their_server_counted_also_after_the_third_strike() -> None:
    for line, _, state in SETS["hanabidata_2p"]():
        assert state.result is not None
        assert state.result.counted == line.stated_score, line
        assert state.result.score == (0 if line.strikes == 3 else line.stated_score), line


def test_two_to_six_players_score_0_for_every_abnormal_end() -> None:
    tables = Counter(len(game.names) for _, game, _ in SETS["hanablive_templates"]())
    assert tables == {2: 13, 3: 13, 4: 13, 5: 11, 6: 10}
    for line, game, state in SETS["hanablive_templates"]():
        lost = state.result is not None and state.result.outcome is Outcome.LOST
        assert line.stated_score == (0 if lost or game.ending else state.score), line


def test_discards_with_all_tokens_are_refused_where_they_happen_unless_allowed() -> None:
    refused = 0
    for line in recorded("hanabidata_2p"):
        if line.problems:
            index = line.problems[0].removeprefix("action ").removesuffix(": discard at 8")
            with pytest.raises(TamperedRecord, match=rf"^actions\[{index}\]: d\d: 8 of 8 clue tokens"):
                import_game(line.game)
            refused += 1
        else:
            import_game(line.game)
    assert refused == 102


def test_the_other_exports_are_refused_by_the_part_of_their_variant_at_fault() -> None:
    refused: Counter[tuple[str, str]] = Counter()
    for line in recorded("hanablive_exports"):
        try:
            import_game(line.game)
        except Inexpressible as error:
            refused[line.variant, error.name] += 1
    assert refused == {(variant, part): games for variant, (part, games) in REFUSED.items()}
    assert refused.total() == 27


def test_the_exports_that_replay() -> None:
    games = {
        line.variant: (str(game.rules), state.score) for line, game, state in SETS["hanablive_exports"]()
    }
    basic = "red,yellow,green,blue,purple"
    scarce = ",".join(f"{name}:copies=22221" for name in basic.split(","))
    assert games == {
        "No Variant": (f"original+suits={basic}", 0),
        "6 Suits": (f"original+final-flourish+suits={basic},teal", 3),
        "Scarce Ones & Dark Null (6 Suits)": (f"original+suits={scarce},null:copies=11111", 6),
    }


def test_a_record_cut_off_with_its_deck_is_broken_not_a_game_with_a_late_last_round() -> None:
    """Three exports hold only the cards drawn so far; one of them then plays a card that it does not list."""
    short = [line for line in recorded("hanablive_exports") if len(line.game["deck"]) < 30]
    assert [len(line.game["deck"]) for line in short] == [18, 19, 25]
    assert [line.problems for line in short] == [[], [], ["action 19 after end final turn"]]
    for line in short:
        game = {**line.game, "options": {"variant": "Dark Rainbow (6 Suits)"}}
        with pytest.raises(BrokenRecord, match=r"'deck': it has \d\d cards, and a whole one has 55"):
            import_game(game)


@each_set
def test_export_gives_the_file_back(source: str) -> None:
    """Up to seeds and clocks, which are no part of a game."""
    for line, game, _ in SETS[source]():
        if not game.rules.discard_full:
            exported = export_game(
                game.names, game.rules, game.deal, game.first, game.actions, ending=game.ending
            )
            assert exported == _without_what_is_no_part_of_a_game(line.game), line


def test_games_that_keep_to_the_rules_export_from_the_two_player_set_too() -> None:
    kept = [line for line in recorded("hanabidata_2p") if not line.problems]
    assert len(kept) == 398
    for line in kept:
        game = import_game(line.game)
        assert export_game(game.names, game.rules, game.deal, game.first, game.actions) == line.game, line


def _without_what_is_no_part_of_a_game(game: dict[str, Any]) -> dict[str, Any]:
    game = {name: value for name, value in game.items() if name != "seed"}
    clocks = ("timed", "timeBase", "timePerTurn")
    options = {name: value for name, value in game.pop("options", {}).items() if name not in clocks}
    return {**game, "options": options} if options else game
