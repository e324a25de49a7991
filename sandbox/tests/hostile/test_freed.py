"""Every hostile program succeeds once its walls are taken away: it was they that held it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandbox.tests.hostile import grounds
from sandbox.tests.hostile.alone import Alone
from sandbox.tests.hostile.freeing import freed
from sandbox.tests.hostile.kinds import Broken
from sandbox.tests.hostile.kit import called
from sandbox.tests.hostile.rows import ROWS


@pytest.mark.parametrize("row", ROWS)
def test_it_succeeds_without_its_walls(row):
    assert freed(row, grounds.strongest())


@pytest.mark.parametrize("name", ["host's files", "setns", "raw socket"])
def test_what_nothing_holds_is_not_said_to_be_held(name):
    with pytest.raises(Broken):
        called(name).held(grounds.ground("plain"))


@pytest.mark.parametrize("name", ["clone", "database", "list of processes"])
def test_what_still_has_its_walls_is_no_proof(name):
    row = called(name)
    assert isinstance(row, Alone)
    with pytest.raises(Broken, match="without its walls"):
        freed(replace(row, walls=frozenset()), grounds.strongest())
