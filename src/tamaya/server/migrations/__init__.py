"""The history of the database's shape; ``migrate`` brings a database up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from tamaya.server.trouble import Trouble

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER: Final = Path(__file__).parent


async def migrate(engine: AsyncEngine) -> None:
    """Bring the database to the latest shape."""
    async with engine.begin() as connection:
        if not await connection.run_sync(_is_up_to_date):
            await connection.run_sync(_upgrade)


def _is_up_to_date(connection: Connection) -> bool:
    """Whether the database has the latest shape; most starts need no Alembic, which loads slowly."""
    found = revision_of(connection)
    if found is not None and found > newest_revision():
        raise Trouble("trouble.newer", found=found, known=newest_revision())
    return found == newest_revision()


def newest_revision() -> str:
    """The number that the last file of ``versions`` begins with."""
    return max(path.name for path in (FOLDER / "versions").glob("[0-9]*.py")).partition("_")[0]


def revision_of(connection: Connection) -> str | None:
    """The revision of a database; None if it has none of our tables."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def revisions() -> list[str]:
    """All of them, the oldest first."""
    return sorted(path.name.partition("_")[0] for path in (FOLDER / "versions").glob("[0-9]*.py"))


async def move(engine: AsyncEngine, revision: str) -> tuple[str, str]:
    """Bring a database up or down to a revision; the one before, and the one after."""
    async with engine.begin() as connection:
        before = await connection.run_sync(revision_of) or ""
        if before > newest_revision():
            raise Trouble("trouble.newer", found=before, known=newest_revision())
        if revision not in revisions():
            raise Trouble("trouble.no-such-revision", revision=revision, known=tuple(revisions()))
        await connection.run_sync(_upgrade if revision >= before else _downgrade, revision)
    return before, revision


def _upgrade(connection: Connection, revision: str = "head") -> None:
    from alembic import command

    command.upgrade(_config(connection), revision)


def _downgrade(connection: Connection, revision: str) -> None:
    from alembic import command

    command.downgrade(_config(connection), revision)


def _config(connection: Connection) -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    return config
