"""Every error that Tamaya raises on purpose.

TamayaError
+-- Unreadable            a text cannot be read: an action, a card, a rules text, a file
|   +-- BrokenRecord      a record that is cut off, misshapen, or has unknown fields
|   +-- UnknownVersion    a record of a version this program does not know
+-- UnknownName           an unknown edition, add-on, suit, option, seat, bot or variant
+-- ImpossibleRules       rules that contradict themselves; the sentence names the culprit
+-- ImpossibleTable       a deal that these rules do not allow: wrong players, wrong deck, wrong first seat
+-- IllegalAction         a readable action that is not allowed now
+-- TamperedRecord        a record whose contents contradict each other
+-- Inexpressible         another program's game that cannot be said in these rules

An error carries its facts and a ``message`` that every language can say; ``str(error)`` says it in English.
"""

from collections.abc import Iterable

from tamaya.words import Field, Message


class TamayaError(Exception):
    """The root of the family.

    It is made from a code of the catalogue with its fields. A text that is no code is said as it is, so that
    other packages can raise these errors with sentences of their own.
    """

    def __init__(self, message: Message | str, /, **fields: Field) -> None:
        self.message = message_of(message, fields)
        super().__init__(self.message)

    def __str__(self) -> str:
        """The message in English."""
        return str(self.message)


class _Caused(TamayaError):
    """An error about a thing, with what is wrong with it."""

    code: str

    def __init__(self, subject: object, why: Message | str, /, **fields: Field) -> None:
        self.why = message_of(why, fields)
        label = subject if isinstance(subject, Message) else self._name(subject)
        super().__init__(Message(self.code, subject=label, cause=self.why))
        self.args = (subject, self.why)

    @staticmethod
    def _name(subject: object) -> str:
        return str(subject)


class Unreadable(_Caused, ValueError):
    """A text that cannot be read."""

    code = "error.unreadable"

    def __init__(self, text: str, why: Message | str, /, **fields: Field) -> None:
        super().__init__(text, why, **fields)
        self.text = text

    @staticmethod
    def _name(subject: object) -> str:
        return shorten(str(subject))


class BrokenRecord(Unreadable):
    """A record that is cut off, misshapen or holds unknown fields."""


class UnknownVersion(Unreadable):
    """A record of a version that this program does not know."""


NEAR = 0.75
"""How alike a name must be to be a slip of the fingers, and not another word."""


class UnknownName(TamayaError, LookupError):
    """An unknown name, with the nearest known ones; ``kind`` says what sort of thing it should be."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(known)
        sort = Message(f"kind.{kind.replace(' ', '-')}")
        super().__init__("error.unknown-name", kind=sort, name=shorten(name), hint=self._hint())
        self.args = (kind, name, self.known)

    def _hint(self) -> Message:
        from difflib import get_close_matches

        near = get_close_matches(self.name, self.known, n=1, cutoff=NEAR)
        if near:
            return Message("error.did-you-mean", name=repr(near[0]))
        if not self.known:
            return Message("error.none-known")
        return Message("error.known-are", names=self.known)


class ImpossibleRules(_Caused, ValueError):
    """Rules that contradict themselves; ``culprit`` is the part of the text to change."""

    code = "error.about"

    def __init__(self, culprit: str, why: Message | str, /, **fields: Field) -> None:
        super().__init__(culprit, why, **fields)
        self.culprit = culprit


class ImpossibleTable(TamayaError, ValueError):
    """A table that these rules do not allow: its players, its deck or its first seat."""


class IllegalAction(_Caused):
    """A readable action that is not allowed now."""

    code = "error.about"

    def __init__(self, action: object, why: Message | str, /, **fields: Field) -> None:
        super().__init__(action, why, **fields)
        self.action = action


class TamperedRecord(TamayaError, ValueError):
    """A record whose contents contradict each other."""


class Inexpressible(_Caused, ValueError):
    """Another program's game that cannot be said in these rules; ``name`` is what stands in the way."""

    code = "error.about"

    def __init__(self, name: str, why: Message | str, /, **fields: Field) -> None:
        super().__init__(name, why, **fields)
        self.name = name


def message_of(message: Message | str, fields: dict[str, Field]) -> Message:
    """A message as it is, or made from a code and its fields."""
    return message if isinstance(message, Message) else Message(message, **fields)


def shorten(text: str, limit: int = 60) -> str:
    """Quote a text, cut to a length that fits a sentence."""
    return repr(text if len(text) <= limit else text[: limit - 3] + "...")
