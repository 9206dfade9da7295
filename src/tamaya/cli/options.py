"""Options that several commands have."""

from typing import Annotated

import typer

RULES = "EDITION[+PART...]"
Json = Annotated[bool, typer.Option("--json")]
Plain = Annotated[bool, typer.Option("--plain")]
