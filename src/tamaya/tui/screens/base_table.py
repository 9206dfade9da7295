"""Drawing a table as its session shows it, now or at an earlier turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.css.query import NoMatches
from textual.widgets import Footer, Static

from tamaya.records import AnyView
from tamaya.rules import Seat, TamayaError
from tamaya.tui.drawing import drawing_of
from tamaya.tui.drawing.paint import PALE, write
from tamaya.tui.drawing.table import PROMPT_LINES, side_width
from tamaya.tui.interaction import Interaction, settle
from tamaya.tui.review_job import Study
from tamaya.tui.screens.localised import LocalisedScreen
from tamaya.tui.screens.waiting import HandoverScreen, LobbyScreen
from tamaya.tui.session import Session
from tamaya.tui.speech import cause_of, sentence, viewer_of
from tamaya.words import Reader

TOP = 3
"""Lines above the hands."""


class BaseTableScreen(LocalisedScreen[None]):
    """A table to look at. What the keys do is for a class above."""

    def __init__(self, session: Session, *, eyes: Seat | None = None) -> None:
        super().__init__()
        self.session = session
        self.interaction = Interaction(turn=session.starts_at, eyes=eyes)
        self._shown: dict[str, Content] = {}
        self._told: tuple[object, ...] = ()
        self._past: tuple[int, Seat | None, AnyView] | None = None
        self._ended = session.starts_at is not None
        self._phase = session.scene.phase
        self.study: Study | None = None
        """The review of the game, once it has been asked for."""
        self._shows_review = False

    def compose(self) -> ComposeResult:
        yield Static(id="heading")
        yield Static(id="tokens")
        with Horizontal(id="middle"):
            with VerticalScroll(id="left", can_focus=False):
                yield Static(id="hands")
            with Vertical(id="right"):
                yield Static(id="displays")
                with VerticalScroll(id="story", can_focus=False):
                    yield Static(id="lines")
        with VerticalScroll(id="review", can_focus=False):
            yield Static(id="facts")
        yield Static(id="prompt")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        self._work("session", self.session.follow, self.changed)

    def on_unmount(self) -> None:
        self.session.close()
        if self.study is not None:
            self.study.close()

    def on_resize(self) -> None:
        self.draw()

    @property
    def view(self) -> AnyView | None:
        """What is looked at: now, or an earlier turn."""
        if self.interaction.turn is not None and self._past is not None:
            return self._past[2]
        return self.session.scene.view

    def changed(self) -> None:
        """There is a new scene."""
        scene = self.session.scene
        if scene.phase != self._phase:
            self._phase = scene.phase
            self.refresh_bindings()
        if scene.view is not None:
            self.interaction = settle(self.interaction, scene, scene.view)
        self._look()
        self._cover_up()
        if scene.phase == "over" and not self._ended and scene.view is not None:
            self._ended = True
            self.action_end()

    def _cover_up(self) -> None:
        """Draw the curtain, or show who is at a table that gathers."""
        scene, top = self.session.scene, self.app.screen
        if isinstance(top, HandoverScreen | LobbyScreen):
            top.draw()
        if isinstance(top, LobbyScreen) and scene.phase != "gathering":
            top.dismiss()
        elif scene.phase == "gathering" and not isinstance(top, LobbyScreen):
            self.app.push_screen(LobbyScreen(self.session))
        elif scene.curtain is not None and not any(
            isinstance(one, HandoverScreen) for one in self.app.screen_stack
        ):
            self.interaction = self.interaction.clear()
            self.app.push_screen(HandoverScreen(self.session))

    def _look(self) -> None:
        """Draw, after fetching the turn that is looked at."""
        if self.interaction.turn is None:
            self._past = None
            self.draw()
        elif self._past is None or self._past[:2] != (self.interaction.turn, self.interaction.eyes):
            self._work("travel", self._fetch, self.interaction.turn, self.interaction.eyes)
        else:
            self.draw()

    def _work(self, group: str, work: Callable[..., Awaitable[None]], *arguments: object) -> None:
        """Start something in place of what the group did before; it begins only if it gets that far."""
        begin: Any = partial(work, *arguments)
        self.run_worker(begin, exclusive=True, group=group)

    async def _fetch(self, turn: int, eyes: Seat | None) -> None:
        try:
            self._past = (turn, eyes, await self.session.moment(turn, eyes))
        except (TamayaError, OSError) as error:
            self.interaction = replace(self.interaction, turn=None, notice=cause_of(error))
        self.draw()

    def draw(self) -> None:
        """Everything, in the size that there is."""
        # While the screen is put up or taken down, parts of it are missing.
        with suppress(NoMatches):
            self._draw_parts()

    def _draw_parts(self) -> None:
        scene, view = self.session.scene, self.view
        width, height = self.size
        if view is None:
            hidden = "table.hidden" if scene.phase == "playing" else "table.connecting"
            self._show("heading", write(sentence(self.say(scene.trouble or hidden), self.reader), PALE))
            return
        reader = viewer_of(view, self.language)
        side = side_width(width)
        self.query_one("#right").styles.width = side
        middle = height - TOP - PROMPT_LINES - 1
        pane = self._draw_pane(middle, view.players, reader)
        drawing = drawing_of(scene, view, self.interaction, reader, self._graph(width - 2, reader))
        self._show("heading", drawing.heading(width=width - 2))
        self._show("tokens", drawing.tokens())
        self._show("hands", drawing.hands(width=width - side - 2, height=middle - pane))
        self._show("displays", drawing.displays())
        told = (len(view.history), view.history[-1:], scene.said, scene.news, view.seat)
        if told != self._told:
            self._told = told
            self._show("lines", drawing.story())
            self.query_one("#story", VerticalScroll).scroll_end(animate=False)
        self._show("prompt", drawing.prompt(width=width - 2))

    def _draw_pane(self, middle: int, players: int, reader: Reader) -> int:
        """What stands below the hands; returns how many lines of the middle it takes, none without it."""
        return self._draw_review(middle, players, reader)

    def _draw_review(self, middle: int, players: int, reader: Reader) -> int:
        """The review in its pane; returns how many lines of the middle it takes, none while it is hidden."""
        if self.study is None or not self._shows_review:
            return 0
        from tamaya.tui.drawing.review import draw_review, pane_height

        pane, before = pane_height(middle, players), self._shown.get("facts")
        self.query_one("#review").styles.height = pane
        self._show("facts", draw_review(self.study, self.interaction.here(self.session.scene), reader))
        if self._shown["facts"] is not before:
            self.query_one("#review", VerticalScroll).scroll_home(animate=False)
        return pane

    def _graph(self, width: int, reader: Reader) -> Content | None:
        """The review's winning chances, which stand in the prompt."""
        if self.study is None or self.study.review is None or self.study.is_busy:
            return None
        from tamaya.tui.drawing.review import draw_graph

        return draw_graph(self.study.review, self.interaction.here(self.session.scene), reader, width=width)

    def action_end(self) -> None:
        """Show how the game ended."""

    def _show(self, part: str, content: Content) -> None:
        """Update a part if it has changed; lay everything out again only where its height may be another."""
        before = self._shown.get(part)
        if before is None or not content.is_same(before):
            self._shown[part] = content
            same = before is not None and part not in ("lines", "facts") and _lines(content) == _lines(before)
            self.query_one(f"#{part}", Static).update(content, layout=not same)


def _lines(content: Content) -> int:
    return content.plain.count("\n")
