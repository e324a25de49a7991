"""Matches one after the other leave nothing: the long form is in ``bench/leaks.py``."""

import os
from pathlib import Path

from sandbox.isolation import cgroups, choose
from sandbox.isolation.base import Spec
from sandbox.judger.client import messages
from sandbox.limits import Limits
from sandbox.tests.matches import bot, toy_job
from sandbox.tests.test_judger_process import descendants
from tests.examples import sample

MATCHES = sample(15, 5)


def traces() -> dict[str, object]:
    """Resources of this process and its children: open, running and set up."""
    ours = str(os.getpid())
    return {
        "descriptors": sorted(os.listdir("/proc/self/fd")),
        "processes": descendants(os.getpid()),
        "groups": list(map(str, cgroups.groups(f"arbiter-*-{ours}-*"))),
        "mounts": Path("/proc/self/mountinfo").read_text(),
    }


def groups_of_the_dead() -> list[Path]:
    """Groups whose maker is gone: what a judger has left."""
    return [
        group
        for group in cgroups.groups("arbiter-*-*-*-*")
        if not os.path.exists(f"/proc/{group.name.split('-')[2]}")
    ]


def test_matches_in_a_row_leave_no_descriptor_process_group_or_mount():
    job = toy_job(bot("offspring"), bot("shout", 1000), rounds=2)
    list(messages(job))
    before = traces()
    for _ in range(MATCHES):
        assert list(messages(job))[-1]["type"] == "result"
    assert traces() == before
    assert groups_of_the_dead() == []


def test_sandboxes_in_a_row_leave_nothing():
    backend = choose()
    program = bot("number")
    spec = Spec(program.argv, program.program, Limits(memory_mb=128))
    backend.spawn(spec).close()
    before = traces()
    for _ in range(MATCHES):
        backend.spawn(spec).close()
    assert traces() == before
