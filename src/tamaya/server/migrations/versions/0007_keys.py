"""Several keys for each guest, links that bring one more device, and codes that give a guest back."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The one key that each guest had becomes the first of theirs."""
    op.create_table(
        "keys",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(22), nullable=False, unique=True),
        sa.Column("guest_id", sa.String(22), sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device", sa.String(40), nullable=False),
    )
    op.create_index("ix_keys_guest_id", "keys", ["guest_id"])
    op.create_table(
        "handovers",
        sa.Column(
            "guest_id", sa.String(22), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("hash", sa.String(64), nullable=False, unique=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )
    op.execute(
        "INSERT INTO keys (hash, id, guest_id, created, used, device)"
        " SELECT key_hash, id, id, created, created, '' FROM guests"
    )
    # SQLite cannot drop a column that is unique, and guests cannot be copied while tables refer to them.
    op.execute("ALTER TABLE guests RENAME COLUMN key_hash TO restore_hash")
    op.execute("UPDATE guests SET restore_hash = id")
    op.add_column("guests", sa.Column("restore_made", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    """Each guest keeps the key that was used last; codes and links are forgotten."""
    op.drop_column("guests", "restore_made")
    op.execute("ALTER TABLE guests RENAME COLUMN restore_hash TO key_hash")
    op.execute(
        "UPDATE guests SET key_hash = COALESCE((SELECT hash FROM keys WHERE keys.guest_id = guests.id"
        " ORDER BY used DESC LIMIT 1), id)"
    )
    op.drop_table("handovers")
    op.drop_index("ix_keys_guest_id", "keys")
    op.drop_table("keys")
