"""Fixtures that several modules of these tests share."""

from __future__ import annotations

import pytest

from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.tests.sandboxes import TREE


@pytest.fixture(params=["groups", "rlimits"])
def backend(request: pytest.FixtureRequest) -> Bubblewrap:
    """Both ways to hold a program, for what must be true of each."""
    if request.param == "groups" and TREE is None:
        pytest.skip("this machine has no control groups for us")
    return Bubblewrap(TREE if request.param == "groups" else None)
