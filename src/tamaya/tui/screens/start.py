"""The question at which table to play: a new one, one that was cut off, one at a server, one on record."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Footer, Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from tamaya.bots import DEFAULT_BOTS, all_bots
from tamaya.bots.partner.styles import BOOKS, DEFAULT, book_title, book_words
from tamaya.records import GAMES, game_kind, load
from tamaya.rules import EDITIONS, PARTS, Part, Seat, TamayaError, seat_letter
from tamaya.tui.drawing.paint import BRIGHT, FAINT, REFUSED, fit, stack, write
from tamaya.tui.local import BOT_DELAY, LocalSession
from tamaya.tui.replay import RecordSession
from tamaya.tui.saved_games import GameFile, Unfinished, give_up, unfinished
from tamaya.tui.screens.localised import LocalisedScreen
from tamaya.tui.screens.sheets import help_screen, rules_screen
from tamaya.tui.seating import Seating, resume
from tamaya.tui.speech import sentence
from tamaya.words import Message

LOT = -1
"""What stands for the lot among the seats that may begin."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What stands in the fields to begin with."""

    rules: str = "deluxe"
    players: int = 2
    people: tuple[str, ...] = ("Guest",)
    bot: str | None = None
    conventions: str = DEFAULT
    delay: float = BOT_DELAY
    keeping: bool = True


