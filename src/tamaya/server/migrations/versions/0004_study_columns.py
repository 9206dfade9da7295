"""A study's asker, answer and fault in columns of their own; before, one column held them by its state."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What the column held is moved to where it belongs."""
    op.add_column("studies", sa.Column("asker", sa.String(22), nullable=False, server_default=""))
    op.add_column("studies", sa.Column("answer", sa.Text, nullable=False, server_default=""))
    op.add_column("studies", sa.Column("fault", sa.Text, nullable=False, server_default=""))
    op.execute("UPDATE studies SET asker = data WHERE state IN ('waiting', 'working')")
    op.execute("UPDATE studies SET answer = data WHERE state = 'done'")
    op.execute("UPDATE studies SET fault = data WHERE state = 'failed'")
    op.drop_column("studies", "data")


def downgrade() -> None:
    """Put them into one column again."""
    op.add_column("studies", sa.Column("data", sa.Text, nullable=False, server_default=""))
    op.execute("UPDATE studies SET data = asker WHERE state IN ('waiting', 'working')")
    op.execute("UPDATE studies SET data = answer WHERE state = 'done'")
    op.execute("UPDATE studies SET data = fault WHERE state = 'failed'")
    for name in ("asker", "answer", "fault"):
        op.drop_column("studies", name)
