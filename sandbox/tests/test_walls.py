"""Each wall alone: what it holds, and that this is possible once it alone is taken away."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sandbox.isolation.base import Spec, Wall
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.limits import Limits
from sandbox.tests.sandboxes import (
    PROGRAMS,
    PYTHON,
    SMALL,
    TREE,
    needs_groups,
    needs_memory_groups,
    processes_with,
    python,
    read_line,
    run,
    started,
    wait,
)

BASH = ("/usr/bin/bash", "-c")
LOADED = Limits(memory_mb=64, processes=16, scratch_mb=4, file_mb=2, open_files=32)


def told(wall: Wall | None, *argv: object, tree=TREE, folder: Path = PROGRAMS, limits=SMALL) -> str:
    """The output of a program, with one wall taken away or none."""
    without = frozenset() if wall is None else frozenset({wall})
    backend = Bubblewrap(tree, without=without)
    return run(backend, folder, *argv, limits=limits).out.strip()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user may write to."""
    made = Path(tempfile.mkdtemp(prefix="arbiter-walls-"))
    made.chmod(0o777)
    yield made
    shutil.rmtree(made)


@pytest.mark.parametrize("wall", list(Wall))
@pytest.mark.parametrize("groups", [True, False])
def test_without_any_one_wall_programs_run_and_leave_nothing(wall, groups):
    if groups and TREE is None:
        pytest.skip("this machine has no control groups for us")
    tree = TREE if groups else None
    assert told(wall, *BASH, "(sleep 0.01 &); echo here", tree=tree) == "here"


def test_the_system_call_filter_refuses_new_namespaces():
    code = "import ctypes; print(ctypes.CDLL(None).unshare(0x10000000))"
    assert told(None, *PYTHON, "-c", code) == "-1"
    assert told(Wall.CALLS, *PYTHON, "-c", code) == "0"


def test_the_network_namespace_has_no_interface_of_the_machine():
    script = "cat /proc/self/net/route /proc/self/net/dev | grep -vc -e lo: -e '|' -e Iface"
    assert told(None, *BASH, script) == "0"
    if len(socket.if_nameindex()) > 1:
        assert int(told(Wall.NETWORK, *BASH, script)) > 0


def test_the_process_namespace_hides_the_machines_processes():
    script = f"[ -e /proc/{os.getpid()} ] && echo seen || echo hidden"
    assert told(None, *BASH, script) == "hidden"
    assert told(Wall.PROCESSES, *BASH, script) == "seen"


@pytest.mark.parametrize("groups", [True, False])
def test_daemons_die_with_the_sandbox_even_without_a_process_namespace(groups):
    if groups and TREE is None:
        pytest.skip("this machine has no control groups for us")
    backend = Bubblewrap(TREE if groups else None, without=frozenset({Wall.PROCESSES}))
    with started(backend, PROGRAMS, *python("daemons", "wait")) as process:
        assert read_line(process) == "ready"
        process.kill()
        assert wait(process) == -9


def test_the_ipc_namespace_is_not_the_machines():
    script = "readlink /proc/self/ns/ipc"
    ours = os.readlink("/proc/self/ns/ipc")
    assert told(None, *BASH, script) != ours
    assert told(Wall.IPC, *BASH, script) == ours


def test_the_file_system_view_hides_the_machines_files():
    script = "[ -e /etc/passwd ] && echo seen || echo hidden"
    assert told(None, *BASH, script) == "hidden"
    assert told(Wall.FILES, *BASH, script) == "seen"


def test_read_only_mounts_keep_a_programs_files_as_they_are(folder):
    script = "{ echo mine >/program/new; } 2>/dev/null && echo written || echo refused"
    assert told(None, *BASH, script, folder=folder) == "refused"
    assert list(folder.iterdir()) == []
    assert told(Wall.READ_ONLY, *BASH, script, folder=folder) == "written"
    assert (folder / "new").read_text() == "mine\n"