class StartScreen(LocalisedScreen[None]):
    """Everything can be left as it is: Ctrl+S, or the button, deals the cards."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,f5", "deal", "terminal.button.deal-cards", priority=True),
        Binding("f2", "rules", "table.rules"),
        Binding("f1", "help", "keys.title"),
        Binding("escape", "app.quit", "terminal.footer.quit"),
    ]

    def __init__(self, offer: Offer) -> None:
        super().__init__()
        self._offer = offer
        self._waiting: list[Unfinished] = []
        self._chosen = {item for item in offer.rules.split("+")[1:] if "=" not in item}

    def compose(self) -> ComposeResult:
        offer = self._offer
        with VerticalScroll(id="start", can_focus=False):
            yield Static(write(f"Tamaya · {self.say('home.title')}", BRIGHT, bold=True))
            with Vertical(id="waiting"):
                yield Static(write(self.say("terminal.waiting"), FAINT))
                yield OptionList(id="unfinished", compact=True)
                with Horizontal(classes="fields"):
                    go_on, forget = self.say("terminal.button.go-on"), self.say("terminal.button.forget")
                    yield Button(go_on, id="go-on", compact=True, variant="success")
                    yield Button(forget, id="forget", compact=True)
            with Horizontal(id="choices"):
                with Vertical():
                    yield Static(write(self.say("new-table.edition"), FAINT))
                    editions = [Option(self.say(_title(name)), id=name) for name in GAMES]
                    yield OptionList(*editions, id="edition", compact=True)
                with Vertical():
                    yield Static(write(f"{self.say('new-table.parts')} (Enter)", FAINT))
                    yield OptionList(id="parts", compact=True)
            with Horizontal(classes="fields"):
                yield Static(self.say("terminal.start.people"), classes="label")
                yield Input(" ".join(offer.people), id="people", compact=True, placeholder="Ann Bob")
                yield Static(self.say("terminal.start.players"), classes="label")
                yield Select.from_values([offer.players], id="players", compact=True, allow_blank=False)
            with Horizontal(classes="fields"):
                yield Static(self.say("new-table.house"), classes="label")
                yield Input(id="house", compact=True, placeholder="hand=4+deck-play=yes")
                yield Static(self.say("terminal.start.bots"), classes="label")
                yield Select.from_values(["careful"], id="bot", compact=True, allow_blank=False)
            with Horizontal(classes="fields"):
                lot = (self.say("terminal.start.lot"), LOT)
                yield Static(self.say("terminal.start.first"), classes="label")
                yield Select([lot], id="first", compact=True, allow_blank=False)
                with Horizontal(id="book"):
                    books = [(self.say(book_title(book)), book) for book in BOOKS]
                    yield Static(self.say("new-table.conventions"), classes="label")
                    chosen = offer.conventions
                    yield Select(books, value=chosen, id="conventions", compact=True, allow_blank=False)
            yield Static(id="bot-summary")
            yield Static(id="sum")
            with Horizontal(classes="fields"):
                deal, example = "terminal.button.deal-cards", self.say("terminal.start.elsewhere-example")
                yield Button(self.say(deal), id="deal", compact=True, variant="primary")
                yield Static(self.say("terminal.start.elsewhere"), classes="label wide")
                yield Input(id="elsewhere", compact=True, placeholder=example)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        edition, *parts = self._offer.rules.split("+")
        self.query_one("#edition", OptionList).highlighted = GAMES.index(edition) if edition in GAMES else 0
        self.query_one("#house", Input).value = "+".join(part for part in parts if "=" in part)
        self._fill()
        self.query_one("#deal").focus()

    def on_screen_resume(self) -> None:
        self._waiting = []
        with suppress(OSError):
            self._waiting = unfinished() if self._offer.keeping else []
        waiting = self.query_one("#unfinished", OptionList)
        waiting.clear_options()
        waiting.add_options([Option(self.say(game.label)) for game in self._waiting])
        self.query_one("#waiting").display = bool(self._waiting)
        if self._waiting:
            waiting.highlighted = 0
            self.query_one("#go-on").focus()

    @property
    def rules(self) -> str:
        """The rules text that the fields make."""
        parts = [part.id for part in self._parts if part.id in self._chosen]
        house = self.query_one("#house", Input).value.strip().strip("+")
        return "+".join([self._edition, *parts, *([house] if house else [])])

    @property
    def _parts(self) -> list[Part]:
        """The add-ons and variants of the edition."""
        return [part for part in PARTS.values() if self._edition in part.editions]

    @property
    def _edition(self) -> str:
        return GAMES[self.query_one("#edition", OptionList).highlighted or 0]

    @on(OptionList.OptionHighlighted, "#edition")
    def _fill(self) -> None:
        """Offer what goes with the edition."""
        game = game_kind(self._edition).game
        self._mark_parts()
        self.query_one("#book").display = game == "hanabi"
        # The bots with a book of their own come last: most tables choose one for all.
        rows = sorted(all_bots(game), key=lambda row: row.plays_by == "own")
        names, usual = [row.name for row in rows], DEFAULT_BOTS[game]
        select = self.query_one("#bot", Select)
        select.set_options([(name, name) for name in names])
        select.value = self._offer.bot if self._offer.bot in names else usual
        self._sum_up()

    @on(Select.Changed, "#bot")
    @on(Select.Changed, "#players")
    @on(Select.Changed, "#conventions")
    def _introduce_bot(self) -> None:
        """Say what the chosen bot does, or why it cannot play at this table; and what clues mean there."""
        name, players = self.query_one("#bot", Select).value, self.query_one("#players", Select).value
        row = next((row for row in all_bots() if row.name == name), None)
        if row is None:
            return
        told = write(f"{row.name}: {self.say(row.summary)}", FAINT)
        with suppress(TamayaError):
            why = row.obstacle(game_kind(self.rules).rules, players if isinstance(players, int) else 2)
            if why is not None:
                refused = self.say("bots.cannot-play", bot=row.name, cause=why)
                told = write(sentence(refused, self.reader), REFUSED)
        words = [write(self.say(book_words(self._conventions)), FAINT)] if row.game == "hanabi" else []
        self.query_one("#bot-summary", Static).update(stack([told, *words]))

    @property
    def _conventions(self) -> str:
        """The book that is chosen."""
        value = self.query_one("#conventions", Select).value
        return value if isinstance(value, str) else self._offer.conventions

    def _mark_parts(self) -> None:
        parts = self.query_one("#parts", OptionList)
        at = parts.highlighted
        parts.clear_options()
        parts.add_options(
            Option(f"{'[x]' if part.id in self._chosen else '[ ]'} {self.say(part.title)}", id=part.id)
            for part in self._parts
        )
        parts.highlighted = at if at is not None and at < len(self._parts) else None

    @on(OptionList.OptionSelected, "#parts")
    def _toggle_part(self, event: OptionList.OptionSelected) -> None:
        self._chosen ^= {str(event.option_id)}
        self._mark_parts()
        self._sum_up()

    @on(Input.Changed, "#house")
    def _sum_up(self) -> None:
        """Say what the rules come to, or what is wrong with them."""
        try:
            kind = game_kind(self.rules)
        except TamayaError as error:
            refused = self.say("table.refused", cause=error.message)
            self.query_one("#sum", Static).update(write(sentence(refused, self.reader), REFUSED))
            return
        select = self.query_one("#players", Select)
        before = select.value if isinstance(select.value, int) else self._offer.players
        select.set_options([(str(number), number) for number in range(kind.fewest, kind.most + 1)])
        select.value = min(kind.most, max(kind.fewest, before))
        self.query_one("#sum", Static).update(write(f"{kind.text}: {self.say(kind.summary)}", FAINT))
        self._introduce_bot()

    @on(Input.Changed, "#people")
    @on(Select.Changed, "#players")
    def _fill_first(self) -> None:
        """Offer the seats, those of people by their names; who begins is left to the lot otherwise."""
        people, select = self.query_one("#people", Input).value.split(), self.query_one("#first", Select)
        players, before = self.query_one("#players", Select).value, select.value
        seats = max(players if isinstance(players, int) else 0, len(people))
        letters = [seat_letter(Seat(seat)) for seat in range(seats)]
        labels = [f"{letter} {fit(name, 9)}" for letter, name in zip(letters, people, strict=False)]
        labels += letters[len(labels) :]
        lot = (self.say("terminal.start.lot"), LOT)
        select.set_options([lot, *((label, seat) for seat, label in enumerate(labels))])
        select.value = before if isinstance(before, int) and LOT < before < seats else LOT

    @on(OptionList.OptionSelected, "#edition")
    @on(Input.Submitted, "#people")
    @on(Input.Submitted, "#house")
    @on(Button.Pressed, "#deal")
    def action_deal(self) -> None:
        """Begin a new game."""
        people = self.query_one("#people", Input).value.split()
        players, bot = self.query_one("#players", Select).value, self.query_one("#bot", Select).value
        assert isinstance(players, int)
        with self.telling():
            seating = Seating.of(
                self.rules,
                people=people,
                players=max(players, len(people)),
                bot=str(bot),
                conventions=self._conventions,
            )
            first = self.query_one("#first", Select).value
            if isinstance(first, int) and first != LOT:
                seating = replace(seating, first=Seat(first))
            session = LocalSession(seating, seating.deal(), self._keep(seating), delay=self._offer.delay)
            self.table_app.open_table(session)

    def _keep(self, seating: Seating) -> GameFile | None:
        try:
            return GameFile.new(seating.people, seating.bot) if self._offer.keeping else None
        except OSError as error:
            self.notify(self.say("terminal.cannot-keep", cause=str(error)), severity="warning")
            return None

    @on(Button.Pressed, "#go-on")
    @on(OptionList.OptionSelected, "#unfinished")
    def _go_on(self) -> None:
        game = self._highlighted()
        if game is not None:
            with self.telling():
                seated = resume(GameFile(game.path), game.people, game.bot)
                self.table_app.open_table(LocalSession(*seated, delay=self._offer.delay))

    @on(Button.Pressed, "#forget")
    def _forget(self) -> None:
        game = self._highlighted()
        if game is not None:
            give_up(game)
            self.on_screen_resume()

    def _highlighted(self) -> Unfinished | None:
        at = self.query_one("#unfinished", OptionList).highlighted
        return self._waiting[at] if at is not None and at < len(self._waiting) else None

    @on(Input.Submitted, "#elsewhere")
    def _elsewhere(self, event: Input.Submitted) -> None:
        """A table at a server, or a game on record."""
        text = event.value.strip()
        with self.telling():
            if text.startswith(("http://", "https://")):
                from tamaya.tui.remote import RemoteSession

                people = self.query_one("#people", Input).value.split()
                self.table_app.open_table(
                    RemoteSession(text, name=people[0] if people else self.say("home.guest"))
                )
            elif text:
                self.table_app.open_table(RecordSession(load(Path(text).expanduser())))

    def action_rules(self) -> None:
        with self.telling():
            kind = game_kind(self.rules)
            book = self._conventions if kind.rules else ""
            self.app.push_screen(rules_screen(kind, self.reader, book))

    def action_help(self) -> None:
        self.app.push_screen(help_screen(None, self.reader))


def _title(name: str) -> Message:
    return EDITIONS[name].title if name in EDITIONS else Message("terminal.start.andrewz")
