"""The sandbox of an ordinary user holds all that root's does."""

from __future__ import annotations

import os

import pytest

from sandbox.isolation.running import cgroups
from sandbox.tests.hostile import ordinary
from sandbox.tests.hostile.kit import KIT
from sandbox.tests.hostile.rows import OFTEN


@pytest.mark.skipif(os.geteuid() != 0, reason="this is an ordinary user's run already")
@pytest.mark.parametrize("backend", ["groups", "rlimits"])
@pytest.mark.parametrize(
    "names",
    [
        pytest.param(OFTEN, id="some"),
        pytest.param({row.name for row in KIT}, id="all", marks=pytest.mark.nightly),
    ],
)
def test_an_ordinary_users_sandbox_holds_all_of_them(backend, names):
    tree = cgroups.find()
    if backend == "groups" and (tree is None or not tree.memory):
        pytest.skip("this machine has no memory control groups for us")
    kit = ordinary.run_kit(backend, names)
    assert kit.keys() == names
    assert {name: line for name, line in kit.items() if line[0] != "held"} == {}
