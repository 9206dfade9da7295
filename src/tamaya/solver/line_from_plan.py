"""From the steps of a formula's solution to a line that the rules allow."""

from __future__ import annotations

from collections.abc import Sequence

from tamaya.engine import Action, Clue, Discard, Play, State
from tamaya.rules import Card
from tamaya.solver.formula import PlanStep


def realise(state: State, steps: Sequence[PlanStep]) -> tuple[State, tuple[str, ...]] | None:
    """The position to which the steps lead, and the actions; None if they cannot be taken like that."""
    plans = _plan(state, steps)
    if plans is None:
        return None
    line: list[str] = []
    first = state.drawn
    for index, step in enumerate(steps):
        if state.over:
            break
        clues, strike = plans[index] if index < len(plans) else (0, False)
        kept = _kept(state, steps[index + 1 :], step.seat, first)
        for _ in range(clues):
            clue = next((action for action in state.actions() if isinstance(action, Clue)), None)
            if clue is None:
                return None
            line.append(str(clue))
            state = state.apply(clue)
        if state.turn != step.seat:
            return None
        action = _play(state, step.face) if step.face is not None else _rid(state, kept, strike)
        if action is None or not state.is_legal(action):
            return None
        line.append(str(action))
        state = state.apply(action)
    return state, tuple(line)


_Tokens = tuple[int, int]
"""Clue tokens and strikes."""
_Way = tuple[_Tokens, int, bool]
"""Where one comes from, the clues given, and whether the discard is a failed play."""


def _plan(state: State, steps: Sequence[PlanStep]) -> list[tuple[int, bool]] | None:
    """For each slot before the last round, how many clues come before it, and whether it costs a strike.

    A round of clues more, or a strike, makes room for a discard while all tokens are there (T4).
    """
    rules, players = state.rules, state.players
    draws = 0 if state.turns_left is not None else state.deck_size
    closing = _closing(state, steps)
    assert state.turn is not None
    turn = int(state.turn)
    stages: list[dict[_Tokens, _Way]] = []
    now: dict[_Tokens, _Way] = {(state.clues, state.strikes): ((0, 0), 0, False)}
    for slot, step in enumerate(steps[:draws]):
        after: dict[_Tokens, _Way] = {}
        for clues, strikes in sorted(now, key=lambda tokens: (tokens[1], -tokens[0])):
            before = clues, strikes
            for given in range((step.seat - turn) % players, clues + 1, players):
                left = clues - given
                back = min(left + 1, rules.clues)
                if step.face is not None:
                    after.setdefault((back if slot in closing else left, strikes), (before, given, False))
                    continue
                if left < rules.clues or rules.discard_full:
                    after.setdefault((back, strikes), (before, given, False))
                if strikes + 1 < rules.strikes:
                    after.setdefault((left, strikes + 1), (before, given, True))
        if not after:
            return None
        stages.append(after)
        now, turn = after, (step.seat + 1) % players
    return _trace(stages)


def _closing(state: State, steps: Sequence[PlanStep]) -> set[int]:
    """The slots in which a display is completed."""
    ranks, displays = state.tables.ranks, list(state.displays)
    found = set()
    for slot, step in enumerate(steps):
        if step.face is not None:
            suit = step.face // ranks
            displays[suit] += 1
            if displays[suit] == ranks:
                found.add(slot)
    return found


def _trace(stages: list[dict[_Tokens, _Way]]) -> list[tuple[int, bool]]:
    if not stages:
        return []
    tokens = min(stages[-1], key=lambda tokens: (tokens[1], -tokens[0]))
    plan: list[tuple[int, bool]] = []
    for stage in reversed(stages):
        tokens, given, strike = stage[tokens]
        plan.append((given, strike))
    return plan[::-1]


def _play(state: State, face: int) -> Action | None:
    card = state.tables.cards[face]
    hand = _hand(state)
    if card in hand:
        return Play(hand.index(card) + 1)
    return Play(0) if state.rules.deck_play and state.deck_size == 1 else None


def _kept(state: State, later: Sequence[PlanStep], seat: int, first: int) -> set[int]:
    """The ids of the cards that a seat will lay; the first one drawn after the start has the id ``first``."""
    held = [one.id for one in state.hands[seat] if one.id < first]
    kept: set[int] = set()
    for step in later:
        if step.seat != seat or step.face is None:
            continue
        if step.drawn:
            kept.add(first + step.drawn - 1)
        else:
            card = state.tables.cards[step.face]
            kept |= set([number for number in held if state.cards[number] == card][:1])
    return kept


def _rid(state: State, kept: set[int], strike: bool) -> Action | None:
    """Get rid of a card that is not kept; in the last round, do anything that costs nothing."""
    if state.turns_left is not None:
        calm = [action for action in state.actions() if not isinstance(action, Play)]
        return calm[-1] if calm else next(iter(_unfit(state)), None)
    assert state.turn is not None
    spare = [slot for slot, held in enumerate(state.hands[state.turn], start=1) if held.id not in kept]
    if strike:
        return next((play for play in _unfit(state) if play.slot in spare), None)
    return Discard(spare[0]) if spare else None


def _unfit(state: State) -> list[Play]:
    hand = _hand(state)
    return [
        Play(slot) for slot, card in enumerate(hand, start=1) if not state.tables.fits(state.displays, card)
    ]


def _hand(state: State) -> list[Card]:
    assert state.turn is not None
    return [state.cards[held.id] for held in state.hands[state.turn]]
