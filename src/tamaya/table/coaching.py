"""The coach at a table: who may ask it, who is told, and what it answers.

A player chooses how much help they want, for all to see, and any other person at the table may refuse it for
all. A question itself is not stored: the first one of a seat leaves an entry that help was used. The answer
depends on the view of the seat that asks, and goes to that seat alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from tamaya.bots import DEFAULT_BOTS, AnyClue, Bot, Suggestion, check_message, find_bot
from tamaya.bots.partner.styles import BOOKS, book_title, known_book
from tamaya.engine import Clue, FreeClue, View
from tamaya.rules import Seat
from tamaya.table.commands import AllowCoach, ChooseCoach, Guest, Refused, refusing
from tamaya.table.entries import CoachAllowed, CoachAsked, CoachChosen
from tamaya.table.table import Table
from tamaya.words import Message, Who

MOST_COACH_CHANGES = 100
"""How often the help may be changed, allowed and refused at one table; no log grows for ever."""


def choose_coach(table: Table, guest: Guest, command: ChooseCoach) -> CoachChosen:
    """A player wants more or less help from now on."""
    seat = _changing_seat(table, guest)
    if command.level != "off" and (obstacle := table.coach_obstacle):
        raise Refused("forbidden", obstacle)
    if table.coach_level(seat) == command.level:
        raise Refused("illegal", "refused.coach-same")
    return CoachChosen(seat=seat, level=command.level)


def allow_coach(table: Table, guest: Guest, command: AllowCoach) -> CoachAllowed:
    """A player refuses the coach for all, or the one who refused it allows it again."""
    seat = _changing_seat(table, guest)
    refuser = table.coach_refuser
    if command.allowed:
        if refuser is None:
            raise Refused("illegal", "refused.coach-not-refused")
        if seat != refuser:
            raise Refused("forbidden", "refused.coach-not-yours")
    else:
        if table.coach_obstacle:
            raise Refused("illegal", table.coach_obstacle)
        if len(table.people) < 2:
            raise Refused("illegal", "refused.coach-alone")
    return CoachAllowed(seat=seat, allowed=command.allowed)


def _changing_seat(table: Table, guest: Guest) -> Seat:
    seat = table.need_seat(guest.id)
    if table.phase == "over" or table.uploaded:
        raise Refused("illegal", "refused.over")
    if table.coach_changes >= MOST_COACH_CHANGES:
        raise Refused("too-much", "refused.enough-coach")
    return seat


@dataclass(frozen=True, slots=True)
class Question:
    """What the player on turn asks: what they could do, or how a clue will be read."""

    view: View
    """What their seat knows."""
    bots: tuple[str, ...]
    """[seat] which bot it is; empty for a person."""
    clue: AnyClue | None = None
    conventions: str = ""
    """The book by which the table plays; empty for the usual one."""

    @property
    def coach(self) -> Bot:
        """The bot that reads clues as people at this table are supposed to."""
        return self._row(DEFAULT_BOTS["hanabi"])

    def bot(self, seat: Seat) -> Bot | None:
        """The bot on a seat, as it plays at this table; None for a person."""
        return self._row(self.bots[seat]) if self.bots[seat] else None

    def _row(self, name: str) -> Bot:
        return find_bot(name, "hanabi").under(known_book(self.conventions))


@dataclass(frozen=True, slots=True)
class Advice:
    """What the coach answers, to the seat that asks and to no other."""

    suggestions: tuple[Suggestion, ...] = ()
    """Sensible moves, the best first."""
    reading: tuple[Message, ...] = ()
    """How the receiver will read the clue in question."""
    faults: tuple[str, ...] = ()
    """What went wrong with bots that were asked, for the log of a server."""


class Consultation(NamedTuple):
    """A question that may be asked, and the entry that the seat asks at all, if it is the first one."""

    question: Question
    entry: CoachAsked | None


def consult(table: Table, guest: Guest, clue: str | None = None) -> Consultation:
    """Let a player on turn ask the coach; ``clue`` is a clue in notation that they are about to give."""
    seat = table.need_seat(guest.id)
    if table.phase != "playing":
        raise Refused("illegal", "refused.not-started" if table.phase == "gathering" else "refused.over")
    if table.coach_obstacle:
        raise Refused("forbidden", table.coach_obstacle)
    if table.coach_level(seat) == "off":
        raise Refused("forbidden", "refused.coach-off")
    if table.turn != seat:
        raise Refused("illegal", "refused.not-your-turn")
    view = table.seat_view(seat)
    assert isinstance(view, View), "the coach is for the co-operative game"
    bots = tuple(map(table.bot_at, range(len(table.setup.seats))))
    asked = None if clue is None else _clue(table, view, clue)
    question = Question(view, bots, asked, table.conventions)
    return Consultation(question, None if seat in table.coached else CoachAsked(seat=seat))


def _clue(table: Table, view: View, text: str) -> AnyClue:
    """A clue that the player on turn may give."""
    with refusing():
        action = table.kind.parse_action(text)
    if not isinstance(action, Clue | FreeClue) or action not in view.actions:
        raise Refused("illegal", "refused.no-such-clue")
    return action


def answer(question: Question) -> Advice:
    """What the coach says.

    Where other people play, it goes by the table's conventions; a player among bots is advised by the first
    of them that coaches, by its own conventions.
    """
    if question.clue is not None:
        return _foretell(question, question.clue)
    faults: list[str] = []
    for bot in _coaches(question):
        try:
            suggestions = _checked(bot.advise(question.view), question.view)
        except Exception as error:
            faults.append(f"{bot.name}: {type(error).__name__}: {error}")
            continue
        if suggestions:
            honest = tuple(_honest(suggestion, question, bot, faults) for suggestion in suggestions)
            return Advice(suggestions=honest, faults=tuple(dict.fromkeys(faults)))
    return Advice(faults=tuple(faults))


def _coaches(question: Question) -> list[Bot]:
    """The bots to ask for moves, in their order, each once."""
    seat, players = question.view.seat, len(question.bots)
    assert seat is not None
    others = [question.bot(Seat((seat + step) % players)) for step in range(1, players)]
    first = [question.coach] if None in others else []
    rows = [*first, *(bot for bot in others if bot is not None), question.coach]
    return list({(bot.name, bot.adviser): bot for bot in rows}.values())


def _foretell(question: Question, clue: AnyClue) -> Advice:
    """How a clue will be read: by the bot that gets it, or by the table's conventions."""
    receiver, faults = question.bot(clue.receiver), list[str]()
    for bot in (receiver, question.coach):
        reading = _reading(bot, question, clue, faults)
        if bot is not None and reading:
            reading = (*reading, *_condition(clue.receiver, question, bot))
            return Advice(reading=reading, faults=tuple(faults))
    return Advice(faults=tuple(faults))


