"""Reviews that version 0.1.0 wrote: where there is a message now, they have a sentence in English."""

from __future__ import annotations

from typing import Any

from tamaya.rules import BrokenRecord
from tamaya.words import as_it_stands


def with_messages(review: dict[str, Any]) -> dict[str, Any]:
    """The review with messages that say the same."""
    try:
        deal = review["deal"]
        return review | {
            "ending": _message(review["ending"]),
            "notes": list(map(_message, review["notes"])),
            "moves": list(map(_move, review["moves"])),
            "deal": deal and deal | {"how": _message(deal["how"])},
        }
    except (LookupError, TypeError) as error:
        raise BrokenRecord(str(review)[:200], "record.no-json") from error


def _move(move: dict[str, Any]) -> dict[str, Any]:
    advice, better = move["advice"], move["better"]
    return move | {
        "words": _sentences(move["words"]),
        "advice": advice and _with_reason(advice),
        "better": better and _with_reason(better),
    }


def _with_reason(thought: dict[str, Any]) -> dict[str, Any]:
    return thought | {"words": _message(thought["words"]), "reason": _sentences(thought["reason"])}


def _sentences(text: str) -> list[object]:
    return [_message(text)] if text else []


def _message(text: str) -> object:
    return as_it_stands(text).plain()
