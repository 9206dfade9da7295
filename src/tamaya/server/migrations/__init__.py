"""The history of the database's shape; ``migrate`` brings a database up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from tamaya.server.trouble import Trouble

FOLDER: Final = Path(__file__).parent


async def migrate(engine: AsyncEngine) -> None:
    """Bring the database to the latest shape."""
    async with engine.begin() as connection:
        if not await connection.run_sync(_is_up_to_date):
            await connection.run_sync(_upgrade)


def _is_up_to_date(connection: Connection) -> bool:
    """Whether the database has the latest shape; most starts need no Alembic, which loads slowly."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if found is not None and found > newest_revision():
        raise Trouble("trouble.newer", found=found, known=newest_revision())
    return found == newest_revision()


def newest_revision() -> str:
    """The number that the last file of ``versions`` begins with."""
    return max(path.name for path in (FOLDER / "versions").glob("[0-9]*.py")).partition("_")[0]


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
