"""A position of the exam, built with the engine: the game at the moment of the question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tamaya.bots.guides import Convention
from tamaya.engine import Action, Clue, Clued, Discard, Discarded, Held, Play, Played, State, View
from tamaya.exam.dealing import OURS, Dealt, ImpossiblePosition, deal, in_action
from tamaya.exam.expectations import CanBe
from tamaya.exam.rows import BrokenPosition, GaveClue, LostCard, Move, Row, read_row, read_rows
from tamaya.rules import Card, Seat, seat_letter


@dataclass(frozen=True, slots=True)
class ExamPosition:
    """A row of a file of positions, built."""

    row: Row
    state: State
    """At the moment of the question."""
    start: State
    """Before the row's actions."""
    told: bool
    """Whether every mark of the beginning stands in the history as a clue."""
    events: tuple[int, ...]
    """[action - 1] where each action of the row stands in the history."""

    def wait(self, seat: Seat) -> int:
        """How many seats act before a seat's turn comes."""
        return (seat - self.row.turn) % len(self.row.players)

    def view(self, seat: Seat) -> View:
        """What a seat sees, as though its turn had come: the seats before it are passed over."""
        return replace(self.state, turn=seat).view(seat, self.row.players)

    def before(self, number: int) -> State:
        """The game before one of the row's actions, counted from 1."""
        state = self.start
        for move in self.row.actions[: number - 1]:
            state = _apply(state, move)
        return state


def load_positions(path: Path) -> Iterator[ExamPosition]:
    """The positions of a file; BrokenPosition says which line is wrong."""
    for line, row in read_rows(path):
        try:
            position = build(row)
        except ImpossiblePosition as error:
            raise BrokenPosition(path.name, line, error.message) from None
        yield position


def positions_of(convention: Convention) -> tuple[ExamPosition, ...]:
    """The positions that a convention brings along."""
    return tuple(build(read_row(row)) for row in convention.positions)


def build(row: Row) -> ExamPosition:
    """The position of a row; ImpossiblePosition if there is none.

    A mark of the beginning is taken for a clue that touched just these cards. Where the other cards of that
    hand speak against it, or seat A could then not hold what its cards are expected to be taken for, the mark
    is on its cards alone and the history does not tell of it.
    """
    if not row.marks:
        return _build(row, marks_are_clues=True)
    try:
        position = _build(row, marks_are_clues=True)
    except ImpossiblePosition:
        return _build(row, marks_are_clues=False)
    if _as_expected(position):
        return position
    try:
        other = _build(row, marks_are_clues=False)
    except ImpossiblePosition:
        return position
    return other if _as_expected(other) else position


def _build(row: Row, *, marks_are_clues: bool) -> ExamPosition:
    dealt = deal(row, marks_are_clues=marks_are_clues)
    start = state = _begin(row, dealt)
    events = []
    for number, move in enumerate(row.actions, start=1):
        events.append(len(state.history))
        with in_action(number):
            state = _apply(state, move)
    if state.turn != row.turn:
        raise ImpossiblePosition("exam.not-its-turn", seat=seat_letter(row.turn))
    return ExamPosition(row, state, start, all(dealt.whole), tuple(events))


def _begin(row: Row, dealt: Dealt) -> State:
    """The state before the row's actions."""
    players, size = len(row.players), len(row.hands[OURS])
    hands = [[Held(seat * size + slot) for slot in range(size)] for seat in range(players)]
    history = []
    for mark, whole in zip(row.marks, dealt.whole, strict=True):
        hand = hands[mark.seat]
        for place, held in enumerate(hand):
            if place + 1 in mark.slots:
                hand[place] = Held(held.id, held.yes + mark.clue, held.no)
            elif whole:
                hand[place] = Held(held.id, held.yes, held.no + mark.clue)
        if whole:
            giver = Seat(1) if mark.seat == OURS else OURS
            history.append(Clued(giver, mark.seat, mark.clue, mark.slots))
    drawn = players * size
    cards, discards = _with_early_discard(row, dealt.cards)
    return State(
        rules=row.rules,
        tables=row.rules.tables,
        players=players,
        first=row.first,
        turn=row.first,
        hands=tuple(map(tuple, hands)),
        cards=cards,
        drawn=drawn,
        full_hand=size,
        displays=row.stacks,
        discards=discards,
        clues=row.clue_tokens,
        strikes=row.strikes,
        turns_left=players if drawn == len(cards) else None,
        tiles=(),
        tile=None,
        salt=0,
        returned=0,
        clued=frozenset(),
        history=tuple(history),
        result=None,
    )


def _with_early_discard(row: Row, cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The cards, and the discards. Where an earlier discard is not told, a card of no use lies there if one
    is left in the deck, so that a bot can see that the early game is over."""
    if not row.early_game_over or row.discards:
        return cards, row.discards
    drawn = sum(map(len, row.hands)) + sum(isinstance(move, LostCard) for move in row.actions)
    laid = {
        f"{suit.letter}{rank}"
        for suit, count in zip(row.rules.suits, row.stacks, strict=True)
        for rank in suit.order[:count]
    }
    place = next((place for place in range(drawn, len(cards)) if cards[place] in laid), None)
    if place is None:
        return cards, row.discards
    return (*cards[:place], *cards[place + 1 :]), (cards[place],)


def _apply(state: State, move: Move) -> State:
    """The state after a move, which must come out as the row says."""
    if state.turn != move.seat:
        raise ImpossiblePosition("exam.not-its-turn", seat=seat_letter(move.seat))
    action = action_of(move)
    if not state.is_legal(action):
        raise ImpossiblePosition("exam.not-legal", action=str(action))
    after = state.apply(action)
    event = after.history[len(state.history)]
    match event, move:
        case Clued(slots=slots), GaveClue() if slots == move.slots:
            return after
        case Played(card=card, fits=fits), LostCard() if (card, fits) == (move.card, move.fits):
            return after
        case Discarded(card=card), LostCard() if card == move.card:
            return after
    raise ImpossiblePosition("exam.otherwise", action=str(action))


def action_of(move: Move) -> Action:
    """The action that a row tells of."""
    if isinstance(move, GaveClue):
        return Clue(move.to, move.clue)
    return Play(move.slot) if move.played else Discard(move.slot)


def _as_expected(position: ExamPosition) -> bool:
    """Whether the cards of seat A are what they are expected to be taken for."""
    hand = position.state.hands[OURS]
    return all(
        position.state.cards[hand[check.slot - 1].id] in check.cards
        for check in position.row.expect
        if isinstance(check, CanBe) and check.kind == "inferred" and check.cards and check.seat == OURS
    )
