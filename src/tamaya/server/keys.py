"""What proves who a guest is: a key for each device, a link that brings one more, and the restore code."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tamaya.server.database import key_hash, now
from tamaya.server.schema import GUESTS, HANDOVERS, KEYS, MEMBERS, TABLES
from tamaya.server.store import Store, add_key
from tamaya.table.commands import Guest

COOKIE: Final = "tamaya_guest"
"""What the name of the cookie begins with; the whole name in version 0.1.0."""
MOST_KEYS = 20
"""Devices of one guest: with one more, the key that has not been used for longest ends."""
USED_AGAIN = timedelta(hours=1)
"""How exactly it is known when a key was used last."""
LINK_TIME = timedelta(minutes=10)
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Of codes: without those that look like others."""
CODE_LETTERS, GROUP = 16, 4
"""A code holds 80 bits."""

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
    ("Python", "Terminal"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)
"""What a browser's own description is searched for, in this order, and what it is called."""


@dataclass(frozen=True, slots=True)
class Holder:
    """A guest who has shown a key."""

    guest: Guest
    key: str
    """The id of the key, not the key."""


@dataclass(frozen=True, slots=True)
class Device:
    """A key of a guest, as the guest sees it."""

    id: str
    device: str
    created: datetime
    used: datetime


async def cookie_name(store: Store) -> str:
    """The name of this server's cookie. Cookies know no port: with one name, two servers on a machine would
    overwrite each other's."""
    secret = await store.secret("cookie")
    return f"{COOKIE}_{hashlib.sha256(secret).hexdigest()[:6]}"


def guess_device(description: str) -> str:
    """A short name for a device, from what its browser says of itself; empty if that says nothing."""
    browser = next((name for mark, name in BROWSERS if mark in description), "")
    system = next((name for mark, name in SYSTEMS if mark in description), "")
    return " · ".join(filter(None, (browser, system)))


# Keys.


async def find(store: Store, key: str) -> Holder | None:
    """Who shows a key. Keys are compared by their hash, so the time it takes tells nothing."""
    query = (
        select(KEYS.c.id, KEYS.c.used, KEYS.c.guest_id, GUESTS.c.name)
        .join(GUESTS, GUESTS.c.id == KEYS.c.guest_id)
        .where(KEYS.c.hash == key_hash(key))
    )
    async with store.engine.connect() as connection:
        row = (await connection.execute(query)).first()
    if row is None:
        return None
    if now() - _aware(row.used) > USED_AGAIN:
        async with store.begin() as connection:
            await connection.execute(update(KEYS).where(KEYS.c.id == row.id).values(used=now()))
    return Holder(Guest(row.guest_id, row.name), row.id)


async def is_valid(store: Store, key: str) -> bool:
    """Whether a key, by its id, has not been signed out."""
    async with store.engine.connect() as connection:
        return await connection.scalar(select(KEYS.c.id).where(KEYS.c.id == key)) is not None


async def devices(store: Store, guest: Guest) -> list[Device]:
    """The keys of a guest, the one that was used last first."""
    query = (
        select(KEYS.c.id, KEYS.c.device, KEYS.c.created, KEYS.c.used)
        .where(KEYS.c.guest_id == guest.id)
        .order_by(KEYS.c.used.desc(), KEYS.c.created.desc())
    )
    async with store.engine.connect() as connection:
        rows = (await connection.execute(query)).all()
    return [Device(row.id, row.device, _aware(row.created), _aware(row.used)) for row in rows]


async def sign_out(store: Store, holder: Holder, device: str | None = None) -> Sequence[str]:
    """End a key of the caller's, or all but the one that was shown; the ids of those that ended. A link that
    is still open ends with them."""
    which = KEYS.c.id != holder.key if device is None else KEYS.c.id == device
    query = delete(KEYS).where(KEYS.c.guest_id == holder.guest.id, which).returning(KEYS.c.id)
    async with store.begin() as connection:
        await connection.execute(delete(HANDOVERS).where(HANDOVERS.c.guest_id == holder.guest.id))
        return (await connection.execute(query)).scalars().all()


