"""The parts of the table screen, for either game."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tamaya import andrewz
from tamaya.records import AnyView
from tamaya.tui.drawing.andrewz import draw_race_board, draw_race_counts, draw_race_hands
from tamaya.tui.drawing.boards import draw_board, draw_counts
from tamaya.tui.drawing.hands import Focus, draw_hands
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, spread, stack, write
from tamaya.tui.interaction import Interaction
from tamaya.tui.notation import clue_in_mind
from tamaya.tui.session import Scene, story
from tamaya.words import Reader, Who, say

SIDE_NARROWEST, SIDE_WIDEST = 29, 58


def side_width(width: int) -> int:
    """How wide the column with displays and story is."""
    return min(SIDE_WIDEST, max(SIDE_NARROWEST, width * 36 // 100))


def draw_heading(scene: Scene, view: AnyView, reader: Reader, *, width: int) -> Content:
    """Which game, and whose turn."""
    name = write(say(scene.kind.title, reader) if scene.kind else "", PALE, bold=True)
    return spread(name, write(_state(scene, view, reader), BRIGHT, bold=True), width)


def draw_tokens(view: AnyView, reader: Reader) -> Content:
    """Two lines of numbers."""
    if isinstance(view, andrewz.View):
        return draw_race_counts(view, reader)
    return draw_counts(view, reader)


def draw_all_hands(
    scene: Scene, view: AnyView, desk: Interaction, reader: Reader, *, width: int, height: int
) -> Content:
    """The hands, with what the viewer points at."""
    if isinstance(view, andrewz.View):
        return draw_race_hands(scene, view, reader, chosen=desk.slot, width=width)
    receiver, touched, clue = clue_in_mind(desk.command, view)
    focus = Focus(desk.slot, receiver, touched, clue, desk.owners, desk.detail)
    return draw_hands(scene, view, focus, reader, width=width, height=height)


def draw_displays(view: AnyView, reader: Reader) -> Content:
    """Displays or piles, and the discards."""
    if isinstance(view, andrewz.View):
        return draw_race_board(view, reader)
    return draw_board(view, reader)


def draw_story(scene: Scene, view: AnyView, reader: Reader) -> Content:
    """What happened, the latest last; words that were said at the end."""
    if scene.kind is None:
        return Content("")
    lines = list(story(scene.kind, view, reader))
    latest = lines[-1].turn if lines else 0
    told: Sequence[Content] = [
        write(f"{line.turn:>2} {line.text}", PALE if line.turn == latest else FAINT) for line in lines
    ]
    said = [write(f"“ {words}", BRIGHT) for words in scene.said[-5:]]
    return stack([*told, *said]) if told or said else write(say("table.log-empty", reader), FAINT)


def _state(scene: Scene, view: AnyView, reader: Reader) -> str:
    if scene.trouble:
        return say(scene.trouble, reader)
    if view.result is not None:
        return say("table.over", reader)
    if view.turn is None:
        return ""
    if view.my_turn:
        return f"▶ {say('table.your-turn', reader)}"
    if scene.thinking == view.turn:
        return say("table.thinking", reader, who=Who(view.turn))
    return say("table.their-turn", reader, who=Who(view.turn))
