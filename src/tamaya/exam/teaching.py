"""A position as a question to a person, and what a bot says about the answer.

What is right is what the bot does or concludes there. The expectation of the row says only what is asked, and
which of several sensible moves the lesson is about.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, TypeAlias, assert_never

from tamaya.bots import Bot, TableReading, ask, find_bot
from tamaya.bots.guides import Convention, guide
from tamaya.engine import Action, Clue, Play, View
from tamaya.exam.dealing import OURS, ImpossiblePosition
from tamaya.exam.expectations import (
    CanBe,
    ClueIsProper,
    DoesNoneOf,
    DoesOneOf,
    HoldsBack,
    IsCalled,
    IsKept,
    IsKnown,
    IsRead,
    NoSave,
    SavesBy,
)
from tamaya.exam.positions import ExamPosition, build, positions_of
from tamaya.exam.questions import SEED, Verdict, examine_position, is_met
from tamaya.exam.rows import GaveClue, Row
from tamaya.knowledge import know
from tamaya.rules import Card, Seat, UnknownName
from tamaya.words import Message

QuestionKind: TypeAlias = Literal[
    "move", "plays", "cards", "possible", "known", "promised", "kept", "useless", "meaning", "proper", "save"
]
Grade: TypeAlias = Literal["right", "sensible", "otherwise"]
"""The bot agrees; it finds the move sensible but would do something else; it thinks otherwise."""

NONE = "-"
"""The answer that no card is meant."""
YES_NO = ("yes", "no")
MEANINGS = ("play", "save", "stall", "chop move", "fix", "reveal", "mistake")
MOST_MOVES = 20
"""How many sensible moves a bot is asked for."""
MOST_FACES = 6
"""A card that may be more than so many is not worth telling about."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a person on seat A is asked."""

    kind: QuestionKind
    seat: Seat = OURS
    """Whose move or card it is about."""
    slot: int = 0
    """Which card, for a question about one card."""
    clue: str = ""
    """Which clue, in notation, for the question whether it is proper."""
    action: int = 0
    """Which action of the row, from 1, for the question what it means."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What the holder of a card thinks about it, by the conventions, as the learner can work it out."""

    seat: Seat
    slot: int
    cards: tuple[Card, ...]
    """None if there are too many to tell."""
    promised: bool
    kept: bool
    useless: bool


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a bot says about an answer."""

    grade: Grade
    answer: tuple[str, ...]
    """What the bot would have answered."""
    done: str = ""
    """The action that is carried out on the board, in notation; empty for none."""
    reason: tuple[Message, ...] = ()
    """Why the bot does what it does."""
    reading: tuple[Message, ...] = ()
    """How the clue that the learner gave will be read."""
    last: tuple[Message, ...] = ()
    """What the clue before the question was meant to say."""
    conventions: tuple[str, ...] = ()
    """The ids of those that the bot went by."""
    thoughts: tuple[Thought, ...] = ()
    """What everyone thinks about their cards afterwards."""


def question_of(row: Row) -> Question:
    """What a row asks: its first expectation as a question."""
    match row.expect[0]:
        case DoesOneOf() | DoesNoneOf() | SavesBy():
            return Question("move")
        case IsCalled(seat=seat) | HoldsBack(seat=seat):
            return Question("move" if seat == OURS else "plays", seat)
        case IsKept(seat=seat):
            return Question("kept", seat)
        case CanBe(kind, seat, slot, _, cards):
            if cards is None:
                return Question("known", seat, slot)
            return Question("cards" if kind == "inferred" else "possible", seat, slot)
        case IsKnown(kind, seat, _):
            return Question(kind, seat)
        case NoSave(seat):
            return Question("save", seat)
        case ClueIsProper(clue):
            return Question("proper", clue.receiver, clue=str(clue))
        case IsRead(of, _):
            return Question("meaning", action=of)
        case check:
            assert_never(check)


def learners_view(position: ExamPosition, question: Question) -> View:
    """What the learner sees before the answer: the view of seat A, on turn if its move is asked for."""
    if question.kind == "move":
        return position.view(OURS)
    return position.state.view(OURS, position.row.players)


def choices_of(position: ExamPosition, question: Question) -> tuple[str, ...]:
    """What can be answered; of cards, any number at once."""
    view = learners_view(position, question)
    match question.kind:
        case "move":
            return tuple(map(str, view.actions))
        case "plays":
            return (*(f"p{slot}" for slot in _slots(view, question.seat)), NONE)
        case "promised" | "kept" | "useless":
            return (*map(str, _slots(view, question.seat)), NONE)
        case "cards" | "possible":
            faces = know(view).empathy(question.seat)[question.slot - 1]
            return tuple(card for card in view.rules.tables.cards if card in faces)
        case "meaning":
            return MEANINGS
        case "known" | "proper" | "save":
            return YES_NO
        case kind:
            assert_never(kind)


def read_answer(position: ExamPosition, question: Question, text: str) -> tuple[str, ...]:
    """The answer of a person, in the order of the choices; UnknownName if it is none of them."""
    choices = choices_of(position, question)
    several = question.kind in ("cards", "possible")
    given = text.split() if several else [text]
    for one in given or [text]:
        if one not in choices:
            raise UnknownName("answer", one, choices)
    return tuple(one for one in choices if one in given)


def find_convention(book: str, name: str) -> Convention | None:
    """A convention of a book; None if there is none by that name."""
    return next((one for one in guide(book) if one.id == name), None)


@cache
def lesson_positions(book: str, convention: str) -> tuple[ExamPosition, ...]:
    """The positions of a convention that a book has, with cards on seat A that deceive no other seat.

    A position in which the bot of the book does not do what is expected first is left out: where a later
    level of a book reads a clue in another way, the lesson about an earlier one must not praise the old way.
    """
    found, bot = find_convention(book, convention), find_bot(book, "hanabi")
    assert found is not None
    return tuple(_honest(bot, position) for position in positions_of(found) if _teaches(bot, position))


def lesson_lengths(book: str) -> dict[str, int]:
    """How many positions the lesson about each convention of a book has."""
    return {one.id: len(lesson_positions(book, one.id)) for one in guide(book)}


def _teaches(bot: Bot, position: ExamPosition) -> bool:
    """Whether a bot does, or concludes, what a position is about."""
    asked = replace(position, row=replace(position.row, expect=position.row.expect[:1]))
    return all(finding.verdict is Verdict.PASSED for finding in examine_position(bot, asked))


def _honest(bot: Bot, position: ExamPosition) -> ExamPosition:
    """The position in which the cards of seat A are what the bot takes them for, if there is one: a learner
    who trusts the conventions is not punished for it."""
    view = position.view(OURS)
    known, reading = know(view), _reading(bot, view)
    checks: list[CanBe] = []
    for slot in _slots(view, OURS):
        faces = reading.taken_for(OURS, slot) or frozenset()
        if faces and faces < frozenset(known.possible(slot)):
            checks.append(CanBe("inferred", OURS, slot, None, faces))
    does = ask(bot.sit(SEED), view).choice.action
    called = [check for check in checks if does == Play(check.slot)]
    for some in (checks, called, []):
        try:
            found = build(replace(position.row, expect=(*position.row.expect, *some)))
        except ImpossiblePosition:
            continue
        if not isinstance(does, Play) or _fits(found, does):
            return found
    return position


def _fits(position: ExamPosition, play: Play) -> bool:
    after = replace(position.state, turn=OURS).apply(play)
    return after.strikes == position.state.strikes


def judge_answer(book: str, convention: str, number: int, answer: tuple[str, ...]) -> Judgement:
    """What the bot of a book says about an answer to a position of a convention, counted from 1."""
    return judge(find_bot(book, "hanabi"), lesson_positions(book, convention)[number - 1], answer)


def judge(bot: Bot, position: ExamPosition, answer: tuple[str, ...]) -> Judgement:
    """What a bot says about an answer that ``read_answer`` has read."""
    question = question_of(position.row)
    if question.kind == "move":
        return _judge_move(bot, position, answer[0])
    if question.kind == "plays":
        return _judge_plays(bot, position, question, answer)
    view = learners_view(position, question)
    found = _conclude(bot, position, question)
    picked = question.kind in ("promised", "kept", "useless")
    agrees = answer[0] in found if picked else answer == found
    return Judgement(
        "right" if agrees else "otherwise",
        found,
        last=_last_clue(bot, position),
        thoughts=_thoughts(bot, view),
    )


def _judge_move(bot: Bot, position: ExamPosition, answer: str) -> Judgement:
    """A move of seat A: the bot's own is right, and so is another that the lesson is about and that the bot
    finds sensible."""
    view = position.view(OURS)
    action = next(action for action in view.actions if str(action) == answer)
    choice = ask(bot.sit(SEED), view).choice
    advice = {one.action: one.reason for one in bot.advise(view, MOST_MOVES)}
    sensible = _is_proper(bot, view, action) if isinstance(action, Clue) else action in advice
    grade: Grade = "sensible" if sensible else "otherwise"
    if action == choice.action or (sensible and _is_hoped_for(position.row, action)):
        grade = "right"
    after = replace(position.state, turn=OURS).apply(action)
    return Judgement(
        grade,
        (str(choice.action),),
        done=answer,
        reason=next((why for did, why in advice.items() if did == choice.action), choice.reason),
        reading=bot.foretell(view, action) if isinstance(action, Clue) else (),
        last=() if isinstance(action, Clue) else _last_clue(bot, position),
        conventions=choice.conventions,
        thoughts=_thoughts(bot, after.view(OURS, position.row.players)),
    )


def _judge_plays(bot: Bot, position: ExamPosition, question: Question, answer: tuple[str, ...]) -> Judgement:
    """What another seat does on its turn: which card it plays, if it plays one."""
    choice = ask(bot.sit(SEED), position.view(question.seat)).choice
    assert not isinstance(choice.action, str)
    found = (str(choice.action),) if isinstance(choice.action, Play) else (NONE,)
    return Judgement(
        "right" if answer == found else "otherwise",
        found,
        done=str(choice.action),
        reason=choice.reason,
        last=_last_clue(bot, position),
        conventions=choice.conventions,
        thoughts=_thoughts(bot, learners_view(position, question)),
    )


def _conclude(bot: Bot, position: ExamPosition, question: Question) -> tuple[str, ...]:
    """What the bot's reading of the table answers, in the form of the choices."""
    seat, slot = question.seat, question.slot
    holder = _reading(bot, position.view(seat))
    slots = _slots(position.view(seat), seat)
    match question.kind:
        case "cards":
            faces = holder.taken_for(seat, slot) or ()
            return tuple(one for one in choices_of(position, question) if one in faces)
        case "possible":
            faces = holder.possible(seat, slot) or ()
            return tuple(one for one in choices_of(position, question) if one in faces)
        case "known":
            return _yes_no(len(holder.taken_for(seat, slot) or ()) == 1)
        case "promised":
            return tuple(str(one) for one in slots if holder.is_promised(seat, one)) or (NONE,)
        case "kept":
            return tuple(str(one) for one in slots if holder.is_kept(seat, one)) or (NONE,)
        case "useless":
            return tuple(str(one) for one in slots if holder.is_useless(seat, one)) or (NONE,)
        case "meaning":
            number = position.events[question.action - 1]
            return (_reading(bot, position.view(OURS)).meaning(number) or "",)
        case "proper":
            [clue] = [one for one in position.view(OURS).actions if str(one) == question.clue]
            assert isinstance(clue, Clue)
            return _yes_no(_is_proper(bot, position.view(OURS), clue))
        case "save":
            return _yes_no(bool(_reading(bot, position.view(OURS)).saves(seat)))
        case "move" | "plays":
            raise AssertionError("a move is judged by the bot's own")
        case kind:
            assert_never(kind)


