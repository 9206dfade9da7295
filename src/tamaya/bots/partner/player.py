"""The bot at a table: from a view to an action with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tamaya.bots.conventions.history import Story
from tamaya.bots.facts import CLUE, PLAY
from tamaya.bots.partner.choose import best, touched_by
from tamaya.bots.partner.explain import what_it_can_be, why_clue, why_discard, why_play
from tamaya.bots.partner.look import look
from tamaya.bots.partner.mind import read, reader_of, sight_of
from tamaya.bots.partner.state import PartnerBook, Sight, partner_book
from tamaya.bots.partner.styles import PARTNER, STYLES, Style
from tamaya.bots.partner.tiles import use_tile
from tamaya.bots.registry import Choice, bot
from tamaya.engine.actions import Action, Back, Clue, Discard, Encore, FreeClue, Play
from tamaya.engine.events import Event
from tamaya.engine.story import card_label
from tamaya.engine.view import View
from tamaya.rules import Seat
from tamaya.words import Message


class _Player:
    """Plays by a style, and says why."""

    style: ClassVar[Style]

    def __init__(self, _seed: int | str) -> None:
        self._style = self.style
        self._reader = reader_of(self._style)

    def act(self, view: View, _events: Sequence[Event]) -> Choice[Action]:
        """What to do, with the reason. It depends on the view alone; what was read before saves time."""
        return _choose(view, self._style, self._reader.read(view))


@bot(
    name="partner",
    summary=Message("bots.partner"),
    conventions="partner",
    compiled="tamaya.bots.partner.compiled:finish_games",
    reader="tamaya.bots.partner.reading:read_table",
    adviser="tamaya.bots.partner.coach:advise",
    foreteller="tamaya.bots.partner.coach:foretell",
    by_book="tamaya.bots.partner.by_style:under",
)
class Partner(_Player):
    """Plays by the conventions of its table, and says why."""

    style = PARTNER


def _register(style: str) -> None:
    """Register the bot of a style under its name."""
    teacher = f"tamaya.bots.partner.by_style:{style.replace('-', '_')}"
    bot(
        name=style,
        summary=Message(f"bots.{style}"),
        conventions=style,
        compiled=f"{teacher}.finish_games",
        reader=f"{teacher}.read_table",
        adviser=f"{teacher}.advise",
        foreteller=f"{teacher}.foretell",
    )(type(style, (_Player,), {"style": STYLES[style]}))


for _name in STYLES:
    _register(_name)


def choose_action(view: View, style: Style = PARTNER) -> Choice[Action]:
    """The move of the seat on turn, with its reason."""
    return _choose(view, style, read(view, style))


def explain_action(view: View, action: Action, style: Style = PARTNER) -> Choice[Action]:
    """Any move of the seat on turn, with what it means by the conventions."""
    story, book = read(view, style), partner_book(view.rules, view.players, style.weights)
    sight = sight_of(view, story)
    look(book, story.table, story.reading, sight)
    return _explained(view, book, story, sight, action)


def _choose(view: View, style: Style, story: Story) -> Choice[Action]:
    book = partner_book(view.rules, view.players, style.weights)
    table, reading, sight = story.table, story.reading, sight_of(view, story)
    if view.tile is not None:
        look(book, table, reading, sight)
        return _explained(view, book, story, sight, use_tile(view, book, table, reading, sight))
    kind, where, clue = best(book, table, reading, sight)
    action: Action = Play(where + 1) if kind == PLAY else Discard(where + 1)
    if kind == CLUE:
        action = Clue(Seat(where), view.rules.tables.clues[clue])
    if action not in view.actions:
        return Choice(view.actions[0], Message("why.only-move"))
    return _explained(view, book, story, sight, action)


def _explained(view: View, book: PartnerBook, story: Story, sight: Sight, action: Action) -> Choice[Action]:
    match action:
        case Clue(receiver, told) | FreeClue(receiver, told):
            clue = view.rules.tables.clues.index(told)
            touched = touched_by(book, story.table, sight, receiver, clue)
            return Choice(action, why_clue(book, story, sight, receiver, clue, touched))
        case Play(slot) if slot:
            why = why_play(view, story, sight, slot - 1)
            return Choice(action, why, what_it_can_be(view, sight, slot - 1))
        case Discard(slot):
            why = why_discard(story, sight, slot - 1)
            return Choice(action, why, what_it_can_be(view, sight, slot - 1))
        case Back(card) | Encore(card):
            return Choice(action, Message("why.partner.returned", card=card_label(card, view.rules)))
        case _:
            return Choice(action)
