"""Excesses: each limit that a program ran into has an end state, and its numbers."""

from __future__ import annotations

import os
import signal
import time

import pytest

from games.engine import EndState, Excess
from sandbox.isolation.base import Process, Wall
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.limits import Limits
from sandbox.tests.sandboxes import (
    PROGRAMS,
    PYTHON,
    TREE,
    needs_groups,
    needs_memory_groups,
    python,
    read_line,
    run,
    started,
    wait,
)

BASH = ("/usr/bin/bash", "-c")


def watched(process: Process, seconds: float = 30) -> None:
    """Wait for its end as the judger does."""
    deadline = time.monotonic() + seconds
    while process.poll() is None:
        assert time.monotonic() < deadline, "it does not end"
        process.watch()
        time.sleep(0.005)


def test_a_program_in_order_has_no_excess(backend):
    with started(backend, PROGRAMS, *BASH, "echo fine; echo >/tmp/x") as process:
        watched(process)
        assert process.usage().excess is None
        process.close()
        assert process.usage().excess is None


@needs_memory_groups
def test_memory_that_the_group_holds_is_an_excess_with_amounts():
    limits = Limits(memory_mb=64)
    ran = run(Bubblewrap(TREE), PROGRAMS, *python("memory_hog", "heap"), limits=limits)
    assert ran.usage.excess is not None
    end, excess = ran.usage.excess
    assert (end, excess.what, excess.limit, excess.unit) == (EndState.MEMORY, "memory", 64, "MB")
    assert 48 <= excess.used <= 64


@pytest.mark.parametrize("kind", ["children", "home", "shm"])
def test_without_groups_the_watch_ends_what_takes_too_much_memory_together(kind):
    limits = Limits(memory_mb=96, scratch_mb=512)
    with started(Bubblewrap(None), PROGRAMS, *python("memory_hog", kind), limits=limits) as process:
        watched(process)
        usage = process.usage()
        assert usage.out_of_memory
        assert usage.excess is not None
        end, excess = usage.excess
        assert (end, excess.what, excess.limit) == (EndState.MEMORY, "memory", 96)
        assert excess.used >= 96  # by less than 0.05 MB, it may be
        process.close()
        assert process.usage().excess == usage.excess


@pytest.mark.parametrize("kind", ["heap", "shared"])
def test_runtimes_may_reserve_more_than_they_use_but_not_use_more(kind):
    """Java and its like need the addresses; what they use of them is watched."""
    limits = Limits(memory_mb=96)
    reserves = 'ulimit -S -v $(ulimit -H -v); exec "$@"'
    argv = (*BASH, reserves, "bash", *python("memory_hog", kind))
    with started(Bubblewrap(None), PROGRAMS, *argv, limits=limits) as process:
        watched(process)
        found = process.usage().excess
    assert found is not None
    assert found[0] is EndState.MEMORY


def test_memory_that_children_share_with_their_parent_counts_once():
    limits = Limits(memory_mb=96)
    code = (
        "import os, time; kept = bytearray(b'x' * (40 << 20)); "
        "[os.fork() or time.sleep(600) for _ in range(4)]; print('shared', flush=True); "
        "time.sleep(600)"
    )
    with started(Bubblewrap(None), PROGRAMS, *PYTHON, "-c", code, limits=limits) as process:
        assert read_line(process) == "shared"
        for _ in range(5):
            process.watch()
        assert process.poll() is None


def test_a_file_that_is_mapped_counts_once():
    code = (
        "import mmap; f = open('/tmp/x', 'w+b'); f.write(b'x' * (60 << 20)); f.flush(); "
        "m = mmap.mmap(f.fileno(), 0); sum(m[::4096]); print('mapped', flush=True); input()"
    )
    limits = Limits(memory_mb=100)
    with started(Bubblewrap(None), PROGRAMS, *PYTHON, "-c", code, limits=limits) as process:
        assert read_line(process) == "mapped"
        process.watch()
        assert process.poll() is None
        assert (process.usage().peak_memory or 0) > 60 << 20


@needs_groups
def test_a_refused_process_is_an_excess_once_the_program_failed():
    assert TREE is not None
    if not TREE.processes:
        pytest.skip("processes are not counted by groups here")
    limits = Limits(processes=8)
    with started(Bubblewrap(TREE), PROGRAMS, *python("fork_bomb"), limits=limits) as process:
        read_line(process)
        found = process.usage().excess
    assert found is not None
    assert (found[0], found[1].limit, found[1].used) == (EndState.PROCESSES, 8, 8)


def test_a_file_that_grows_too_large_is_an_excess_of_its_own(backend):
    limits = Limits(file_mb=2)
    ran = run(backend, PROGRAMS, *BASH, "exec head -c 3000000 /dev/zero >big", limits=limits)
    assert ran.status == -signal.SIGXFSZ
    assert ran.usage.excess is not None
    end, excess = ran.usage.excess
    assert (end, excess.what, excess.limit) == (EndState.DISK, "file size", 2)


