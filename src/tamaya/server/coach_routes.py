"""The requests to the coach: a player on turn asks, and the answer goes to that player alone."""

from __future__ import annotations

from fastapi import APIRouter

from tamaya.server.dependencies import Here, KnownGuest, LinkId
from tamaya.server.messages import CoachAnswer, CoachQuestion, SuggestionInfo

router = APIRouter(prefix="/api/tables/{table}")


@router.post("/coach")
async def ask_coach(table: LinkId, question: CoachQuestion, guest: KnownGuest, here: Here) -> CoachAnswer:
    """What the caller, who is on turn, could do; or how a clue that they are about to give will be read. The
    first question of a game is told to the table, the answer to the caller alone."""
    with here.coach_limits.question(guest):
        advice = await here.tables.coach(table, guest, question.seq, question.clue)
    return CoachAnswer(
        suggestions=tuple(
            SuggestionInfo(action=str(suggestion.action), reason=suggestion.reason)
            for suggestion in advice.suggestions
        ),
        reading=advice.reading,
    )
