"""Bots by themselves: in given positions, in teams of one kind, and in the race."""

from __future__ import annotations

import time
from pathlib import Path

from benchmarks.people.task import Task, of, share
from benchmarks.report import Report
from tamaya import arena
from tamaya.andrewz import Result
from tamaya.arena import Job, Team
from tamaya.bots import ask, find_bot
from tamaya.exam import CALLED, ExamReport, examine, load_positions
from tamaya.records import ANDREWZ, game_kind
from tamaya.rules import Seat

POSITIONS = Path("conventions") / "open.jsonl"
COUNTS = (2, 3, 4, 5)
SELF_PLAY_GOALS = {2: ">= 23.4", 3: ">= 23.8", 4: ">= 23.6", 5: ">= 22.8"}
SPEED_GOAL = ">= 3,000"
COMPILED_GAMES = 25
"""Compiled games for each one of the limit."""
RACER, RIVAL = "foresight", "greedy"
RACE_GOALS = {2: ">= 85 %", 3: ">= 55 %", 4: ">= 45 %"}
LONGEST_MOVE = "<= 100"


def positions(task: Task) -> list[Report]:
    """What is expected in positions of conventions."""
    assert task.data is not None
    built = list(load_positions(task.data / POSITIONS))
    acts, thoughts = [], []
    for bot in task.bots:
        task.tell(f"{bot.name} in {len(built)} positions")
        report = ExamReport(bot.name, examine(bot, built))
        for last, goal in ((3, ">= 95 %"), (5, ">= 85 %")):
            count = report.count("action", *CALLED, levels=range(1, last + 1))
            acts.append((bot.name, f"1-{last}", of(count.passed, count.asked), goal))
        count = report.count("inferred", levels=range(1, 6))
        thoughts.append((bot.name, "1-5", of(count.passed, count.asked), ">= 80 %"))
    columns = ("bot", "levels", "now", "goal")
    return [
        Report(
            title="Open positions: expected action and called card",
            how=f"`tamaya exam` on {len(built)} positions: `action`, and `called` in all its forms.",
            columns=columns,
            rows=tuple(acts),
        ),
        Report(
            title="Open positions: exact inference",
            how="The same positions: `inferred`, asked of bots that tell how they read the table.",
            columns=columns,
            rows=tuple(thoughts),
        ),
    ]


def self_play(task: Task) -> list[Report]:
    """Teams of one bot, compiled where the bot has a compiled form."""
    strengths, speeds = [], []
    for bot in task.bots:
        games = task.limit * COMPILED_GAMES if bot.compiled else task.limit
        task.tell(f"{bot.name} with itself")
        team = (Team((bot.name,)),)
        # The engine is read or compiled before the clock runs.
        arena.run(Job(team, ("original",), COUNTS, 1, compiled=True), workers=1)
        results = arena.run(Job(team, ("original",), COUNTS, games, compiled=True), workers=1)
        for row in results.summaries():
            strengths.append(
                (
                    bot.name,
                    str(row.players),
                    str(row.games),
                    f"{row.mean:.2f} ± {row.error:.2f}",
                    SELF_PLAY_GOALS[row.players],
                    f"{row.lost:.1f} %",
                )
            )
            if row.players == COUNTS[0]:
                speeds.append((bot.name, f"{1e3 / (row.ms_a_move * row.turns):,.0f}", SPEED_GOAL))
    return [
        Report(
            title="Self-play",
            how="Teams of one bot in the standard game; a lost game counts 0.",
            columns=("bot", "players", "games", "now", "goal", "lost"),
            rows=tuple(strengths),
        ),
        Report(
            title="Games a second, two players",
            how="On one core, by the compiled form where the bot has one, while nothing else runs.",
            columns=("bot", "now", "goal"),
            rows=tuple(speeds),
        ),
    ]


def race(task: Task) -> list[Report]:
    """The race with one bot that looks ahead among greedy ones."""
    rows = []
    for players, goal in RACE_GOALS.items():
        task.tell(f"{RACER} against {RIVAL}, {players} players")
        wins, moves, seconds = run_races(players, task.limit)
        a_move = 1e3 * seconds / moves
        rows.append((str(players), share(wins, task.limit), goal, f"{a_move:.0f}", LONGEST_MOVE))
    return [
        Report(
            title=f"Andrewz: races that {RACER} wins",
            how=f"{task.limit} races for each figure, one {RACER} among {RIVAL} bots; its seat changes.",
            columns=("players", "now", "goal", "ms a move now", "ms a move goal"),
            rows=tuple(rows),
        )
    ]


def run_races(players: int, games: int) -> tuple[int, int, float]:
    """How many the racer wins, how many moves it made, and the CPU seconds that they took."""
    kind = game_kind(ANDREWZ)
    racer, rival = find_bot(RACER, kind.game), find_bot(RIVAL, kind.game)
    wins, moves, seconds = 0, 0, 0.0
    for game in range(games):
        place = Seat(game % players)
        table = [(racer if seat == place else rival).sit(f"people/{game}/{seat}") for seat in range(players)]
        position = kind.start(players, seed=f"people/{game}", first=Seat(0))
        while (turn := position.turn) is not None:
            begin = time.process_time()
            answer = ask(table[turn], position.view(turn))
            if turn == place:
                seconds += time.process_time() - begin
                moves += 1
            position = position.apply(answer.choice.action)
        result = position.result
        assert isinstance(result, Result)
        wins += result.winner == place
    return wins, moves, seconds
