"""Research environments: PettingZoo, Gymnasium vectors and DeepMind's interface, for every rule set.

``hanabi_v1`` and ``andrewz_v1`` are PettingZoo environments, ``HanabiSingleEnv`` and ``HanabiVectorEnv`` are
Gymnasium's ``tamaya/Hanabi-v1``, and ``rl_env`` stands in for the module of that name. Each is imported when
it is used. Importing this package tells the registries of both libraries what they can make.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from tamaya.words import say as _say

try:
    import gymnasium as _gymnasium
    import pettingzoo as _pettingzoo
except ImportError as _error:
    raise ImportError(_say("env.needs-gymnasium")) from _error

if TYPE_CHECKING:
    from tamaya.env import andrewz_v1 as andrewz_v1
    from tamaya.env import hanabi_v1 as hanabi_v1
    from tamaya.env import rl_env as rl_env
    from tamaya.env.andrewz import AndrewzEnv as AndrewzEnv
    from tamaya.env.hanabi import HanabiEnv as HanabiEnv
    from tamaya.env.hanabi import HanabiParallelEnv as HanabiParallelEnv
    from tamaya.env.single import HanabiSingleEnv as HanabiSingleEnv
    from tamaya.env.table import STANDARD as STANDARD
    from tamaya.env.vector import HanabiVectorEnv as HanabiVectorEnv

VECTOR_ID = "tamaya/Hanabi-v1"
"""The name under which Gymnasium makes the environment of one game and that of many."""
PETTINGZOO_IDS = {
    "aec": {"tamaya/hanabi_v1": "hanabi_v1:env", "tamaya/andrewz_v1": "andrewz_v1:env"},
    "parallel": {"tamaya/hanabi_v1": "hanabi_v1:parallel_env"},
}
"""interface: name under which PettingZoo makes an environment: where it is"""

_HOMES = {
    "AndrewzEnv": "tamaya.env.andrewz",
    "HanabiEnv": "tamaya.env.hanabi",
    "HanabiParallelEnv": "tamaya.env.hanabi",
    "HanabiSingleEnv": "tamaya.env.single",
    "HanabiVectorEnv": "tamaya.env.vector",
    "STANDARD": "tamaya.env.table",
}
_MODULES = ("andrewz_v1", "hanabi_v1", "rl_env")

__all__ = ["PETTINGZOO_IDS", "VECTOR_ID", *_HOMES, *_MODULES]  # noqa: PLE0604 - the names stand above


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    if name in _MODULES:
        return import_module(f"tamaya.env.{name}")
    raise AttributeError(f"module 'tamaya.env' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)


def _register() -> None:
    if VECTOR_ID not in _gymnasium.registry:
        _gymnasium.register(
            VECTOR_ID,
            entry_point="tamaya.env.single:HanabiSingleEnv",
            vector_entry_point="tamaya.env.vector:HanabiVectorEnv",
        )
    # PettingZoo has had a registry since 1.27.
    register = getattr(_pettingzoo, "register", None)
    if register is None:
        return
    for interface, places in PETTINGZOO_IDS.items():
        known = getattr(_pettingzoo, f"{interface}_registry")
        for name, place in places.items():
            if name not in known:
                register(interface, name, entry_point=f"tamaya.env.{place}")


_register()
