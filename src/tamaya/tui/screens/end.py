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
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, button, row, stack, suit_colour, write
from tamaya.tui.screens.texts import Sheet
from tamaya.tui.session import Scene

Next: TypeAlias = Literal["again", "back", "look", "leave"]


class EndScreen(Sheet[Next]):
    """Closes with what somebody wants to do next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,enter", "dismiss('again')", "Play again"),
        Binding("b,left,home", "dismiss('back')", "Step through"),
        Binding("escape,x", "dismiss('look')", "Look at the table"),
        Binding("q", "dismiss('leave')", "Leave"),
    ]

    def __init__(self, scene: Scene) -> None:
        super().__init__()
        self._scene = scene

    def compose(self) -> ComposeResult:
        with Vertical(classes="sheet end"):
            yield Static(draw_end(self._scene))

    def on_click(self, event: events.Click) -> None:
        wish = event.style.meta.get("press")
        if wish in ("again", "back", "look", "leave"):
            self.close(wish)


def draw_end(scene: Scene) -> Content:
    """What there is to say at the end."""
    again = "to the next table" if scene.following else "play again"
    kept = [write(f"The record is in {scene.kept}", FAINT), Content("")] if scene.kept else []
    buttons = row(
        button(again, "again", key="a"),
        button("step through", "back", key="b"),
        button("the table", "look", key="Esc"),
        button("leave", "leave", key="q"),
    )
    return stack([*_result(scene), "", *kept, buttons])


def _result(scene: Scene) -> Iterator[Content | str]:
    view = scene.view
    if isinstance(view, andrewz.View) and view.result is not None:
        yield from _standings(view, view.result)
    elif isinstance(view, engine.View) and view.result is not None:
        yield from _score(view, view.result)
        yield ""
        yield write(_numbers(view), FAINT)


def _score(view: engine.View, result: engine.Result) -> Iterator[Content | str]:
    rules = view.rules
    grade = result.grade(rules)
    headings = {Outcome.PERFECT: "Perfect!", Outcome.COUNTED: "The show is over", Outcome.LOST: "Lost"}
    yield write(headings[result.outcome], BRIGHT, bold=True)
    yield write(f"{result.score} of {rules.tables.most} points", PALE, bold=True)
    if result.outcome is Outcome.LOST:
        yield write(f"{result.why}. The displays would have counted {result.counted}.", PALE)
    if grade is not None:
        yield write(f"{rules.box.words.federation}:", FAINT)
        yield write(f"{grade.name}: {grade.applause}.", PALE)
    if result.accolades:
        yield write(f"With {' and '.join(result.accolades)}.", PALE)
    yield ""
    yield row(
        *(
            write(f"{suit.symbol}{suit.letter} {view.top(index) or '-'}   ", suit_colour(suit), bold=True)
            for index, suit in enumerate(rules.suits)
        )
    )


def _numbers(view: engine.View) -> str:
    kinds = Counter(type(event) for event in view.history)
    parts = [
        _count(kinds[Clued], "clue"),
        f"{_count(kinds[Played], 'card')} played",
        _count(kinds[Discarded], "discard"),
        f"{view.strikes} {view.rules.box.words.strikes}",
    ]
    return " · ".join(parts)


def _standings(view: andrewz.View, result: andrewz.Result) -> Iterator[Content | str]:
    if result.winner is None:
        yield write("Blocked: nobody wins", BRIGHT, bold=True)
    else:
        yield write(f"{view.names[result.winner]} won!", BRIGHT, bold=True)
    yield ""
    for standing in result.standings:
        yield write(
            f"{standing.place:>3}.  {view.names[standing.seat]:<24}{_count(standing.cards, 'card')}", PALE
        )


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
