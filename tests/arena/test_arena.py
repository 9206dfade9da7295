"""The arena: the same deals for all, the same results however they are played, and honest numbers."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from tamaya.arena import (
    BrokenBot,
    GameResult,
    Job,
    Results,
    Team,
    parse_counts,
    parse_rules,
    parse_team,
    race,
    run,
)
from tamaya.arena.job import CHUNK, Chunk, cross
from tamaya.arena.match import ChunkResult, play_chunk
from tamaya.arena.plots import histogram, save_picture
from tamaya.arena.results import mean_and_error
from tamaya.bots import BOTS, Bot
from tamaya.engine import Play
from tamaya.records import GAMES
from tamaya.rules import SUITS, ImpossibleTable, Rules, TamayaError, UnknownName, Unreadable
from tamaya.words import Message, as_it_stands

NO_WORDS = as_it_stands("")
CAREFUL, RANDOM = Team(("careful",)), Team(("random",))
SMALL = Job((CAREFUL, RANDOM), ("deluxe",), (2, 3), games=CHUNK + 4, seed="small")


def games_of(results: Results) -> dict[str, list[GameResult]]:
    return {str(case): [games[at] for at in sorted(games)] for case, games in results.games.items()}


@pytest.fixture(scope="module")
def small() -> Results:
    return run(SMALL, workers=1)


# What is measured.


@pytest.mark.parametrize(
    ("text", "counts"), [("2", (2,)), ("2-5", (2, 3, 4, 5)), ("2,4", (2, 4)), ("3-3,2", (3, 2))]
)
def test_numbers_of_players_are_read(text: str, counts: tuple[int, ...]) -> None:
    assert parse_counts(text) == counts


@pytest.mark.parametrize("text", ["", "x", "2-", "-3", "2..4", "2-x"])
def test_strange_numbers_of_players_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        parse_counts(text)


def test_a_mixed_team_takes_the_seats_in_turn() -> None:
    assert parse_team("a/b").seats(5) == ("a", "b", "a", "b", "a")
    with pytest.raises(Unreadable):
        parse_team("a//b")


def test_cross_play_puts_one_stranger_among_the_others() -> None:
    assert [team.bots for team in cross(("a", "b"), 3)] == [("a",), ("a", "a", "b"), ("b", "b", "a"), ("b",)]


@pytest.mark.parametrize(
    "job",
    [
        Job(()),
        Job((CAREFUL,), games=0),
        Job((CAREFUL, CAREFUL)),
        Job((CAREFUL,), players=(6,)),
        Job((CAREFUL,), rules=("andrewz",)),
        Job((CAREFUL,), rules=("deluxe+hand=10+suits=red,blue",), players=(5,)),
    ],
)
def test_an_impossible_measurement_is_refused_before_it_begins(job: Job) -> None:
    with pytest.raises(ImpossibleTable):
        job.check()


def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(UnknownName, match="carful"):
        Job((Team(("carful",)),)).check()


def test_a_bot_that_cannot_play_these_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def objection(_rules: Rules | None, players: int) -> Message | None:
        return as_it_stands("it is shy") if players > 2 else None

    shy = Bot("shy", "hanabi", NO_WORDS, lambda view: view.actions[0], objection=objection)
    monkeypatch.setitem(BOTS, "shy", shy)
    Job((Team(("shy",)),)).check()
    with pytest.raises(ImpossibleTable, match="it is shy"):
        Job((Team(("shy",)),), players=(3,)).check()


# How it is played.


def test_every_game_is_played_once(small: Results) -> None:
    assert [row.games for row in small.summaries()] == [SMALL.games] * 4
    for games in small.games.values():
        assert sorted(games) == list(range(SMALL.games))


def test_any_number_of_workers_gives_the_same_games(small: Results) -> None:
    assert games_of(run(SMALL, workers=3)) == games_of(small)


def test_a_game_does_not_depend_on_the_others(small: Results) -> None:
    case = next(SMALL.cases())
    alone = play_chunk(Chunk(case, 7, 8), SMALL.seed)
    assert alone.games == (small.games[case][7],)


def test_all_teams_play_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that notes what it sees first, under two names, sees the same cards."""
    seen: dict[str, list[str]] = {"one": [], "two": []}
    for name, notes in seen.items():

        def look(view: object, notes: list[str] = notes) -> Play:
            notes.append(str(view))
            return Play(1)

        monkeypatch.setitem(BOTS, name, Bot(name, "hanabi", NO_WORDS, look_alone(look)))
    run(Job((Team(("one",)), Team(("two",))), games=3), workers=1)
    assert seen["one"] == seen["two"]
    assert len(set(seen["one"])) > 3


def look_alone(look: Callable[[object], Play]) -> Callable[[object], Play]:
    """A function of the view alone."""
    return lambda view: look(view)


def test_another_seed_deals_other_games(small: Results) -> None:
    other = run(Job((CAREFUL,), ("deluxe",), (2,), games=SMALL.games, seed="other"), workers=1)
    assert games_of(other)["Case(team=Team(bots=('careful',)), rules='deluxe', players=2)"] != next(
        iter(games_of(small).values())
    )


