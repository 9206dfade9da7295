"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, DateTime, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData()

GUESTS = Table(
    "guests",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("key_hash", String(64), nullable=False, unique=True),
    Column("created", DateTime(timezone=True), nullable=False),
)
TABLES = Table(
    "tables",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("changed", DateTime(timezone=True), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("phase", String(10), nullable=False),
    Column("deal", String(64), nullable=False, server_default="", index=True),
    Index("tables_listed", "listed", "phase", "changed"),
)
"""A row for each table: what lists of tables are sorted and picked by. All else is in the log."""
ENTRIES = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("data", Text, nullable=False),
)
"""The logs. The key doubles as optimistic lock: of two entries with one number, the second is refused."""
MEMBERS = Table(
    "members",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("guest_id", ForeignKey("guests.id"), primary_key=True),
    Index("members_guest", "guest_id"),
)
"""Whose tables they are: the guests who set one up or took a seat."""
NOTES = Table(
    "notes",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("guest_id", ForeignKey("guests.id"), primary_key=True),
    Column("card", Integer, primary_key=True),
    Column("text", String(200), nullable=False),
)
SECRETS = Table(
    "secrets",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", String(128), nullable=False),
)
"""What the server alone knows, such as the key of named deals."""
BRANCHES = Table(
    "branches",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("guest_id", ForeignKey("guests.id"), nullable=False),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("turn", Integer, nullable=False),
    Column("actions", Text, nullable=False),
    Column("title", String(80), nullable=False),
    Index("branches_table", "table_id", "created"),
)
"""How finished games could have gone on from some turn: see ``branches.py``."""
STUDIES = Table(
    "studies",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("version", String(40), nullable=False),
    Column("state", String(10), nullable=False),
    Column("worker", String(22), nullable=False),
    Column("changed", DateTime(timezone=True), nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("asker", String(22), nullable=False, server_default=""),
    Column("answer", Text, nullable=False, server_default=""),
    Column("fault", Text, nullable=False, server_default=""),
)
"""Reviews and verdicts of finished games, under way or done: see ``jobs.py``."""
