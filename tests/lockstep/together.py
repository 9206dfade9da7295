"""Two engines, one game: the reference engine leads, the compiled one follows, and they agree at every step.

``python -m tests.lockstep.together 40`` plays 40 games by itself, for runs with NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable

import numpy as np

from tamaya.engine import Action, Rearrange, State
from tamaya.engine.events import Clued, Completed, Discarded, Encored, Played, WentBack
from tamaya.fast import ActionKind, Batch, Facts, Knowledge, encoding
from tamaya.fast.layout import PILE, PLAYED, SHOWN, TOLD, TOPS, WANTED, WHO
from tamaya.rules import Card, Deal, Rules, Seat
from tests.helpers import Seed, allows, drive
from tests.laws.strategies import TABLES
from tests.lockstep.seen import last_kind, sections

PLACE = 1
"""The game that is compared; its neighbours in the batch play at random."""


def play_together(seed: Seed, *, dealt_by_batch: bool) -> State:
    """Play a driven game in both engines, from a deal of the rules or one that the batch shuffled itself."""
    rules = Rules.parse(seed.rules)
    first = Seat(seed.deal % seed.players)
    batch = Batch(rules, seed.players, games=3, seed=seed.deal, first=first, autoreset=False)
    if dealt_by_batch:
        state = State.start(rules, seed.players, deal=batch.deal(PLACE), first=first)
    else:
        state = seed.start()
        batch.set_deal(PLACE, seed_deal(state), first)
    rng = random.Random(seed.driver)
    while True:
        compare(state, batch)
        if state.over:
            return state
        action = choose(state, rng, seed.skill)
        after = state.apply(action)
        assert state.turn is not None
        actions = batch.sample()
        actions[PLACE] = batch.actions.number(str(action), state.turn)
        rewards, done = batch.step(actions)
        assert rewards[PLACE] == official(after) - official(state)
        assert done[PLACE] == after.over
        state = after


def choose(state: State, rng: random.Random, skill: float) -> Action:
    """What the driver wants; rearranging, which the compiled engine leaves out, it has to leave too."""
    while isinstance(action := drive(state, rng, skill), Rearrange):
        pass
    return action


def seed_deal(state: State) -> Deal:
    """The deal of a game that has just begun."""
    return Deal(state.cards, state.tiles, state.salt)


def official(state: State) -> int:
    """The score that counts: what the displays show, and nothing once the game is lost."""
    return state.result.score if state.result else state.score


def compare(state: State, batch: Batch) -> None:
    """The facts of the state are those of the compared game."""
    compare_facts(state, batch.facts(PLACE))
    compare_actions(state, batch)
    compare_words(state, batch)
    compare_observations(state, batch)
    assert batch.turn[PLACE] == (-1 if state.turn is None else state.turn)
    assert batch.clues[PLACE] == state.clues
    assert batch.strikes[PLACE] == state.strikes
    assert batch.deck_sizes[PLACE] == state.deck_size
    assert batch.turns_left[PLACE] == (-1 if state.turns_left is None else state.turns_left)
    assert batch.scores[PLACE] == official(state)
    assert batch.counted[PLACE] == state.score
    assert batch.done[PLACE] == state.over


def compare_facts(state: State, facts: Facts) -> None:
    assert facts.turn == state.turn
    assert facts.first == state.first
    assert facts.hands == tuple(tuple(state.cards[held.id] for held in hand) for hand in state.hands)
    told = tuple(tuple(set(held.yes) for held in hand) for hand in state.hands)
    assert tuple(tuple(set(clues) for clues in hand) for hand in facts.touched) == told
    assert facts.possible == tuple(
        tuple(
            frozenset(card for card in state.tables.cards if allows(state.tables, card, held.yes, held.no))
            for held in hand
        )
        for hand in state.hands
    )
    assert facts.displays == state.displays
    assert Counter(facts.discards) == Counter(state.discards)
    assert facts.clues == state.clues
    assert facts.strikes == state.strikes
    assert facts.deck == state.cards[state.drawn :]
    assert facts.turns_left == state.turns_left
    assert facts.tiles == state.tiles
    assert facts.tile == state.tile
    assert facts.score == official(state)
    assert facts.counted == state.score
    assert facts.outcome == (state.result.outcome.value if state.result else "")


def compare_words(state: State, batch: Batch) -> None:
    """What the row keeps ready for observations: sets of faces, and the last action."""
    row, layout, tables = batch.rows[PLACE], batch.layout, state.tables
    faces = {card: face for face, card in enumerate(tables.cards)}
    assert row[WANTED] == bits(faces[card] for card in faces if tables.fits(state.displays, card))
    laid = [
        [faces[Card(f"{suit.letter}{rank}")] for rank in suit.order[:count]]
        for suit, count in zip(state.rules.suits, state.displays, strict=True)
    ]
    assert row[PLAYED] == bits(face for display in laid for face in display)
    assert row[TOPS] == bits(display[-1] for display in laid if display)
    assert row[PILE] == bits({faces[card] for card in state.discards})
    assert row[[WHO, TOLD, SHOWN]].tolist() == last_action(state, layout.hand, faces)


WISHES: list[tuple[Knowledge, bool]] = [
    ("card_knowledge", False),
    ("card_knowledge", True),
    ("seer", False),
    ("minimal", False),
]
"""Knowledge and belief, by turns."""


def compare_observations(state: State, batch: Batch) -> None:
    """What one seat sees, after every third action and after those that are rare."""
    number = int(batch.steps[PLACE])
    if number % 3 and not state.over and last_kind(state) in ("play", "discard", "colour", "value"):
        return
    knowledge, belief = WISHES[number // 3 % 4]
    seat = number % batch.players
    wish = encoding(batch.rules, batch.players, knowledge, belief=belief)
    seen = batch.observe(wish, seat=seat)[PLACE]
    for part, (name, entries) in zip(wish.sections, sections(state, seat, knowledge, belief), strict=True):
        assert part.name == name
        assert wish.view(seen, name).tolist() == entries, name


def last_action(state: State, hand: int, faces: dict[Card, int]) -> list[int]:
    """The words who, told and shown, from the events of the reference engine."""
    clues, fits, token = state.tables.clues, 1 << len(faces), 2 << len(faces)
    gained = 0
    for event in reversed(state.history):
        match event:
            case Completed():
                gained = token if event.token else 0
            case Played(seat, slot, _, card, fitted):
                kind = ActionKind.PLAY if slot else ActionKind.DECK
                told = 1 << len(clues) + hand + slot - 1 if slot else 0
                return [kind + 1 | seat << 4, told, 1 << faces[card] | (fits | gained if fitted else 0)]
            case Discarded(seat, slot, _, card):
                return [
                    ActionKind.DISCARD + 1 | seat << 4,
                    1 << len(clues) + hand + slot - 1,
                    1 << faces[card],
                ]
            case Clued(seat, receiver, clue, slots, free):
                sort = ActionKind.VALUE if clue.isdigit() else ActionKind.COLOUR
                who = (ActionKind.FREE if free else sort) + 1 | seat << 4 | receiver << 8
                return [who, 1 << clues.index(clue) | bits(slot - 1 + len(clues) for slot in slots), 0]
            case WentBack(seat, card):
                return [ActionKind.BACK + 1 | seat << 4, 0, 1 << faces[card]]
            case Encored(seat, card, fitted):
                return [
                    ActionKind.ENCORE + 1 | seat << 4,
                    0,
                    1 << faces[card] | (fits | gained if fitted else 0),
                ]
            case _:
                pass
    return [0, 0, 0]


def bits(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


def compare_actions(state: State, batch: Batch) -> None:
    expected = sorted(batch.actions.number(str(action), state.turn or 0) for action in state.actions())
    assert np.flatnonzero(batch.legal[PLACE]).tolist() == expected
    words = [int(word) for word in batch.legal_words[PLACE]]
    assert [a for a in range(64 * len(words)) if words[a // 64] >> a % 64 & 1] == expected


def main(games: int) -> None:
    rng = random.Random(games)
    for number in range(games):
        rules, players = rng.choice(TABLES)
        skill = rng.choice((0.0, 0.8, 0.95, 1.0))
        seed = Seed(rules, players, rng.randrange(10_000), rng.randrange(10_000), skill)
        play_together(seed, dealt_by_batch=number % 2 == 0)
    print(f"{games} games agree")


if __name__ == "__main__":
    main(int(sys.argv[1]))
