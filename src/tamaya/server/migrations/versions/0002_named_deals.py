"""Which named deal a started table plays."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables of before are taken for fresh shuffles."""
    op.add_column("tables", sa.Column("deal", sa.String(64), nullable=False, server_default=""))
    op.create_index("ix_tables_deal", "tables", ["deal"])


def downgrade() -> None:
    """Forget it."""
    op.drop_index("ix_tables_deal", "tables")
    op.drop_column("tables", "deal")
