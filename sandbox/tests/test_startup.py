"""Starting many at once, starting as another user, and handing a backend on."""

from __future__ import annotations

import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path

import pytest

from sandbox import isolation
from sandbox.errors import SandboxError
from sandbox.isolation import choose, kernel, restore
from sandbox.isolation.base import Spec
from sandbox.isolation.bubblewrap import AT_ONCE, Bubblewrap
from sandbox.isolation.plain import Plain
from sandbox.isolation.running import spawner
from sandbox.tests.sandboxes import (
    PROGRAMS,
    PYTHON,
    SMALL,
    TREE,
    leftovers,
    processes_with,
    read_line,
    run,
    wait,
)

BACKENDS = (
    Bubblewrap(TREE),
    Bubblewrap(None),
    Bubblewrap(TREE, known=kernel.ask().wrapped()),
    Plain(),
)
IDS = ["groups", "rlimits", "bubblewrap", "none"]
ROOT = Path(__file__).parents[2]
WAITS = ("/usr/bin/bash", "-c", "sleep 600; :")
"""A program that waits, and takes a word more without complaint."""
only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")


@pytest.mark.parametrize("backend", BACKENDS, ids=IDS)
def test_several_programs_start_at_once_each_with_its_own_pipes(backend):
    before = leftovers()
    processes = backend.spawn_all([Spec(("/usr/bin/cat",), PROGRAMS, SMALL)] * 3)
    for number, process in enumerate(processes):
        os.write(process.stdin, b"%d\n" % number)
    assert [read_line(process) for process in processes] == ["0", "1", "2"]
    for process in processes:
        process.close()
    assert leftovers() == before


@pytest.mark.parametrize("backend", BACKENDS, ids=IDS)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_where_one_of_several_cannot_start_none_has(backend, place):
    token = uuid.uuid4().hex
    before = leftovers()
    specs = [Spec((*WAITS, token), PROGRAMS, SMALL)] * 2
    specs.insert(place, Spec(("/usr/bin/true",), PROGRAMS, SMALL, cpu=4096))
    with pytest.raises(SandboxError):
        backend.spawn_all(specs)
    assert processes_with(token) == []
    assert leftovers() == before


@pytest.mark.parametrize("place", [0, AT_ONCE, 2 * AT_ONCE])
def test_more_programs_than_are_started_at_once_all_start_or_none_does(place):
    backend = Bubblewrap(TREE)
    before = leftovers()
    specs = [Spec(("/usr/bin/cat",), PROGRAMS, SMALL)] * (2 * AT_ONCE)
    processes = backend.spawn_all(specs)
    for number, process in enumerate(processes):
        os.write(process.stdin, b"%d\n" % number)
    assert [read_line(process) for process in processes] == [str(n) for n in range(2 * AT_ONCE)]
    for process in processes:
        process.close()
    specs.insert(place, Spec(("/usr/bin/true",), PROGRAMS, SMALL, cpu=4096))
    with pytest.raises(SandboxError):
        backend.spawn_all(specs)
    assert leftovers() == before


def test_no_programs_at_all_are_started_as_well():
    assert Bubblewrap(TREE).spawn_all([]) == []


def test_a_backend_that_is_handed_on_as_text_isolates_the_same():
    backend = choose()
    again = restore(json.loads(json.dumps(backend.describe())))
    assert again.weaknesses == backend.weaknesses
    assert again.describe() == backend.describe()
    assert run(again, PROGRAMS, "/usr/bin/echo", "here").out.startswith("here")


