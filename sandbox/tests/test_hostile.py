"""Programs that mean harm: each is contained, and of none is anything left."""

from __future__ import annotations

import errno
import json
import os
import platform
import signal
import socket
import time
from pathlib import Path

import pyseccomp
import pytest

from sandbox.isolation.base import Backend, Profile, Spec
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.limits import Limits
from sandbox.tests.sandboxes import (
    PROGRAMS,
    SMALL,
    TREE,
    needs_memory_groups,
    processes_with,
    python,
    read_line,
    run,
    started,
    wait,
)

_CALLS = (
    *("unshare", "clone", "clone3", "setns", "mount", "ptrace", "process_vm_readv", "keyctl"),
    *("add_key", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "memfd_create"),
    *("inotify_init1", "kexec_load", "ioctl"),
)
CROWD = Limits(memory_mb=256, processes=32)


@pytest.fixture(params=["groups", "rlimits"])
def backend(request: pytest.FixtureRequest) -> Backend:
    if request.param == "groups" and TREE is None:
        pytest.skip("this machine has no control groups for us")
    return Bubblewrap(TREE if request.param == "groups" else None)


def test_a_fork_bomb_gets_its_processes_and_no_more(backend):
    with started(backend, PROGRAMS, *python("fork_bomb")) as process:
        assert SMALL.processes - 3 <= int(read_line(process)) <= SMALL.processes + 1


def test_a_fork_bomb_does_not_count_against_its_neighbours(backend):
    with (
        started(backend, PROGRAMS, *python("fork_bomb")) as bomb,
        started(backend, PROGRAMS, *python("fork_bomb")) as other,
    ):
        read_line(bomb)
        assert int(read_line(other)) >= SMALL.processes - 3


def test_a_crowd_of_processes_gets_no_more_of_a_processor_than_one(backend):
    if backend.tree is None and not _sessions_share():
        pytest.skip("this machine shares its processors among processes alone")
    cpu = max(os.sched_getaffinity(0))
    # Starved as one of seventeen it would take five seconds, and would lose a match by that.
    burner = python("spinner", 0.3, "itself")
    with started(backend, PROGRAMS, *python("crowd", 16), cpu=cpu, limits=CROWD) as crowd:
        assert read_line(crowd) == "16"
        began = time.monotonic()
        with started(backend, PROGRAMS, *burner, cpu=cpu) as process:
            assert read_line(process) == "burnt"
        assert time.monotonic() - began < 2.5


def _sessions_share() -> bool:
    try:
        return Path("/proc/sys/kernel/sched_autogroup_enabled").read_text() == "1\n"
    except OSError:
        return False


@needs_memory_groups
@pytest.mark.parametrize("kind", ["heap", "shared", "children", "home", "shm"])
def test_memory_of_every_kind_is_limited_together(kind):
    limits = Limits(memory_mb=64, processes=64, scratch_mb=512)
    ran = run(Bubblewrap(TREE), PROGRAMS, *python("memory_hog", kind), limits=limits)
    assert ran.usage.out_of_memory
    assert ran.usage.peak_memory is not None
    assert 48 << 20 <= ran.usage.peak_memory <= 64 << 20
    assert ran.status != 0 or kind == "children"


def test_a_disk_filler_fills_only_its_own_scratch(backend):
    limits = Limits(memory_mb=256, scratch_mb=16)
    ran = run(backend, PROGRAMS, *python("filler", "bytes", 100), limits=limits)
    lines = dict(line.split(" ", 1) for line in ran.out.splitlines())
    full = "No space left on device"
    for folder in ("/bot", "/tmp", "/dev/shm"):
        made, reason = lines[folder].split(" ", 1)
        assert (reason, int(made) <= 16) == (full, True)
    for folder in ("/", "/dev", "/program", "/usr", "/etc"):
        assert lines[folder] == "0 Read-only file system"
    assert lines["/proc"].startswith("0 ")


@needs_memory_groups
def test_an_inode_filler_runs_out_of_its_own_memory():
    limits = Limits(memory_mb=48, scratch_mb=16)
    ran = run(Bubblewrap(TREE), PROGRAMS, *python("filler", "files", 200_000), limits=limits)
    assert ran.usage.out_of_memory


def test_one_file_may_not_grow_without_end(backend):
    limits = Limits(file_mb=4, scratch_mb=64)
    ran = run(backend, PROGRAMS, *python("file_writer"), limits=limits)
    assert ran.out == f"{errno.EFBIG}\n"


@pytest.fixture(scope="module")
def attempts(tmp_path_factory):
    """What came of everything that a prying program tried, with real targets to be found."""
    folder = tmp_path_factory.mktemp("host")
    secret = folder / "secret"
    secret.touch()
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as unix,
        socket.socket(socket.AF_UNIX) as abstract,
    ):
        unix.bind(str(folder / "unix"))
        unix.listen()
        abstract.bind("\0" + str(folder / "unix"))
        abstract.listen()
        native = pyseccomp.Arch.NATIVE
        told = {
            "calls": {name: pyseccomp.resolve_syscall(native, name) for name in _CALLS},
            "paths": ["/etc/passwd", "/etc/shadow", "/root", "/home", "/sys", "/run", "/var",
                      str(secret), str(Path(__file__)), "/newroot", "/oldroot"],
            "pids": [os.getpid(), os.getppid()],
            "port": server.getsockname()[1],
            "unix": str(folder / "unix"),
        }  # fmt: skip
        ran = run(Bubblewrap(TREE), PROGRAMS, *python("prying", json.dumps(told)))
    assert ran.err == ""
    return json.loads(ran.out)


