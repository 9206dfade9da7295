"""Bots examined: positions, what a player is expected to know or do there, and what a bot does."""

from tamaya.exam.dealing import ImpossiblePosition
from tamaya.exam.positions import ExamPosition, build, load_positions, positions_of
from tamaya.exam.questions import CALLED, Finding, Verdict, examine, examine_position
from tamaya.exam.report import Count, ExamReport
from tamaya.exam.rows import BrokenPosition, Row, read_row, read_rows

__all__ = [
    "CALLED",
    "BrokenPosition",
    "Count",
    "ExamPosition",
    "ExamReport",
    "Finding",
    "ImpossiblePosition",
    "Row",
    "Verdict",
    "build",
    "examine",
    "examine_position",
    "load_positions",
    "positions_of",
    "read_row",
    "read_rows",
]
