"""Every error that Tamaya raises on purpose.

TamayaError
+-- Unreadable            a text cannot be read: an action, a card, a rules text, a file
|   +-- BrokenRecord      a record that is cut off, misshapen, or has fields nobody knows
|   +-- UnknownVersion    a record of a version this program does not know
+-- UnknownName           an edition, add-on, suit, option, seat, bot or variant nobody has heard of
+-- ImpossibleRules       rules that contradict themselves; the sentence names the culprit
+-- ImpossibleTable       a deal that these rules do not allow: wrong players, wrong deck, wrong first seat
+-- IllegalAction         a readable action that is not allowed now
+-- TamperedRecord        a record whose contents contradict each other
+-- Inexpressible         another program's game that cannot be said in these rules
"""

from collections.abc import Iterable


class TamayaError(Exception):
    """The root of the family; its text is a sentence for people."""


class Unreadable(TamayaError, ValueError):
    """A text that cannot be read."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(f"cannot read {shorten(text)}: {why}")
        self.text = text
        self.why = why


class BrokenRecord(Unreadable):
    """A record that is cut off, misshapen or holds fields nobody knows."""


class UnknownVersion(Unreadable):
    """A record of a version that this program does not know."""


class UnknownName(TamayaError, LookupError):
    """A name that nobody knows, with the nearest known ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        super().__init__(f"unknown {kind} {shorten(name)}: {self._hint()}")

    def _hint(self) -> str:
        from difflib import get_close_matches

        near = get_close_matches(self.name, self.known, n=1)
        if near:
            return f"did you mean {near[0]!r}?"
        return f"known are {', '.join(self.known)}" if self.known else "there are none"


class ImpossibleRules(TamayaError, ValueError):
    """Rules that contradict themselves; ``culprit`` is the part of the text to change."""

    def __init__(self, culprit: str, why: str) -> None:
        super().__init__(f"{culprit}: {why}")
        self.culprit = culprit
        self.why = why


class ImpossibleTable(TamayaError, ValueError):
    """A table that these rules do not allow: its players, its deck or its first seat."""


class IllegalAction(TamayaError):
    """A readable action that is not allowed now."""

    def __init__(self, action: object, why: str) -> None:
        super().__init__(f"{action}: {why}")
        self.action = action
        self.why = why


class TamperedRecord(TamayaError, ValueError):
    """A record whose contents contradict each other."""


class Inexpressible(TamayaError, ValueError):
    """Another program's game that cannot be said in these rules; ``name`` is what stands in the way."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name = name
        self.why = why


def shorten(text: str, limit: int = 60) -> str:
    """Quote a text, cut to a length that fits a sentence."""
    return repr(text if len(text) <= limit else text[: limit - 3] + "...")