def test_the_hosts_files_are_not_there(attempts):
    found = {path for path, result in attempts.items() if path.startswith("/")}
    assert len(found) == 11
    assert {attempts[path] for path in found} == {"ENOENT"}


def test_the_launcher_shows_neither_its_environment_nor_its_memory(attempts):
    for name in ("environ of 1", "memory of 1", "root of 1"):
        assert attempts[name] == "ENOENT"


def test_no_process_but_its_own_is_visible(attempts):
    assert attempts["pids"] == ["1", "2"]


def test_only_the_three_standard_descriptors_are_open(attempts):
    # The fourth is the listing's own.
    assert attempts["descriptors"] == ["0", "1", "2", "3"]


def test_every_namespace_is_its_own(attempts):
    assert attempts["interfaces"] == ["lo"]
    assert attempts["groups"] == ["/"]
    assert attempts["host name"] == "sandbox"


@pytest.mark.parametrize("kind", ["internet", "unix socket", "abstract socket", "vsock"])
def test_there_is_no_network_of_any_kind(attempts, kind):
    assert attempts[kind] == "EPERM"


def test_a_socket_pair_within_the_sandbox_works(attempts):
    assert attempts["socket pair"] == "done"


def test_other_processes_cannot_be_signalled(attempts):
    assert attempts[f"signal {os.getpid()}"] == "ESRCH"
    assert attempts[f"signal {os.getppid()}"] == "ESRCH"


@pytest.mark.parametrize(
    "name",
    [
        *("setuid", "chroot", "unshare user", "setns", "mount", "ptrace", "process_vm_readv"),
        *("keyctl", "add_key", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup"),
        *("memfd_create", "inotify", "sched_setaffinity", "kexec_load", "flock"),
        "setsid",
        "times of a device",
    ],
)
def test_a_dangerous_call_is_refused(attempts, name):
    assert attempts[name] == "EPERM"


@pytest.mark.parametrize(
    "name", ["clone user", "clone3", "fcntl lock", "lease", "TIOCSTI", "wide TIOCSTI"]
)
def test_a_dangerous_form_of_a_call_does_not_exist(attempts, name):
    assert attempts[name] == "ENOSYS"


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the calls are this processor's")
@pytest.mark.parametrize("table", ["i386", "x32"])
def test_calls_by_the_numbers_of_another_table_end_the_program(backend, table):
    assert run(backend, PROGRAMS, *python("other_table", table)).status == -signal.SIGSYS


def test_there_is_no_terminal_to_open(attempts):
    assert attempts["terminal"] == "ENOENT"
    assert attempts["new terminal"] == "ENOENT"


def test_build_tools_may_lock_files():
    code = "import fcntl; f = open('/build/x', 'w'); fcntl.flock(f, 2); fcntl.lockf(f, 2)"
    argv = (*python("x")[:-1], "-c", code)
    assert run(Bubblewrap(TREE), PROGRAMS, *argv, profile=Profile.COMPILER).status == 0


def test_daemons_that_ignore_signals_die_with_the_sandbox(backend):
    with started(backend, PROGRAMS, *python("daemons", "wait")) as process:
        assert read_line(process) == "ready"
        began = time.monotonic()
        process.kill()
        assert time.monotonic() - began < 1
        assert wait(process) == -9


def test_daemons_do_not_outlive_a_program_that_ends_by_itself(backend):
    with started(backend, PROGRAMS, *python("daemons", "go")) as process:
        assert read_line(process) == "ready"
        assert wait(process) == 0


def test_a_fork_bomb_is_dead_when_kill_returns(backend):
    token = f"bomb-{os.getpid()}-{time.monotonic_ns()}"
    spec = Spec((*map(str, python("fork_bomb")), token), PROGRAMS, SMALL)
    process = backend.spawn(spec)
    read_line(process)
    assert len(processes_with(token)) > SMALL.processes - 3
    process.kill()
    assert processes_with(token) == []
    process.close()


def test_sandboxes_see_nothing_of_each_other(backend):
    with (
        started(backend, PROGRAMS, *python("neighbour", "alice")) as alice,
        started(backend, PROGRAMS, *python("neighbour", "bob")) as bob,
    ):
        assert read_line(alice).count("alice") == 3
        seen = read_line(bob)
        assert seen.count("bob") == 3
        assert "alice" not in seen


def test_a_sandbox_leaves_no_file_behind(backend):
    before = set(os.listdir("/tmp")), set(os.listdir("/dev/shm"))
    with started(backend, PROGRAMS, *python("neighbour", "traces-of-a-neighbour")) as process:
        read_line(process)
    new = (set(os.listdir("/tmp")) - before[0]) | (set(os.listdir("/dev/shm")) - before[1])
    assert not any("traces-of-a-neighbour" in name for name in new)


def test_a_program_that_writes_without_end_only_blocks_itself(backend):
    argv = (*python("x")[:-1], "-c", "while True: print('x' * 4096)")
    with started(backend, PROGRAMS, *argv) as process:
        time.sleep(0.1)
        assert process.poll() is None
        process.kill()
        assert wait(process) == -9
