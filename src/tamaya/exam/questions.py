"""Asking a bot: what it does in a position, how it reads the table there, and whether that was expected.

What a bot does is asked on the seat that an expectation is about, as though its turn had come. How it reads
the table is asked on the view of the holder of a card, since the conventions speak about what the holder
concludes; where a row names another seat that thinks so, on the view of that one; and for what seat A may
tell others, and for the meaning of earlier moves, on the view of seat A.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar, assert_never

from tamaya.bots import Bot, TableReading, ask
from tamaya.engine import Action, Clue, Discard, Play
from tamaya.exam.dealing import OURS
from tamaya.exam.expectations import (
    CanBe,
    ClueIsProper,
    DoesNoneOf,
    DoesOneOf,
    Expectation,
    HoldsBack,
    IsCalled,
    IsKept,
    IsKnown,
    IsRead,
    NoSave,
    SavesBy,
)
from tamaya.exam.positions import ExamPosition
from tamaya.rules import Seat, seat_letter

SEED = 1
"""Bots that need chance get the same in every exam."""
NO_ANSWER = "-"
CALLED = ("called blind", "called clue", "called order")
"""The kinds of ``called``, by how a card is called."""
KEPT_READ = "kept read"
"""The kind of ``kept`` where it is asked of the bot's reading."""
Told = TypeVar("Told")


class Verdict(StrEnum):
    """What came of a question."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_ASKED = "not asked"
    """The bot cannot play there, does not tell, or did what the expectation says nothing about."""


@dataclass(frozen=True, slots=True)
class Finding:
    """An expectation, and what a bot did or thought."""

    position: str
    level: int
    kind: str
    """As in the file; ``called`` with how, and ``kept read`` for what the bot's reading says."""
    expected: str
    did: str
    """In notation; a sentence if the bot failed."""
    verdict: Verdict


class _BotFailed(Exception):
    """The text says how."""


def examine(
    bot: Bot,
    positions: Iterable[ExamPosition],
    progress: Callable[[], None] = lambda: None,
) -> tuple[Finding, ...]:
    """Ask a bot in each position; ``progress`` is called after each of them."""
    found: list[Finding] = []
    for position in positions:
        found += examine_position(bot, position)
        progress()
    return tuple(found)


def examine_position(bot: Bot, position: ExamPosition) -> tuple[Finding, ...]:
    """Ask a bot all that is expected in a position."""
    row = position.row
    if bot.plays_by == "table":
        # A position tells by which conventions all play.
        bot = bot.under(row.style, agreed=True)
    examinee = _Examinee(bot, position)
    asked = (row.fresh or not bot.whole_games) and not bot.obstacle(row.rules, len(row.players))
    found = []
    for check in row.expect:
        for kind in _kinds(check):
            verdict, did = Verdict.NOT_ASKED, NO_ANSWER
            if asked:
                try:
                    good, did = _answer(kind, check, examinee)
                    verdict = _VERDICTS[good]
                except _BotFailed as fault:
                    verdict, did = Verdict.FAILED, str(fault)
            found.append(Finding(row.id, row.level, kind, str(check), did, verdict))
    return tuple(found)


_VERDICTS = {True: Verdict.PASSED, False: Verdict.FAILED, None: Verdict.NOT_ASKED}


class _Examinee:
    """A bot in a position: asked once on each seat what it does, and how it reads the table."""

    def __init__(self, bot: Bot, position: ExamPosition) -> None:
        self.bot = bot
        self.position = position
        self._actions: dict[Seat, Action] = {}
        self._readings: dict[Seat, TableReading | None] = {}

    def act(self, seat: Seat = OURS) -> Action:
        """What it does on a seat."""
        if seat not in self._actions:
            view = self.position.view(seat)
            answer = ask(self.bot.sit(SEED), view)
            if answer.fault is not None:
                raise _BotFailed(str(answer.fault))
            self._actions[seat] = next(action for action in view.actions if action == answer.choice.action)
        return self._actions[seat]

    def read(self, seat: Seat, question: Callable[[TableReading], Told | None]) -> Told | None:
        """What its reading of the table on a seat answers; None if it has none, or no answer."""
        try:
            if seat not in self._readings:
                self._readings[seat] = self.bot.read_table(self.position.view(seat))
            reading = self._readings[seat]
            return None if reading is None else question(reading)
        except Exception as error:
            raise _BotFailed(f"{type(error).__name__}: {error}") from error


