"""Control groups: whose they are, and when they go."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.isolation import cgroups
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.tests.sandboxes import PROGRAMS, SMALL, TREE, python, read_line, started

ROOT = Path(__file__).parents[2]


def test_processes_that_cannot_be_seen_are_not_taken_for_our_own(tmp_path):
    (tmp_path / "cgroup.procs").write_text("0\n12\n0\n")
    assert cgroups._members(tmp_path) == [12]


@pytest.mark.skipif(TREE is None, reason="this machine has no control groups for us")
def test_control_groups_of_a_dead_owner_are_swept_at_the_next_start():
    code = (
        "import os; from sandbox.isolation import cgroups; from sandbox.limits import BOT; "
        "tree = cgroups.find(); g = tree.create(BOT); print(*g.directories.values(), flush=True); "
        "os.kill(os.getpid(), 9)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, check=False
    ).stdout
    left = [Path(word) for word in said.decode().split()]
    assert left
    cgroups.find()
    assert not any(path.exists() for path in left)


@pytest.mark.skipif(TREE is None, reason="this machine has no control groups for us")
def test_control_groups_of_a_living_owner_are_left_alone():
    assert TREE is not None
    group = TREE.create(SMALL)
    cgroups.find()
    assert all(path.is_dir() for path in group.directories.values())
    group.remove()


def test_version_2_groups_count_and_kill_without_any_controller():
    tree = cgroups.find_v2()
    if tree is None:
        pytest.skip("no version 2 hierarchy is mounted and ours")
    with started(Bubblewrap(tree), PROGRAMS, *python("spinner", 0.2, "children")) as process:
        assert read_line(process) == "burnt"
        assert 0.37e9 <= process.cpu_ns() < 0.8e9
