"""People who play by a plan in the browser: they know what their own page was told, and press what it has."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, WebSocket, expect

from tamaya.bots import find_bot
from tamaya.engine import Clue, Discard, Play, View
from tamaya.engine.story import clue_words
from tamaya.records import game_kind
from tamaya.wire import read_event, read_view
from tamaya.words import Reader, say
from tests.browser.people import TURNS, expect_move, expect_turn, the_end, turns_taken

READ = """reason => [
  reason.firstChild.textContent.trim(),
  [...reason.querySelectorAll('button')].map(link => link.textContent.trim()),
]"""


@dataclass(frozen=True)
class Reason:
    """Why a bot made a move, as the page tells it."""

    turn: int
    words: str
    rules: tuple[str, ...]
    """The titles of the conventions to which it leads."""


class Listener:
    """What the server has told a page, heard on the page's own socket."""

    def __init__(self, page: Page) -> None:
        self._table: dict[str, Any] = {}
        self._view: dict[str, Any] = {}
        self._turns: list[list[Any]] = []
        self.moves: dict[int, dict[str, Any]] = {}
        """turn: the message about the move that led to it"""
        self.errors: list[str] = []
        page.on("websocket", self._follow)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at the table, from the first seat on."""
        return tuple(seat["name"] for seat in self._table["seats"])

    @property
    def turns(self) -> int:
        """How many actions it has heard of."""
        return len(self._turns)

    @property
    def view(self) -> View:
        """What the guest of the page may know now."""
        history = [read_event(event) for turn in self._turns for event in turn]
        view = read_view(self._view, game_kind(self._table["rules"]["text"]), self.names, history)
        assert isinstance(view, View)
        return view

    def moves_of(self, seat: int) -> dict[int, dict[str, Any]]:
        """The moves of a seat, by turn."""
        return {turn: move for turn, move in self.moves.items() if _mover(move["events"][0]) == seat}

    def _follow(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "table":
            self._table, self._view = message["table"], message["view"]
            if message["turns"] or not self._table["actions"]:
                self._turns = list(message["turns"])
        elif message["type"] == "moved":
            self._view = message["view"]
            self._turns.append(message["events"])
            self.moves[self.turns] = message
        elif message["type"] == "error":
            self.errors.append(message["sentence"])


def _mover(event: dict[str, Any]) -> int:
    return int(event["giver"] if event["kind"] == "clued" else event["seat"])


@dataclass
class ScriptedPerson:
    """A guest on the first seat who plays as a bot would that sees what the guest may know."""

    page: Page
    plan: str
    """The bot that decides."""
    watch: Callable[[Reason], None] = lambda _reason: None
    """Is told of each reason while it stands on the page."""
    heard: list[Reason] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.told = Listener(self.page)
        self._player = find_bot(self.plan, "hanabi").sit("a person")

    def play_on(self) -> None:
        """Play until the game is over."""
        for _ in range(TURNS):
            if not self.wait():
                return
            self.move()
        raise AssertionError("the game does not end")

    def wait(self) -> bool:
        """Wait for one's turn, and ask why the others did what they did; whether the game goes on."""
        expect_turn(self.page)
        turns = turns_taken(self.page)
        # The page may have drawn what the socket's listener is told of a moment later.
        while self.told.turns < turns:
            self.page.wait_for_timeout(5)
        if self.told.moves.get(turns, {}).get("reason"):
            self.ask_why(turns)
        return not the_end(self.page).is_visible()

    def move(self) -> None:
        """Decide, press, and see that the table took this very action."""
        action = self._player.choose(self.told.view).action
        before = turns_taken(self.page)
        assert isinstance(action, Play | Discard | Clue)
        self.press(action)
        expect_move(self.page, before)
        while before + 1 not in self.told.moves:
            self.page.wait_for_timeout(5)
        assert self.told.moves[before + 1]["action"] == str(action)

    def press(self, action: Play | Discard | Clue) -> None:
        """Do something with a card of one's own, or give a clue."""
        match action:
            case Play(slot):
                self._press_own(slot, f"Play slot {slot}")
            case Discard(slot):
                self._press_own(slot, f"Discard slot {slot}")
            case Clue(receiver, clue):
                rules = self.told.view.rules
                self._give_clue(self.told.names[receiver], say(clue_words(clue, rules), Reader("en")))

    def _press_own(self, slot: int, verb: str) -> None:
        self.page.get_by_role("button", name=f"slot {slot}, your card").click()
        self.page.get_by_role("region", name="Your actions").get_by_role("button", name=verb).click()

    def _give_clue(self, who: str, clue: str) -> None:
        self.page.get_by_role("button", name=f"Give {who} a clue").click()
        menu = self.page.get_by_role("dialog", name=re.compile("^Tell"))
        menu.get_by_role("button", name=re.compile(f"^{clue}: ")).click()
        menu.get_by_role("button", name=re.compile("^Tell")).click()

    def ask_why(self, turn: int) -> None:
        """Ask for the reason of the last move, in the line that tells it, and read it."""
        news = self.page.locator("[data-anchor='news']")
        news.get_by_role("button", name=f"Why was this done on turn {turn}?").first.click()
        reason = news.locator("p.reason")
        expect(reason).to_have_count(1)
        words, rules = reason.evaluate(READ)
        self.heard.append(Reason(turn, words, tuple(rules)))
        self.watch(self.heard[-1])