@pytest.mark.parametrize("place", ["/bot", "/tmp", "/dev/shm"])
def test_a_full_scratch_is_known_even_after_the_end(backend, place):
    limits = Limits(scratch_mb=4)
    script = f"exec head -c 6000000 /dev/zero >{place}/big"
    with started(backend, PROGRAMS, *BASH, script, limits=limits) as process:
        assert wait(process) == 1
        found = process.usage().excess
    assert found is not None
    assert (found[0], found[1].what, found[1].limit) == (EndState.DISK, "scratch", 4)
    assert found[1].used == 4


def test_too_many_files_end_a_program_that_is_watched(backend):
    limits = Limits(memory_mb=256, scratch_files=300)
    argv = python("filler", "files", 20_000)
    with started(backend, PROGRAMS, *argv, limits=limits) as process:
        watched(process)
        assert process.poll() == -9
        found = process.usage().excess
    assert found is not None
    end, excess = found
    assert (end, excess.what, excess.limit) == (EndState.DISK, "files in the scratch", 300)
    assert excess.used > 300


def test_a_programs_own_files_do_not_count_against_its_scratch(backend):
    limits = Limits(scratch_files=2)
    with started(backend, PROGRAMS, *BASH, "read line", limits=limits) as process:
        process.watch()
        assert process.poll() is None


HOARDS = (
    "import os, time\ntry:\n  while os.open('/dev/null', 0): pass\nexcept OSError: print('full')"
)


def test_who_has_all_files_open_that_it_may_is_seen_to_have_them(backend):
    limits = Limits(open_files=40)
    code = f"{HOARDS}\ninput(); os.closerange(3, 99); print('empty', flush=True); input()"
    with started(backend, PROGRAMS, *PYTHON, "-u", "-c", code, limits=limits) as process:
        assert read_line(process) == "full"
        found = process.usage().standing
        os.write(process.stdin, b"\n")
        assert read_line(process) == "empty"
        assert process.usage().standing is None
    assert found == (EndState.FILES, Excess("open files", 40, 40, "files"))


@pytest.mark.parametrize("child", [False, True])
def test_what_was_seen_last_counts_when_the_program_has_ended(backend, child):
    forks = "os.fork() or time.sleep(600)" if child else ""
    code = f"{HOARDS}\n{forks}\ninput(); os._exit(1)"
    argv = (*PYTHON, "-u", "-c", code)
    with started(backend, PROGRAMS, *argv, limits=Limits(open_files=40)) as process:
        assert read_line(process) == "full"
        process.watch()
        os.write(process.stdin, b"\n")
        assert wait(process) == 1
        standing = process.usage().standing
        process.close()
        assert process.usage().standing == standing
    assert standing is not None
    assert standing[0] is EndState.FILES


def test_a_limit_of_files_that_is_taken_away_is_not_looked_at():
    backend = Bubblewrap(TREE, without=frozenset({Wall.SIZES}))
    code = "import os; [os.open('/dev/null', 0) for _ in range(60)]; print('open'); input()"
    limits = Limits(open_files=40)
    with started(backend, PROGRAMS, *PYTHON, "-u", "-c", code, limits=limits) as process:
        assert read_line(process) == "open"
        assert process.usage().standing is None


def test_the_cpu_time_of_a_process_has_its_signal_first(backend):
    ran = run(backend, PROGRAMS, *python("spinner", 30, "itself"), limits=Limits(cpu_s=1))
    assert ran.status == -signal.SIGXCPU
    assert ran.usage.excess is not None
    end, excess = ran.usage.excess
    assert (end, excess.limit, excess.unit) == (EndState.TIMEOUT, 1, "s")
    assert excess.used >= 1


def test_the_cpu_time_of_all_processes_together_is_watched(backend):
    limits = Limits(cpu_s=1)
    with started(backend, PROGRAMS, *python("burners", 4), limits=limits) as process:
        watched(process, 60)
        found = process.usage().excess
    assert found is not None
    assert (found[0], found[1].limit) == (EndState.TIMEOUT, 1)
    assert found[1].used >= 1


def test_memory_outweighs_a_full_scratch():
    limits = Limits(memory_mb=64, scratch_mb=16)
    script = "head -c 20000000 /dev/zero >/tmp/a; head -c 20000000 /dev/zero >/bot/b; read line"
    with started(Bubblewrap(None), PROGRAMS, *BASH, script, limits=limits) as process:
        deadline = time.monotonic() + 20
        while process.usage().excess is None and time.monotonic() < deadline:
            time.sleep(0.01)
        found = process.usage().excess
        assert found is not None
        assert found[0] is EndState.DISK
    limits = Limits(memory_mb=24, scratch_mb=16)
    with started(Bubblewrap(None), PROGRAMS, *BASH, script, limits=limits) as process:
        watched(process)
        found = process.usage().excess
        assert found is not None
        assert found[0] is EndState.MEMORY


def test_with_the_wall_taken_away_the_watch_holds_nothing_either():
    backend = Bubblewrap(None, without=frozenset({Wall.MEMORY, Wall.SIZES}))
    limits = Limits(memory_mb=24, scratch_mb=4, scratch_files=10)
    script = "head -c 40000000 /dev/zero >/tmp/a; touch /tmp/{1..20}; echo done; read line"
    with started(backend, PROGRAMS, *BASH, script, limits=limits) as process:
        assert read_line(process) == "done"
        process.watch()
        assert process.poll() is None
