"""Each style as a coach and an examinee: the functions that the registered bots of ``player`` name.

A row of the registry names a function as text, here ``tamaya.bots.partner.by_style:h_group_3.advise``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from tamaya.bots.coaching import AnyClue, Suggestion
from tamaya.bots.partner import coach
from tamaya.bots.partner.reading import StyleReading
from tamaya.bots.partner.styles import PARTNER, STYLES, Style, with_strangers
from tamaya.bots.registry import Bot
from tamaya.engine.view import View
from tamaya.words import Message

if TYPE_CHECKING:
    from tamaya.fast.batch import Batch
    from tamaya.fast.rollouts import Rollout


@dataclass(frozen=True, slots=True)
class StyleTeacher:
    """What a bot of a style can be asked besides its move."""

    style: Style

    def read_table(self, view: View) -> StyleReading:
        """What the seat of a view concludes."""
        return StyleReading(view, self.style)

    def advise(self, view: View, count: int) -> tuple[Suggestion, ...]:
        """Sensible moves for the seat of a view, the best first."""
        return coach.advise(view, count, self.style)

    def foretell(self, view: View, clue: AnyClue) -> tuple[Message, ...]:
        """How the receiver will read a clue of the seat of a view."""
        return coach.foretell(view, clue, self.style)

    def finish_games(self, batch: Batch) -> Rollout:
        """Let a table of this style play the games of a batch, compiled."""
        from tamaya.bots.partner.compiled import finish_games

        return finish_games(batch, self.style)


partner = StyleTeacher(PARTNER)
plain = StyleTeacher(STYLES["plain"])
tamaya = StyleTeacher(STYLES["tamaya"])
h_group_1 = StyleTeacher(STYLES["h-group-1"])
h_group_2 = StyleTeacher(STYLES["h-group-2"])
h_group_3 = StyleTeacher(STYLES["h-group-3"])
h_group_4 = StyleTeacher(STYLES["h-group-4"])
h_group_5 = StyleTeacher(STYLES["h-group-5"])

at_tables: Final = SimpleNamespace(
    **{name.replace("-", "_"): StyleTeacher(with_strangers(style)) for name, style in STYLES.items()}
)
"""book: how ``partner`` coaches at a table that has chosen it, where teammates may not know it well"""


def under(row: Bot, book: str, agreed: bool) -> Bot:
    """The row of ``partner``, or of a bot over it, at a table that has chosen a book."""
    name = book.replace("-", "_")
    teacher = f"{__name__}:{name}" if agreed else f"{__name__}:at_tables.{name}"
    return replace(
        row,
        make=_player(row.make, book, agreed),
        conventions=book,
        compiled=row.compiled and f"{teacher}.finish_games",
        reader=f"{teacher}.read_table",
        adviser=f"{teacher}.advise",
        foreteller=f"{teacher}.foretell",
    )


@cache
def _player(made: Any, book: str, agreed: bool) -> Any:
    """The class of a bot with another style."""
    style = STYLES[book] if agreed else with_strangers(STYLES[book])
    return type(made.__name__, (made,), {"style": style})
