"""Branches of finished games, and their reviews and verdicts."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing is stored yet."""
    op.create_table(
        "branches",
        sa.Column("id", sa.String(22), primary_key=True),
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("guest_id", sa.String(22), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("actions", sa.Text, nullable=False),
        sa.Column("title", sa.String(80), nullable=False),
    )
    op.create_index("branches_table", "branches", ["table_id", "created"])
    op.create_table(
        "studies",
        sa.Column("table_id", sa.String(22), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("worker", sa.String(22), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("studies")
    op.drop_index("branches_table", "branches")
    op.drop_table("branches")
