"""The co-operative game compiled: thousands of games at once, with the same rules and the same tables."""

from tamaya.capabilities import ENGINE as _ENGINE
from tamaya.words import say as _say

try:
    import numba as _numba  # noqa: F401
except ImportError as _error:
    raise ImportError(_say("fast.needs-packages", cure=_ENGINE.cure)) from _error

from tamaya.fast.actions import ActionKind, Actions, Meaning, actions
from tamaya.fast.batch import Batch
from tamaya.fast.encoding import Encoding, Knowledge, Section, encoding
from tamaya.fast.inspect import OUTCOMES, Facts
from tamaya.fast.layout import Block, Layout
from tamaya.fast.policies import Policy
from tamaya.fast.rollouts import POLICIES, Rollout, rollout

__all__ = [
    "OUTCOMES",
    "POLICIES",
    "ActionKind",
    "Actions",
    "Batch",
    "Block",
    "Encoding",
    "Facts",
    "Knowledge",
    "Layout",
    "Meaning",
    "Policy",
    "Rollout",
    "Section",
    "actions",
    "encoding",
    "rollout",
]
