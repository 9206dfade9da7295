"""Text and JSON forms: records of whole games, plain values of views, and other programs' files."""

from tamaya.records.files import Origin, data_folder, load, loads, read_any, save
from tamaya.records.games import (
    ANDREWZ,
    GAMES,
    AnyAction,
    AnyEvent,
    AnyPosition,
    AnyResult,
    AnyView,
    Kind,
    game_kind,
)
from tamaya.records.plain import Json, plain
from tamaya.records.record import Branch, Record, TakeBack

__all__ = [
    "ANDREWZ",
    "GAMES",
    "AnyAction",
    "AnyEvent",
    "AnyPosition",
    "AnyResult",
    "AnyView",
    "Branch",
    "Json",
    "Kind",
    "Origin",
    "Record",
    "TakeBack",
    "data_folder",
    "game_kind",
    "load",
    "loads",
    "plain",
    "read_any",
    "save",
]