def test_another_process_takes_the_backend_over_without_a_test_or_what_compiles_filters():
    code = (
        "import json, sys; from pathlib import Path; from sandbox import isolation; "
        "from sandbox.isolation import selftest; from sandbox.isolation.base import Spec; "
        "selftest.check = None; backend = isolation.restore(json.load(sys.stdin)); "
        f"p = backend.spawn(Spec(('/usr/bin/cat',), Path({str(PROGRAMS)!r}))); "
        "p.close(); print(backend.name, 'pyseccomp' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        input=json.dumps(choose().describe()),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("bubblewrap False\n", "")


@pytest.mark.parametrize(
    "wrong",
    [
        *({"proc": "yes"}, {"tree": {"version": 1}}, {"name": "jail"}, {"kernel": None}),
        *({"tree": {"version": 1, "parents": {"memory": "/no"}}}, {"kernel": {"bots": "00"}}),
        {"kernel": {"bots": "no hex", "identity": {}}},
    ],
)
def test_what_describes_no_backend_of_this_machine_is_refused(wrong):
    with pytest.raises(SandboxError):
        restore({**Bubblewrap(TREE).describe(), **wrong})


@pytest.mark.parametrize("wrong", [None, 3, "bubblewrap", [], {}, {"name": "bubblewrap"}])
def test_what_describes_no_backend_at_all_is_refused(wrong):
    with pytest.raises(SandboxError):
        restore(wrong)


def test_no_isolation_is_handed_on_only_where_it_is_wished_for(monkeypatch):
    monkeypatch.delenv(isolation.UNSAFE, raising=False)
    with pytest.raises(SandboxError):
        restore(Plain().describe())
    monkeypatch.setenv(isolation.UNSAFE, "1")
    assert restore(Plain().describe()).name == "none"


def test_a_descriptor_that_somebody_left_open_is_not_inherited():
    read, write = os.pipe()
    os.set_inheritable(write, True)
    inside = Path(f"/proc/self/fd/{write}")
    assert inside.exists()
    code = "import os; print(sorted(map(int, os.listdir('/proc/self/fd'))))"
    assert run(Bubblewrap(TREE), PROGRAMS, *PYTHON, "-c", code).out == "[0, 1, 2, 3]\n"
    # Nor does bubblewrap's own process outside, which would keep the pipe open.
    process = Bubblewrap(TREE).spawn(Spec(("/usr/bin/cat",), PROGRAMS, SMALL))
    os.close(write)
    try:
        assert os.read(read, 1) == b""
    finally:
        process.close()
        os.close(read)


def test_where_the_kernel_cannot_close_a_range_descriptors_are_shut_one_by_one(monkeypatch):
    class Older:
        pass

    read, write = os.pipe()
    os.set_inheritable(write, True)
    monkeypatch.setattr(spawner, "_libc", Older())
    spawner._close_on_exec()
    assert not os.get_inheritable(write)
    os.close(read)
    os.close(write)


@only_root
def test_after_a_start_as_another_user_everything_is_as_before():
    libc = ctypes.CDLL(None)
    ends = ctypes.c_int()
    libc.prctl(1, signal.SIGUSR1, 0, 0, 0)
    try:
        before = os.getresuid(), os.getresgid(), os.getgroups(), libc.prctl(3)
        run(Bubblewrap(TREE), PROGRAMS, "/usr/bin/true")
        assert (os.getresuid(), os.getresgid(), os.getgroups(), libc.prctl(3)) == before
        libc.prctl(2, ctypes.byref(ends))
        assert ends.value == signal.SIGUSR1
        assert "CapEff:\t0000000000000000" not in Path("/proc/thread-self/status").read_text()
    finally:
        libc.prctl(1, 0, 0, 0, 0)


@only_root
def test_other_threads_stay_who_they_are_while_one_starts_a_program_as_another_user():
    seen: set[str] = set()
    stop = threading.Event()
    ready = threading.Event()

    def look() -> None:
        while not stop.is_set():
            for line in Path("/proc/thread-self/status").read_text().splitlines():
                if line.startswith("Uid:"):
                    seen.add(line)
            ready.set()

    thread = threading.Thread(target=look)
    thread.start()
    try:
        ready.wait()
        for _ in range(10):
            Bubblewrap(TREE).spawn(Spec(("/usr/bin/true",), PROGRAMS, SMALL)).close()
    finally:
        stop.set()
        thread.join()
    assert seen == {"Uid:\t0\t0\t0\t0"}


def user(uid: int) -> spawner.User:
    return spawner.User(uid, kernel.ask().identity)


@only_root
def test_what_starts_as_another_user_has_no_way_back():
    read, write = os.pipe()
    null = os.open("/dev/null", os.O_RDWR)
    argv = ["/usr/bin/cat", "/proc/self/status"]
    child = spawner.spawn(argv[0], argv, {}, (null, write, null), user(1_900_000_001))
    os.close(write)
    with os.fdopen(read) as said:
        status = dict(line.split(":\t", 1) for line in said.read().splitlines())
    os.close(null)
    assert child.wait() == 0
    same = "\t".join(["1900000001"] * 4)
    assert (status["Uid"], status["Gid"], status["Groups"].strip()) == (same, same, "")
    for kind in ("CapPrm", "CapEff", "CapInh", "CapAmb"):
        assert int(status[kind], 16) == 0


def test_a_start_that_fails_leaves_this_process_who_it_was():
    null = os.open("/dev/null", os.O_RDWR)
    somebody = None if os.geteuid() else user(1_900_000_001)
    with pytest.raises(OSError, match="No such file"):
        spawner.spawn("/no/such/program", ["no"], {}, (null,), somebody)
    os.close(null)
    assert len(set(os.getresuid())) == 1


def test_a_child_tells_its_end_once_and_for_all():
    null = os.open("/dev/null", os.O_RDWR)
    child = spawner.spawn("/usr/bin/sleep", ["sleep", "600"], {}, (null, null, null), None)
    os.close(null)
    assert child.poll() is None
    child.kill()
    assert child.wait() == -signal.SIGKILL
    assert (child.poll(), child.wait()) == (-signal.SIGKILL, -signal.SIGKILL)
    child.kill()


def test_a_bubblewrap_that_is_ended_at_any_moment_takes_its_sandbox_along():
    """Not only from when its child has asked the kernel to die with it."""
    token = uuid.uuid4().hex
    null = os.open("/dev/null", os.O_RDWR)
    argv = ["/usr/bin/bwrap", "--unshare-user", "--unshare-pid", "--ro-bind", "/", "/"]
    argv += ["--die-with-parent", *WAITS, token]
    for pause in range(40):
        child = spawner.spawn(argv[0], argv, {}, (null, null, null), None)
        time.sleep(pause * 0.0005)
        child.end()
        assert child.status is not None
    os.close(null)
    assert processes_with(token) == []


@pytest.mark.parametrize("groups", [True, False])
def test_what_outlived_its_dead_launcher_is_swept(groups):
    """As can happen to what was just being made; here it is shown with a finished sandbox."""
    if groups and TREE is None:
        pytest.skip("this machine has no control groups for us")
    token = uuid.uuid4().hex
    code = (
        "import os; from pathlib import Path; from sandbox.isolation import cgroups; "
        "from sandbox.isolation.base import Spec, Wall; "
        "from sandbox.isolation.bubblewrap import Bubblewrap; "
        f"b = Bubblewrap({'cgroups.find()' if groups else None}, without=frozenset({{Wall.DEATH}}))"
        f"; b.spawn(Spec(({', '.join(map(repr, WAITS))}, '{token}'), Path({str(PROGRAMS)!r}))); "
        "os.kill(os.getpid(), 9)"
    )
    backend = Bubblewrap(TREE if groups else None)
    alive = backend.spawn(Spec(("/usr/bin/cat",), PROGRAMS, SMALL))
    try:
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
        assert done.returncode == -signal.SIGKILL
        # They may be gone already: whoever chooses a backend sweeps as well.
        deadline = time.monotonic() + 10
        while processes_with(token) and time.monotonic() < deadline:
            backend.sweep()
        assert processes_with(token) == []
        assert alive.poll() is None
    finally:
        alive.close()


def test_a_program_that_was_started_ignores_no_signal():
    """Python ignores two, and what is ignored stays so in children."""
    process = Bubblewrap(TREE).spawn(Spec(("/usr/bin/cat", "/proc/self/status"), PROGRAMS, SMALL))
    try:
        lines = [read_line(process) for _ in range(60)]
        ignored = next(line for line in lines if line.startswith("SigIgn:"))
        blocked = next(line for line in lines if line.startswith("SigBlk:"))
        # Two above 31 belong to the C library.
        assert int(ignored.split()[1], 16) & 0x7FFFFFFF == int(blocked.split()[1], 16) == 0
        wait(process)
    finally:
        process.close()
