"""'Some line lays so many more cards' as a formula for a SAT solver.

Time is counted in slots: the turns in which a card leaves a hand. In slot k the k-th card of the deck is
drawn for it; after the last draw every seat has one slot more (E3). Between two slots there are as many clues
as turns of other seats, so a formula need not say when clues are given, only who uses each slot. Of each face
at most one copy is *kept*, namely the one that will be laid. All other cards are alike: something to discard.
So it is enough to count the kept cards in each hand.

A formula asks for less than the rules do, so that it misses no line. If it has no solution, there is none:

- any clue token can be spent on a clue, and a discard is allowed with all tokens there (it gains none);
- there are no strikes: a failed play leads where a discard leads, only with fewer tokens;
- a seat may always do something that changes nothing in the last round;
- in Final Flourish, all is well if every card that is needed is laid or in a hand when the deck is empty.

With ``since``, only the slots after that one are looked at. What was drawn before may lie on the displays, in
so far as there was time for it, or in any hands that have room for it, and all tokens are there. Where the
trouble lies at the end of the deck, this small formula proves it in no time.

A ``strict`` formula takes tokens seriously: they are counted exactly, a discard needs one to gain, and a
round of clues may be given to spend some. Its solutions can nearly always be played, but it proves
nothing.

Other counters are one-sided: there are at least so many kept cards or discards, at most so many tokens.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, NamedTuple

from tamaya.solver.board import Board
from tamaya.solver.counting import laid_by

TRUE: Final = 1
"""The variable that is true."""


class PlanStep(NamedTuple):
    """What happens in a slot."""

    seat: int
    face: int | None
    """The face that is laid, None for a discard."""
    drawn: int = 0
    """The slot in which that card was drawn, 0 for a card that is in a hand from the start."""


class Formula:
    """The clauses for one position and one number of cards to lay."""

    def __init__(self, board: Board, cards: int, since: int = 0, *, strict: bool = False) -> None:
        self.board = board
        self.cards = cards
        self.since = since
        self.strict = strict
        self.clauses: list[list[int]] = [[TRUE]]
        self._names = TRUE
        self.draws = 0 if board.turns_left is not None else len(board.deck)
        self.slots = self.draws if board.rules.flourish else board.slots
        self._all = range(since + 1, self.slots + 1)
        self._drawing = range(since + 1, self.draws + 1)
        self.faces = [face for chain in board.chains for face in chain]

        # [slot][seat] who acts; [face][slot] laid by then, laid just then; [slot] whether a card is laid
        self._seat = {slot: self._new(board.players) for slot in self._drawing}
        self._laid = {face: self._new(self.slots + 1) for face in self.faces}
        self._laying = {face: self._new(self.slots + 1) for face in self.faces}
        self._plays = self._new(self.slots + 1)
        # Which copy is kept: [face] of those that are drawn already, [slot] of those that are drawn then;
        # and [face][seat] who holds it.
        early = {face for hand in board.hands for face in hand} | set(board.deck[:since])
        self._kept_early = {face: self._one() for face in self.faces if face in early}
        useful = set(self.faces)
        self._kept_drawn = {slot: self._one() for slot in self._drawing if board.deck[slot - 1] in useful}
        self._holder = {face: self._new(board.players) for face in self.faces}

        self._one_seat_in_a_slot()
        self._displays()
        self._copies()
        self._one_play_in_a_slot()
        for seat in range(board.players):
            self._hand(seat)
        self._tokens()
        self._goal()

    def read(self, model: Sequence[int]) -> list[PlanStep]:
        """What a solution does in each slot."""
        true = {literal for literal in model if literal > 0}
        drawn = {self.board.deck[slot - 1]: slot for slot, keep in self._kept_drawn.items() if keep in true}
        steps: list[PlanStep] = []
        for slot in self._all:
            seat = next(seat for seat in range(self.board.players) if self._acts(slot, seat) in true)
            face = next((face for face in self.faces if self._laying[face][slot] in true), None)
            steps.append(PlanStep(seat, face) if face is None else PlanStep(seat, face, drawn.get(face, 0)))
        return steps

    def _one(self) -> int:
        self._names += 1
        return self._names

    def _new(self, count: int) -> range:
        first = self._names + 1
        self._names += count
        return range(first, first + count)

    def _add(self, *literals: int) -> None:
        """One of these is true."""
        self.clauses.append([literal for literal in literals if literal != -TRUE])

    def _at_most_one(self, literals: Sequence[int]) -> None:
        self.clauses += [[-one, -other] for one, other in combinations(literals, 2)]

    def _count(self, literals: Sequence[int], most: int) -> Sequence[int]:
        """[n] variables, true if more than n of the literals are, for n below ``most``."""
        before: Sequence[int] = [-TRUE] * most
        for literal in literals:
            now = self._new(most)
            self._add(-literal, now[0])
            for count in range(most):
                self._add(-before[count], now[count])
                if count:
                    self._add(-literal, -before[count - 1], now[count])
            before = now
        return before

    def _acts(self, slot: int, seat: int) -> int:
        """The literal that a seat acts in a slot."""
        players = self.board.players
        if slot <= self.draws:
            return self._seat[slot][seat]
        if self.draws:
            return self._seat[self.draws][(seat - (slot - self.draws)) % players]
        return TRUE if (self.board.turn + slot - 1) % players == seat else -TRUE

    def _one_seat_in_a_slot(self) -> None:
        for slot in self._drawing:
            self._add(*self._seat[slot])
            self._at_most_one(self._seat[slot])

    def _displays(self) -> None:
        """What is laid stays, and lies on what was laid in an earlier slot."""
        for chain in self.board.chains:
            beneath: range | None = None
            for face in chain:
                laid, laying = self._laid[face], self._laying[face]
                if not self.since:
                    self._add(-laid[0])
                elif beneath is not None:
                    self._add(-laid[self.since], beneath[self.since])
                for slot in self._all:
                    self._add(-laid[slot - 1], laid[slot])
                    self._add(-laying[slot], laid[slot])
                    self._add(-laying[slot], -laid[slot - 1])
                    self._add(laying[slot], laid[slot - 1], -laid[slot])
                    if beneath is not None:
                        self._add(-laid[slot], beneath[slot - 1])
                beneath = laid

    def _copies(self) -> None:
        """A face is laid by the seat that holds the copy that is kept."""
        board, players = self.board, self.board.players
        for face in self.faces:
            laid, laying, holder = self._laid[face], self._laying[face], self._holder[face]
            kept = self._kept_copies(face)
            self._add(-laid[self.slots], *kept)
            self._at_most_one(kept)
            if face in self._kept_early:
                self._early_holder(face)
            for slot, keep in self._kept_drawn.items():
                if board.deck[slot - 1] != face:
                    continue
                for seat in range(players):
                    self._add(-keep, -self._acts(slot, seat), holder[seat])
                # House option: the last card may be played straight from the deck.
                drawn = slot - 1 if board.rules.deck_play and slot == len(board.deck) else slot
                self._add(-keep, -laid[drawn])
            for slot in self._all:
                for seat in range(players):
                    self._add(-laying[slot], -holder[seat], self._acts(slot, seat))

    def _kept_copies(self, face: int) -> list[int]:
        drawn = [keep for slot, keep in self._kept_drawn.items() if self.board.deck[slot - 1] == face]
        return [*drawn, self._kept_early[face]] if face in self._kept_early else drawn

    def _early_holder(self, face: int) -> None:
        keep, holder = self._kept_early[face], self._holder[face]
        if self.since:
            self._add(-keep, *holder)
            return
        seats = [seat for seat, hand in enumerate(self.board.hands) if face in hand]
        self._add(-keep, *(holder[seat] for seat in seats))

    def _one_play_in_a_slot(self) -> None:
        chains = [chain for chain in self.board.chains if chain]
        for slot in self._all:
            suits = self._new(len(chains))
            for suit, chain in zip(suits, chains, strict=True):
                for face in chain:
                    self._add(-self._laying[face][slot], suit)
                self._add(-suit, *(self._laying[face][slot] for face in chain))
                self._add(-suit, self._plays[slot])
            self._at_most_one(suits)
            self._add(-self._plays[slot], *suits)

    def _hand(self, seat: int) -> None:
        """Who discards has a card that is not kept."""
        full = self.board.hand
        before = self._kept_at_first(seat)
        for slot in self._drawing:
            acts, plays = self._acts(slot, seat), self._plays[slot]
            # House option: the last card may be wasted straight from the deck.
            if not (self.board.rules.deck_play and slot == self.draws):
                self._add(-acts, plays, -before[full - 1])
            now = self._new(full)
            for held, many in enumerate(before):
                self._add(acts, -many, now[held])
                self._add(plays, -many, now[held])
                if held:
                    self._add(-many, now[held - 1])
            if slot in self._kept_drawn:
                drawn = self._kept_drawn[slot]
                self._add(-acts, -drawn, now[0])
                for held, many in enumerate(before):
                    self._add(-acts, -drawn, -many, now[held])
                    if held + 1 < full:
                        self._add(-acts, -drawn, plays, -many, now[held + 1])
            before = now

    def _kept_at_first(self, seat: int) -> Sequence[int]:
        """[n] whether a hand begins with more than n cards that are kept."""
        full = self.board.hand
        held: list[int] = []
        for face, keep in self._kept_early.items():
            if self.since or face in self.board.hands[seat]:
                name = self._one()
                self._add(-keep, -self._holder[face][seat], self._laid[face][self.since], name)
                held.append(name)
        counted = self._count(held, full + 1)
        self._add(-counted[full])
        return counted[:full]

    def _tokens(self) -> None:
        """Turns between two slots are clues; a discard and a completed display return a token (T4, T7)."""
        board, most = self.board, self.board.rules.clues
        closing = [
            chain[-1]
            for chain, whole in zip(board.chains, board.order, strict=True)
            if whole and chain == whole
        ]
        at_first = most if self.since else board.clues
        before: Sequence[int] = [TRUE if count < at_first else -TRUE for count in range(most)]
        for slot in self._drawing[1:] if self.since else self._drawing:
            clues = self._clues_before(slot)
            plays, gains = self._plays[slot], self._one()
            completing = [self._laying[face][slot] for face in closing]
            self._add(-gains, -plays, *completing)
            now = self._new(most)
            for count in range(1, most):
                self._add(-now[count], now[count - 1])
            # [n] whether there are n tokens; beyond the end there never are.
            had = [TRUE, *before, *[-TRUE] * len(clues)]
            for given, told in enumerate(clues):
                self._add(-told, had[given])
                for count in range(most):
                    self._add(-told, gains, -now[count], had[count + given + 1])
                    self._add(-told, -now[count], had[count + given])
            if self.strict:
                self._at_most_one(clues)
                for given, told in enumerate(clues):
                    for count in range(most):
                        self._add(-told, -had[count + given + 1], now[count])
                        self._add(-told, -gains, -had[count + given], now[count])
                for gain in (-plays, *completing):
                    self._add(gains, -gain)
                if not board.rules.discard_full:
                    self._add(-clues[0], plays, -had[most])
            before = now

    def _clues_before(self, slot: int) -> range:
        """[n] whether n clues are given between a slot and the one before; full rounds only where strict."""
        players = self.board.players
        clues = self._new(2 * players if self.strict else players)
        for seat in range(players):
            acts = self._acts(slot, seat)
            if slot == 1:
                self._add(-acts, *clues[(seat - self.board.turn) % players :: players])
                continue
            for other in range(players):
                given = clues[(seat - other - 1) % players :: players]
                self._add(-self._acts(slot - 1, other), -acts, *given)
        return clues

    def _goal(self) -> None:
        if self.board.rules.flourish:
            for face in self.faces:
                self._add(*self._kept_copies(face))
            return
        if self.since:
            early = laid_by(self.board)[self.since]
            laid = self._count([self._laid[face][self.since] for face in self.faces], early + 1)
            self._add(-laid[early])
        missing = len(self.faces) - self.cards
        missed = self._count([-self._laid[face][self.slots] for face in self.faces], missing + 1)
        self._add(-missed[missing])
        # With so many cards to lay there are only so many slots for others.
        spare = self.slots - self.cards
        discards = self._count([-self._plays[slot] for slot in self._all], spare + 1)
        self._add(-discards[spare])
