"""Observations in DeepMind's words, each part read from the game when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tamaya.fast import ActionKind, Batch, Encoding, Meaning, kernels, layout

LETTERS: Final = "RYGWB"
"""[colour] as DeepMind's environment writes it."""

Json = dict[str, Any]


class RowReader:
    """What all observations of an environment share: where things lie in a row, and how they are called."""

    def __init__(self, batch: Batch, encoding: Encoding, moves: tuple[Json, ...]) -> None:
        tables = batch.rules.tables
        self.batch = batch
        self.encoding = encoding
        self.moves = moves
        self.players = batch.players
        self.hand = batch.layout.hand
        self.ranks = tables.ranks
        self.colours = len(tables.suits)
        self.lives = batch.rules.strikes
        self.faces = batch.layout.faces
        self.cards = [
            {"color": letter, "rank": rank}
            for letter in LETTERS[: self.colours]
            for rank in range(self.ranks)
        ]
        self.starts = {block.name: block.start for block in batch.layout.blocks}
        self.latest: Snapshot | None = None
        self._buffer = np.zeros((1, encoding.length), np.int8)
        self._aside = Batch(batch.rules, batch.players, 1, 0, autoreset=False, history=False)

    def encode(self, moment: Snapshot, seat: int) -> list[int]:
        """The vector that a seat observed at a moment, be it past."""
        batch = self.batch
        if moment is not self.latest or moment.over:
            batch = self._aside
            batch.rows[0] = moment.words
        seen: list[int] = batch.observe(self.encoding, seat=seat, out=self._buffer)[0].tolist()
        return seen


class Snapshot:
    """A game as it stood after a step."""

    __slots__ = ("fallen", "over", "pile", "player", "reader", "words")

    def __init__(self, reader: RowReader, pile: list[int]) -> None:
        """Take down the game; ``pile`` are the discarded faces in order, which may grow later."""
        self.reader = reader
        self.pile = pile
        self.words: list[int] = reader.batch.rows[0].tolist()
        self.over = self.words[layout.STATUS] != 0
        self.player = self.words[layout.TURN]
        if self.over:
            self._settle()
        self._take_discard()
        self.fallen = len(pile)
        reader.latest = self

    def observation(self, seat: int) -> Observation:
        """What a seat may know."""
        return Observation(self, seat)

    def hand(self, seat: int) -> list[int]:
        """The faces of a hand."""
        starts = self.reader.starts
        faces = self.words[starts["faces"] + seat]
        count = self.words[starts["counts"] + seat]
        return [faces >> layout.FACE_BITS * slot & layout.FACE_MASK for slot in range(count)]

    def _take_discard(self) -> None:
        """The pile of a row has no order, so what the last action added is noted here."""
        kind = (self.words[layout.WHO] & 15) - 1
        shown = self.words[layout.SHOWN]
        fitted = shown >> self.reader.faces
        if kind == ActionKind.DISCARD or (kind == ActionKind.PLAY and not fitted):
            self.pile.append((shown & (1 << self.reader.faces) - 1).bit_length() - 1)

    def _settle(self) -> None:
        """DeepMind's environment pays, draws and hands the turn on after the end too; E2 does not."""
        reader, words, seat = self.reader, self.words, self.player
        if words[layout.STATUS] == layout.PERFECT and words[layout.CLUES] < reader.batch.rules.clues:
            words[layout.CLUES] += 1
            words[layout.SHOWN] |= 2 << reader.faces
        self.player = (seat + 1) % reader.players
        starts = reader.starts
        slot = words[starts["counts"] + seat]
        drawn = words[layout.DRAWN]
        if slot == reader.hand or drawn == words[layout.CARDS]:
            return
        row = reader.batch.rows.copy()
        kernels.settle_row(row, reader.batch.tables)
        face = row.item(0, starts["deck"] + drawn // 8) >> drawn % 8 * 8 & 255
        place = layout.FACE_BITS * slot
        words[starts["faces"] + seat] += (face - layout.FACE_MASK) << place
        words[starts["counts"] + seat] += 1
        words[starts["known"] + seat * reader.hand + slot] = (1 << reader.faces) - 1
        words[layout.DRAWN] += 1


def _whole(name: str) -> Callable[..., Any]:
    """A method of dict that needs all keys to be there."""
    method: Callable[..., Any] = getattr(dict, name)

    def complete(self: Observation, *args: Any, **kwargs: Any) -> Any:
        self.fill()
        return method(self, *args, **kwargs)

    complete.__name__ = name
    return complete


class Observation(dict[str, Any]):
    """A dict with the keys of DeepMind's, each of which is worked out when it is first looked at."""

    __slots__ = ("_moment", "_seat")

    def __init__(self, moment: Snapshot, seat: int) -> None:
        self._moment: Snapshot | None = moment
        self._seat = seat
        # One key is there from the start: json takes a dict without entries for an empty one.
        self["current_player"] = moment.player

    def __missing__(self, key: str) -> Any:
        moment = self._moment
        if moment is None:
            raise KeyError(key)
        value = self[key] = _PARTS[key](moment, self._seat)
        return value

    def fill(self) -> None:
        """Work out the parts not asked for yet; from then on it is a dict like any other."""
        if self._moment is None:
            return
        parts = {key: self[key] for key in KEYS}
        self._moment = None
        parts.update(dict.items(self))
        dict.clear(self)
        self.update(parts)

    def get(self, key: str, default: Any = None) -> Any:
        """As for any dict, without working out the other keys."""
        try:
            return self[key]
        except KeyError:
            return default

    def __eq__(self, other: object) -> bool:
        self.fill()
        if isinstance(other, Observation):
            other.fill()
        return dict.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)

    def copy(self) -> dict[str, Any]:
        """A plain dict."""
        return dict(self)


