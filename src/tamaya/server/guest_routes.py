"""The requests by which a guest gets a name and the key that proves who they are."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from tamaya.rules.names import is_name
from tamaya.server.dependencies import COOKIE, Caller, Here
from tamaya.server.messages import GuestInfo, GuestName
from tamaya.table.commands import Guest, Refused

YEAR = 365 * 24 * 3600

router = APIRouter(prefix="/api/me")


@router.get("")
async def show_guest(guest: Caller) -> GuestInfo:
    """Who the caller is."""
    return GuestInfo(name=guest.name if guest else "")


@router.post("")
async def choose_name(
    wish: GuestName, guest: Caller, here: Here, request: Request, response: Response
) -> GuestInfo:
    """Choose a name; the first time, the answer brings the key that proves who the caller is."""
    name = " ".join(wish.name.split())
    if not is_name(name):
        raise Refused("unreadable", "refused.name-letters")
    if guest is None:
        _, key = await here.store.add_guest(name)
        secure = request.url.scheme == "https"
        response.set_cookie(COOKIE, key, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    elif name != guest.name:
        here.tables.check_guest(guest)
        await here.store.rename_guest(guest.id, name)
        await here.tables.rename(Guest(guest.id, name))
    return GuestInfo(name=name)
