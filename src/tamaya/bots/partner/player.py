"""The bot at a table: from a view to an action with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tamaya.bots.conventions.history import Story
from tamaya.bots.partner.account import Account, AccountReader
from tamaya.bots.partner.mind import Mind, read, reader_of
from tamaya.bots.partner.spoken import Speaker
from tamaya.bots.partner.styles import PARTNER, STYLES, Style
from tamaya.bots.partner.thoughts import at_word, doubted, thoughts_of
from tamaya.bots.partner.tiles import use_tile
from tamaya.bots.partner.weighing import Weighing
from tamaya.bots.registry import Choice, bot
from tamaya.engine.actions import Action
from tamaya.engine.events import Event
from tamaya.engine.view import View
from tamaya.rules import Seat
from tamaya.words import Message


class _Player:
    """Plays by a style, and says why."""

    style: ClassVar[Style]

    def __init__(self, _seed: int | str) -> None:
        self._style = self.style
        self._reader = reader_of(self._style)
        self._accounts = AccountReader(self._style)

    def act(self, view: View, _events: Sequence[Event]) -> Choice[Action]:
        """What to do, with the reason. It depends on the view alone; what was read before saves time."""
        return _choose(view, self._style, self._reader.read(view), self._accounts.read(view))


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
    """Follows the conventions that its table has chosen, and says why."""

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
    return _choose(view, style, read(view, style), Account.of(view, style))


def explain_action(view: View, action: Action, style: Style = PARTNER) -> Choice[Action]:
    """Any move of the seat on turn, with what it means by the conventions."""
    return _explained(Weighing(Mind.of(view, style)), Account.of(view, style), action)


def _choose(view: View, style: Style, story: Story, account: Account) -> Choice[Action]:
    mind = Mind.from_story(view, style, story)
    weighing = Weighing(mind)
    if view.tile is not None:
        tile = use_tile(view, mind.book, mind.table, mind.reading, mind.sight)
        return _explained(weighing, account, tile)
    action = weighing.best()
    if action is None:
        return Choice(view.actions[0], Message("why.only-move"))
    return _explained(weighing, account, action)


def _explained(weighing: Weighing, account: Account, action: Action) -> Choice[Action]:
    """A move with what is said about it, aloud and after the game."""
    mind = weighing.mind
    account.at_word = at_word(mind)
    account.doubted = doubted(mind)
    said = list(Speaker(mind.view, account, Seat(mind.seat)).why(action))
    conventions = dict.fromkeys(name for _, names in said for name in names)
    return Choice(
        action,
        [message for message, _ in said],
        thoughts_of(weighing, account, action),
        conventions=tuple(conventions),
    )
