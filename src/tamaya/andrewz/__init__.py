"""Andrewz, the competitive game: be the first without cards (Z1-Z10)."""

from tamaya.andrewz.actions import Action as Action
from tamaya.andrewz.actions import Discard as Discard
from tamaya.andrewz.actions import Pass as Pass
from tamaya.andrewz.actions import Play as Play
from tamaya.andrewz.actions import parse_action as parse_action
from tamaya.andrewz.events import Closed as Closed
from tamaya.andrewz.events import Discarded as Discarded
from tamaya.andrewz.events import Drew as Drew
from tamaya.andrewz.events import Ended as Ended
from tamaya.andrewz.events import Event as Event
from tamaya.andrewz.events import Passed as Passed
from tamaya.andrewz.events import Played as Played
from tamaya.andrewz.events import event_message as event_message
from tamaya.andrewz.pack import COLOURS as COLOURS
from tamaya.andrewz.pack import FEWEST as FEWEST
from tamaya.andrewz.pack import HAND_SIZE as HAND_SIZE
from tamaya.andrewz.pack import MOST as MOST
from tamaya.andrewz.pack import PACK as PACK
from tamaya.andrewz.pack import hand_size as hand_size
from tamaya.andrewz.pack import shuffle as shuffle
from tamaya.andrewz.result import Outcome as Outcome
from tamaya.andrewz.result import Result as Result
from tamaya.andrewz.result import Standing as Standing
from tamaya.andrewz.rules_text import describe as describe
from tamaya.andrewz.state import State as State
from tamaya.andrewz.view import View as View
