"""Limits on hostile programs, beside those that the kit of hostile programs shows."""

from __future__ import annotations

import json
import os
import time

import pyseccomp
import pytest

from sandbox.isolation.base import Profile, Spec
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


def test_a_fork_bomb_does_not_count_against_its_neighbours(backend):
    with (
        started(backend, PROGRAMS, *python("fork_bomb")) as bomb,
        started(backend, PROGRAMS, *python("fork_bomb")) as other,
    ):
        read_line(bomb)
        assert SMALL.processes - 3 <= int(read_line(other)) <= SMALL.processes + 1


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


@pytest.fixture(scope="module")
def attempts(tmp_path_factory):
    """The results of everything that a prying program tried."""
    secret = tmp_path_factory.mktemp("host") / "secret"
    secret.touch()
    paths = ["/etc/passwd", "/etc/shadow", "/root", "/home", "/sys", "/run", "/var"]
    paths += [str(secret), __file__, "/newroot", "/oldroot"]
    number = pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, "kexec_load")
    ran = run(Bubblewrap(TREE), PROGRAMS, *python("prying", number, *paths))
    assert ran.err == ""
    return json.loads(ran.out)


def test_the_hosts_files_are_not_there(attempts):
    found = {path for path, result in attempts.items() if path.startswith("/")}
    assert len(found) == 11
    assert {attempts[path] for path in found} == {"ENOENT"}


def test_every_namespace_is_its_own(attempts):
    assert attempts["interfaces"] == ["lo"]
    # The second is the program's own, within that of its sandbox.
    assert set(attempts["groups"]) <= {"/", "/program"}
    assert attempts["host name"] == "sandbox"


def test_a_socket_pair_within_the_sandbox_works(attempts):
    assert attempts["socket pair"] == "done"


@pytest.mark.parametrize("name", ["setuid", "setsid", "kexec_load"])
def test_a_dangerous_call_is_refused(attempts, name):
    assert attempts[name] == "EPERM"


@pytest.mark.parametrize("name", ["fcntl lock", "lease", "wide TIOCSTI"])
def test_a_dangerous_form_of_a_call_does_not_exist(attempts, name):
    assert attempts[name] == "ENOSYS"


def test_no_bot_reads_statistics_of_the_whole_machine(backend):
    code = (
        "for name in ('stat', 'loadavg', 'pressure/cpu', 'vmstat', 'meminfo', 'sys/fs/file-nr'):\n"
        "    try: print(name, open('/proc/' + name).read())\n"
        "    except OSError: pass\n"
        "print(open('/proc/self/comm').read().strip())"
    )
    assert run(backend, PROGRAMS, *python("x")[:-1], "-c", code).out == "python3\n"


def test_there_is_no_terminal_to_open(attempts):
    assert attempts["terminal"] == "ENOENT"
    assert attempts["new terminal"] == "ENOENT"


def test_build_tools_may_lock_files():
    code = "import fcntl; f = open('/build/x', 'w'); fcntl.flock(f, 2); fcntl.lockf(f, 2)"
    argv = (*python("x")[:-1], "-c", code)
    assert run(Bubblewrap(TREE), PROGRAMS, *argv, profile=Profile.COMPILER).status == 0


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


def test_a_program_that_writes_without_end_only_blocks_itself(backend):
    argv = (*python("x")[:-1], "-c", "while True: print('x' * 4096)")
    with started(backend, PROGRAMS, *argv) as process:
        time.sleep(0.1)
        assert process.poll() is None
        process.kill()
        assert wait(process) == -9
