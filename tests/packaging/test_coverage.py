"""How coverage is measured in `make test`."""

from __future__ import annotations

import sys

import pytest


@pytest.mark.no_cover
def test_nothing_traces_a_test_that_is_not_measured() -> None:
    """A tracer makes games take 2 to 4 times as long; from Python 3.12 on there is none."""
    assert type(sys.gettrace()).__module__ != "coverage"
