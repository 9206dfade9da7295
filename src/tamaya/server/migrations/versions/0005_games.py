"""What lists of games are searched, filtered and sorted by, and what each guest keeps of a game."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Rows of earlier games are written when their guests first ask for them."""
    op.add_column("members", sa.Column("hidden", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("members", sa.Column("tags", sa.String(120), nullable=False, server_default=""))
    op.create_table(
        "games",
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended", sa.DateTime(timezone=True), nullable=False),
        sa.Column("source", sa.String(10), nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("deal_name", sa.String(60), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("names", sa.Text, nullable=False),
        sa.Column("bots", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("owner", sa.String(22), nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(10), nullable=False),
        sa.Column("score", sa.Integer, nullable=True),
        sa.Column("points", sa.Integer, nullable=True),
        sa.Column("strikes", sa.Integer, nullable=True),
        sa.Column("winner", sa.Integer, nullable=True),
        sa.Column("turns", sa.Integer, nullable=False),
        sa.Column("search", sa.Text, nullable=False),
        sa.Column("losses", sa.Text, nullable=True),
        sa.Column("studied", sa.DateTime(timezone=True), nullable=True),
    )


def downgrade() -> None:
    """Forget them; the logs have all of it but the tags."""
    op.drop_table("games")
    op.drop_column("members", "tags")
    op.drop_column("members", "hidden")
