"""The bots of one process: a bot's Player lives on between its moves."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from tamaya.bots import Answer, Bot, GameName, Player, ask, find_bot
from tamaya.bots.partner.styles import known_book
from tamaya.records import AnyEvent, AnyView
from tamaya.rules import Seat

MOST_PLAYERS = 64


@dataclass(frozen=True, slots=True)
class SeatedBot:
    """A bot on a seat of a table."""

    table: str
    seat: Seat
    bot: str
    game: GameName
    conventions: str = ""
    """The book by which the table plays; empty for the usual one."""

    @property
    def row(self) -> Bot:
        """The bot, as it plays at this table."""
        return find_bot(self.bot, self.game).under(known_book(self.conventions))

    @property
    def seed(self) -> str:
        """What its chance begins with; the same for every table, so that a game can be repeated."""
        return f"seat {self.seat}"


class Players:
    """The Players that were asked last. One that was let go is built again from the history of its view.

    A Player goes on only if the view continues the history that it has been shown; after a move was taken
    back it does not. What another process has done on its seat meanwhile it is told as events.
    """

    def __init__(self, most: int = MOST_PLAYERS) -> None:
        self._most = most
        self._kept: OrderedDict[SeatedBot, tuple[Player, tuple[AnyEvent, ...]]] = OrderedDict()
        """bot: its Player, and the history that it has been shown"""

    def ask(self, seated: SeatedBot, view: AnyView) -> Answer:
        """What a bot does on its turn, and why; a plain choice if it fails."""
        player, known = self._kept.pop(seated, (None, ()))
        continues = len(view.history) > len(known) and view.history[: len(known)] == known
        if player is None or not continues:
            player = seated.row.sit(seated.seed)
        answer = ask(player, view)
        if not answer.fault:
            self._kept[seated] = player, view.history
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return answer
