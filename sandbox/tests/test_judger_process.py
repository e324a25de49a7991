"""The judger as a process: whose fault an end is, and that nothing is left of it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import IO

import pytest

from sandbox.errors import SandboxError
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.running import cgroups
from sandbox.judger.client import ROOT, judger, messages
from sandbox.judger.job import Job, JobError, SeatJob
from sandbox.tests.matches import BOTS, bot, collect, play, toy_job
from sandbox.tests.processes import runs
from sandbox.tests.sandboxes import processes_with

BOB = bot("number", 4)


def run(text: bytes):
    command = [sys.executable, "-m", "sandbox.judger"]
    return subprocess.run(command, input=text, capture_output=True, cwd=ROOT, check=False)


def descendants(pid: int) -> set[int]:
    """All processes below ``pid``, by the parents that the kernel names."""
    children: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", encoding="utf-8", errors="replace") as file:
                    parent = int(file.read().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(entry))
    found: set[int] = set()
    queue = [pid]
    while queue:
        for child in children.get(queue.pop(), []):
            found.add(child)
            queue.append(child)
    return found


def gone(pids: set[int], within: float = 5.0) -> bool:
    until = time.monotonic() + within
    while left := [pid for pid in pids if runs(pid)]:
        if time.monotonic() > until:
            return not left
        time.sleep(0.02)
    return True


def test_a_job_that_cannot_be_played_ends_with_status_2():
    done = run(b'{"match": 1}')
    assert done.returncode == 2
    line = json.loads(done.stdout)
    assert line["type"] == "error"
    assert line["message"] == "job lacks game, setup, seats"


@pytest.mark.parametrize("cpu", [-1, 4095, 10**12])
def test_a_processor_that_is_not_there_ends_with_status_2(cpu):
    with judger(replace(toy_job(BOB, BOB), cpu=cpu)) as running:
        played = collect(running)
    assert played.status == 2
    assert played.error.startswith(f"job.cpu: cannot run on processor {cpu}: ")


def test_a_setup_that_the_engine_refuses_ends_with_status_2_and_its_reason():
    played = play(BOB, BOB, rounds=-1)
    assert played.status == 2
    assert played.error == "job.setup cannot be played: a game cannot have fewer than 0 rounds"


def test_an_engine_that_breaks_is_our_fault():
    played = play(BOB, BOB, bug=1)
    assert played.status == 3
    assert "RuntimeError in toy.py" in played.error
    assert "the toy is broken" in played.error
    assert not played.of("result")


def test_a_program_that_cannot_be_started_is_our_fault():
    with judger(toy_job(SeatJob("lost", BOTS, ("/program/missing",)), BOB)) as running:
        played = collect(running)
    assert played.status == 3
    assert played.error


@pytest.mark.parametrize("trap", ["hang", "sleep"])
def test_a_match_that_takes_too_long_is_our_fault(trap):
    job = toy_job(bot("sleep") if trap == "sleep" else BOB, BOB, wall_ms=60_000, hang=0)
    began = time.monotonic()
    with judger(replace(job, wall_s=1.0)) as running:
        played = collect(running)
    assert played.status == 3
    assert played.error == "the match took longer than 1 s"
    assert time.monotonic() - began < 5


def family(pid: int, stdout: IO[bytes]) -> set[int]:
    """Wait until the bots play; all processes of the match."""
    lines = [json.loads(stdout.readline()) for _ in range(3)]
    assert lines[-1]["replies"]
    found = descendants(pid)
    assert len(found) >= 2
    return found


def test_a_judger_that_is_told_to_stop_leaves_no_process():
    with judger(toy_job(bot("offspring"), bot("sleep"), wall_ms=60_000)) as running:
        pids = family(running.process.pid, running.stdout)
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(5) == 143
    assert gone(pids)


def test_a_judger_that_is_killed_leaves_no_process():
    with judger(toy_job(BOB, bot("sleep"), wall_ms=60_000)) as running:
        pids = family(running.process.pid, running.stdout)
        running.process.send_signal(signal.SIGKILL)
        running.process.wait()
    assert gone(pids)


def test_a_judger_does_not_outlive_its_worker():
    job = json.dumps(toy_job(BOB, bot("sleep"), wall_ms=60_000).to_json())
    code = (
        "import subprocess, sys\n"
        "p = subprocess.Popen([sys.executable, '-m', 'sandbox.judger'], stdin=subprocess.PIPE)\n"
        "p.communicate(sys.stdin.buffer.read())\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as worker:
        assert worker.stdin
        assert worker.stdout
        worker.stdin.write(job.encode())
        worker.stdin.close()
        pids = family(worker.pid, worker.stdout)
        worker.kill()
        worker.wait()
        assert gone(pids)


def test_a_judger_ends_when_nobody_reads_its_output():
    with judger(toy_job(BOB, BOB, rounds=100_000)) as running:
        running.stdout.close()
        assert running.process.wait(10) == 143


def test_a_caller_gets_the_messages_or_the_error():
    assert [line["type"] for line in messages(toy_job(BOB, BOB, rounds=1))][-1] == "result"
    with pytest.raises(SandboxError, match="the toy is broken"):
        list(messages(toy_job(BOB, BOB, bug=0)))
    with pytest.raises(JobError, match="fewer than 0 rounds"):
        list(messages(toy_job(BOB, BOB, rounds=-1)))


def test_a_judger_sees_no_more_of_the_environment_than_it_needs(monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "do not tell")
    with judger(toy_job(BOB, bot("sleep"), wall_ms=60_000)) as running:
        family(running.process.pid, running.stdout)
        with open(f"/proc/{running.process.pid}/environ", "rb") as file:
            assert b"do not tell" not in file.read()


def test_who_is_asked_first_changes_from_turn_to_turn():
    code = (
        "import runpy, sys\n"
        "from sandbox.judger.seats.seat import BotSeat\n"
        "ask = BotSeat.ask\n"
        "def spy(self, *words):\n"
        "    sys.stderr.write(str(self.wire.seat))\n"
        "    ask(self, *words)\n"
        "BotSeat.ask = spy\n"
        "sys.argv = ['judger']\n"
        "runpy.run_module('sandbox.judger', run_name='__main__', alter_sys=True)\n"
    )
    job = json.dumps(toy_job(BOB, BOB, BOB, together=True, rounds=6).to_json()).encode()
    done = subprocess.run(
        [sys.executable, "-c", code], input=job, capture_output=True, cwd=ROOT, check=False
    )
    said = done.stderr.decode()
    orders = [said[at : at + 3] for at in range(0, len(said), 3)]
    # The first question comes with the first message.
    assert orders == ["120", "201", "012", "120", "201"]


def test_with_arguments_it_is_the_judger_of_the_other_protocol():
    command = [sys.executable, "-m", "sandbox.judger", "--help"]
    done = subprocess.run(command, capture_output=True, cwd=ROOT, check=False)
    assert done.returncode == 0
    assert b"LOGIC" in done.stdout


_DIES_AS_ANOTHER = """
import os, sys
from sandbox.isolation import bubblewrap
from sandbox.isolation.running import spawner
starts, spawn = [], os.posix_spawn
def die_at_the_second(*arguments, **options):
    starts.append(1)
    if len(starts) == 2:
        os.kill(os.getpid(), 9)
    return spawn(*arguments, **options)
os.posix_spawn = die_at_the_second
bubblewrap.AT_ONCE = 1
from sandbox.judger.__main__ import main
sys.exit(main())
"""


def test_sandboxes_of_a_judger_that_was_killed_as_another_user_are_swept():
    """The kernel asks whether a dying thread may signal those who wished to die with it: while
    the judger has the user of its next sandbox, it may not for the sandboxes before."""
    token = f"swept-{os.getpid()}-{time.monotonic_ns()}"

    def start(_job: Job, descriptors: Sequence[int]) -> subprocess.Popen[bytes]:
        stdin, stdout, stderr = descriptors
        argv = [sys.executable, "-c", _DIES_AS_ANOTHER]
        return subprocess.Popen(argv, cwd=ROOT, stdin=stdin, stdout=stdout, stderr=stderr)

    for tree in (cgroups.find(), None):
        job = toy_job(bot("number", token), bot("number", token))
        with judger(replace(job, isolation=Bubblewrap(tree).describe()), start=start) as running:
            assert collect(running).status == -signal.SIGKILL
        assert gone(set(processes_with(token)))
