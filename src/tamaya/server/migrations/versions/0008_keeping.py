"""Tokens of entries, what other programs tell a server, bans, and the acts of administrators."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Entries of before need no token: nothing waits to hear of them."""
    op.add_column("entries", sa.Column("token", sa.String(11), nullable=False, server_default=""))
    op.add_column("guests", sa.Column("banned", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("tables_phase", "tables", ["phase", "changed"])
    op.create_table(
        "notices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("subject", sa.String(10), nullable=False),
        sa.Column("name", sa.String(22), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "acts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("by", sa.String(60), nullable=False),
        sa.Column("act", sa.String(30), nullable=False),
        sa.Column("subject", sa.String(60), nullable=False),
        sa.Column("detail", sa.Text, nullable=False, server_default=""),
        sqlite_autoincrement=True,
    )


def downgrade() -> None:
    """Forget them; the logs stay as they are."""
    op.drop_table("acts")
    op.drop_table("notices")
    op.drop_index("tables_phase", "tables")
    op.drop_column("guests", "banned")
    op.drop_column("entries", "token")
