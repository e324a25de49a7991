"""Every hostile program gets the verdict that it must, and leaves no trace."""

from __future__ import annotations

import pytest

from sandbox.errors import SandboxError
from sandbox.tests.hostile import grounds
from sandbox.tests.hostile.rows import ROWS
from sandbox.tests.hostile.uploads import Upload

GROUNDS = ("groups", "rlimits")


@pytest.mark.parametrize("name", GROUNDS)
@pytest.mark.parametrize("row", ROWS)
def test_it_is_held_and_leaves_no_trace(row, name):
    if isinstance(row, Upload) and name != GROUNDS[-1]:
        pytest.skip("an upload is read in no sandbox: once is enough")
    try:
        ground = grounds.ground(name)
    except SandboxError as error:
        pytest.skip(str(error))
    assert row.held(ground)