def _last_clue(bot: Bot, position: ExamPosition) -> tuple[Message, ...]:
    """How the bot on the seat of the giver expected the last clue to be read."""
    moves = position.row.actions
    for number in range(len(moves), 0, -1):
        if isinstance(given := moves[number - 1], GaveClue):
            view = position.before(number).view(given.seat, position.row.players)
            return bot.foretell(view, Clue(given.to, given.clue))
    return ()


def _thoughts(bot: Bot, view: View) -> tuple[Thought, ...]:
    """What everyone thinks about the cards that mean something by now."""
    reading = _reading(bot, view)
    found = []
    for seat in map(Seat, range(view.players)):
        for slot in _slots(view, seat):
            faces = reading.taken_for(seat, slot) or frozenset()
            told = bool(view.hands[seat][slot - 1].yes)
            promised, kept = bool(reading.is_promised(seat, slot)), bool(reading.is_kept(seat, slot))
            if told or promised or kept:
                few = len(faces) <= MOST_FACES
                cards = tuple(card for card in view.rules.tables.cards if few and card in faces)
                useless = bool(reading.is_useless(seat, slot))
                found.append(Thought(seat, slot, cards, promised, kept, useless))
    return tuple(found)


def _is_hoped_for(row: Row, action: Action) -> bool:
    """Whether a move meets all that the row expects of the moves of seat A."""
    return all(
        is_met(check, action) is True
        for check in row.expect
        if isinstance(check, DoesOneOf | DoesNoneOf | SavesBy)
        or (isinstance(check, IsCalled | HoldsBack | IsKept) and check.seat == OURS)
    )


def _is_proper(bot: Bot, view: View, clue: Clue) -> bool:
    return bool(_reading(bot, view).is_proper(clue))


def _reading(bot: Bot, view: View) -> TableReading:
    reading = bot.read_table(view)
    assert reading is not None, f"{bot.name} does not tell how it reads the table"
    return reading


def _slots(view: View, seat: Seat) -> range:
    return range(1, len(view.hands[seat]) + 1)


def _yes_no(answer: bool) -> tuple[str]:
    return (YES_NO[0],) if answer else (YES_NO[1],)
