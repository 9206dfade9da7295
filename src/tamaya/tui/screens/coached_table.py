"""The coach beside a table: asked by a key or on every turn, and about the clue that is being typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from tamaya.bots import AnyClue, Suggestion
from tamaya.engine import Clue, Event, FreeClue, View
from tamaya.rules import Seat, TamayaError
from tamaya.table.commands import AllowCoach, ChooseCoach, CoachLevel
from tamaya.tui.drawing.paint import BRIGHT, FAINT, button, stack, write
from tamaya.tui.notation import notation_of
from tamaya.tui.screens.base_table import BaseTableScreen
from tamaya.tui.screens.sheets import Sheet
from tamaya.tui.session import Scene, Session
from tamaya.tui.speech import capital, cause_of, sentence
from tamaya.words import Message, Reader

PANE = 6
"""Lines of the coach, where there is room for them."""


@dataclass
class CoachNotes:
    """What the coach was asked about one position, and what it said."""

    history: tuple[Event, ...] = ()
    """What had happened; another history is another position."""
    asked: bool = False
    suggestions: Sequence[Suggestion] | None = None
    taken_up: int = 0
    """How many of them have been taken up by the key."""
    readings: dict[AnyClue, tuple[Message, ...] | None] = field(default_factory=dict)
    """clue: how it will be read, None while that is being asked"""


class CoachedTableScreen(BaseTableScreen):
    """A table with the coach beside it."""

    def __init__(self, session: Session, *, eyes: Seat | None = None) -> None:
        super().__init__(session, eyes=eyes)
        self._latest = CoachNotes()

    @property
    def _coached_view(self) -> View | None:
        """What the player who may ask sees: on their turn, at the table as it is now."""
        scene, view = self.session.scene, self.session.scene.view
        if not isinstance(view, View) or not view.my_turn or self.interaction.turn is not None:
            return None
        return None if scene.no_coach is not None or scene.curtain is not None else view

    @property
    def _level(self) -> CoachLevel:
        scene = self.session.scene
        seat = None if scene.view is None else scene.view.seat
        return "off" if seat is None else scene.coach.get(seat, "off")

    def _notes(self, view: View) -> CoachNotes:
        if self._latest.history != view.history:
            self._latest = CoachNotes(view.history)
        return self._latest

    def _reads(self, view: View) -> bool:
        """Whether the coach says how clues will be read."""
        return self._level == "always" or (self._level == "ask" and self._notes(view).asked)

    # Asking.

    def changed(self) -> None:
        super().changed()
        view = self._coached_view
        if view is not None and self._level == "always" and not self._notes(view).asked:
            self._ask_moves(view)

    def _look(self) -> None:
        super()._look()
        view = self._coached_view
        clue = None if view is None else self._typed_clue(view)
        if view is not None and clue is not None and clue not in self._notes(view).readings:
            self._notes(view).readings[clue] = None
            self.run_worker(self._fetch_reading(view, clue), group="coach")

    def action_coach(self) -> None:
        """Ask the coach; once it has answered, take up its moves one after the other."""
        scene, view = self.session.scene, self._coached_view
        if scene.phase != "playing" or scene.view is None or scene.view.seat is None:
            return
        if scene.no_coach is not None or self._level == "off":
            self.action_coach_level()
        elif view is not None and not self._notes(view).asked:
            self._ask_moves(view)
        elif view is not None and self._notes(view).suggestions:
            notes = self._notes(view)
            moves = notes.suggestions or ()
            action = moves[notes.taken_up % len(moves)].action
            notes.taken_up += 1
            self.interaction = replace(self.interaction, command=str(action), slot=None, notice=None)
            self._look()

    def action_coach_level(self) -> None:
        """Choose how much help there is to be, or whether there is any at this table."""
        if self.session.scene.phase != "over":
            self.app.push_screen(CoachScreen(self.session.scene), self._choose_level)

    async def _choose_level(self, wish: str | None) -> None:
        with self.telling():
            match wish:
                case "off" | "ask" | "always" if wish != self._level:
                    await self.session.wish(ChooseCoach(level=wish))
                case "refuse" | "allow":
                    await self.session.wish(AllowCoach(allowed=wish == "allow"))
                case _:
                    return

    def _ask_moves(self, view: View) -> None:
        self._notes(view).asked = True
        self.run_worker(self._fetch_moves(view), group="coach")
        self.draw()

    async def _fetch_moves(self, view: View) -> None:
        notes = self._notes(view)
        try:
            notes.suggestions = (await self.session.coach()).suggestions
        except (TamayaError, OSError) as error:
            notes.suggestions = ()
            self._regret(notes, error)
        self.draw()

    async def _fetch_reading(self, view: View, clue: AnyClue) -> None:
        notes = self._notes(view)
        try:
            notes.readings[clue] = (await self.session.coach(clue)).reading
        except (TamayaError, OSError) as error:
            notes.readings[clue] = ()
            self._regret(notes, error)
        self.draw()

    def _regret(self, notes: CoachNotes, error: TamayaError | OSError) -> None:
        """Say why there is no answer, unless the game has gone on."""
        if notes is self._latest:
            self.interaction = replace(self.interaction, notice=cause_of(error))

    def _typed_clue(self, view: View) -> AnyClue | None:
        """The clue that is typed, once it is whole and can be given."""
        command = self.interaction.command
        if command is None or not self._reads(view):
            return None
        try:
            action = notation_of(view).read(command)
        except TamayaError:
            return None
        return action if isinstance(action, Clue | FreeClue) and action in view.actions else None

    # Showing.

    def _draw_pane(self, middle: int, players: int, reader: Reader) -> int:
        """The review, or the coach; returns how many lines of the middle it takes."""
        pane = super()._draw_pane(middle, players, reader)
        if pane:
            return pane
        view = self._coached_view
        shown = view is not None and self._reads(view)
        self.query_one("#review").set_class(shown, "open")
        if view is None or not shown:
            return 0
        from tamaya.tui.drawing.coach import draw_coach

        notes, clue = self._notes(view), self._typed_clue(view)
        pane = max(3, min(PANE, middle - 1 - 2 * players))
        self.query_one("#review").styles.height = pane
        drawn = draw_coach(
            view.rules,
            reader,
            suggestions=notes.suggestions,
            reading=None if clue is None else notes.readings.get(clue),
            asked=notes.asked,
        )
        self._show("facts", drawn)
        return pane


class CoachScreen(Sheet[str]):
    """Closes with how much help the player wants, or with what the table is to have."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("1", "dismiss('off')", show=False),
        Binding("2", "dismiss('ask')", show=False),
        Binding("3", "dismiss('always')", show=False),
        Binding("minus", "dismiss('refuse')", show=False),
        Binding("plus", "dismiss('allow')", show=False),
        Binding("escape,q,h,enter", "dismiss(None)", "page.close"),
    ]

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet"):
            yield Static(write(self.say("coach-page.title"), BRIGHT, bold=True), classes="heading")
            yield Static(stack(self._lines()))
            yield Static(write(self.say("terminal.close"), FAINT), classes="foot")

    def _lines(self) -> list[Content | str]:
        scene, seat = self._scene, self._scene.view.seat if self._scene.view else None
        if scene.no_coach is not None:
            lines: list[Content | str] = [sentence(self.say(scene.no_coach), self.reader)]
        else:
            level = "off" if seat is None else scene.coach.get(seat, "off")
            levels = {"off": "1", "ask": "2", "always": "3"}
            lines = [
                button(
                    capital(self.say(f"coach-page.level-is.{name}")),
                    f"dismiss({name!r})",
                    key=f"{key} {'●' if name == level else '○'}",
                )
                for name, key in levels.items()
            ]
            lines += ["", self.say("coach-page.seen")]
        if scene.may_allow_coach:
            lines += ["", button(self.say("coach-page.allow"), "dismiss('allow')", key="+")]
        elif scene.no_coach is None and scene.people > 1:
            lines += ["", button(self.say("coach-page.refuse"), "dismiss('refuse')", key="-")]
        return lines
