"""Games of hanab.live: import of its JSON, and export to it."""

from tamaya.records.hanablive.export import ExportedGame, export_game
from tamaya.records.hanablive.games import Ending, Imported, import_game, replay

__all__ = ["Ending", "ExportedGame", "Imported", "export_game", "import_game", "replay"]
