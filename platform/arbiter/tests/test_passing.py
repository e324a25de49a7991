"""Passing faults of the platform are told from others, and their work is tried again later."""

from __future__ import annotations

import errno
from datetime import timedelta

import pytest
from django.db import DataError, InterfaceError, OperationalError
from django.utils import timezone
from redis.exceptions import ConnectionError as RedisAway

from arbiter.working import passing
from arbiter.working.passing import (
    AFRESH,
    Blame,
    Fault,
    due,
    fault_of,
    is_passing,
    moved_on,
    persistently,
    put_off,
)
from arbiter.working.workers import LONGEST_HOST
from exports.models import Export
from matches.playing.runner import JudgerKilled
from sandbox.errors import (
    BuildError,
    Cause,
    CompilerKilled,
    LogicError,
    MachineBusy,
    MachineFault,
    SandboxError,
    UploadError,
)
from sandbox.judger.client import failure


def caused(error: Exception) -> Exception:
    """A fault of the sandbox that has this cause."""
    found = SandboxError("the artifact cannot be unpacked")
    found.__cause__ = error
    return found


@pytest.mark.parametrize(
    ("error", "passes"),
    [
        (OSError(errno.ENOSPC, "no space"), True),
        (PermissionError("not now"), True),
        (OperationalError("database is locked"), True),
        (InterfaceError("connection already closed"), True),
        (RedisAway("away"), True),
        (CompilerKilled("killed"), True),
        (MachineBusy("busy"), True),
        (JudgerKilled("killed"), True),
        (caused(OSError(errno.ENOSPC, "no space")), True),
        (caused(FileNotFoundError("the stored file is gone")), False),
        (SandboxError("no isolation works"), False),
        (FileNotFoundError("the stored file is gone"), False),
        (NotADirectoryError("a file"), False),
        (DataError("too long"), False),
        (ValueError("a mistake"), False),
        (MemoryError(), False),
    ],
)
def test_passing_faults_are_told_from_others(error, passes):
    assert is_passing(error) is passes


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (BuildError("no main.cpp"), Fault(Blame.AUTHOR)),
        (UploadError("no zip"), Fault(Blame.AUTHOR)),
        (LogicError("the game's program ended"), Fault(Blame.GAME)),
        (MachineFault("no java", Cause.PROGRAM), Fault(Blame.MACHINE, Cause.PROGRAM)),
        (
            failure({"message": "?", "machine": "a working sandbox"}, ""),
            Fault(Blame.MACHINE, Cause.SANDBOX),
        ),
        (CompilerKilled("killed"), Fault(Blame.MACHINE, Cause.MEMORY)),
        (caused(OSError(errno.EROFS, "read-only")), Fault(Blame.MACHINE, Cause.DISK)),
        (OSError(errno.EMFILE, "too many open files"), Fault(Blame.MACHINE, Cause.HANDLES)),
        (OperationalError("away"), Fault(Blame.PASSING)),
        (FileNotFoundError("the stored file is gone"), Fault(Blame.PLATFORM)),
        (ValueError("a mistake"), Fault(Blame.PLATFORM)),
    ],
)
def test_one_function_says_whose_fault_an_error_is(error, fault):
    assert fault_of(error) == fault


def test_the_names_of_many_machines_fit_into_the_column():
    failed_on = ""
    for number in range(20):
        name = f"{number:02}" + "h" * (LONGEST_HOST - 2)
        failed_on = moved_on(failed_on, name, None)["failed_on"]
    assert len(failed_on) <= passing.HOSTS
    assert failed_on.endswith(f"/{name}/")


def test_a_write_is_offered_to_the_database_until_it_is_back(db):
    answers = [OperationalError("away"), InterfaceError("closed"), None]

    def write() -> str:
        if error := answers.pop(0):
            raise error
        return "written"

    assert persistently(write, "a row", (0.0, 0.0)) == "written"
    answers[:] = [OperationalError("away")] * 3
    with pytest.raises(OperationalError):
        persistently(write, "a row", (0.0, 0.0))


def test_pauses_grow_up_to_a_bound_and_end_after_the_last_fault(db):
    row = Export.objects.create(state="running")
    held = Export.objects.filter(pk=row.pk, state="running")
    pauses = []
    while put_off(held, state="waiting"):
        row.refresh_from_db()
        assert row.retry_at is not None
        pauses.append((row.retry_at - timezone.now()).total_seconds())
        assert not Export.objects.filter(due(), pk=row.pk).exists()
        Export.objects.update(state="running")
    assert len(pauses) == passing.MOST - 1
    assert pauses[:4] == pytest.approx([1, 2, 4, 8], abs=0.5)
    assert pauses[-1] == pytest.approx(passing.LONGEST_PAUSE_S, abs=0.5)
    assert sum(pauses) > timedelta(minutes=40).total_seconds()
    row.refresh_from_db()
    assert (row.state, row.faults) == ("running", passing.MOST - 1), "the caller says how it ends"
    Export.objects.update(**AFRESH)
    assert put_off(held, state="waiting")
    assert not put_off(held, state="waiting"), "nobody holds it now"