def test_the_cleared_environment_keeps_the_platforms_to_itself(monkeypatch):
    monkeypatch.setenv("ARBITER_SECRET", "treasure")
    for number in range(300):
        monkeypatch.setenv(f"OTHER_{number}", "x" * 300)
    script = "cat /proc/self/environ /proc/1/environ 2>/dev/null | grep -ac treasure"
    assert told(None, *BASH, script) == "0"
    assert told(Wall.ENVIRONMENT, *BASH, script) != "0"


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user has one uid")
def test_a_user_of_its_own_is_not_the_platforms(folder):
    backend = Bubblewrap(TREE)
    with started(backend, folder, *BASH, "id -u; read line") as process:
        assert read_line(process) == "1000"
        assert os.stat(f"/proc/{process.pid}").st_uid != 0
    backend = Bubblewrap(TREE, without=frozenset({Wall.USER}))
    with started(backend, folder, *BASH, "id -u; read line") as process:
        assert read_line(process) == "0"
        assert os.stat(f"/proc/{process.pid}").st_uid == 0


@needs_memory_groups
def test_the_memory_limit_of_the_group_ends_a_hog():
    code = "x = bytearray(b'x' * (96 << 20)); print(len(x) >> 20)"
    assert told(None, *PYTHON, "-c", code, limits=LOADED) == ""
    assert told(Wall.MEMORY, *PYTHON, "-c", code, limits=LOADED) == "96"


def test_the_memory_limit_of_each_process_ends_a_hog():
    code = "x = bytearray(b'x' * (96 << 20)); print(len(x) >> 20)"
    assert told(None, *PYTHON, "-c", code, limits=LOADED, tree=None) == ""
    assert told(Wall.MEMORY, *PYTHON, "-c", code, limits=LOADED, tree=None) == "96"


_FORKS = """
import os, signal
made = 0
try:
    for _ in range(40):
        if os.fork() == 0:
            signal.pause()
        made += 1
except OSError:
    pass
print(made, flush=True)
"""


@pytest.mark.parametrize("groups", [True, False])
def test_the_limit_on_processes_stops_a_crowd(groups):
    if groups and TREE is None:
        pytest.skip("this machine has no control groups for us")
    tree = TREE if groups else None
    assert int(told(None, *PYTHON, "-c", _FORKS, tree=tree, limits=LOADED)) <= 17
    assert told(Wall.COUNT, *PYTHON, "-c", _FORKS, tree=tree) == "40"


def test_limits_on_files_and_scratch_hold_each_file_and_all_of_them():
    script = (
        "for i in 1 2 3 4 5 6; do head -c 1000000 /dev/zero >f$i || echo full; done; "
        "trap '' XFSZ; head -c 3000000 /dev/zero >/tmp/big || echo big"
    )
    held = told(None, *BASH, script, limits=LOADED).split()
    assert set(held) == {"full", "big"}
    assert told(Wall.SIZES, *BASH, script, limits=LOADED) == ""


def test_the_share_of_the_processor_goes_with_sessions_which_are_refused():
    code = "import os; os.fork() and os.wait() or print(os.setsid())"
    assert told(None, *PYTHON, "-c", code) == ""
    assert told(Wall.SHARE, *PYTHON, "-c", code) == "None"


@needs_groups
def test_without_a_share_a_group_is_in_no_hierarchy_that_deals_them_out():
    assert TREE is not None
    group = TREE.create(SMALL, frozenset({Wall.SHARE}))
    with_share = TREE.create(SMALL)
    try:
        if "cpu" not in with_share.directories:
            pytest.skip("processors are not shared by groups here")
        assert group.directories != with_share.directories or "core" in group.directories
    finally:
        group.remove()
        with_share.remove()


def test_without_the_death_of_the_tree_a_kill_leaves_children_until_the_close():
    token = f"orphan-{os.getpid()}-{time.monotonic_ns()}"
    backend = Bubblewrap(TREE, without=frozenset({Wall.DEATH, Wall.PROCESSES}))
    # The child says so itself: it is there only once it has its name.
    script = f"(exec -a {token} sh -c 'echo made; sleep 600; true') & wait"
    with closing(backend.spawn(Spec((*BASH, script), PROGRAMS, SMALL))) as process:
        assert read_line(process) == "made"
        process.kill()
        assert wait(process) == -signal.SIGKILL
        assert len(processes_with(token)) == 1
    assert processes_with(token) == []
