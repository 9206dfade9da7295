"""What guests bring: a record as a file or as pasted text; what cannot be read is answered by a sentence that
says what it is, what is wrong, and where."""

from __future__ import annotations

import re

from tamaya.records import Origin, Record, read_any
from tamaya.rules import TamayaError, Unreadable
from tamaya.server.branches import MOST_BRANCH_ACTIONS
from tamaya.server.messages import LINE_LENGTH
from tamaya.table.commands import Refused
from tamaya.words import Message

_GAME_LINK = re.compile(
    r"(?:https?://)?(?:www\.)?hanab\.live/(?:shared-)?(?:replay|game|export)/(?P<number>\d{1,12})\S*"
)
_OTHER_LINK = re.compile(r"(?:https?://)\S+")
MOST_ACTIONS = 1_500
"""Of a record: more than any game has in which hands are not rearranged without end."""
SHORT = 2_000
"""Bytes of a record that is read at once; a longer one is read by a worker."""
_LONGEST_FIELD = 60
"""What is longer is no field but a piece of the file."""


def read_upload(body: bytes) -> tuple[Record, Origin]:
    """The game that a guest has brought and the program that wrote it; Refused for what is none."""
    try:
        text = body.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise Refused("unreadable", "upload.not-text") from None
    if why := _no_record(text):
        raise Refused("unreadable", why)
    try:
        found, origin = read_any(text)
    except Unreadable as error:
        raise Refused("unreadable", _broken(error)) from None
    except TamayaError as error:
        raise Refused("unreadable", "upload.contradicts", cause=error.message) from None
    _check_size(found)
    return found, origin


def _check_size(record: Record) -> None:
    """Refuse what would take long to fold each time that it is looked at."""
    if len(record.actions) > MOST_ACTIONS:
        raise Refused("too-much", "upload.actions", most=MOST_ACTIONS)
    if any(len(branch.actions) > LINE_LENGTH for branch in record.branches):
        raise Refused("too-much", "refused.branch-length", most=LINE_LENGTH)
    if sum(len(branch.actions) for branch in record.branches) > MOST_BRANCH_ACTIONS:
        raise Refused("too-much", "refused.branch-actions")


def _no_record(text: str) -> Message | None:
    """What was brought instead of a record, as far as it can be told at a glance."""
    if not text:
        return Message("upload.empty")
    if game := _GAME_LINK.fullmatch(text):
        return Message("upload.hanab-live-link", number=int(game["number"]))
    if _OTHER_LINK.fullmatch(text):
        return Message("upload.link")
    if text.startswith("<"):
        return Message("upload.web-page")
    if not text.startswith(("{", "[")):
        return Message("upload.not-json", bracket="{")
    return None


def _broken(error: Unreadable) -> Message:
    """What is wrong, and where: in a field, or anywhere in the file."""
    field = error.text.strip()
    if field and len(field) <= _LONGEST_FIELD and re.fullmatch(r"[\w.\[\]-]+", field):
        return Message("upload.field", field=field, cause=error.why)
    return Message("upload.broken", cause=error.why)