def test_a_bot_that_fails_is_counted_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_view: object) -> NoReturn:
        raise RuntimeError("no idea")

    monkeypatch.setitem(BOTS, "fails", Bot("fails", "hanabi", NO_WORDS, fails))
    results = run(Job((Team(("fails",)),), games=2), workers=1)
    (row,) = results.summaries()
    assert row.faults == round(row.turns * 2)
    assert "no idea" in results.text()


# What is kept.


def test_a_run_that_was_cut_off_goes_on(small: Results, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run(SMALL, workers=1, keep=path)
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:4]) + lines[4][:30])
    played: list[int] = []
    again = run(SMALL, workers=1, keep=path, progress=lambda _, games: played.append(games))
    assert games_of(again) == games_of(small)
    assert sum(played) == 4 * SMALL.games
    assert len(path.read_text().splitlines()) == len(lines)


def test_a_finished_run_is_only_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    job = Job((RANDOM,), games=3)
    first = run(job, workers=1, keep=path)
    monkeypatch.setattr("tamaya.arena.playing.play_chunk", None)
    assert run(job, workers=1, keep=path).json() == first.json()


def test_the_file_of_another_measurement_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    run(Job((RANDOM,), games=2), workers=1, keep=path)
    before = path.read_text()
    with pytest.raises(ImpossibleTable, match="another measurement"):
        run(Job((RANDOM,), games=3), workers=1, keep=path)
    assert path.read_text() == before


# What is told.


def test_the_numbers_are_those_of_the_games(small: Results) -> None:
    row = small.summaries()[0]
    scores = [played.score for played in small.games[next(SMALL.cases())].values()]
    assert row.mean == pytest.approx(statistics.mean(scores))
    assert row.error == pytest.approx(statistics.stdev(scores) / len(scores) ** 0.5)
    assert sum(row.histogram.values()) == row.games
    assert sum(score * count for score, count in row.histogram.items()) == sum(scores)


def test_a_difference_is_that_of_the_same_deals() -> None:
    job = Job((CAREFUL, RANDOM), games=3)
    results = Results(job)
    for team, scores in ((CAREFUL, (20, 10, 15)), (RANDOM, (18, 9, 11))):
        case = next(case for case in job.cases() if case.team == team)
        games = tuple(GameResult(at, score, score, "counted", 0, 60, 0) for at, score in enumerate(scores))
        results.add(ChunkResult(Chunk(case, 0, 3), games, 1.0))
    (pairing,) = results.pairings()
    mean, error = mean_and_error([2, 1, 4])
    assert pairing.games == 3
    assert pairing.difference == pytest.approx(mean)
    assert pairing.low == pytest.approx(mean - 1.96 * error)
    assert pairing.high == pytest.approx(mean + 1.96 * error)


def test_one_game_has_no_error() -> None:
    assert mean_and_error([7]) == (7, 0)


def test_json_and_csv_hold_everything(small: Results) -> None:
    plain = json.loads(small.json())
    assert plain["job"]["teams"] == ["careful", "random"]
    assert len(plain["summaries"]) == 4
    assert len(plain["pairings"]) == 2
    lines = small.csv().splitlines()
    assert lines[0] == "team,rules,players,game,score,counted,outcome,strikes,turns,faults"
    assert len(lines) == 1 + 4 * SMALL.games


def test_the_matrix_names_hosts_and_strangers() -> None:
    bots = ("careful", "random")
    results = run(Job(cross(bots, 2), games=2), workers=1)
    head, careful, rest = results.matrix(bots, "deluxe", 2).splitlines()
    assert head.split() == ["home", *bots]
    assert (careful.split()[0], rest.split()[0]) == bots