def _reading(bot: Bot | None, question: Question, clue: AnyClue, faults: list[str]) -> tuple[Message, ...]:
    """What a bot foretells; nothing if it has no word, or fails."""
    if bot is None:
        return ()
    try:
        reading = bot.foretell(question.view, clue)
        for message in reading:
            check_message(message)
    except Exception as error:
        faults.append(f"{bot.name}: {type(error).__name__}: {error}")
        return ()
    return reading


def _checked(suggestions: tuple[Suggestion, ...], view: View) -> tuple[Suggestion, ...]:
    """What a bot suggests, as far as it is legal and can be said."""
    for suggestion in suggestions:
        for message in suggestion.reason:
            check_message(message)
    return tuple(suggestion for suggestion in suggestions if suggestion.action in view.actions)


def _honest(suggestion: Suggestion, question: Question, coach: Bot, faults: list[str]) -> Suggestion:
    """A suggestion; a clue with how its receiver reads it who goes by another book, or with the condition
    under which it is read so."""
    match suggestion.action:
        case Clue(receiver) | FreeClue(receiver) as clue:
            other = question.bot(receiver)
            if other is not None and other.foreteller != coach.foreteller:
                own = _reading(other, question, clue, faults)
                if own:
                    return replace(suggestion, reason=own)
            condition = _condition(receiver, question, coach)
            return replace(suggestion, reason=(*suggestion.reason, *condition))
        case _:
            return suggestion


def _condition(receiver: Seat, question: Question, coach: Bot) -> tuple[Message, ...]:
    """Under which condition a clue will be read so: a person, or another bot, need not think as the coach."""
    bot = question.bot(receiver)
    if bot is not None and bot.foreteller == coach.foreteller:
        return ()
    if coach.conventions in BOOKS:
        return (Message("coach.condition-book", who=Who(receiver), book=book_title(coach.conventions)),)
    return (Message("coach.condition", who=Who(receiver), bot=coach.name),)
