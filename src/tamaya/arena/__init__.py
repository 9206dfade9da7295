"""Bots measured: many games on the same deals, on all cores, with standard errors."""

from tamaya.arena.andrewz import RaceStanding, race
from tamaya.arena.faults import BrokenBot, Fault, FaultCount
from tamaya.arena.job import Job, Team, parse_counts, parse_rules, parse_team
from tamaya.arena.match import GameResult, play_game
from tamaya.arena.playing import run
from tamaya.arena.results import Pairing, Results, Summary

__all__ = [
    "BrokenBot",
    "Fault",
    "FaultCount",
    "GameResult",
    "Job",
    "Pairing",
    "RaceStanding",
    "Results",
    "Summary",
    "Team",
    "parse_counts",
    "parse_rules",
    "parse_team",
    "play_game",
    "race",
    "run",
]
