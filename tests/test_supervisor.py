"""The supervisor of the platform's parts: restarts, giving up, and leaving nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from tests.site import ROOT, eventually, processes_mentioning
from tools.supervisor import LARGEST_LOG, LAST_WORDS, REFUSED, Service

SCRIPT = """
import os, sys
from pathlib import Path
from tools import supervisor
from tools.supervisor import GivenUp, Supervisor, Service

folder = Path(sys.argv[1])
supervisor.FIRST_PAUSE_S, supervisor.MOST_ENDS, supervisor.PATIENCE_S = float(sys.argv[2]), 5, 2.0
supervisor.LARGEST_LOG, supervisor.LOOK_S, supervisor.SOON_S = 20_000, 0.05, 0.05
supervisor_ = Supervisor(lambda text: print(text, flush=True))
env = {**os.environ, "KEPT_FOR": str(folder)}
try:
    for number, command in enumerate(sys.argv[3:]):
        name = f"part{number}"
        log, every_s = folder / f"{name}.log", 0.3 if "each time" in command else 0.0
        part = Service(name, ["sh", "-c", command], log, env, folder, every_s)
        supervisor_.start(part)
    print("watching", flush=True)
    supervisor_.watch()
except GivenUp as given_up:
    print(given_up, flush=True)
finally:
    supervisor_.end()
    print("ended", flush=True)
