"""A view becomes text: the drawing of each game, and the one place that asks which game is on the table."""

from __future__ import annotations

from textual.content import Content

from tamaya.records import AnyView
from tamaya.tui.drawing.andrewz import AndrewzDrawing
from tamaya.tui.drawing.hanabi import HanabiDrawing
from tamaya.tui.drawing.table import TableDrawing
from tamaya.tui.interaction import Interaction
from tamaya.tui.session import Scene
from tamaya.words import Reader

DRAWINGS: dict[str, type[TableDrawing]] = {"hanabi": HanabiDrawing, "andrewz": AndrewzDrawing}


def drawing_of(
    scene: Scene, view: AnyView, interaction: Interaction, reader: Reader, graph: Content | None = None
) -> TableDrawing:
    """The drawing of the game on the table."""
    return DRAWINGS[view.game](scene, view, interaction, reader, graph)
