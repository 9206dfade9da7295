"""Run by Alembic, on the connection that ``migrate`` hands in."""

from alembic import context
from sqlalchemy import text

from tamaya.server.schema import metadata

connection = context.config.attributes["connection"]
if connection.dialect.name == "postgresql":
    # Several processes may start at once: one migrates, the others wait.
    connection.execute(text("SELECT pg_advisory_xact_lock(7461)"))
else:
    # The driver would commit each statement by itself; an upgrade that is cut off shall leave nothing behind.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
