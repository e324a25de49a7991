"""Control groups: whose they are, and when they go."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from sandbox.errors import SandboxError
from sandbox.isolation.base import Wall
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.running import cgroups, groups
from sandbox.isolation.running.groups import CORE, GroupV2
from sandbox.limits import Limits
from sandbox.tests.sandboxes import PROGRAMS, SMALL, TREE, needs_groups, python, read_line, started

ROOT = Path(__file__).parents[2]


def test_processes_that_cannot_be_seen_are_not_taken_for_our_own(tmp_path):
    (tmp_path / "cgroup.procs").write_text("0\n12\n0\n")
    assert groups.members(tmp_path) == [12]


def left_by(code: str) -> list[Path]:
    """The groups that a Python program has named before it died."""
    said = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, check=False
    ).stdout
    left = [Path(word) for word in said.decode().split()]
    assert left
    return left


@pytest.mark.skipif(TREE is None, reason="this machine has no control groups for us")
def test_control_groups_of_a_dead_owner_are_swept_at_the_next_start():
    code = (
        "import os; from sandbox.isolation import cgroups; from sandbox.limits import BOT; "
        "tree = cgroups.find(); g = tree.create(BOT); print(*g.directories.values(), flush=True); "
        "os.kill(os.getpid(), 9)"
    )
    left = left_by(code)
    cgroups.find()
    assert not any(path.exists() for path in left)


@needs_groups
def test_a_frozen_group_of_a_dead_owner_is_swept_with_what_is_in_it():
    code = (
        "import os, subprocess; from sandbox.isolation import cgroups; "
        "from sandbox.limits import BOT; g = cgroups.find().create(BOT); "
        "p = subprocess.Popen(['/usr/bin/sleep', '600'], stdout=subprocess.DEVNULL); "
        "g.add(p.pid); g.pause_only(p.pid); g.freeze(); "
        "print(*g.directories.values(), flush=True); os.kill(os.getpid(), 9)"
    )
    left = left_by(code)
    deadline = time.monotonic() + 10
    while any(path.exists() for path in left) and time.monotonic() < deadline:
        cgroups.find()  # what is dying keeps its group for a moment
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


V2_FILES = {
    "cgroup.procs": "",
    "cgroup.freeze": "0",
    "cgroup.kill": "",
    "cgroup.events": "populated 1\nfrozen 0\n",
    "cpu.stat": "usage_usec 1234\nuser_usec 1000\nsystem_usec 234\n",
    "cpu.weight": "100",
    "memory.max": "max",
    "memory.oom.group": "0",
    "memory.swap.max": "",
    "memory.peak": "5242880",
    "memory.events": "low 0\nhigh 0\nmax 9\noom 0\noom_kill 0\noom_group_kill 0\n",
    "pids.max": "m",
    "pids.events": "max 0\n",
}


class LikeV2(GroupV2):
    """A group in an ordinary folder, with the files that the kernel would put there."""

    files = V2_FILES

    def _limit(self, limits, without):
        for name, text in self.files.items():
            (self.directories[CORE] / name).write_text(text)
        super()._limit(limits, without)


@pytest.fixture
def like_v2(tmp_path):
    names = (CORE, "memory", "pids", "cpu")
    return lambda without=frozenset(), kind=LikeV2: kind(
        dict.fromkeys(names, tmp_path / "run"), Limits(memory_mb=100, processes=7), without
    )


def test_a_version_2_group_sets_its_limits(like_v2, tmp_path):
    group = like_v2()
    group.add(4321)
    said = {name: (tmp_path / "run" / name).read_text() for name in V2_FILES}
    assert said["memory.max"] == str(100 << 20)
    assert (said["memory.swap.max"], said["memory.oom.group"]) == ("0", "1")
    assert said["pids.max"] == str(7 + groups.HELPERS)
    assert (said["cpu.weight"], said["cgroup.procs"]) == ("100", "4321")


def test_a_version_2_group_lacks_the_limits_of_walls_that_are_taken_away(like_v2, tmp_path):
    like_v2(frozenset({Wall.MEMORY, Wall.COUNT, Wall.SHARE}))
    said = {name: (tmp_path / "run" / name).read_text() for name in V2_FILES}
    assert (said["memory.max"], said["pids.max"]) == ("max", "m")
    assert said["cpu.weight"] == "10000"


def test_a_version_2_group_tells_what_was_used(like_v2, tmp_path):
    group = like_v2()
    assert group.cpu_ns() == 1_234_000
    assert group.peak_memory() == 5 << 20
    assert (group.out_of_memory(), group.out_of_processes()) == (False, False)
    (tmp_path / "run" / "memory.events").write_text("max 9\noom 1\noom_kill 1\n")
    (tmp_path / "run" / "pids.events").write_text("max 3\n")
    (tmp_path / "run" / "cpu.stat").write_text("usage_usec 99\n")
    assert (group.out_of_memory(), group.out_of_processes()) == (True, True)
    assert not group.no_memory()
    assert group.cpu_ns() == 99_000


def test_a_kill_from_above_a_version_2_group_is_not_its_own_lack_of_memory(like_v2, tmp_path):
    group = like_v2()
    (tmp_path / "run" / "memory.events").write_text("max 0\noom 0\noom_kill 1\n")
    assert (group.out_of_memory(), group.no_memory()) == (False, True)


def test_a_version_2_group_freezes_thaws_and_kills_by_one_write_each(like_v2, tmp_path):
    group = like_v2()
    assert group.freezes
    group.freeze()
    assert (tmp_path / "run" / "cgroup.freeze").read_text() == "1"
    group.thaw()
    assert (tmp_path / "run" / "cgroup.freeze").read_text() == "0"
    group.kill()
    assert (tmp_path / "run" / "cgroup.kill").read_text() == "1"


def test_a_version_2_group_of_an_older_kernel_does_without_some_files(like_v2):
    missing = {"memory.peak", "memory.swap.max"}

    class Older(LikeV2):
        files = {name: text for name, text in V2_FILES.items() if name not in missing}

    assert like_v2(kind=Older).peak_memory() is None


def test_a_group_that_cannot_be_made_leaves_nothing(tmp_path):
    directories = {CORE: tmp_path / "a", "memory": tmp_path / "b"}
    with pytest.raises(SandboxError, match="no control group could be made"):
        GroupV2(directories, Limits())
    assert list(tmp_path.iterdir()) == []


def test_a_described_tree_comes_back_and_a_wrong_description_does_not(tmp_path):
    if TREE is not None:
        again = cgroups.restore(TREE.describe())
        assert (type(again), again.parents) == (type(TREE), TREE.parents)
    for wrong in ({}, None, "x", {"version": 3, "parents": {}}, {"version": 1, "parents": []}):
        with pytest.raises(SandboxError, match="these are no control groups"):
            cgroups.restore(wrong)
    gone = {"version": 1, "parents": {"memory": str(tmp_path / "gone")}}
    with pytest.raises(SandboxError, match="no such control groups for us"):
        cgroups.restore(gone)
