"""Bots in the seats of recorded experts: what they would do on every turn, beside what the people did."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Protocol, cast

from benchmarks.people.company import finish
from benchmarks.people.task import Task, of, share
from benchmarks.report import Report
from tamaya.bots import Bot, ask, find_bot
from tamaya.bots.search import player as search_player
from tamaya.capabilities import ENGINE
from tamaya.engine import Action, Discard, Event, Play, State, View
from tamaya.engine.events import Clued, Discarded, Played
from tamaya.knowledge import Face, outlook
from tamaya.records.hanablive import Imported, import_game, replay
from tamaya.rules import Inexpressible, Seat
from tamaya.solver import solve

EXPERTS = Path("games") / "ah2ac2_3p.jsonl"
"""Games of three experts."""
PEOPLE = "the people"
THINKER = "grandmaster"
SOLVER_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a recorded game."""

    game: int
    state: State
    done: Action
    """What the person did."""
    clued: bool
    """Whether a clue to this seat was given since its last turn."""


@dataclass
class Tally:
    """What a player did, or would have done, on the turns of recorded games."""

    turns: Counter[str] = field(default_factory=Counter)
    """By what the person did: p, d or c."""
    same: Counter[str] = field(default_factory=Counter)
    plays_after_clue: int = 0
    strikes_after_clue: int = 0
    discards: int = 0
    last_copies: int = 0

    def add(self, turn: Turn, action: Action) -> None:
        """Take in what it does on a turn."""
        kind = str(turn.done)[0]
        self.turns[kind] += 1
        self.same[kind] += action == turn.done
        match action:
            case Play(slot) if slot and turn.clued:
                self.plays_after_clue += 1
                self.strikes_after_clue += not _face(turn.state, slot).playable
            case Discard(slot):
                self.discards += 1
                self.last_copies += _face(turn.state, slot).indispensable
            case _:
                pass


def _face(state: State, slot: int) -> Face:
    """What all could say about the card in a slot of the seat on turn, if they saw it."""
    assert state.turn is not None
    card = state.cards[state.hands[state.turn][slot - 1].id]
    return outlook(state.tables, state.displays, state.discards).face(card)


def recorded_games(task: Task) -> list[Imported]:
    """The games of experts, as many as the task asks for."""
    assert task.data is not None
    lines = (task.data / EXPERTS).read_text(encoding="utf-8").splitlines()
    found = []
    for line in lines[: task.limit]:
        try:
            found.append(import_game(json.loads(line)["game"]))
        except Inexpressible:
            continue
    return found


def turns_of(number: int, game: Imported) -> Iterator[Turn]:
    """Every turn of a game."""
    state = State.start(game.rules, len(game.names), deal=game.deal, first=game.first)
    for action in game.actions:
        if state.turn is None:
            return
        yield Turn(number, state, action, _was_clued(state.history, state.turn))
        state = state.apply(action)


def _was_clued(history: tuple[Event, ...], seat: Seat) -> bool:
    """Whether a clue to a seat was given since its last turn.

    So a play "right after an expert's clue" is one on the first turn after the seat was told something.
    """
    for event in reversed(history):
        match event:
            case Clued(giver=giver) if giver == seat:
                return False
            case Clued(receiver=receiver) if receiver == seat:
                return True
            case Played(seat=actor) | Discarded(seat=actor) if actor == seat:
                return False
    return False


def tally(bot: Bot, number: int, game: Imported, count: Tally) -> None:
    """Ask a bot on every turn of a game: a player on each seat, which is shown the seat's turns in order."""
    players = [bot.sit(f"people/{number}/{seat}") for seat in range(len(game.names))]
    for turn in turns_of(number, game):
        assert turn.state.turn is not None
        view = turn.state.view(turn.state.turn)
        chosen = ask(players[turn.state.turn], view).choice.action
        count.add(turn, next(action for action in view.actions if action == chosen))


