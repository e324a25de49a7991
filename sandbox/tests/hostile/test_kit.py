"""The table of hostile programs is whole, and what it measures with can find fault."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from sandbox.isolation.base import Wall
from sandbox.tests import hostile
from sandbox.tests.hostile import bait, files, playing, traces
from sandbox.tests.hostile.__main__ import main
from sandbox.tests.hostile.alone import new_token
from sandbox.tests.hostile.freeing import naive
from sandbox.tests.hostile.kinds import Broken
from sandbox.tests.hostile.kit import KINDS, KIT

PROGRAMS = Path(hostile.__file__).parent / "programs"
HELPERS = {"__init__.py", "tell.py", "tell.h", "nested.h", "table.py"}


def test_the_kit_is_large_and_every_kind_is_in_it():
    assert len(KIT) >= 100
    assert all(KINDS.values())
    assert len(KINDS) == 8


def test_every_row_has_a_name_of_its_own_that_fits_its_line_and_says_what_it_tries():
    assert len({row.name for row in KIT}) == len(KIT)
    assert all(len(row.name) < 26 and row.tries for row in KIT)


def test_every_wall_of_a_sandbox_has_a_row_that_only_it_and_named_others_hold():
    named = {wall for row in KIT for wall in row.walls if len(row.walls) < len(Wall)}
    assert named == set(Wall)


def test_every_program_is_in_the_table():
    said = "".join(path.read_text() for path in PROGRAMS.parent.glob("*.py"))
    names = {path.name for path in PROGRAMS.iterdir() if path.is_file()} - HELPERS
    assert [name for name in sorted(names) if f'"{name}"' not in said] == []


def test_every_user_can_read_the_programs():
    places = [files.folder(), *files.folder().rglob("*")]
    assert all(place.stat().st_mode & 0o005 == 0o005 for place in places)


def leave_process(token):
    words = [sys.executable, "-c", "print(flush=True); input()", token]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe) as process:
        assert process.stdout
        process.stdout.readline()
        yield
        process.communicate(b"\n")


def leave_file(token):
    path = Path("/dev/shm", f"hostile-{token}")
    path.touch()
    yield
    path.unlink()


def leave_descriptor(_token):
    descriptor = os.open("/", os.O_RDONLY)
    yield
    os.close(descriptor)


def leave_shared_memory(token):
    ctypes.CDLL(None).shmget(traces.segment_key(token), 4096, 0o1600)
    yield
    traces.remove_shared(token)


def leave_queue(token):
    queue = ctypes.CDLL(None).mq_open(traces.queue_name(token), os.O_CREAT | os.O_RDWR, 0o600, None)
    os.close(queue)
    yield
    traces.remove_shared(token)


@pytest.mark.parametrize(
    ("what", "leave"),
    [
        ("processes", leave_process),
        ("files", leave_file),
        ("descriptors", leave_descriptor),
        ("shared_memory", leave_shared_memory),
        ("shared_memory", leave_queue),
    ],
)
def test_a_trace_is_found(what, leave, monkeypatch):
    monkeypatch.setattr(traces, "_SETTLES_S", 0.1)
    token = new_token()
    with ExitStack() as undo, pytest.raises(Broken, match=what), traces.without_trace(token):
        undo.enter_context(contextmanager(leave)(token))


def test_bait_is_taken_away_again():
    before = len(os.listdir("/proc/self/fd"))
    with bait.laid(new_token()) as told:
        assert os.environ[bait.SECRET] in Path(told["database"]).read_text()
    assert bait.SECRET not in os.environ
    assert not Path(told["unix"]).parent.exists()
    assert len(os.listdir("/proc/self/fd")) == before


def test_the_naive_referee_plays_an_honest_match_to_its_end():
    assert naive(playing.HONEST, new_token()) == "played: 12"


def test_the_command_says_how_a_program_was_held(capsys):
    assert main(["--only", "chroot"]) == 0
    _, line, last = capsys.readouterr().out.splitlines()
    assert line.split() == ["held", "chroot", "refused", "with", "EPERM"]
    assert last == "1 of 1 are held"


def test_the_command_says_what_a_machine_does_not_hold(capsys):
    assert main(["--backend", "plain", "--only", "host's files"]) == 1
    assert "BROKEN  host's files" in capsys.readouterr().out


def test_the_command_runs_the_programs_that_are_named(capsys):
    assert main(["--only", "chroot", "--only", "own environment"]) == 0
    _, *lines, last = capsys.readouterr().out.splitlines()
    assert [line[8:34].strip() for line in lines] == ["own environment", "chroot"]
    assert last == "2 of 2 are held"


def test_the_command_refuses_a_program_that_is_not_in_the_kit(capsys):
    assert main(["--only", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err


def test_the_kit_is_a_command_of_its_own():
    words = [sys.executable, "-m", "sandbox.tests.hostile", "--help"]
    done = subprocess.run(
        words, cwd=PROGRAMS.parents[3], capture_output=True, text=True, check=True
    )
    assert "rlimits" in done.stdout
