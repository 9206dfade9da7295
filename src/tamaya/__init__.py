"""Tamaya: every Hanabi in one box."""

__version__ = "0.1.0"
