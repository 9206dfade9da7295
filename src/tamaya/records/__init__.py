"""Text and JSON forms: records of whole games, plain values of views, and other programs' files."""

from tamaya.records.files import data_folder as data_folder
from tamaya.records.files import load as load
from tamaya.records.files import loads as loads
from tamaya.records.files import save as save
from tamaya.records.games import ANDREWZ as ANDREWZ
from tamaya.records.games import GAMES as GAMES
from tamaya.records.games import AnyAction as AnyAction
from tamaya.records.games import AnyEvent as AnyEvent
from tamaya.records.games import AnyPosition as AnyPosition
from tamaya.records.games import AnyResult as AnyResult
from tamaya.records.games import AnyView as AnyView
from tamaya.records.games import Kind as Kind
from tamaya.records.games import game_kind as game_kind
from tamaya.records.plain import Json as Json
from tamaya.records.plain import plain as plain
from tamaya.records.record import Branch as Branch
from tamaya.records.record import Record as Record
