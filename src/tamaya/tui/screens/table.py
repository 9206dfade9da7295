"""The table: hands, displays, the story, and the lines in which the player acts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Literal

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from tamaya.records import AnyAction
from tamaya.rules import Seat
from tamaya.table.commands import Say, Undo
from tamaya.tui.interaction import Interaction, point_at, press, press_slot
from tamaya.tui.notation import notation_of
from tamaya.tui.screens.coached_table import CoachedTableScreen
from tamaya.tui.screens.sheets import (
    EndScreen,
    LineScreen,
    Next,
    TextScreen,
    card_screen,
    help_screen,
    rules_screen,
)
from tamaya.tui.session import KeepNote, Wish, story
from tamaya.tui.speech import viewer_of
from tamaya.words import Message, Reader, say

if TYPE_CHECKING:
    from tamaya.review import Review


class TableScreen(CoachedTableScreen):
    """Draws what the session shows, and sends what the player does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "keys.title"),
        Binding("r", "rules", "table.rules"),
        Binding("w", "why", "terminal.footer.why"),
        Binding("l", "story", "terminal.footer.story"),
        Binding("left,right,home,end", "press('left')", "terminal.footer.turns", key_display="← →"),
        Binding("v", "press('v')", "terminal.footer.owners"),
        Binding("u", "take_back('ask')", "terminal.footer.undo"),
        Binding("g", "review", "terminal.button.review"),
        Binding("q", "app.leave", "terminal.button.leave"),
        Binding("K", "card", show=False),
        Binding("h", "coach", show=False),
        Binding("H", "coach_level", show=False),
        Binding("n", "note", show=False),
        Binding("t", "talk", show=False),
        Binding("a", "again", show=False),
        Binding("x", "end", show=False),
        Binding("plus", "take_back('agree')", show=False),
        Binding("minus", "take_back('refuse')", show=False),
        Binding("shift+left", "move(-1)", show=False),
        Binding("shift+right", "move(1)", show=False),
        Binding("up", "read(-1)", show=False),
        Binding("down", "read(1)", show=False),
        Binding("pageup", "scroll('#left', -5)", show=False),
        Binding("pagedown", "scroll('#left', 5)", show=False),
    ]

    _busy = False
    """Whether an action is on its way."""

    # What the player does.

    async def on_key(self, event: events.Key) -> None:
        view = self.view
        if not self.is_current:
            # It was pressed before another screen came up, and was not meant for that one either.
            event.stop()
            return
        if view is None:
            return
        if event.key == "enter" and self.interaction.command is not None:
            event.stop()
            await self.action_send()
            return
        if event.key == "escape" and self._put_away():
            event.stop()
            return
        interaction = press(event.key, event.character, self.interaction, self.session.scene, view)
        if interaction is not None:
            event.stop()
            self._set(interaction)

    # What the player points at and types. Keys come through on_key; a click runs an action by its name.

    def action_press(self, key: str) -> None:
        """As the key would do; the footer and the buttons have it, too."""
        if self.view is not None and self.interaction.command is None:
            self._set(press(key, None, self.interaction, self.session.scene, self.view) or self.interaction)

    def action_choose(self, slot: int) -> None:
        if self.view is not None:
            self._set(press_slot(slot, self.interaction, self.view))

    def action_point_at(self, seat: int) -> None:
        if self.view is not None:
            self._set(point_at(Seat(seat), self.interaction, self.view))

    async def action_type(self, text: str) -> None:
        """Type a text; once it is there, send it."""
        if self.interaction.command == text:
            await self.action_send()
        elif self.interaction.turn is None:
            self._set(replace(self.interaction, command=text, notice=None))

    async def action_send(self) -> None:
        view = self.session.scene.view
        if self.interaction.command is not None and view is not None:
            with self.telling():
                await self._act(notation_of(view).read(self.interaction.command))

    def action_let_go(self) -> None:
        self._set(self.interaction.clear())

    def action_look_at(self, turn: int) -> None:
        self._set(replace(self.interaction.clear(), turn=turn))

    def _set(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self._look()

    def tell(self, cause: Message) -> None:
        self._set(replace(self.interaction, notice=cause))

    async def _act(self, action: AnyAction) -> None:
        if self._busy:
            return
        self._busy = True
        try:
            with self.telling():
                await self.session.act(action)
                self._set(replace(self.interaction, command=None, slot=None, notice=None))
        finally:
            self._busy = False

    async def _wish(self, wish: Wish) -> None:
        with self.telling():
            await self.session.wish(wish)

    async def action_move(self, by: int) -> None:
        """Put the chosen card one place further, where that is allowed; in a review, to a turning point."""
        view, slot = self.view, self.interaction.slot
        if self.study is not None and self.study.review is not None and not self.study.is_busy:
            self._turn_to(self.study.review, by)
            return
        if view is None or slot is None or self.interaction.turn is not None:
            return
        action = notation_of(view).move_card(slot, by)
        if action is not None:
            await self._act(action)
            self._set(replace(self.interaction, slot=slot + by))

    def action_note(self) -> None:
        view, slot = self.view, self.interaction.slot
        card = None if view is None or slot is None else notation_of(view).card_id(slot)
        if card is None or slot is None:
            return

        async def keep(note: str | None) -> None:
            if note is not None:
                await self._wish(KeepNote(card=card, text=note))

        text = self.session.scene.notes.get(card, "")
        self.app.push_screen(LineScreen(self.say("note.title", slot=slot), text=text), keep)

    def action_talk(self) -> None:
        async def tell(words: str | None) -> None:
            if words:
                await self._wish(Say(text=words))

        self.app.push_screen(LineScreen(self.say("talk.say"), longest=240), tell)

    async def action_take_back(self, wish: Literal["ask", "agree", "refuse"]) -> None:
        if self.session.scene.phase == "playing" and (wish == "ask") == (self.session.scene.undo is None):
            await self._wish(Undo(wish=wish, to=self.session.scene.undo_to if wish == "ask" else None))

    def action_read(self, lines: int) -> None:
        """Move through the review, or the story where there is none."""
        self.action_scroll("#review" if self._shows_review else "#story", lines)

    def action_scroll(self, part: str, lines: int) -> None:
        self.query_one(part, VerticalScroll).scroll_relative(y=lines, animate=False)

    # The review.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A game that is over can be reviewed, and not taken back."""
        over = self.session.scene.phase == "over"
        return {"review": over, "take_back": not over}.get(action, True)

    def action_review(self) -> None:
        """Begin the review, stop it, or show and hide what there is of it."""
        if self.study is not None and self.study.is_busy:
            self.study.stop()
        elif self.study is not None and self.study.is_whole:
            self._show_review(not self._shows_review)
        else:
            with self.telling():
                self.study = self.study or self.session.study()
                self._show_review(True)
                self.study.begin(self.draw)
        self.draw()

    def _show_review(self, shown: bool) -> None:
        self._shows_review = shown
        self.query_one("#review").set_class(shown, "open")

    def _put_away(self) -> bool:
        """What the escape key is for first of all: stop a review, then hide it."""
        typing = self.interaction.command is not None or self.interaction.notice is not None
        if self.study is None or not self._shows_review or typing:
            return False
        if self.study.is_busy:
            self.study.stop()
        else:
            self._show_review(False)
        self.draw()
        return True

    def _turn_to(self, review: Review, by: int) -> None:
        from tamaya.tui.drawing.review import next_turning

        turn = next_turning(review, self.interaction.here(self.session.scene), by)
        if not review.graph:
            self.tell(Message("review.no-graph"))
        elif turn is None:
            where = "after" if by > 0 else "before"
            self.tell(Message(f"terminal.no-turning-{where}"))
        else:
            self.action_look_at(turn)

    # Other screens.

    def action_help(self) -> None:
        self.app.push_screen(help_screen(self.session.scene.kind, self.reader))

    def action_rules(self) -> None:
        scene = self.session.scene
        if scene.kind is not None:
            self.app.push_screen(rules_screen(scene.kind, self.reader, scene.conventions))

    def action_card(self) -> None:
        """The conventions of the table."""
        self.app.push_screen(card_screen(self.session.scene.conventions, self.reader))

    def action_why(self) -> None:
        scene = self.session.scene
        reader = Reader(self.language, scene.names, scene.view.seat if scene.view else None)
        reasons = sorted(scene.reasons.items(), reverse=True)
        said = [
            say("terminal.why-turn", reader, turn=turn, reason=reason) for turn, reason in reasons if reason
        ]
        text = "\n".join(said) or self.say("terminal.why-empty")
        self.app.push_screen(TextScreen(self.say("terminal.why-title"), text))

    def action_story(self) -> None:
        scene, view = self.session.scene, self.view
        if scene.kind is not None and view is not None:
            told = story(scene.kind, view, viewer_of(view, self.language), scene.news)
            text = "\n".join(f"{turn:>3}  {words}" for turn, words in told) or self.say("table.log-empty")
            self.app.push_screen(TextScreen(self.say("table.log"), text))

    def action_end(self) -> None:
        if self.session.scene.phase == "over" and self.session.starts_at is None:
            self.app.push_screen(EndScreen(self.session.scene), self._go_on)

    async def action_again(self) -> None:
        if self.session.scene.phase == "over":
            await self._go_on("again")

    async def _go_on(self, wish: Next | None) -> None:
        match wish:
            case "again":
                with self.telling():
                    following = await self.session.again()
                    if following is not None:
                        self.table_app.open_table(following)
            case "back":
                self.action_look_at(0)
            case "leave":
                self.table_app.action_leave()
            case _:
                pass
