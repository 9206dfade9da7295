"""The parts of the table screen, for either game."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tamaya import andrewz
from tamaya.records import AnyView
from tamaya.rules.words import title
from tamaya.tui.desk import Desk
from tamaya.tui.drawing.boards import draw_board, draw_counts
from tamaya.tui.drawing.hands import Focus, draw_hands
from tamaya.tui.drawing.paint import BRIGHT, FAINT, PALE, spread, stack, write
from tamaya.tui.drawing.race import draw_race_board, draw_race_counts, draw_race_hands
from tamaya.tui.notation import clue_in_mind
from tamaya.tui.session import Scene, story

SIDE_NARROWEST, SIDE_WIDEST = 29, 58


def side_width(width: int) -> int:
    """How wide the column with displays and story is."""
    return min(SIDE_WIDEST, max(SIDE_NARROWEST, width * 36 // 100))


def draw_heading(scene: Scene, view: AnyView, *, width: int) -> Content:
    """Which game, and whose turn."""
    rules = None if isinstance(view, andrewz.View) else view.rules
    name = write(title(rules) if rules else "Andrewz", PALE, bold=True)
    return spread(name, write(_state(scene, view), BRIGHT, bold=True), width)


def draw_tokens(view: AnyView) -> Content:
    """Two lines of numbers."""
    if isinstance(view, andrewz.View):
        return draw_race_counts(view)
    return draw_counts(view)


def draw_all_hands(scene: Scene, view: AnyView, desk: Desk, *, width: int, height: int) -> Content:
    """The hands, with what somebody points at."""
    if isinstance(view, andrewz.View):
        return draw_race_hands(scene, view, chosen=desk.slot, width=width)
    receiver, touched, clue = clue_in_mind(desk.command, view)
    focus = Focus(desk.slot, receiver, touched, clue, desk.owners, desk.detail)
    return draw_hands(scene, view, focus, width=width, height=height)


def draw_displays(view: AnyView) -> Content:
    """Displays or piles, and the discards."""
    if isinstance(view, andrewz.View):
        return draw_race_board(view)
    return draw_board(view)


def draw_story(scene: Scene, view: AnyView) -> Content:
    """What happened, the latest last; words that were said at the end."""
    if scene.kind is None:
        return Content("")
    lines = list(story(scene.kind, view))
    latest = lines[-1].turn if lines else 0
    told: Sequence[Content] = [
        write(f"{line.turn:>2} {line.text}", PALE if line.turn == latest else FAINT) for line in lines
    ]
    said = [write(f"“ {words}", BRIGHT) for words in scene.said[-5:]]
    return stack([*told, *said]) if told or said else write("Nothing has happened yet.", FAINT)


def _state(scene: Scene, view: AnyView) -> str:
    if scene.trouble:
        return scene.trouble
    if view.result is not None:
        return "The game is over"
    if view.turn is None:
        return ""
    if view.my_turn:
        return "▶ Your turn"
    if scene.thinking == view.turn:
        return f"{view.names[view.turn]} is thinking …"
    return f"{view.names[view.turn]}’s turn"