async def count_unfinished(store: Store, guest: Guest) -> int:
    """At how many tables a guest would be missed."""
    query = (
        select(func.count())
        .select_from(MEMBERS.join(TABLES, TABLES.c.id == MEMBERS.c.table_id))
        .where(MEMBERS.c.guest_id == guest.id, MEMBERS.c.hidden.is_(False), TABLES.c.phase != "over")
    )
    async with store.engine.connect() as connection:
        return await connection.scalar(query) or 0


# A link that brings one more device.


async def open_link(store: Store, guest: Guest) -> tuple[str, datetime]:
    """The secret of a link for one more device of a guest, and until when it works. The one before ends."""
    secret, until = secrets.token_urlsafe(32), now() + LINK_TIME
    values = {"hash": key_hash(secret), "until": until}
    async with store.begin() as connection:
        query = store.insert(HANDOVERS).values(guest_id=guest.id, **values)
        await connection.execute(query.on_conflict_do_update(index_elements=["guest_id"], set_=values))
    return secret, until


async def look_at_link(store: Store, secret: str) -> Guest | None:
    """Whose link it is, while it works; looking does not use it up."""
    query = (
        select(GUESTS.c.id, GUESTS.c.name)
        .join(HANDOVERS, HANDOVERS.c.guest_id == GUESTS.c.id)
        .where(HANDOVERS.c.hash == key_hash(secret), HANDOVERS.c.until > now())
    )
    async with store.engine.connect() as connection:
        row = (await connection.execute(query)).first()
    return Guest(row.id, row.name) if row else None


async def take_link(store: Store, secret: str, device: str, leaving: Holder | None) -> str | None:
    """The key for one more device, once for each link; ``leaving`` is who the device was before."""
    query = (
        delete(HANDOVERS)
        .where(HANDOVERS.c.hash == key_hash(secret), HANDOVERS.c.until > now())
        .returning(HANDOVERS.c.guest_id)
    )
    async with store.begin() as connection:
        guest = await connection.scalar(query)
        return None if guest is None else await _move_in(connection, guest, device, leaving)


# The restore code.


def read_code(text: str) -> str:
    """A code as it was typed, without what divides its groups."""
    return re.sub(r"[\s._-]+", "", text).upper()


async def new_code(store: Store, guest: Guest) -> str:
    """A code that gives the guest back, in groups of letters; the one before ends."""
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))
    values = {"restore_hash": key_hash(code), "restore_made": now()}
    async with store.begin() as connection:
        await connection.execute(update(GUESTS).where(GUESTS.c.id == guest.id).values(values))
    return "-".join(code[at : at + GROUP] for at in range(0, CODE_LETTERS, GROUP))


async def code_made(store: Store, guest: Guest) -> datetime | None:
    """When the guest's code was made, if there is one."""
    async with store.engine.connect() as connection:
        made = await connection.scalar(select(GUESTS.c.restore_made).where(GUESTS.c.id == guest.id))
    return _aware(made) if made else None


async def look_at_code(store: Store, code: str) -> Guest | None:
    """Whose code it is."""
    query = select(GUESTS.c.id, GUESTS.c.name).where(GUESTS.c.restore_hash == key_hash(read_code(code)))
    async with store.engine.connect() as connection:
        row = (await connection.execute(query)).first()
    return Guest(row.id, row.name) if row else None


async def restore(store: Store, guest: Guest, device: str, leaving: Holder | None) -> str:
    """A key for a guest who has shown their code."""
    async with store.begin() as connection:
        return await _move_in(connection, guest.id, device, leaving)


async def _move_in(connection: AsyncConnection, guest: str, device: str, leaving: Holder | None) -> str:
    """One more key of a guest, for a device on which the key before is overwritten."""
    if leaving is not None:
        await connection.execute(delete(KEYS).where(KEYS.c.id == leaving.key))
    kept = select(KEYS.c.id).where(KEYS.c.guest_id == guest).order_by(KEYS.c.used.desc()).limit(MOST_KEYS - 1)
    ids = (await connection.execute(kept)).scalars().all()
    await connection.execute(delete(KEYS).where(KEYS.c.guest_id == guest, KEYS.c.id.not_in(ids)))
    return await add_key(connection, guest, device, now())


def _aware(at: datetime) -> datetime:
    """SQLite gives times back without their zone."""
    return at if at.tzinfo else at.replace(tzinfo=UTC)