def test_the_picture_names_teams_and_scores(small: Results, tmp_path: Path) -> None:
    svg = histogram(small)
    assert svg.startswith("<svg")
    for words in ("careful", "random", "deluxe, 3 players"):
        assert f">{words}</text>" in svg
    save_picture(svg, tmp_path / "scores.svg")
    save_picture(svg, tmp_path / "scores.png")
    assert (tmp_path / "scores.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ImpossibleTable):
        save_picture(svg, tmp_path / "scores.gif")


# Andrewz.


def test_a_better_player_wins_more_races() -> None:
    rows = {row.bot: row for row in race(("any", "greedy"), players=4, games=30)}
    assert rows["any"].games == rows["greedy"].games == 60
    assert rows["greedy"].wins > rows["any"].wins
    assert race(("any", "greedy"), players=4, games=30) == list(rows.values())


# On a cluster.


def test_a_cluster_gives_the_same_games(
    small: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real Ray on this machine."""
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _temp_dir=str(short(tmp_path)))
    try:
        assert games_of(run(SMALL, ray="auto")) == games_of(small)
    finally:
        ray.shutdown()


def short(path: Path) -> Path:
    """Ray keeps sockets there, whose paths must be short."""
    link = Path("/tmp") / f"ray-{path.name[:20]}-{abs(hash(path)) % 9999}"
    link.mkdir(exist_ok=True)
    return link


def test_a_cluster_that_is_not_there_gets_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(ImpossibleTable, match="a cluster needs Ray: pip install ray"):
        run(Job((RANDOM,), games=1), ray="auto")


# Compiled twins.


def test_a_compiled_twin_plays_the_same_games() -> None:
    pytest.importorskip("numba")
    plain = Job((Team(("partner",)), CAREFUL), ("deluxe",), (2, 3), games=6)
    quick = replace(plain, compiled=True)
    assert games_of(run(quick, workers=1)) == games_of(run(plain, workers=1))


def test_what_a_twin_cannot_play_is_played_by_the_bot() -> None:
    plain = Job((Team(("partner",)),), ("deluxe+flamboyants",), games=2)
    assert games_of(run(replace(plain, compiled=True), workers=1)) == games_of(run(plain, workers=1))


# Bots that fail.


def fails(_view: object) -> NoReturn:
    raise RuntimeError("no idea")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a bot that raises an error whenever it is asked."""
    monkeypatch.setitem(BOTS, "fails", Bot("fails", "hanabi", NO_WORDS, fails))
    return "fails"


def test_the_table_says_which_bot_failed_and_how_often(broken: str) -> None:
    teams = (CAREFUL, Team((broken,)), Team(("careful", broken)))
    results = run(Job(teams, games=2), workers=1)
    alone, mixed = results.summaries()[1:]
    assert results.summaries()[0].faults_of == {}
    assert alone.faults_of == {broken: alone.faults}
    assert mixed.faults_of == {broken: mixed.faults}
    assert 0 < mixed.faults < mixed.turns * 2
    head, *rows = results.text().split("\n\n")[0].splitlines()
    assert head.split()[-1] == "faults"
    assert [row.rpartition("  ")[2].strip() for row in rows] == [
        "0",
        str(alone.faults),
        f"{broken} {mixed.faults}",
    ]
    total = alone.faults + mixed.faults
    assert f"{broken} failed in {total} of {total} moves" in results.text()
    assert "RuntimeError: no idea" in results.text()
    told = json.loads(results.json())
    assert [row["faults_of"] for row in told["summaries"]] == [{}, alone.faults_of, mixed.faults_of]
    assert [(row["team"], row["bot"], row["faults"]) for row in told["faults"]] == [
        (broken, broken, alone.faults),
        (f"careful/{broken}", broken, mixed.faults),
    ]
    assert 'raise RuntimeError("no idea")' in told["faults"][0]["traceback"]


def test_a_strict_measurement_ends_with_the_first_fault(broken: str, tmp_path: Path) -> None:
    job = Job((CAREFUL, Team(("careful", broken))), games=CHUNK)
    for keep in (None, tmp_path / "games.jsonl", tmp_path / "games.jsonl"):
        with pytest.raises(BrokenBot, match=f"{broken} failed in .* first: .*no idea") as caught:
            run(job, workers=1, strict=True, keep=keep)
        assert caught.value.fault.bot == broken
        assert 'raise RuntimeError("no idea")' in caught.value.fault.traceback
    assert run(Job((CAREFUL,), games=2), workers=1, strict=True).faults == {}


def test_a_file_of_an_earlier_version_still_tells_of_faults(broken: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    job = Job((Team((broken,)),), games=2)
    (now,) = run(job, workers=1, keep=path).summaries()
    head, line = path.read_text().splitlines()
    row = json.loads(line)
    row["fault"] = row.pop("faults")[0][3]
    path.write_text(f"{head}\n{json.dumps(row)}\n")
    (then,) = run(job, workers=1, keep=path).summaries()
    assert then == now


def test_a_bot_that_fails_in_a_race_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "stumbles", Bot("stumbles", "andrewz", NO_WORDS, fails))
    fine, stumbling = race(("greedy", "stumbles"), players=2, games=2)
    assert (fine.faults, fine.first_fault) == (0, "")
    assert stumbling.faults > 0
    assert "no idea" in stumbling.first_fault
    with pytest.raises(BrokenBot, match="stumbles"):
        race(("greedy", "stumbles"), players=2, games=2, strict=True)


# Rules.


@pytest.mark.parametrize(
    ("texts", "rules"),
    [
        (["deluxe"], ("deluxe",)),
        (["original+suits=red,yellow"], ("original+suits=red,yellow",)),
        (["deluxe,rnr+variant-1"], ("deluxe", "rnr+variant-1")),
        (["original+suits=red,yellow,deluxe", "rnr"], ("original+suits=red,yellow", "deluxe", "rnr")),
        (["Deluxe, original"], ("deluxe", "original")),
        (["deluxe", "deluxe"], ("deluxe",)),
    ],
)
def test_a_comma_stands_between_rules_or_inside_them(texts: list[str], rules: tuple[str, ...]) -> None:
    assert parse_rules(texts) == rules


def test_no_suit_is_called_like_an_edition() -> None:
    """Otherwise a comma before it could mean two things."""
    assert not SUITS.keys() & set(GAMES)


@pytest.mark.parametrize("text", ["", "deluxe,", "red", "deluxe,nonsense"])
def test_rules_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(TamayaError):
        parse_rules([text])