def _kinds(check: Expectation) -> tuple[str, ...]:
    """The kinds under which an expectation is asked: ``kept`` of the action, and also of the reading."""
    match check:
        case DoesOneOf():
            return ("action",)
        case DoesNoneOf():
            return ("not_action",)
        case SavesBy():
            return ("save_choice",)
        case IsCalled(how=how):
            way = "blind" if "blind" in how else "order" if "order" in how else "clue"
            return (f"called {way}",)
        case HoldsBack():
            return ("hold",)
        case IsKept():
            return ("kept", KEPT_READ)
        case CanBe(kind=kind) | IsKnown(kind=kind):
            return (kind,)
        case NoSave():
            return ("no_save",)
        case ClueIsProper():
            return ("clue_ok",)
        case IsRead():
            return ("reading",)
        case _:
            assert_never(check)


def _answer(kind: str, check: Expectation, examinee: _Examinee) -> tuple[bool | None, str]:
    """Whether an expectation is met, None if nothing can be said, and what the bot did or thought."""
    match check:
        case DoesOneOf() | DoesNoneOf() | SavesBy():
            did = examinee.act()
            return is_met(check, did), str(did)
        case IsCalled(seat=seat) | HoldsBack(seat=seat):
            did = examinee.act(seat)
            return is_met(check, did), str(did)
        case IsKept(seat=seat) if kind != KEPT_READ:
            did = examinee.act(seat)
            return is_met(check, did), str(did)
        case _:
            return _read(check, examinee)


def is_met(
    check: DoesOneOf | DoesNoneOf | SavesBy | IsCalled | HoldsBack | IsKept, did: Action
) -> bool | None:
    """Whether an action is as expected; None if the expectation says nothing about it."""
    match check:
        case DoesOneOf(ways):
            return any(way.matches(did) for way in ways)
        case DoesNoneOf(ways):
            return not any(way.matches(did) for way in ways)
        case SavesBy(seat, ways):
            if any(way.matches(did) for way in ways):
                return True
            return False if isinstance(did, Clue) and did.receiver == seat else None
        case IsCalled(_, slots):
            return isinstance(did, Play) and did.slot in slots
        case HoldsBack(_, slot):
            return not (isinstance(did, Play) and slot in (None, did.slot))
        case IsKept(_, slot):
            return did != Discard(slot)


def _read(
    check: IsKept | CanBe | IsKnown | NoSave | ClueIsProper | IsRead, examinee: _Examinee
) -> tuple[bool | None, str]:
    """The same for what a bot's reading of the table says."""
    match check:
        case IsKept(seat, slot):
            return _said(examinee.read(seat, lambda reading: reading.is_kept(seat, slot)))
        case CanBe(kind, seat, slot, by, cards):
            faces = examinee.read(
                seat if by is None else by,
                lambda reading: (reading.taken_for if kind == "inferred" else reading.possible)(seat, slot),
            )
            if faces is None:
                return None, NO_ANSWER
            told = f"{seat_letter(seat)}{slot} = {' '.join(sorted(faces))}"
            return (len(faces) > 1 if cards is None else faces == cards), told
        case IsKnown(kind, seat, slot):
            return _said(
                examinee.read(
                    seat,
                    lambda reading: (reading.is_promised if kind == "promised" else reading.is_useless)(
                        seat, slot
                    ),
                )
            )
        case NoSave(seat):
            saves = examinee.read(OURS, lambda reading: reading.saves(seat))
            return (None, NO_ANSWER) if saves is None else (not saves, " ".join(map(str, saves)) or NO_ANSWER)
        case ClueIsProper(clue):
            return _said(examinee.read(OURS, lambda reading: reading.is_proper(clue)))
        case IsRead(of, expected):
            number = examinee.position.events[of - 1]
            meaning = examinee.read(OURS, lambda reading: reading.meaning(number))
            return (None, NO_ANSWER) if meaning is None else (meaning == expected, f"#{of} = {meaning}")
        case _:
            assert_never(check)


def _said(answer: bool | None) -> tuple[bool | None, str]:
    return answer, NO_ANSWER if answer is None else "yes" if answer else "no"
