"""Golden files: the canonical facts of every catalogue row, for people to review and for tests to compare.

    make golden

writes tests/golden/ROW.txt for each row: its touch grid, its displays, perft counts and two playthroughs.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from pathlib import Path

from tamaya import andrewz
from tamaya.engine import State
from tamaya.records import ANDREWZ, AnyPosition, game_kind
from tamaya.rules import CATALOGUE, MISFIT, Rules
from tests.helpers import Seed

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "golden"
ROWS = (*map(str, CATALOGUE), ANDREWZ)
TABLES = (2, 4)
"""The playthroughs: with two players and with four."""


def path_of(row: str) -> Path:
    return FOLDER / f"{row}.txt"


def render(row: str) -> str:
    """The golden text of a catalogue row."""
    lines = _andrewz() if row == ANDREWZ else _cooperative(Rules.parse(row))
    return "\n".join(lines) + "\n"


def _cooperative(rules: Rules) -> Iterable[str]:
    yield from _heading(str(rules))
    yield f"cards {rules.deck_size}, most points {rules.tables.most}"
    yield ""
    yield "touch: each clue and the cards it touches"
    for clue, row in zip(rules.tables.clues, rules.tables.touch, strict=True):
        touched = [card for card, hit in zip(rules.tables.cards, row, strict=True) if hit]
        yield f"  {clue}: {' '.join(touched)}"
    yield ""
    yield "displays: cards laid -(rank)-> cards laid, the points of each, copies in the order of building"
    for index, suit in enumerate(rules.suits):
        yield f"  {suit.letter}: {_diagram(rules, index)}"
    for number, players in enumerate(TABLES):
        seed = Seed(str(rules), players, deal=number, driver=number, skill=0.95)
        moves = [(str(action), after) for _, action, after in seed.play()]
        yield ""
        yield f"perft: {players} players"
        yield f"  from the deal: {_perft(seed.start(), 3 if players == 2 else 2)}"
        middle = moves[len(moves) * 3 // 4][1]
        yield f"  late in the playthrough below: {_perft(middle, 2)}"
        yield ""
        yield f"playthrough: {players} players"
        yield f"  deck {' '.join(seed.start().cards)}"
        for action, after in moves:
            yield f"  {action:<8} {_facts(after)}"
        yield f"  result {after.result}"


def _diagram(rules: Rules, suit: int) -> str:
    points, copies = rules.tables.points[suit], rules.suits[suit].copies
    steps = [f"0 ({points[0]})"]
    for row in rules.tables.advance[suit]:
        steps += [
            f"-({rank} x{copies[rank - 1]})-> {after} ({points[after]})"
            for rank, after in enumerate(row, start=1)
            if after != MISFIT
        ]
    return " ".join(steps)


def _facts(state: State) -> str:
    """What cannot be derived: tokens, displays, hands with their marks, discards, deck and tiles left."""
    hands = " / ".join(
        " ".join(f"{state.cards[held.id]}{_mark('+', held.yes)}{_mark('-', held.no)}" for held in hand)
        for hand in state.hands
    )
    displays = "".join(map(str, state.displays))
    tile = f" tile {state.tile.id}" if state.tile else ""
    counts = f"c{state.clues} s{state.strikes} d{displays} k{state.deck_size} x{len(state.discards)}"
    return f"{counts}{tile} | {hands}"


def _mark(sign: str, told: str) -> str:
    return sign + told if told else ""


def _andrewz() -> Iterable[str]:
    yield from _heading(ANDREWZ)
    for number, players in enumerate((2, 4)):
        start = game_kind(ANDREWZ).start(players, seed=number)
        yield ""
        yield f"perft: {players} players"
        yield f"  from the deal: {_perft(start, 5)}"
        yield ""
        yield f"playthrough: {players} players"
        position, rng = start, random.Random(number)
        while not position.over:
            actions = position.actions()
            action = rng.choice([each for each in actions if not isinstance(each, andrewz.Pass)] or actions)
            position = position.apply(action)
            view = position.spectate(hands=True)
            assert isinstance(view, andrewz.View)
            hands = " / ".join(" ".join(hand or ()) for hand in view.hands)
            yield f"  {action!s:<8} {hands} | deck {view.deck_size}"
        yield f"  result {position.result}"


def _heading(text: str) -> Iterable[str]:
    yield text
    yield "=" * len(text)


def _perft(position: AnyPosition | State, depth: int) -> str:
    """How many lines of play there are, move by move."""
    counts = []
    level = [position]
    for _ in range(depth):
        level = [before.apply(action) for before in level for action in before.actions()]
        counts.append(str(len(level)))
    return " ".join(counts)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for number, row in enumerate(ROWS, start=1):
        print(f"\r{number:>3}/{len(ROWS)} {row:<70}", end="", file=sys.stderr, flush=True)
        path_of(row).write_text(render(row), encoding="utf-8")
    for stray in set(FOLDER.glob("*.txt")) - set(map(path_of, ROWS)):
        stray.unlink()
    print(f"\r{len(ROWS)} golden files in {FOLDER.name}{'':<70}", file=sys.stderr)


if __name__ == "__main__":
    main()
