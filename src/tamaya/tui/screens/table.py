"""The table: hands, displays, the story, and the lines in which the player acts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll

from tamaya import engine
from tamaya.records import AnyAction, AnyView
from tamaya.rules import Seat, TamayaError, seat_letter
from tamaya.tui.interaction import Interaction, press, press_slot
from tamaya.tui.notation import may_begin, read
from tamaya.tui.screens.base_table import BaseTableScreen
from tamaya.tui.screens.end import EndScreen, Next
from tamaya.tui.screens.texts import LineScreen, TextScreen, help_screen, rules_screen
from tamaya.tui.session import Note, Say, TakeBack, Wish, story
from tamaya.tui.speech import cause_of, viewer_of
from tamaya.words import Message, Reader, say

if TYPE_CHECKING:
    from tamaya.review import Review
    from tamaya.tui.app import TableApp


class TableScreen(BaseTableScreen):
    """Draws what the session shows, and sends what the player does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "table.keys"),
        Binding("r", "rules", "table.rules"),
        Binding("w", "why", "terminal.footer.why"),
        Binding("l", "story", "terminal.footer.story"),
        Binding("left,right,home,end", "turns", "terminal.footer.turns", key_display="← →"),
        Binding("v", "owners", "terminal.footer.owners"),
        Binding("u", "take_back('ask')", "terminal.footer.undo"),
        Binding("g", "review", "terminal.button.review"),
        Binding("q", "app.leave", "terminal.button.leave"),
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
        if event.key == "enter" and self.desk.command is not None:
            event.stop()
            await self._send(self.desk.command)
            return
        if event.key == "escape" and self._put_away():
            event.stop()
            return
        desk = press(event.key, event.character, self.desk, self.session.scene, view)
        if desk is not None:
            event.stop()
            self._set(desk)

    async def on_click(self, event: events.Click) -> None:
        view = self.view
        words = str(event.style.meta.get("press", "")).split()
        if view is None or not words:
            return
        event.stop()
        match words:
            case ["slot", slot] if self.desk.turn is None:
                self._set(press_slot(int(slot), self.desk, view))
            case ["clue", seat, _] if self.desk.turn is None:
                self._point_at(Seat(int(seat)), view)
            case ["type", text] if self.desk.turn is None:
                same = text == self.desk.command
                await self._send(text) if same else self._set(replace(self.desk, command=text, notice=None))
            case ["send"] if self.desk.command is not None:
                await self._send(self.desk.command)
            case ["escape"]:
                self._set(self.desk.clear())
            case ["turn" | "eyes", *_]:
                keys = {"0": "home", "-": "left", "+": "right", "end": "end"}
                key = keys[words[1]] if words[0] == "turn" else "s"
                self._press(key)
            case ["to", turn]:
                self._set(replace(self.desk.clear(), turn=int(turn)))
            case ["turning", step]:
                await self.action_move(1 if step == "+" else -1)
            case ["again" | "end" | "note" | "review"]:
                await self.run_action(words[0])
            case ["agree" | "refuse"]:
                await self.run_action(f"take_back({words[0]!r})")
            case _:
                pass

    def _set(self, desk: Interaction) -> None:
        self.desk = desk
        self._look()

    def _point_at(self, seat: Seat, view: AnyView) -> None:
        """Begin a clue for the teammate who holds the card that was clicked."""
        for verb in "cf":
            if may_begin(verb, view):
                self._set(replace(self.desk, command=f"{verb}{seat_letter(seat)}", slot=None, notice=None))

    async def _send(self, text: str) -> None:
        scene, view = self.session.scene, self.session.scene.view
        if scene.kind is None or view is None:
            return
        try:
            await self._act(read(scene.kind, text, view))
        except TamayaError as error:
            self._set(replace(self.desk, notice=cause_of(error)))

    async def _act(self, action: AnyAction) -> None:
        if self._busy:
            return
        self._busy = True
        try:
            await self.session.act(action)
        except (TamayaError, OSError) as error:
            self._set(replace(self.desk, notice=cause_of(error)))
        else:
            self._set(replace(self.desk, command=None, slot=None, notice=None))
        finally:
            self._busy = False

    async def _wish(self, wish: Wish) -> None:
        try:
            await self.session.wish(wish)
        except (TamayaError, OSError) as error:
            self._set(replace(self.desk, notice=cause_of(error)))

    async def action_move(self, by: int) -> None:
        """Put the chosen card one place further, where that is allowed; in a review, to a turning point."""
        view, slot = self.view, self.desk.slot
        if self.study is not None and self.study.review is not None and not self.study.is_busy:
            self._turn_to(self.study.review, by)
            return
        if not isinstance(view, engine.View) or slot is None or self.desk.turn is not None:
            return
        target = slot + by
        if view.seat is None or not may_begin("o", view) or target not in view.my_slots:
            return
        order = list(view.my_slots)
        order[slot - 1], order[target - 1] = order[target - 1], order[slot - 1]
        await self._act(engine.Rearrange(view.seat, tuple(order)))
        self._set(replace(self.desk, slot=target))

    def action_note(self) -> None:
        view, slot = self.view, self.desk.slot
        if not isinstance(view, engine.View) or slot is None:
            return
        card = view.my_hand[slot - 1].id
        text = self.session.scene.notes.get(card, "")

        async def keep(note: str | None) -> None:
            if note is not None:
                await self._wish(Note(card, note))

        self.app.push_screen(LineScreen(self.say("note.title", slot=slot), text=text), keep)

    def action_talk(self) -> None:
        async def tell(words: str | None) -> None:
            if words:
                await self._wish(Say(words))

        self.app.push_screen(LineScreen(self.say("talk.say"), longest=240), tell)

    async def action_take_back(self, wish: str) -> None:
        asked = {"ask": TakeBack("ask"), "agree": TakeBack("agree"), "refuse": TakeBack("refuse")}[wish]
        if self.session.scene.phase == "playing" and (wish == "ask") == (self.session.scene.undo is None):
            await self._wish(asked)

    def action_turns(self) -> None:
        """The desk takes these keys; this is for a click in the footer."""
        self._press("left")

    def action_owners(self) -> None:
        """Likewise."""
        self._press("v")

    def _press(self, key: str) -> None:
        if self.view is not None and self.desk.command is None:
            self._set(press(key, None, self.desk, self.session.scene, self.view) or self.desk)

    def action_read(self, lines: int) -> None:
        """Move through the review, or the story where there is none."""
        self.action_scroll("#review" if self._pane else "#story", lines)

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
            self._open_pane(not self._pane)
        else:
            self._begin_review()
        self.draw()

    def _begin_review(self) -> None:
        try:
            self.study = self.study or self.session.study()
        except TamayaError as error:
            self.desk = replace(self.desk, notice=cause_of(error))
            return
        self._open_pane(True)
        self.study.begin(self.draw)

    def _open_pane(self, is_open: bool) -> None:
        self._pane = int(is_open)
        self.query_one("#review").set_class(is_open, "open")

    def _put_away(self) -> bool:
        """What the escape key is for first of all: stop a review, then hide it."""
        if not self._pane or self.study is None or self.desk.command is not None or self.desk.notice:
            return False
        if self.study.is_busy:
            self.study.stop()
        else:
            self._open_pane(False)
        self.draw()
        return True

    def _turn_to(self, review: Review, by: int) -> None:
        from tamaya.tui.drawing.review import next_turning

        turn = next_turning(review, self.here, by)
        if turn is None:
            where = "after" if by > 0 else "before"
            self._set(replace(self.desk, notice=Message(f"terminal.no-turning-{where}")))
        else:
            self._set(replace(self.desk.clear(), turn=turn))

    # Other screens.

    def action_help(self) -> None:
        self.app.push_screen(help_screen(self.session.scene.kind, Reader(self.language)))

    def action_rules(self) -> None:
        if self.session.scene.kind is not None:
            self.app.push_screen(rules_screen(self.session.scene.kind, Reader(self.language)))

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
            told = story(scene.kind, view, viewer_of(view, self.language))
            text = "\n".join(f"{line.turn:>3}  {line.text}" for line in told) or self.say("table.log-empty")
            self.app.push_screen(TextScreen(self.say("table.log"), text))

    def action_end(self) -> None:
        self.show_end()

    def show_end(self) -> None:
        if self.session.scene.phase == "over" and self.session.starts_at is None:
            self.app.push_screen(EndScreen(self.session.scene), self._go_on)

    async def action_again(self) -> None:
        if self.session.scene.phase == "over":
            await self._go_on("again")

    async def _go_on(self, wish: Next | None) -> None:
        app = cast("TableApp", self.app)
        match wish:
            case "again":
                try:
                    following = await self.session.again()
                except (TamayaError, OSError) as error:
                    self._set(replace(self.desk, notice=cause_of(error)))
                else:
                    if following is not None:
                        app.open_table(following)
            case "back":
                self._set(replace(self.desk.clear(), turn=0))
            case "leave":
                app.action_leave()
            case _:
                pass