for _name in (
    "__contains__", "__iter__", "__len__", "__reversed__", "__repr__", "__or__",
    "__ror__", "__delitem__", "keys", "values", "items", "pop", "popitem", "setdefault", "clear",
):  # fmt: skip
    setattr(Observation, _name, _whole(_name))


def _fireworks(moment: Snapshot) -> dict[str, int]:
    ranks, played = moment.reader.ranks, moment.words[layout.PLAYED]
    return {
        letter: (played >> colour * ranks & (1 << ranks) - 1).bit_count()
        for colour, letter in enumerate(LETTERS[: moment.reader.colours])
    }


def _legal(moment: Snapshot, seat: int) -> list[int]:
    if seat != moment.player or moment.over:
        return []
    legal = moment.words[layout.LEGAL]
    return [number for number in range(len(moment.reader.moves)) if legal >> number & 1]


def _observed_hands(moment: Snapshot, seat: int) -> list[list[Json]]:
    reader = moment.reader
    own = [seat] if reader.encoding.knowledge != "seer" else []
    return [
        [dict(_UNSEEN) if holder in own else dict(reader.cards[face]) for face in moment.hand(holder)]
        for holder in _around(moment, seat)
    ]


def _card_knowledge(moment: Snapshot, seat: int) -> list[list[Json]]:
    return [
        [_told(moment, holder, slot, face) for slot, face in enumerate(moment.hand(holder))]
        for holder in _around(moment, seat)
    ]


def _told(moment: Snapshot, holder: int, slot: int, face: int) -> Json:
    """What clues said of a card: its colour and its rank, where they named it."""
    reader = moment.reader
    if reader.encoding.knowledge == "minimal":
        return {"color": None, "rank": None}
    if reader.encoding.knowledge == "seer":
        return dict(reader.cards[face])
    touched = moment.words[reader.starts["known"] + holder * reader.hand + slot] >> reader.faces
    colours, ranks = touched & (1 << reader.colours) - 1, touched >> reader.colours
    return {
        "color": LETTERS[colours.bit_length() - 1] if colours else None,
        "rank": ranks.bit_length() - 1 if ranks else None,
    }


def _around(moment: Snapshot, seat: int) -> list[int]:
    players = moment.reader.players
    return [(seat + offset) % players for offset in range(players)]


_UNSEEN: Final = {"color": None, "rank": -1}

_PARTS: Final[dict[str, Callable[[Snapshot, int], Any]]] = {
    "current_player": lambda moment, _: moment.player,
    "current_player_offset": lambda moment, seat: (moment.player - seat) % moment.reader.players,
    "life_tokens": lambda moment, _: moment.reader.lives - moment.words[layout.STRIKES],
    "information_tokens": lambda moment, _: moment.words[layout.CLUES],
    "num_players": lambda moment, _: moment.reader.players,
    "deck_size": lambda moment, _: moment.words[layout.CARDS] - moment.words[layout.DRAWN],
    "fireworks": lambda moment, _: _fireworks(moment),
    "legal_moves": lambda moment, seat: [dict(moment.reader.moves[n]) for n in _legal(moment, seat)],
    "legal_moves_as_int": _legal,
    "observed_hands": _observed_hands,
    "discard_pile": lambda moment, _: [
        dict(moment.reader.cards[face]) for face in moment.pile[: moment.fallen]
    ],
    "card_knowledge": _card_knowledge,
    "vectorized": lambda moment, seat: moment.reader.encode(moment, seat),
}
"""key: how it is read for a seat, in the order of DeepMind's."""

KEYS: Final = tuple(_PARTS)


def move_of(meaning: Meaning, colours: int) -> Json:
    """An action in DeepMind's words."""
    match meaning.kind:
        case ActionKind.PLAY | ActionKind.DISCARD:
            return {"action_type": meaning.kind.name, "card_index": meaning.slot - 1}
        case ActionKind.COLOUR:
            return {
                "action_type": "REVEAL_COLOR",
                "target_offset": meaning.offset,
                "color": LETTERS[meaning.index],
            }
        case _:
            return {
                "action_type": "REVEAL_RANK",
                "target_offset": meaning.offset,
                "rank": meaning.index - colours,
            }