def experts(task: Task) -> list[Report]:
    """Agreement, strikes and last copies on the turns of recorded experts."""
    games = recorded_games(task)
    tallies: dict[str, Tally] = {}
    for bot in task.bots:
        tallies[bot.name] = Tally()
        for number, game in enumerate(games):
            if number % 20 == 0:
                task.tell(f"{bot.name} in recorded games, {number} of {len(games)}")
            tally(bot, number, game, tallies[bot.name])
    people = tallies[PEOPLE] = Tally()
    for number, game in enumerate(games):
        for turn in turns_of(number, game):
            people.add(turn, turn.done)
    how = (
        f"{len(games)} recorded games of three experts. On every turn a bot is asked on the view of the "
        "person who acted, with a player for each seat that has seen the seat's turns so far."
    )
    return [
        Report(
            title="Strikes among plays after an expert's clue",
            how=how + " Counted are plays on the first turn after the seat was clued.",
            columns=("bot", "now", "goal"),
            rows=tuple(
                (name, of(one.strikes_after_clue, one.plays_after_clue), _goal(name, "<= 4 %"))
                for name, one in tallies.items()
            ),
        ),
        Report(
            title="Agreement with experts, first choice",
            how=how + " Plays, discards and clues are those of the people.",
            columns=("bot", "now", "goal", "plays", "discards", "clues"),
            rows=tuple(
                (
                    name,
                    share(one.same.total(), one.turns.total(), 1),
                    ">= 55 %",
                    *(share(one.same[kind], one.turns[kind]) for kind in "pdc"),
                )
                for name, one in tallies.items()
                if name != PEOPLE
            ),
        ),
        Report(
            title="Last copies thrown",
            how=how + " The last copy of a card that its display still needs.",
            columns=("bot", "now", "goal"),
            rows=tuple(
                (name, of(one.last_copies, one.discards), _goal(name, f"as {PEOPLE}"))
                for name, one in tallies.items()
            ),
        ),
    ]


def _goal(name: str, goal: str) -> str:
    return "" if name == PEOPLE else goal


class _Thinker(Protocol):
    """A bot that thinks ahead, as ``tamaya.bots.search`` has it."""

    @property
    def thought_ahead(self) -> bool: ...
    def act(self, view: View, events: tuple[Event, ...], /) -> object: ...


def thinking(task: Task) -> list[Report]:
    """In how many positions of experts a bot that thinks ahead does think."""
    if not ENGINE.works:
        task.tell(f"{THINKER} is left out: the compiled engine is not installed")
        return []
    # The first positions wait until the engine is compiled: only what it understands is asked here.
    search_player.WARM_UP = None
    games = recorded_games(task)
    thought = asked = 0
    for number, game in enumerate(games):
        if number % 20 == 0:
            task.tell(f"{THINKER} in recorded games, {number} of {len(games)}")
        thinkers = [_quick_thinker(f"people/{number}/{seat}") for seat in range(len(game.names))]
        for turn in turns_of(number, game):
            assert turn.state.turn is not None
            thinker = thinkers[turn.state.turn]
            thinker.act(turn.state.view(turn.state.turn), turn.state.history)
            asked += 1
            thought += thinker.thought_ahead
    return [
        Report(
            title=f"Expert positions in which {THINKER} thinks",
            how=(
                f"{len(games)} recorded games of three experts, asked on every turn. It does not think where "
                "it can imagine no hand that goes with what it knows. It imagines a single game for each "
                "action here, since only that is asked."
            ),
            columns=("bot", "now", "goal"),
            rows=((THINKER, of(thought, asked), ">= 95 %"),),
        )
    ]


def _quick_thinker(seed: str) -> _Thinker:
    """One that stops at once."""
    made = find_bot(THINKER, "hanabi").make
    assert isinstance(made, type)
    quick = type(made.__name__, (made,), {"seconds": 0.0, "samples": 1})
    return cast("_Thinker", quick(seed))


def seat_swap(task: Task) -> list[Report]:
    """A bot goes on from a turn of a recorded game, beside models of the others."""
    games = recorded_games(task)
    rows = []
    for bot in task.bots:
        ours, theirs, ceilings, lost = [], [], [], 0
        for number, game in enumerate(games):
            if number % 20 == 0:
                task.tell(f"{bot.name} takes over, {number} of {len(games)}")
            turn = random.Random(number).choice(list(turns_of(number, game)))
            end = finish(turn.state, [bot] * turn.state.players, f"people/{number}")
            assert end.result is not None
            ours.append(end.result.score)
            lost += end.result.score == 0
            last = replay(game)
            theirs.append(last.result.score if last.result else last.score)
            ceilings.append(solve(turn.state, SOLVER_SECONDS).bound)
        rows.append(
            (
                bot.name,
                f"{fmean(ours):.2f}",
                f">= {fmean(theirs):.2f}",
                share(lost, len(ours), 1),
                f"{fmean(ceilings):.2f}",
            )
        )
    return [
        Report(
            title="Seat swap: score from a turn of a recorded game on",
            how=(
                f"{len(games)} recorded games of three experts, each left at a turn drawn by lot. The bot "
                "goes on from there; the same bot is the model of the others. The goal is the people's own "
                "mean result of these games, the ceiling what the solver proves with all cards seen."
            ),
            columns=("bot", "now", "goal", "lost", "ceiling"),
            rows=tuple(rows),
        )
    ]
