"""What this installation can do: the packages that each capability stands on, and what is off without them.

An ordinary installation has all of them. A package may be missing all the same: it was uninstalled, or there
is none for the machine. Everything else goes on then, and says once what is off.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

from tamaya.words import Message


@dataclass(frozen=True, slots=True)
class Capability:
    """Something that needs more than Python code."""

    name: str
    packages: Mapping[str, str]
    """package, as it is installed: module, as it is imported"""

    @property
    def missing(self) -> tuple[str, ...]:
        """The packages that are not installed."""
        return tuple(package for package, module in self.packages.items() if find_spec(module) is None)

    @property
    def works(self) -> bool:
        """Whether all its packages are installed; none of them is imported to find out."""
        return not self.missing

    @property
    def off(self) -> Message:
        """What is off without it, for players."""
        return Message(f"capability.{self.name}-off", packages=self._named)

    @property
    def cure(self) -> Message:
        """How to get it, for the person who installed Tamaya."""
        return Message("capability.cure", packages=" ".join(self._named))

    @property
    def _named(self) -> tuple[str, ...]:
        """What is missing. A package that is there and cannot be imported is named too."""
        return self.missing or tuple(self.packages)


ENGINE: Final = Capability("engine", {"numba": "numba", "numpy": "numpy"})
"""The compiled engine: winning chances, better moves, the solver, and bots that think ahead."""
PROOFS: Final = Capability("proofs", {"python-sat": "pysat"})
"""The proofs of the solver, which stands on the engine."""
CAPABILITIES: Final = (ENGINE, PROOFS)
