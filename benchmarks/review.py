"""Reviews: how fast they are, and where people lose points in recorded games."""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from benchmarks.report import Report
from tamaya.bots import find_bot
from tamaya.engine import View
from tamaya.records import Record, game_kind
from tamaya.records.hanablive import import_game
from tamaya.review import Review, beliefs, review
from tamaya.rules import Inexpressible, Seat

DATA = Path(os.environ.get("TAMAYA_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
SOURCES = ("ah2ac2_3p", "hanabidata_2p", "hanablive_exports", "hanablive_templates")
DISCARDS_FULL = frozenset({"hanabidata_2p"})
"""Where people may discard with all clue tokens available."""
BOT_GAMES = 20
SOLVER_SECONDS = 0.35
"""For a game, for each second that the benchmark is given."""


@dataclass(frozen=True)
class Source:
    """Where a game comes from."""

    name: str
    players: int


def run(*, seconds: float, limit: int = 0) -> Report:
    """Review every recorded game that can be found, and some games of bots beside them."""
    solving = SOLVER_SECONDS * seconds
    found: dict[Source, list[Review]] = defaultdict(list)
    begin = time.perf_counter()
    for name, record in _games(limit):
        found[Source(name, len(record.names))].append(review(record, rollouts=0, seconds=solving))
    spent = time.perf_counter() - begin
    rows = [
        _row(source, reviews) for source, reviews in sorted(found.items(), key=lambda item: _order(item[0]))
    ]
    games = sum(map(len, found.values()))
    moves = sum(len(one.moves) for reviews in found.values() for one in reviews)
    return Report(
        title="Reviews of recorded games",
        how=(
            f"{games} games of {moves} moves reviewed in {spent:.0f} s, the solver at most {solving:.1f} s "
            f"for each. {_speeds(seconds)} Recorded games are not part of the project; `partner` are games "
            "of that bot. 'winnable', 'not' and 'open' are the deals of which it is proven with all cards "
            "seen that they could be won, could not, or neither. 'score' is the mean official one, 'lost at' "
            "the mean points that a game gave away, with all cards seen: by the last strike, by misplayed "
            "and by discarded cards, by time (too few turns or clues), and by a move that was not found. "
            "'misplays' and 'dear discards' count, for each game, the cards that did not fit and the "
            "discards of an indispensable card. 'play risk' and 'discard risk' are the mean chances of a "
            "strike and of losing an indispensable card, as their player could know by counting; 'bits' is "
            "what a clue told, 'partner' how often that bot would have done the same."
        ),
        columns=(
            "source", "players", "games", "winnable", "not", "open", "score", "lost at strikes", "misplays",
            "discards", "time", "not found", "misplays a game", "dear discards", "play risk", "discard risk",
            "bits", "partner",
        ),
        rows=tuple(rows),
    )  # fmt: skip


def _games(limit: int) -> Iterator[tuple[str, Record]]:
    for source in SOURCES:
        path = DATA / "games" / f"{source}.jsonl"
        lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        for line in lines[: limit or None]:
            try:
                game = import_game(json.loads(line)["game"], discard_full=source in DISCARDS_FULL)
            except Inexpressible:
                continue
            kind = game_kind(str(game.rules))
            yield source, Record.make(kind, game.names, game.deal, game.first, game.actions)
    for players in (2, 3):
        for seed in range(min(BOT_GAMES, limit or BOT_GAMES)):
            yield "partner", _played(players, seed)


def _played(players: int, seed: int) -> Record:
    kind = game_kind("original")
    deal = kind.shuffle(seed)
    position = kind.start(players, deal=deal)
    player = find_bot("partner", "hanabi").sit(seed)
    actions = []
    while position.turn is not None:
        actions.append(player(position.view(position.turn)))
        position = position.apply(actions[-1])
    return Record.make(kind, [f"Bot {seat + 1}" for seat in range(players)], deal, Seat(0), actions)


def _row(source: Source, reviews: list[Review]) -> tuple[str, ...]:
    moves = [move for one in reviews for move in one.moves]
    plays = [move.risk for move in moves if move.risk and move.action[0] == "p"]
    discards = [move.risk for move in moves if move.risk and move.action[0] == "d"]
    advised = [move.advice.same for move in moves if move.advice]
    lost = {
        kind: sum(loss.points for one in reviews for loss in one.losses if loss.kind == kind) / len(reviews)
        for kind in ("strikes", "misplay", "discard", "tempo")
    }
    untold = sum(span.points for one in reviews for span in one.unplaced) / len(reviews)
    misplays = sum(any("does not fit" in str(word) for word in move.words) for move in moves) / len(reviews)
    dear = sum(move.action[0] == "d" and move.gone > 0 for move in moves) / len(reviews)
    winnable = [one.winnable for one in reviews]
    return (
        source.name,
        str(source.players),
        str(len(reviews)),
        str(winnable.count(True)),
        str(winnable.count(False)),
        str(winnable.count(None)),
        f"{fmean(one.score for one in reviews):.1f}",
        *(f"{points:.2f}" for points in lost.values()),
        f"{untold:.2f}",
        f"{misplays:.2f}",
        f"{dear:.2f}",
        _share(sum(risk.strike for risk in plays), len(plays)),
        _share(sum(risk.loss for risk in discards), len(discards)),
        f"{fmean([move.told.bits for move in moves if move.told] or [0.0]):.1f}",
        _share(sum(advised), len(advised)),
    )


def _speeds(seconds: float) -> str:
    """What one core does in a second, measured on games of bots."""
    record = _played(3, 1)
    seen = [position.view(position.turn) for position in record.positions() if position.turn is not None]
    views = [view for view in seen if isinstance(view, View)]
    counted, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        for view in views:
            found = beliefs(view)
            counted += found.hands > 0 and len(found.cards) > 0
    a_second = counted / (time.process_time() - begin)
    plain = _moves_a_second(record, rollouts=0)
    rolled = _moves_a_second(record, rollouts=100)
    return (
        f"On one core, for three players: {a_second:,.0f} beliefs a second, {plain:,.0f} moves a second "
        f"without rollouts and solver, {rolled:,.0f} with 100 rollouts for each estimate."
    )


def _moves_a_second(record: Record, *, rollouts: int) -> float:
    review(record, rollouts=min(rollouts, 2), seconds=0)
    begin = time.process_time()
    found = review(record, rollouts=rollouts, seconds=0)
    return len(found.moves) / (time.process_time() - begin)


def _share(part: float, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def _order(source: Source) -> tuple[int, int]:
    return (*SOURCES, "partner").index(source.name), source.players
