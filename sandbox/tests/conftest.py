"""Fixtures that several modules of these tests share."""

from __future__ import annotations

import pytest

from sandbox.isolation import kernel
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.tests.sandboxes import TREE


@pytest.fixture(params=["groups", "rlimits", "bubblewrap"])
def backend(request: pytest.FixtureRequest) -> Bubblewrap:
    """All ways to hold a program, for what must be true of each."""
    if request.param == "groups" and TREE is None:
        pytest.skip("this machine has no control groups for us")
    known = kernel.ask().wrapped() if request.param == "bubblewrap" else None
    return Bubblewrap(None if request.param == "rlimits" else TREE, known=known)
