"""The command ``tamaya``."""

from tamaya.cli.main import main

__all__ = ["main"]
