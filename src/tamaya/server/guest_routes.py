"""The requests by which a guest gets a name and the key that proves who they are."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from tamaya.server.guests import COOKIE, Guests
from tamaya.server.messages import GuestInfo, GuestName
from tamaya.server.store import Store
from tamaya.table import Refused

YEAR = 365 * 24 * 3600


def guest_routes(store: Store, guests: Guests) -> APIRouter:
    """Who the caller is."""
    router = APIRouter(prefix="/api/me")

    @router.get("")
    async def show_guest(request: Request) -> GuestInfo:
        """Who the caller is."""
        guest = await guests.find(request)
        return GuestInfo(name=guest.name if guest else "")

    @router.post("")
    async def choose_name(wish: GuestName, request: Request, response: Response) -> GuestInfo:
        """Choose a name; the first time, the answer brings the key that proves who the caller is."""
        name = " ".join(wish.name.split())
        if not name or not name.isprintable():
            raise Refused("unreadable", "refused.name-letters")
        guest = await guests.find(request)
        if guest is None:
            _, key = await store.add_guest(name)
            secure = request.url.scheme == "https"
            response.set_cookie(COOKIE, key, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
        else:
            await store.rename_guest(guest.id, name)
            guests.forget(request)
        return GuestInfo(name=name)

    return router