"""


@pytest.fixture
def keep(tmp_path):
    """Starts a supervisor of these shell commands; ``tmp_path`` is where they run."""
    started = []

    def keep(*commands: str, pause: float = 0.01) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT, str(tmp_path), str(pause), *commands],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        started.append(process)
        return process

    yield keep
    for process in started:
        process.kill()
        process.communicate()


def kept(folder: Path) -> list[str]:
    """Processes of the parts, by their environment."""
    return processes_mentioning(f"KEPT_FOR={folder}")


def lines(path: Path) -> list[str]:
    return path.read_text().split() if path.exists() else []


def stop(process: subprocess.Popen[str], number: int = signal.SIGINT) -> str:
    process.send_signal(number)
    return process.communicate(timeout=30)[0]


def test_a_part_that_is_killed_is_started_again_and_the_others_run_on(keep, tmp_path):
    supervisor = keep("echo $$ >> one; exec sleep 600", "echo $$ >> two; exec sleep 600")
    eventually(lambda: lines(tmp_path / "one") and lines(tmp_path / "two"))
    os.kill(int(lines(tmp_path / "one")[0]), signal.SIGKILL)
    eventually(lambda: len(lines(tmp_path / "one")) == 2)
    said = stop(supervisor)
    assert "part0 was ended by signal 9; it is started again in 0.01 s" in said
    assert len(lines(tmp_path / "two")) == 1
    assert supervisor.returncode == 0


def test_the_pause_grows_and_in_the_end_everything_is_given_up_with_the_last_words(keep, tmp_path):
    supervisor = keep("echo these are the last words; exit 3", "exec sleep 600", pause=0.1)
    said = supervisor.communicate(timeout=60)[0]
    for pause in ("0.1", "0.2", "0.4", "0.8"):
        assert f"part0 ended with status 3; it is started again in {pause} s" in said
    assert "part0 ended with status 3, the 5th time within" in said
    assert "ends with:\n\nthese are the last words" in said
    assert kept(tmp_path) == []


def test_a_periodic_part_waits_before_each_start_and_fails_as_often_as_it_likes(keep, tmp_path):
    """It succeeds twice, fails eight times and succeeds again; five ends of others are too many."""
    work = "date +%s.%N >> starts; n=$(wc -l < starts); test $n -lt 3 -o $n -gt 10  # each time"
    supervisor = keep(work, "exec sleep 600")
    began = time.time()
    eventually(lambda: len(lines(tmp_path / "starts")) >= 12)
    said = stop(supervisor)
    assert "started again" not in said
    times = [began, *map(float, lines(tmp_path / "starts"))]
    pauses = [later - earlier for earlier, later in pairwise(times)]
    for number, pause in enumerate(pauses[:12]):
        assert pause >= (0.05 if 3 <= number <= 10 else 0.3), pauses


def test_a_part_that_refuses_is_not_started_again_and_the_others_run_on(keep, tmp_path):
    supervisor = keep(f"echo x >> one; echo no such key; exit {REFUSED}", "exec sleep 600")
    eventually(lambda: len(kept(tmp_path)) == 1 and lines(tmp_path / "one"))
    said = stop(supervisor)
    assert "part0 refused to run and is not started again:\n\nno such key" in said
    assert lines(tmp_path / "one") == ["x"]


def test_where_the_last_part_refuses_everything_ends(keep):
    said = keep(f"echo no such key; exit {REFUSED}").communicate(timeout=30)[0]
    assert "no such key" in said
    assert said.endswith("ended\n")


def test_what_a_killed_part_had_started_goes_with_it(keep, tmp_path):
    keep("echo $$ >> mine; sleep 601 & exec sleep 600")
    eventually(lambda: len(kept(tmp_path)) == 2)
    os.kill(int(lines(tmp_path / "mine")[0]), signal.SIGKILL)
    eventually(lambda: len(lines(tmp_path / "mine")) == 2)
    eventually(lambda: len(kept(tmp_path)) == 2)
    time.sleep(0.3)
    assert len(kept(tmp_path)) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_all_also_what_hid_and_what_does_not_listen(keep, tmp_path, number):
    hidden = "setsid sh -c 'setsid sleep 602 &' & "
    deaf = "trap '' TERM INT HUP; while :; do sleep 1; done"
    supervisor = keep(hidden + deaf, "exec sleep 600")
    eventually(lambda: len(kept(tmp_path)) >= 3)
    assert stop(supervisor, number).endswith("ended\n")
    assert kept(tmp_path) == []


def test_the_first_part_is_ended_last(keep, tmp_path):
    def tells(name: str) -> str:
        wait = "while :; do sleep 0.1; done"
        return f"trap 'echo {name} >> order; exit' TERM; echo {name} >> up; {wait}"

    supervisor = keep(tells("first"), tells("second"))
    eventually(lambda: len(lines(tmp_path / "up")) == 2)
    stop(supervisor)
    assert lines(tmp_path / "order") == ["second", "first"]


def test_parts_end_with_a_supervisor_that_is_killed(keep, tmp_path):
    supervisor = keep("exec sleep 600", "exec sleep 600")
    eventually(lambda: len(kept(tmp_path)) == 2)
    supervisor.kill()
    eventually(lambda: kept(tmp_path) == [])


LARGEST = 20_000
"""Bytes of a log that the supervisor of these tests keeps."""


def numbers(path: Path) -> list[int]:
    return [int(word) for word in lines(path)]


def test_a_log_is_put_aside_where_it_grows_large_and_the_program_runs_on(keep, tmp_path):
    counts = "i=0; while :; do i=$((i + 1)); echo $i; [ $((i % 50)) = 0 ] && sleep 0.01; done"
    keep(f"echo $$ >> starts; {counts}")
    log, older = tmp_path / "part0.log", tmp_path / "part0.log.1"
    # Of five times that much output, all but the last is gone.
    eventually(lambda: older.exists() and numbers(older)[-1] > 5 * LARGEST / len("12345\n"))
    said = numbers(older)
    assert said[0] > 1
    assert said == list(range(said[0], said[-1] + 1))
    eventually(lambda: len(numbers(log)) > 2)
    assert older.stat().st_size < 2 * LARGEST
    names = {path.name for path in tmp_path.glob("part0*")}
    assert names - {f"{log.name}.new"} == {log.name, older.name}
    assert len(lines(tmp_path / "starts")) == 1


def test_of_a_log_from_before_that_is_large_the_end_is_kept(keep, tmp_path):
    (tmp_path / "part0.log").write_text("old\n" * LARGEST + "the end\n")
    keep("echo new; exec sleep 600")
    eventually(lambda: lines(tmp_path / "part0.log") == ["new"])
    kept_of_it = (tmp_path / "part0.log.1").read_text()
    assert LARGEST - 10 < len(kept_of_it) <= LARGEST
    assert kept_of_it.endswith("old\nthe end\n")


def test_the_last_words_are_found_where_the_log_was_just_put_aside(tmp_path):
    part = Service("web", [], tmp_path / "web.log", {}, tmp_path)
    part.log.write_text("x" * LARGEST_LOG + "".join(f"\n{number}" for number in range(100)))
    part.put_log_aside()
    assert part.log.read_text() == ""
    part.log.write_text("last\n")
    assert part.last_words().split() == [*map(str, range(101 - LAST_WORDS, 100)), "last"]
