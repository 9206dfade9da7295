"""The requests by which guests get a name, and keep who they are over several devices."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from fastapi import APIRouter, Request, Response

from tamaya.rules.names import is_name
from tamaya.server import keys
from tamaya.server.dependencies import Here, KnownHolder, LinkId, MaybeHolder, Services
from tamaya.server.keys import COOKIE, Holder
from tamaya.server.messages import (
    DeviceInfo,
    Devices,
    GuestInfo,
    GuestName,
    HandoverLink,
    HandoverLook,
    HandoverOffer,
    HandoverWish,
    RestoreCode,
    RestoreWish,
    SignedOut,
)
from tamaya.server.store import Store
from tamaya.table.commands import Guest, Refused

YEAR = 365 * 24 * 3600
Look: TypeAlias = Callable[[Store, str], Awaitable[Guest | None]]
"""Whose secret it is."""

router = APIRouter(prefix="/api/me")


@router.get("")
async def show_guest(holder: MaybeHolder, here: Here, request: Request, response: Response) -> GuestInfo:
    """Who the caller is."""
    key = request.cookies.get(COOKIE)
    if holder is not None and key is not None and here.cookie not in request.cookies:
        # From before cookies had the server's own name.
        response.delete_cookie(COOKIE)
        _give(response, request, here.cookie, key)
    return GuestInfo(name=holder.guest.name if holder else "")


@router.post("")
async def choose_name(
    wish: GuestName, holder: MaybeHolder, here: Here, request: Request, response: Response
) -> GuestInfo:
    """Choose a name; the first time, the answer brings the key that proves who the caller is."""
    name = " ".join(wish.name.split())
    if not is_name(name):
        raise Refused("unreadable", "refused.name-letters")
    if holder is None:
        _, key = await here.store.add_guest(name, _device(request))
        _give(response, request, here.cookie, key)
    elif name != holder.guest.name:
        here.tables.check_guest(holder.guest)
        await here.store.rename_guest(holder.guest.id, name)
        await here.tables.rename(Guest(holder.guest.id, name))
    return GuestInfo(name=name)


# Devices.


@router.get("/devices")
async def show_devices(holder: KnownHolder, here: Here) -> Devices:
    """The caller's devices, and when their restore code was made."""
    found = [
        DeviceInfo(
            id=device.id,
            device=device.device,
            created=device.created.isoformat(),
            used=device.used.isoformat(),
            here=device.id == holder.key,
        )
        for device in await keys.devices(here.store, holder.guest)
    ]
    made = await keys.code_made(here.store, holder.guest)
    return Devices(devices=tuple(found), code_made=made.isoformat() if made else None)


@router.delete("/devices")
async def sign_out_others(holder: KnownHolder, here: Here) -> SignedOut:
    """Sign out all of the caller's devices but this one."""
    ended = await keys.sign_out(here.store, holder)
    here.tables.sign_out(ended)
    return SignedOut(count=len(ended))


@router.delete("/devices/{device}")
async def sign_out_device(device: LinkId, holder: KnownHolder, here: Here) -> SignedOut:
    """Sign out one of the caller's devices."""
    ended = await keys.sign_out(here.store, holder, device)
    if not ended:
        raise Refused("missing", "refused.no-such-device")
    here.tables.sign_out(ended)
    return SignedOut(count=len(ended))


# One more device, by a link.


@router.post("/handover")
async def open_handover(holder: KnownHolder, here: Here) -> HandoverLink:
    """A secret for a link that makes one more device the caller's: it works once, and for some minutes. The
    link before ends."""
    if not here.key_limits.links.take(holder.guest.id):
        raise Refused("busy", "refused.too-many-requests")
    secret, until = await keys.open_link(here.store, holder.guest)
    return HandoverLink(secret=secret, until=until.isoformat())


@router.post("/handover/look")
async def look_at_handover(
    wish: HandoverLook, holder: MaybeHolder, here: Here, request: Request
) -> HandoverOffer:
    """Whose link it is, and who would have to give way on this device."""
    guest = await _guess(here, request, keys.look_at_link, wish.secret, "refused.link-used-up")
    mine = holder is not None and holder.guest.id == guest.id
    leaving = None if mine or holder is None else holder.guest
    return HandoverOffer(
        name=guest.name,
        mine=mine,
        here=leaving.name if leaving else "",
        tables=await keys.count_unfinished(here.store, leaving) if leaving else 0,
    )


@router.post("/handover/take")
async def take_handover(
    wish: HandoverWish, holder: MaybeHolder, here: Here, request: Request, response: Response
) -> GuestInfo:
    """Make this device one more of the guest whose link it is; the link ends."""
    guest = await _guess(here, request, keys.look_at_link, wish.secret, "refused.link-used-up")
    if _gives_way(holder, guest, replace=wish.replace):
        key = await keys.take_link(here.store, wish.secret, _device(request), holder)
        if key is None:
            raise Refused("forbidden", "refused.link-used-up")
        _move_in(response, request, here, key, holder)
    return GuestInfo(name=guest.name)


# A code that gives a guest back.


@router.post("/restore-code")
async def make_restore_code(holder: KnownHolder, here: Here) -> RestoreCode:
    """A new restore code, told this once; the one before ends."""
    if not here.key_limits.links.take(holder.guest.id):
        raise Refused("busy", "refused.too-many-requests")
    return RestoreCode(code=await keys.new_code(here.store, holder.guest))


@router.post("/restore")
async def restore_guest(
    wish: RestoreWish, holder: MaybeHolder, here: Here, request: Request, response: Response
) -> GuestInfo:
    """Be again the guest who has this code."""
    guest = await _guess(here, request, keys.look_at_code, wish.code, "refused.wrong-code")
    if _gives_way(holder, guest, replace=wish.replace):
        key = await keys.restore(here.store, guest, _device(request), holder)
        _move_in(response, request, here, key, holder)
    return GuestInfo(name=guest.name)


async def _guess(here: Services, request: Request, look: Look, secret: str, otherwise: str) -> Guest:
    """Who a secret belongs to. Wrong ones make the address wait, longer each time."""
    address = request.client.host if request.client else ""
    with here.key_limits.guesses.attempt(address):
        guest = await look(here.store, secret)
        if guest is None:
            raise Refused("forbidden", otherwise)
        return guest


def _gives_way(holder: Holder | None, guest: Guest, *, replace: bool) -> bool:
    """Whether a device has to change hands; refused where it is another guest's, and that was not said."""
    if holder is None:
        return True
    if holder.guest.id == guest.id:
        return False
    if not replace:
        raise Refused("illegal", "refused.guest-here", here=holder.guest.name, name=guest.name)
    return True


def _move_in(response: Response, request: Request, here: Services, key: str, leaving: Holder | None) -> None:
    if leaving is not None:
        here.tables.sign_out([leaving.key])
    _give(response, request, here.cookie, key)


def _give(response: Response, request: Request, name: str, key: str) -> None:
    secure = request.url.scheme == "https"
    response.set_cookie(name, key, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def _device(request: Request) -> str:
    return keys.guess_device(request.headers.get("user-agent", ""))
