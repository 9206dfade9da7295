"""Thousands of games that are stepped at once."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from typing import Any, Final, SupportsIndex

import numpy as np
import numpy.typing as npt

from tamaya.fast import kernels
from tamaya.fast import layout as field
from tamaya.fast import packing as spec
from tamaya.fast.actions import Actions, actions
from tamaya.fast.encoding import Encoding
from tamaya.fast.encoding import encoding as encoding_for
from tamaya.fast.inspect import Facts, read_deal, read_facts, write_deal
from tamaya.fast.jit import direct
from tamaya.fast.layout import ENDED_SHIFT, ENDED_ZERO, LOST, SEAT_SHIFT, Bytes, Layout, Words, layout_for
from tamaya.fast.observation_buffers import Target, aim
from tamaya.fast.packing import pack
from tamaya.fast.threads import THREADS_FROM, in_parts
from tamaya.rules import Deal, IllegalAction, ImpossibleTable, Rules, TamayaError
from tamaya.words import Message

Ints = npt.NDArray[np.int64]
Rewards = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]

_ARRAY: Final = np.ndarray
_INT64: Final = np.dtype(np.int64)


class Batch:
    """Games of one kind, each a row of words.

    >>> batch = Batch("original", players=2, games=1024, seed=7)
    >>> rewards, done = batch.step(batch.sample())
    >>> batch.turn[:4], int(done.sum())
    (array([1, 1, 1, 1]), 0)

    Game ``i`` depends on (seed, offset + i, episode) and on its actions alone, whatever the size of the
    batch and the number of threads. With ``autoreset`` a game that ends begins its next episode in the same
    step; ``ended_scores`` and ``ended_outcomes`` then tell how it ended. Without, it waits for ``reset``,
    and actions for it are ignored.
    """

    def __init__(
        self,
        rules: Rules | str,
        players: int,
        games: int,
        seed: int | None = None,
        *,
        first: int | None = 0,
        deals: Sequence[Deal] | None = None,
        autoreset: bool = True,
        checked: bool = True,
        history: bool = True,
        threads: int = 1,
        offset: int = 0,
    ) -> None:
        """Deal all games.

        ``first`` is the seat that begins, None for one by lot. ``deals`` gives the first episode of each
        game. A batch that is not ``checked`` trusts the actions: an illegal one leaves nonsense behind.
        ``history`` keeps the actions of each game for ``actions_of``.
        """
        self.rules = Rules.parse(rules) if isinstance(rules, str) else rules
        if not isinstance(self.rules, Rules):
            raise ImpossibleTable("fast.rules-type", kind=type(rules).__name__)
        self.players = _count("players", players, 2)
        self.games = _count("games", games, 1)
        self.threads = _count("threads", threads, 1)
        self.offset = _count("offset", offset, 0)
        self.seed = secrets.randbits(64) if seed is None else seed
        self.actions: Actions = actions(self.rules, players)
        self.layout: Layout = layout_for(self.rules, players, actions=len(self.actions), history=history)
        if not 0 <= self.seed < 1 << 64:
            raise ImpossibleTable("fast.seed-bits", seed=repr(seed))
        if first is not None and not 0 <= first < players:
            raise ImpossibleTable("table.cannot-begin", first=first, last=players - 1)
        self._options = {
            "first": first,
            "autoreset": autoreset,
            "checked": checked,
            "history": history,
            "threads": threads,
            "offset": offset,
        }
        begins = -1 if first is None else first
        self.tables, self._trusting = (
            pack(self.rules, self.actions, self.layout, first=begins, autoreset=autoreset, checked=looks)
            for looks in (checked, False)
        )
        self.rows: Words = np.zeros((games, self.layout.length), np.int64)
        self._make_buffers()
        kernels.seed_rows(self.rows, self.seed - (1 << 64 if self.seed >> 63 else 0), offset)
        self.reset()
        if deals is not None:
            if len(deals) != games:
                raise ImpossibleTable("fast.deal-count", deals=len(deals), games=games)
            for index, deal in enumerate(deals):
                self.set_deal(index, deal, int(self.rows[index, field.FIRST]))

    def __repr__(self) -> str:
        return f"Batch({str(self.rules)!r}, players={self.players}, games={self.games}, seed={self.seed})"

    def __len__(self) -> int:
        return self.games

    def _make_buffers(self) -> None:
        self._shape = (self.games,)
        self._target: Target | None = None
        self._rewards = np.zeros(self.games, np.int32)  # [game]
        self._done = np.zeros(self.games, np.uint8)  # [game] 1 where a game has ended
        self._ended: Flags = self._done.view(np.bool_)  # [game] the same as truth values
        self._threaded = self.threads > 1 and self.games >= THREADS_FROM
        self._masks = np.zeros((self.games, -(-len(self.actions) // 8)), np.int64)  # [game][eight actions]

    @cached_property
    def _step_rows(self) -> Callable[[Words, Words, Ints, Rewards, Bytes], int]:
        """Compiled when a game is first stepped: bots that play whole games do not need it."""
        return direct(
            kernels.step_rows, self.rows, self.tables, np.zeros(1, np.int64), self._rewards, self._done
        )

    @cached_property
    def _step(self) -> Callable[[Words, Words, Ints, Rewards, Bytes], int]:
        return self._step_threaded if self._threaded else self._step_rows

    # Playing.

    def step(self, actions: npt.ArrayLike) -> tuple[Rewards, Flags]:
        """Let the seat on turn act in every game: the change of each score, and which games have ended.

        Both arrays are overwritten by the next step. If an action is not allowed, IllegalAction names the
        first such game, and no game has moved.
        """
        # What a kernel can take as it is, it takes: for small batches, converting costs more than stepping.
        if (
            type(actions) is _ARRAY
            and actions.dtype is _INT64
            and actions.shape == self._shape
            and (self.games == 1 or actions.flags.carray)
        ):
            chosen: Ints = actions
        else:
            chosen = self._converted(actions)
        illegal = self._step(self.rows, self.tables, chosen, self._rewards, self._done)
        if illegal >= 0:
            raise self._objection(illegal, int(chosen[illegal]))
        return self._rewards, self._ended

    def reset(self, chosen: npt.ArrayLike | None = None) -> None:
        """Begin the next episode of the games marked True, or of all."""
        flags = np.ones(self.games, np.bool_) if chosen is None else np.ascontiguousarray(chosen)
        if flags.dtype != np.bool_ or flags.shape != (self.games,):
            raise ImpossibleTable("fast.reset-size", games=self.games)
        kernels.begin_rows(self.rows, self.tables, flags.view(np.uint8))

    def sample(self) -> Ints:
        """A random legal action for each game, which depends on the game alone; 0 where it is over."""
        chosen = np.empty(self.games, np.int64)
        kernels.sample_rows(self.rows, self.tables, chosen)
        return chosen

    # What all can see, an entry for each game.

    @property
    def legal(self) -> npt.NDArray[np.uint8]:
        """[game][action] 1 where the action is allowed now. Overwritten when it is asked for again."""
        kernels.expand_rows(self.rows, self._masks)
        return self._masks.view(np.uint8)[:, : len(self.actions)]

    @property
    def legal_words(self) -> npt.NDArray[np.uint64]:
        """[game][word] the same as bits: action ``a`` is bit ``a % 64`` of word ``a // 64``; a view."""
        return self.rows[:, field.LEGAL : self.layout.block("legal").stop].view(np.uint64)

    @property
    def turn(self) -> Ints:
        """The seats on turn; -1 where the game is over."""
        return np.where(self.rows[:, field.STATUS] != 0, -1, self.rows[:, field.TURN])

    @property
    def done(self) -> Flags:
        """Which games are over; with autoreset none ever waits so."""
        over: Flags = self.rows[:, field.STATUS] != 0
        return over

    @property
    def scores(self) -> Ints:
        """The official scores so far; 0 where the game is lost (E1)."""
        return np.where(self.rows[:, field.STATUS] == LOST, 0, self.rows[:, field.SCORE])

    @property
    def counted(self) -> Ints:
        """What the displays show, also where the game is lost."""
        return self.rows[:, field.SCORE].copy()

    @property
    def outcomes(self) -> Ints:
        """0 where the game runs, 1 perfect, 2 counted, 3 lost."""
        return self.rows[:, field.STATUS].copy()

    @property
    def ended_scores(self) -> Ints:
        """The counted scores of the episodes before; 0 where there was none."""
        ended = self.rows[:, field.ENDED]
        return np.where(ended, (ended >> ENDED_SHIFT) - ENDED_ZERO, 0)

    @property
    def ended_outcomes(self) -> Ints:
        """The outcomes of the episodes before; 0 where there was none."""
        return self.rows[:, field.ENDED] & ((1 << ENDED_SHIFT) - 1)

    @property
    def clues(self) -> Ints:
        """Clue tokens available."""
        return self.rows[:, field.CLUES].copy()

    @property
    def strikes(self) -> Ints:
        """Strikes so far."""
        return self.rows[:, field.STRIKES].copy()

    @property
    def deck_sizes(self) -> Ints:
        """Cards left to draw."""
        return self.rows[:, field.CARDS] - self.rows[:, field.DRAWN]

    @property
    def turns_left(self) -> Ints:
        """In the last round the turns that remain, before it -1 (E3)."""
        return self.rows[:, field.LEFT].copy()

    @property
    def steps(self) -> Ints:
        """Actions taken in the present episode."""
        return self.rows[:, field.STEPS].copy()

    @property
    def episodes(self) -> Ints:
        """Which episode each game is in, from 0."""
        return self.rows[:, field.EPISODE].copy()

    # What one seat can see.

    def observe(
        self,
        encoding: Encoding | None = None,
        *,
        seat: int | None = None,
        out: npt.NDArray[Any] | None = None,
        dtype: npt.DTypeLike | None = None,
        packed: bool = False,
    ) -> npt.NDArray[Any]:
        """The observation of the seat on turn in each game, or of a fixed ``seat``.

        [game][entry] as int8, or as the ``dtype`` wished for: int8, uint8, bool or float32. With ``packed``
        [game][word] as bits in uint64: entry ``e`` is bit ``e % 64`` of word ``e // 64``; uint8 gives the
        same bits in bytes. They are written into ``out`` if it is given, and into nothing else. Where a game
        is over, the seat that ended it looks.
        """
        target = self._target
        # A buffer that is used again is not looked at again.
        if (
            target is None
            or out is not target.out
            or encoding is not target.encoding
            or packed is not target.packed
        ):
            target = self._aim(encoding, out, dtype, packed)
        if seat is None:
            seat = -1
        elif not 0 <= seat < self.players:
            raise ImpossibleTable("table.no-such-seat", seat=seat, last=self.players - 1)
        if self._threaded:
            in_parts(partial(target.observe_part, self.rows, seat), self.games, self.threads)
        else:
            target.kernel(self.rows, target.plan, target.window, target.stride, seat)
        return target.out

    # One game, in the words of the rules.

    def facts(self, index: int) -> Facts:
        """Everything about a game, secrets included."""
        return read_facts(self._settled(index), self.rules, self.layout)

    def deal(self, index: int) -> Deal:
        """The deal that a game began with: with ``actions_of`` and the first seat, the whole game."""
        return read_deal(self._settled(index), self.rules, self.layout)

    def first(self, index: int) -> int:
        """The seat that began a game."""
        return int(self._one(index)[0, field.FIRST])

    def actions_of(self, index: int) -> tuple[str, ...]:
        """The actions of a game so far, in notation."""
        history = self.layout.block("history")
        if not history.words:
            raise ImpossibleTable("fast.no-history")
        row = self._one(index)[0]
        entries = row[history.start :].view(np.uint16)[: row[field.STEPS]].tolist()
        return tuple(
            self.actions.notation(entry & ((1 << SEAT_SHIFT) - 1), entry >> SEAT_SHIFT) for entry in entries
        )

    def set_deal(self, index: int, deal: Deal, first: int = 0) -> None:
        """Restart a game with this deal and this seat; its next episode is dealt by chance again."""
        deal.check(self.rules)
        if not 0 <= first < self.players:
            raise ImpossibleTable("table.cannot-begin", first=first, last=self.players - 1)
        row = self._one(index)
        write_deal(row[0], self.rules, self.layout, deal)
        row[0, field.FIXED] = 1
        kernels.deal_row(row, self.tables, first)

    def set_game(self, index: int, deal: Deal, first: int, actions: Iterable[str]) -> None:
        """Restart a game and play it on by actions in notation, as a record has them."""
        row = self._one(index)
        before = row.copy()
        self.set_deal(index, deal, first)
        rewards, done = np.zeros(1, np.int32), np.zeros(1, np.uint8)
        tables = self.tables.copy()
        tables[[spec.AUTORESET, spec.CHECKED]] = 0, 1
        tables.flags.writeable = False
        try:
            for notation in actions:
                number = self.actions.number(notation, int(row[0, field.TURN]))
                if row[0, field.STATUS]:
                    raise IllegalAction(notation, "illegal.game-over")
                if kernels.step_rows(row, tables, np.array([number]), rewards, done) >= 0:
                    raise self._objection(index, number)
        except TamayaError:
            row[:] = before
            raise

    # Keeping states.

    def save(self) -> Words:
        """All games as they are now: a copy of the rows, for ``load``."""
        return self.rows.copy()

    def load(self, rows: Words) -> None:
        """Go back to rows that ``save`` gave, here or in a batch of the same rules, players and history."""
        if rows.shape != self.rows.shape or rows.dtype != np.int64:
            raise ImpossibleTable(
                "fast.rows-shape", shape=str(rows.shape), kind=str(rows.dtype), wanted=str(self.rows.shape)
            )
        self.rows[:] = rows

    def copy(self) -> Batch:
        """A batch that goes on from here by itself."""
        return _rebuilt(*self._parts())

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, self._parts()

    def _parts(self) -> tuple[str, int, int, int, dict[str, Any], Words]:
        return str(self.rules), self.players, self.games, self.seed, self._options, self.rows

    # Helpers.

    def _aim(
        self, wish: Encoding | None, out: npt.NDArray[Any] | None, dtype: npt.DTypeLike | None, packed: bool
    ) -> Target:
        encoding = encoding_for(self.rules, self.players) if wish is None else wish
        if (encoding.rules, encoding.players) != (self.rules, self.players):
            raise ImpossibleTable(
                "fast.other-encoding", players=encoding.players, rules=str(encoding.rules), batch=repr(self)
            )
        target = aim(wish, encoding, self.games, out, dtype, packed)
        if out is not None:
            self._target = target
        return target

    def _converted(self, actions: npt.ArrayLike) -> Ints:
        chosen = np.asarray(actions)
        if chosen.dtype.kind not in "iu" or chosen.shape != (self.games,):
            raise ImpossibleTable("fast.step-size", games=self.games)
        return chosen.astype(np.int64)

    def _step_threaded(self, rows: Words, tables: Words, chosen: Ints, rewards: Rewards, done: Bytes) -> int:
        if tables[spec.CHECKED]:
            # All parts are looked at before any game moves.
            found = in_parts(
                lambda part: (part.start, kernels.check_rows(rows[part], tables, chosen[part])),
                self.games,
                self.threads,
            )
            illegal: list[int] = [start + place for start, place in found if place >= 0]
            if illegal:
                return min(illegal)
        in_parts(
            lambda part: self._step_rows(rows[part], self._trusting, chosen[part], rewards[part], done[part]),
            self.games,
            self.threads,
        )
        return -1

    def _objection(self, index: int, action: int) -> IllegalAction:
        if not 0 <= action < len(self.actions):
            subject = Message("fast.action", game=index, action=action)
            return IllegalAction(subject, "env.no-such-action", last=len(self.actions) - 1)
        notation = self.actions.notation(action, int(self.rows[index, field.TURN]))
        subject = Message("fast.action-in-notation", game=index, action=action, notation=notation)
        return IllegalAction(subject, "fast.not-allowed")

    def _one(self, index: int) -> Words:
        """One game as a batch of its own: a view."""
        if not 0 <= index < self.games:
            raise ImpossibleTable("fast.no-such-game", game=index, last=self.games - 1)
        return self.rows[index : index + 1]

    def _settled(self, index: int) -> Words:
        row = self._one(index).copy()
        kernels.settle_row(row, self.tables)
        return np.asarray(row[0])


def _rebuilt(rules: str, players: int, games: int, seed: int, options: dict[str, Any], rows: Words) -> Batch:
    batch = Batch(rules, players, games, seed, **options)
    batch.load(rows)
    return batch


def _count(name: str, given: object, least: int) -> int:
    if not isinstance(given, SupportsIndex) or operator.index(given) < least:
        raise ImpossibleTable("fast.least-number", name=name, least=least, given=repr(given))
    return operator.index(given)
