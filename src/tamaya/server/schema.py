"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

GUESTS = Table(
    "guests",
    metadata,
    Column("id", String(22), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("restore_hash", String(64), nullable=False, unique=True),
    Column("restore_made", DateTime(timezone=True), nullable=True),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("banned", Boolean, nullable=False, server_default=false()),
)
"""The people. ``restore_hash`` is the hash of the code that gives a guest back; while there is none it is the
guest's id, which is no hash of anything. A guest who is banned may still watch."""
KEYS = Table(
    "keys",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("id", String(22), nullable=False, unique=True),
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", DateTime(timezone=True), nullable=False),
    Column("used", DateTime(timezone=True), nullable=False),
    Column("device", String(40), nullable=False),
)
"""What proves who a guest is, one for each of their devices: see ``keys.py``."""
HANDOVERS = Table(
    "handovers",
    metadata,
    Column("guest_id", ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("until", DateTime(timezone=True), nullable=False),
)
"""The links that bring a guest to one more device; a guest has at most one, and it works once."""
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
    Index("tables_phase", "phase", "changed"),
)
"""A row for each table: what lists of tables are sorted and picked by. All else is in the log."""
ENTRIES = Table(
    "entries",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("data", Text, nullable=False),
    Column("token", String(11), nullable=False, server_default=""),
)
"""The logs. The key doubles as optimistic lock: of two entries with one number, the second is refused. By its
token, whoever has written an entry knows it again after a connection that broke."""
MEMBERS = Table(
    "members",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("guest_id", ForeignKey("guests.id"), primary_key=True),
    Column("hidden", Boolean, nullable=False, server_default=false()),
    Column("tags", String(120), nullable=False, server_default=""),
    Index("members_guest", "guest_id"),
)
"""Whose tables they are: the guests who set one up or took a seat. A guest may hide a table from their own
lists, and give it tags of their own."""
GAMES = Table(
    "games",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("changed", DateTime(timezone=True), nullable=False),
    Column("ended", DateTime(timezone=True), nullable=False),
    Column("source", String(10), nullable=False),
    Column("rules", Text, nullable=False),
    Column("edition", String(40), nullable=False),
    Column("deal_name", String(60), nullable=False),
    Column("players", Integer, nullable=False),
    Column("names", Text, nullable=False),
    Column("bots", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("owner", String(22), nullable=False),
    Column("first", Integer, nullable=False),
    Column("outcome", String(10), nullable=False),
    Column("score", Integer, nullable=True),
    Column("points", Integer, nullable=True),
    Column("strikes", Integer, nullable=True),
    Column("winner", Integer, nullable=True),
    Column("turns", Integer, nullable=False),
    Column("search", Text, nullable=False),
    Column("losses", Text, nullable=True),
    Column("studied", DateTime(timezone=True), nullable=True),
)
"""What a table's log comes to, for lists that are searched, filtered and sorted: see ``games.py``. A row is
worked out again when ``changed`` is not that of its table."""
KNOWN_DEALS = Table(
    "known_deals",
    metadata,
    Column("deal", String(64), primary_key=True),
    Column("guest_id", String(22), primary_key=True),
    Column("table_id", String(22), nullable=False),
    Column("since", DateTime(timezone=True), nullable=False),
)
"""Which guests know the cards of which named deals, by playing them or by looking at them, and from which
table: see ``known_deals.py``. The row stays when the table is deleted."""
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
NOTICES = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("subject", String(10), nullable=False),
    Column("name", String(22), nullable=False),
    Column("seq", Integer, nullable=False),
    sqlite_autoincrement=True,
)
"""What other programs tell a server on an embedded database: a table that moved or has gone, a guest that was
changed. PostgreSQL tells it by itself."""
ACTS = Table(
    "acts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("by", String(60), nullable=False),
    Column("act", String(30), nullable=False),
    Column("subject", String(60), nullable=False),
    Column("detail", Text, nullable=False, server_default=""),
    sqlite_autoincrement=True,
)
"""What administrators have done, by the command ``tamaya admin``."""
