"""A sandbox: its start, its end, its clocks, and the choice of a backend."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox import isolation
from sandbox.errors import Cause, MachineFault, SandboxError
from sandbox.isolation import choose, kernel, layout, selftest
from sandbox.isolation.base import Profile, Spec
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.plain import Plain
from sandbox.languages.base import limited
from sandbox.limits import BOT, Limits
from sandbox.tests.processes import runs
from sandbox.tests.readable import open_to_all
from sandbox.tests.sandboxes import (
    PROGRAMS,
    PYTHON,
    SMALL,
    TREE,
    processes_with,
    python,
    read_line,
    read_to_end,
    run,
    started,
    wait,
)

BASH = ("/usr/bin/bash", "-c")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def program() -> Iterator[Path]:
    """A folder that other users can reach, unlike those of pytest, with data for a program."""
    folder = Path(tempfile.mkdtemp(prefix="arbiter-test-"))
    (folder / "weights.txt").write_text("0.5")
    (folder / "data").mkdir()
    (folder / "data" / "book.txt").write_text("e4")
    open_to_all(folder)
    yield folder
    shutil.rmtree(folder)


def test_this_machine_has_a_backend_that_passes_its_self_test():
    assert choose().name == "bubblewrap"
    assert choose() is choose()


def test_a_program_reads_and_writes_its_pipes(backend, program):
    with started(backend, program, *BASH, "read line; echo got $line; echo oops >&2") as process:
        os.write(process.stdin, b"hello\n")
        assert read_line(process) == "got hello"
        assert read_to_end(process.stderr) == "oops\n"
        assert wait(process) == 0


def test_the_exit_status_is_the_programs_own(backend, program):
    assert run(backend, program, *BASH, "exit 7").status == 7


def test_a_signal_shows_as_a_negative_status(backend, program):
    assert run(backend, program, *BASH, "kill -SEGV $$").status == -11


def test_a_program_reads_its_files_relative_to_its_directory_and_may_write_there(backend, program):
    script = "pwd; cat weights.txt data/book.txt; echo log >log.txt; cat log.txt"
    assert run(backend, program, *BASH, script).out == "/bot\n0.5e4log\n"
    assert not (program / "log.txt").exists()


def test_a_programs_own_files_are_read_only(backend, program):
    ran = run(backend, program, *BASH, "echo 1 >weights.txt; echo 2 >/program/new")
    assert ran.status != 0
    assert "Read-only file system" in ran.err
    assert (program / "weights.txt").read_text() == "0.5"


def test_the_environment_is_fixed_and_tells_nothing(backend, program, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://secret")
    names = run(backend, program, *PYTHON, "-c", "import os; print(sorted(os.environ))").out
    known = ["HOME", "LANG", "MEMORY_MB", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PATH"]
    known += ["TZ"]
    assert names == f"{known}\n"


def test_numpy_works_in_the_sandbox(backend, program):
    code = "import numpy; print(int((numpy.ones((50, 50)) @ numpy.ones((50, 50))).sum()))"
    ran = run(backend, program, *PYTHON, "-c", code, limits=BOT)
    assert (ran.out, ran.err) == ("125000\n", "")


@pytest.mark.skipif(not Path("/usr/bin/java").exists(), reason="there is no Java here")
@pytest.mark.skipif(TREE is None, reason="the JVM reserves more addresses than a limit allows")
def test_java_starts_in_the_sandbox(program):
    ran = run(Bubblewrap(TREE), program, "/usr/bin/java", "-version", limits=BOT)
    assert (ran.status, "VM" in ran.err) == (0, True)


def test_a_missing_program_is_our_fault_and_says_which(backend, program):
    with pytest.raises(SandboxError, match="/program/bot is not an executable file"):
        backend.spawn(Spec(("/program/bot",), program))


SHELL_COMMAND = limited("exec /usr/bin/no-such-thing -m{memory} /program/main", 50)


@pytest.mark.parametrize("argv", [("/usr/bin/no-such-thing",), SHELL_COMMAND], ids=["own", "shell"])
@pytest.mark.parametrize("backend", [Bubblewrap(TREE), Plain()], ids=lambda each: each.name)
def test_a_missing_interpreter_is_the_machines_fault_before_the_program_starts(
    backend, program, argv
):
    with pytest.raises(MachineFault, match="/usr/bin/no-such-thing is missing") as failure:
        backend.spawn(Spec(argv, program))
    assert failure.value.cause is Cause.PROGRAM


def test_a_program_that_ends_with_status_127_itself_is_no_fault_of_the_machine(backend, program):
    assert run(backend, program, "/bin/sh", "-c", "exit 127").status == 127


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user keeps its uid")
def test_what_bubblewrap_complains_of_is_our_fault_with_its_words(backend, program):
    program.chmod(0o700)
    hidden = program / "data"
    with pytest.raises(SandboxError, match=r"no sandbox.*Permission denied"):
        backend.spawn(Spec(("/usr/bin/true",), hidden))


def test_a_program_that_ends_at_once_has_started_all_the_same(backend, program):
    for _ in range(20):
        assert run(backend, program, "/usr/bin/false").status == 1


def test_a_failed_start_leaves_nothing_open(backend, program):
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        with pytest.raises(SandboxError):
            backend.spawn(Spec(("/usr/bin/true",), program / "missing"))
        with pytest.raises(SandboxError):
            backend.spawn(Spec(("/usr/bin/true",), program, cpu=4096))
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_program_may_open_its_pipes_by_their_names(backend, program):
    script = "head -1 /dev/stdin >/dev/stdout; echo oops >/dev/stderr; echo nowhere >/dev/null"
    with started(backend, program, *BASH, script) as process:
        os.write(process.stdin, b"hello\n")
        assert read_line(process) == "hello"
        assert read_to_end(process.stderr) == "oops\n"


def test_a_program_that_closes_its_output_is_seen_to_have_done_so(backend):
    with started(backend, PROGRAMS, *python("closer")) as process:
        assert read_to_end(process.stdout, seconds=5) == ""
        assert process.poll() is None


def test_cpu_time_is_counted_while_a_program_runs(backend):
    with started(backend, PROGRAMS, *python("spinner", 0.3, "itself")) as process:
        assert read_line(process) == "burnt"
        assert 0.3e9 <= process.cpu_ns() < 0.6e9


def test_cpu_time_of_children_counts(backend):
    with started(backend, PROGRAMS, *python("spinner", 0.2, "children")) as process:
        assert read_line(process) == "burnt"
        assert 0.37e9 <= process.usage().cpu_ns < 0.8e9


def test_the_start_of_the_sandbox_itself_is_not_charged(program):
    with started(choose(), program, "/usr/bin/sleep", 60) as process:
        time.sleep(0.05)
        assert process.cpu_ns() < 5_000_000


def test_usage_stays_known_after_the_end(backend):
    with started(backend, PROGRAMS, *python("spinner", 0.1, "itself")) as process:
        read_line(process)
        before = process.cpu_ns()
        process.close()
        assert process.usage().cpu_ns >= before
        process.close()


def test_a_pinned_sandbox_stays_on_its_cpu(backend, program):
    cpu = max(os.sched_getaffinity(0))
    code = "import os; print(os.sched_getaffinity(0))"
    assert run(backend, program, *PYTHON, "-c", code, cpu=cpu).out == f"{{{cpu}}}\n"


def test_a_cpu_limit_ends_a_program_that_never_stops(backend):
    ran = run(backend, PROGRAMS, *python("spinner", 30, "itself"), limits=Limits(cpu_s=1))
    assert ran.status in (-signal.SIGKILL, -signal.SIGXCPU)


def test_a_compiler_has_its_scratch_where_it_builds(backend, program):
    script = "pwd; echo made >/build/result && cat /build/result; ls"
    ran = run(backend, program, *BASH, script, profile=Profile.COMPILER)
    assert ran.out == "/build\nmade\nresult\n"


def test_the_platforms_own_files_are_hidden_where_they_lie_in_the_system(program, monkeypatch):
    monkeypatch.setattr(layout, "_PLATFORM", Path("/usr/share/doc"))
    monkeypatch.setattr(layout, "_system", layout._system.__wrapped__)
    assert os.listdir("/usr/share/doc")
    ran = run(choose(), program, *BASH, "ls -A /usr/share/doc; : >/usr/share/doc/new")
    assert (ran.out, "Read-only file system" in ran.err) == ("", True)


def test_many_sandboxes_live_side_by_side(backend, program):
    processes = [backend.spawn(Spec(("/usr/bin/cat",), program, SMALL)) for _ in range(6)]
    for number, process in enumerate(processes):
        os.write(process.stdin, b"%d\n" % number)
    assert [read_line(process) for process in processes] == list("012345")
    for process in processes:
        process.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="an ordinary user has one uid")
def test_each_sandbox_of_root_has_a_uid_of_its_own(backend, program):
    uids: set[int] = set()
    for _ in range(3):
        with started(backend, program, "/usr/bin/sleep", 60) as process:
            uids.add(os.stat(f"/proc/{process.pid}").st_uid)
    assert len(uids) == 3
    assert 0 not in uids


def test_a_sandbox_dies_with_the_process_that_made_it(program):
    code = (
        "import os, sys; from pathlib import Path; from sandbox.isolation import choose; "
        "from sandbox.isolation.base import Spec; "
        f"p = choose().spawn(Spec(('/usr/bin/sleep', '600'), Path({str(program)!r}))); "
        "print(p.pid, flush=True); sys.stdin.read()"
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert owner.stdin
    assert owner.stdout
    pid = int(owner.stdout.readline())
    inside = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    assert inside
    pids = [pid, *map(int, inside)]
    owner.kill()
    owner.communicate()
    deadline = time.monotonic() + 5
    while any(map(runs, pids)) and time.monotonic() < deadline:
        time.sleep(0.005)
    assert not any(map(runs, pids))


@pytest.mark.parametrize(
    "step", ["bubblewrap.place", "launch.Pipes.wait_until_it_stands", "launch.Pipes.find_inner"]
)
def test_a_sandbox_whose_maker_dies_while_it_is_made_never_runs(program, step):
    token = uuid.uuid4().hex
    code = (
        "import os; from pathlib import Path; "
        "from sandbox.isolation import bubblewrap, choose; "
        "from sandbox.isolation.running import launch; "
        "from sandbox.isolation.base import Spec; backend = choose(); "
        f"{step} = lambda *_: os.kill(os.getpid(), 9); "
        "argv = ('/usr/bin/bash', '-c', 'sleep 600; :'); "
        f"backend.spawn(Spec((*argv, '{token}'), Path({str(program)!r})))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False)
    assert done.returncode == -9
    backend = choose()
    deadline = time.monotonic() + 20
    # Twice, as one may be born behind the back of the first look.
    while (found := processes_with(token) or processes_with(token)) and time.monotonic() < deadline:
        assert not any(map(_is_bash, found))
        # Between the birth of its child and that child's wish to die with it, bubblewrap can be
        # ended without the child, which then waits for it: that is what sweeping is for.
        backend.sweep()
        time.sleep(0.005)
    assert found == []


def _is_bash(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/comm").read_text() == "bash\n"
    except OSError:
        return False


@pytest.mark.parametrize("profile", list(Profile))
def test_programs_die_before_the_platform_where_memory_runs_out(backend, program, profile):
    own = "/proc/self/oom_score_adj"
    script = f"cat {own}; {{ echo 0 >{own}; }} 2>/dev/null || echo refused"
    assert run(backend, program, *BASH, script, profile=profile).out == "1000\nrefused\n"


def test_without_a_proc_of_their_own_programs_still_run(program):
    bare = Bubblewrap(TREE, proc=False)
    selftest.check(bare)
    assert run(bare, program, *PYTHON, "-c", "print(1)").out == "1\n"
    assert any("/proc" in weakness for weakness in bare.weaknesses)


def test_a_backend_that_isolates_nothing_fails_the_self_test():
    with pytest.raises(SandboxError) as refusal:
        selftest.check(Plain())
    for flaw in ("host's /etc/passwd", "other processes", "have the network", "no system call"):
        assert flaw in str(refusal.value)


def test_where_nothing_works_programs_are_refused(monkeypatch):
    monkeypatch.setattr(layout, "BWRAP", "/nowhere/bwrap")
    monkeypatch.delenv(isolation.UNSAFE, raising=False)
    with pytest.raises(SandboxError, match="install the package bubblewrap"):
        choose.__wrapped__()


def test_only_an_explicit_request_turns_the_sandbox_off_and_the_output_shows_it(monkeypatch):
    monkeypatch.setattr(layout, "BWRAP", "/nowhere/bwrap")
    monkeypatch.setenv(isolation.UNSAFE, "1")
    backend = choose.__wrapped__()
    assert "NO SANDBOX" in backend.weaknesses[0]


def test_the_development_backend_runs_programs_at_the_same_paths(program):
    script = "cat weights.txt /program/data/book.txt; echo x >/bot/log; cat log; head -1"
    with started(Plain(), program, *BASH, script) as process:
        os.write(process.stdin, b"hello\n")
        assert read_to_end(process.stdout) == "0.5e4x\nhello\n"
        assert wait(process) == 0


def test_the_report_of_this_machine_names_its_backend():
    done = subprocess.run(
        [sys.executable, "-m", "sandbox.isolation"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert "isolation       bubblewrap\n" in done.stdout
    launched = bool(kernel.ask().launcher)
    assert ("started by      our launcher\n" in done.stdout) == launched
    assert "C++" in done.stdout


def test_a_root_that_can_become_no_other_user_still_isolates():
    """As in a container that has one uid."""
    done = subprocess.run(
        ["unshare", "--user", "--map-root-user", sys.executable, "-m", "sandbox.isolation"],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("isolation       bubblewrap")
