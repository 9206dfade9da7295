"""Bots measured: many games on the same deals, on all cores, with standard errors."""

from tamaya.arena.andrewz import RaceStanding as RaceStanding
from tamaya.arena.andrewz import race as race
from tamaya.arena.job import Job as Job
from tamaya.arena.job import Team as Team
from tamaya.arena.job import parse_counts as parse_counts
from tamaya.arena.job import parse_team as parse_team
from tamaya.arena.match import Played as Played
from tamaya.arena.match import play_game as play_game
from tamaya.arena.playing import run as run
from tamaya.arena.results import Pairing as Pairing
from tamaya.arena.results import Results as Results
from tamaya.arena.results import Summary as Summary
