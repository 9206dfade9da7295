"""The end of a game: the grade, the story in numbers, and what next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import ClassVar, Literal, TypeAlias

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from tamaya import andrewz, engine
from tamaya.engine import Clued, Discarded, Outcome, Played
from tamaya.rules import accolade_label
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, button, row, stack, suit_colour, write
from tamaya.tui.screens.texts import Sheet
from tamaya.tui.session import Scene
from tamaya.tui.speech import sentence
from tamaya.words import Reader, Who, say

Next: TypeAlias = Literal["again", "back", "look", "leave"]
_HEADINGS = {
    Outcome.PERFECT: "result.perfect",
    Outcome.COUNTED: "result.counted",
    Outcome.LOST: "result.lost",
}


class EndScreen(Sheet[Next]):
    """Closes with what the user wants to do next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,enter", "dismiss('again')", "result.again"),
        Binding("b,left,home", "dismiss('back')", "terminal.button.step-through"),
        Binding("escape,x", "dismiss('look')", "terminal.button.table"),
        Binding("q", "dismiss('leave')", "terminal.button.leave"),
    ]

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet end"):
            yield Static(draw_end(self._scene, self.language))

    def on_click(self, event: events.Click) -> None:
        wish = event.style.meta.get("press")
        if wish in ("again", "back", "look", "leave"):
            self.close(wish)


def draw_end(scene: Scene, language: str) -> Content:
    """What there is to say at the end."""
    reader = Reader(language, scene.names)
    kept = [write(say("terminal.record-kept", reader, path=scene.kept), FAINT), Content("")]
    buttons = row(
        button(say("result.follow" if scene.following else "result.again", reader), "again", key="a"),
        button(say("terminal.button.step-through", reader), "back", key="b"),
        button(say("terminal.button.table", reader), "look", key="Esc"),
        button(say("terminal.button.leave", reader), "leave", key="q"),
    )
    return stack([*_result(scene, reader), "", *(kept if scene.kept else []), buttons])


def _result(scene: Scene, reader: Reader) -> Iterator[Content | str]:
    view = scene.view
    if isinstance(view, andrewz.View) and view.result is not None:
        yield from _standings(view, view.result, reader)
    elif isinstance(view, engine.View) and view.result is not None:
        yield from _score(view, view.result, reader)
        yield ""
        yield write(_numbers(view, reader), FAINT)


def _score(view: engine.View, result: engine.Result, reader: Reader) -> Iterator[Content | str]:
    rules = view.rules
    grade = result.grade(rules)
    yield write(say(_HEADINGS[result.outcome], reader), BRIGHT, bold=True)
    yield write(say("end.points", reader, score=result.score, most=rules.tables.most), PALE, bold=True)
    if result.outcome is Outcome.LOST:
        lost = say("result.lost-because", reader, cause=result.why, counted=result.counted)
        yield write(sentence(lost), PALE)
    if grade is not None:
        yield write(say("result.judged", reader, federation=rules.box.federation), FAINT)
        yield write(say("result.grade", reader, grade=grade.name, applause=grade.applause), PALE)
    if result.accolades:
        accolades = tuple(map(accolade_label, result.accolades))
        yield write(say("result.accolades", reader, accolades=accolades), PALE)
    yield ""
    yield row(
        *(
            write(f"{suit.symbol}{suit.letter} {view.top(index) or '-'}   ", suit_colour(suit), bold=True)
            for index, suit in enumerate(rules.suits)
        )
    )


def _numbers(view: engine.View, reader: Reader) -> str:
    kinds = Counter(type(event) for event in view.history)
    strikes = view.rules.box.strike(view.strikes)
    parts = [
        say("result.clues", reader, count=kinds[Clued]),
        say("result.plays", reader, count=kinds[Played]),
        say("result.discards", reader, count=kinds[Discarded]),
        say("result.strikes", reader, count=view.strikes, strikes=strikes),
    ]
    return " · ".join(parts)


def _standings(view: andrewz.View, result: andrewz.Result, reader: Reader) -> Iterator[Content | str]:
    if result.winner is None:
        yield write(say("result.race-blocked", reader), BRIGHT, bold=True)
    else:
        yield write(say("result.race-won", reader, who=Who(result.winner)), BRIGHT, bold=True)
    yield ""
    for standing in result.standings:
        cards = say("andrewz.card-count", reader, count=standing.cards)
        yield write(f"{standing.place:>3}.  {view.names[standing.seat]:<24}{cards}", PALE)
