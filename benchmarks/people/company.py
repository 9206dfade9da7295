"""Bots beside others: teammates who take clues at their word, play by sums, or have just learned the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from statistics import fmean

from benchmarks.people.novice import NOVICE
from benchmarks.people.task import Task, share
from benchmarks.report import Report
from tamaya.bots import Bot, ask, find_bot
from tamaya.engine import Outcome, State
from tamaya.rules import Rules, Seat, UnknownName

RULES = "original"
COMPANY = ("careful", "hat", "plain", "tamaya", "h-group-3")
BOOKS = (
    "plain",
    "tamaya",
    *(f"h-group-{level}" for level in range(1, 6)),
    "careful",
    "hat",
    "search",
)
"""Ten ways to play by a book; those that no bot has are left out."""
MATRIX_PART = 10
"""In the matrix each pair plays so many times fewer games than a bot in company."""


@dataclass(frozen=True, slots=True)
class Played:
    """How some games went."""

    scores: tuple[int, ...]
    lost: int

    @property
    def mean(self) -> float:
        """A lost game counts 0."""
        return fmean(self.scores)

    def __str__(self) -> str:
        return f"{self.mean:.1f}; {share(self.lost, len(self.scores))} lost"


def play_tables(bot: Bot, others: Bot, *, players: int, games: int, seed: str = "people") -> Played:
    """A bot among others: its seat and who begins change from game to game, the deals are always the same."""
    scores, lost = [], 0
    for game in range(games):
        place = game % players
        seats = [bot if seat == place else others for seat in range(players)]
        result = play(seats, f"{seed}/{game}", first=Seat(game // players % players))
        assert result.result is not None
        scores.append(result.result.score)
        lost += result.result.outcome is Outcome.LOST
    return Played(tuple(scores), lost)


def play(seats: Sequence[Bot], seed: str, *, first: Seat) -> State:
    """One game to its end."""
    state = State.start(Rules.of(RULES), len(seats), seed=seed, first=first)
    return finish(state, seats, seed)


def finish(state: State, seats: Sequence[Bot], seed: str) -> State:
    """Play a game on to its end. A bot that fails has a plain move made for it, as at a table."""
    players = [bot.sit(f"{seed}/{seat}") for seat, bot in enumerate(seats)]
    while state.turn is not None:
        view = state.view(state.turn)
        chosen = ask(players[state.turn], view).choice.action
        state = state.apply(next(action for action in view.actions if action == chosen))
    return state


def beside_others(task: Task) -> list[Report]:
    """Each bot beside one or two of the others, and the others among themselves beside the novice."""
    rows, worst = [], []
    novices = []
    careful = find_bot("careful", "hanabi")
    company = [find_bot(name, "hanabi") for name in COMPANY]
    for bot in task.bots:
        found = []
        for others in company:
            if others.name == bot.name:
                continue
            task.tell(f"{bot.name} beside {others.name}")
            two, three = (play_tables(bot, others, players=count, games=task.limit) for count in (2, 3))
            rows.append((bot.name, others.name, str(two), ">= 18; <= 3 % lost", str(three)))
            found.append(two)
        if found:
            poorest = min(found, key=lambda played: played.mean)
            worst.append((bot.name, str(poorest), ">= 18; <= 3 % lost"))
    for bot in dict.fromkeys((*task.bots, careful)):
        task.tell(f"{bot.name} beside the novice")
        two, three = (play_tables(bot, NOVICE, players=count, games=task.limit) for count in (2, 3))
        goal = ">= 16; <= 8 % lost" if bot in task.bots else ""
        novices.append((bot.name, str(two), goal, str(three)))
    how = (
        f"{task.limit} games of the standard game for each figure, on the same deals; the bot's seat and who "
        "begins change. The mean counts a lost game (three strikes) as 0. With three players the bot is "
        "one among two of the others."
    )
    return [
        Report(
            title="Beside others",
            how=how,
            columns=("bot", "beside", "now, two players", "goal", "now, three players"),
            rows=tuple(rows),
        ),
        Report(title="Beside others, the worst", how=how, columns=("bot", "now", "goal"), rows=tuple(worst)),
        Report(
            title="Beside the novice model",
            how=how + " The novice is described in benchmarks/people/novice.py.",
            columns=("bot", "now, two players", "goal", "now, three players"),
            rows=tuple(novices),
        ),
    ]


def matrix(task: Task) -> list[Report]:
    """Every two books at a table of two."""
    books, missing = known_bots((*BOOKS, *(bot.name for bot in task.bots)))
    games = max(2, task.limit // MATRIX_PART)
    means: dict[tuple[str, str], float] = {}
    for one, other in combinations_with_replacement(books, 2):
        task.tell(f"{one.name} and {other.name}")
        means[one.name, other.name] = means[other.name, one.name] = play_tables(
            one, other, players=2, games=games
        ).mean
    names = [book.name for book in books]
    pairs = [means[pair] for pair in combinations_with_replacement(names, 2)]
    rows = [(name, *(f"{means[name, other]:.1f}" for other in names)) for name in names]
    left_out = f" Left out, as no bot has that name: {', '.join(missing)}." if missing else ""
    how = f"Mean scores of {games} games of two players for each pair.{left_out}"
    return [
        Report(title="Matrix of books", how=how, columns=("book", *names), rows=tuple(rows)),
        Report(
            title="Matrix of books, mean of all pairs",
            how=how,
            columns=("pairs", "now", "goal"),
            rows=((str(len(pairs)), f"{fmean(pairs):.2f}", ">= 21"),),
        ),
    ]


def known_bots(names: Sequence[str]) -> tuple[list[Bot], list[str]]:
    """The bots with these names, each once, and the names that no bot has."""
    found, missing = [], []
    for name in dict.fromkeys(names):
        try:
            found.append(find_bot(name, "hanabi"))
        except UnknownName:
            missing.append(name)
    return found, missing
