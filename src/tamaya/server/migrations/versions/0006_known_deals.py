"""Which guests know the cards of which named deals."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

# Who had a part in several tables with one deal knows it from the one that still plays, if there is one.
_FILL = """
INSERT INTO known_deals (deal, guest_id, table_id, since)
SELECT tables.deal, members.guest_id, MIN(tables.id), MIN(tables.created)
FROM tables JOIN members ON members.table_id = tables.id
WHERE tables.deal <> '' AND (tables.phase = 'playing') = :playing AND NOT EXISTS (
    SELECT 1 FROM known_deals WHERE known_deals.deal = tables.deal AND known_deals.guest_id = members.guest_id
)
GROUP BY tables.deal, members.guest_id
"""


def upgrade() -> None:
    """Those who had a part in a table with a named deal know its cards."""
    op.create_table(
        "known_deals",
        sa.Column("deal", sa.String(64), primary_key=True),
        sa.Column("guest_id", sa.String(22), primary_key=True),
        sa.Column("table_id", sa.String(22), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
    )
    for playing in (True, False):
        op.get_bind().execute(sa.text(_FILL), {"playing": playing})


def downgrade() -> None:
    """Forget it."""
    op.drop_table("known_deals")
