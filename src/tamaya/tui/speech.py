"""How the terminal puts messages into words: for whom, and as sentences."""

from __future__ import annotations

from itertools import groupby

from tamaya.bots.guides import Convention, guide
from tamaya.bots.partner.styles import BOOKS, book_title, book_words
from tamaya.records import AnyView
from tamaya.rules import TamayaError
from tamaya.words import ENGLISH, Message, Reader
from tamaya.words.catalogue import catalogue


def viewer_of(view: AnyView, language: str) -> Reader:
    """The person at the screen: their language, the names at the table, and their seat, who is "you"."""
    return Reader(language, view.names, view.seat)


def cause_of(error: TamayaError | OSError) -> Message:
    """Why something could not be done; what the system says is said as it is."""
    return error.message if isinstance(error, TamayaError) else Message(str(error))


def conventions_line(book: str) -> Message | None:
    """What a book of conventions is called, and what it says; None for one that is not known here."""
    if book not in BOOKS:
        return None
    return Message("new-table.conventions-line", book=book_title(book), words=book_words(book))


def card_sections(book: str) -> list[tuple[Message, list[Convention]]]:
    """The card of a table: the conventions of its book by level, each group below its heading."""
    conventions = guide(book) if book in BOOKS else ()
    return [
        (Message("rule-card.level", level=level) if level else book_title(book), list(group))
        for level, group in groupby(conventions, key=lambda one: one.level)
    ]


def capital(text: str) -> str:
    """A text that begins with a capital: a label, a button, a sentence."""
    return f"{text[:1].upper()}{text[1:]}"


def sentence(text: str, reader: Reader = ENGLISH) -> str:
    """A text that stands alone: it begins with a capital and ends with a full stop.

    >>> sentence("no clue token is left")
    'No clue token is left.'
    """
    ended = text.endswith((".", "!", "?", "…", ":", "。", "！", "？", "："))
    return capital(text) if ended else f"{capital(text)}{catalogue(reader.language).stop}"
