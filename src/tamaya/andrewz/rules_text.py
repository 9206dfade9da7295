"""The rules in short, for a reader who is about to play."""

from tamaya.andrewz.pack import FEWEST, HAND_SIZE, MOST
from tamaya.rules.describe import Section
from tamaya.words import Message


def describe() -> tuple[Section, ...]:
    """The rules in short."""
    return (
        Section(
            Message("andrewz.title", fewest=FEWEST, most=MOST),
            (
                Message("andrewz.aim"),
                Message("andrewz.pack"),
                Message("andrewz.hands", cards=HAND_SIZE),
                Message("andrewz.begins"),
            ),
        ),
        Section(
            Message("describe.your-turn"),
            (Message("andrewz.play"), Message("andrewz.discard"), Message("andrewz.pass")),
        ),
        Section(
            Message("describe.the-end"),
            (
                Message("andrewz.closing"),
                Message("andrewz.short-deck"),
                Message("andrewz.winning"),
                Message("andrewz.blocked"),
            ),
        ),
    )
