"""Matches one after the other leave nothing: the long form is in ``bench/leaks.py``."""

import json
import os
from pathlib import Path

import pytest

from sandbox.isolation import choose
from sandbox.isolation.base import Spec
from sandbox.isolation.proctree import Owner
from sandbox.isolation.running import cgroups
from sandbox.judger.client import judger, messages
from sandbox.limits import Limits
from sandbox.tests.matches import bot, toy_job
from sandbox.tests.sandboxes import TREE
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


def test_matches_in_a_row_leave_no_descriptor_process_group_or_mount():
    job = toy_job(bot("offspring"), bot("shout", 1000), rounds=2)
    list(messages(job))
    before = traces()
    for _ in range(MATCHES):
        with judger(job) as running:
            assert json.loads([*running.stdout][-1])["type"] == "result"
            pid, status = running.process.pid, running.process.wait()
            assert status == 0
            assert cgroups.groups(f"arbiter-*-{pid}-*-*") == []
    assert traces() == before


@pytest.mark.skipif(TREE is None, reason="this machine has no control groups for us")
def test_a_group_of_a_dead_maker_is_seen_until_it_is_swept():
    assert TREE is not None
    ours = Owner.ourselves()
    pid = 2**30 + os.getpid()  # no other process looks for it
    for parent in dict.fromkeys(TREE.parents.values()):
        (parent / f"arbiter-{Owner(ours.namespace, pid, 1)}-0").mkdir()
    seen = cgroups.groups(f"arbiter-*-{pid}-*-*")
    cgroups.find()
    assert seen != []
    assert cgroups.groups(f"arbiter-*-{pid}-*-*") == []


def test_sandboxes_in_a_row_leave_nothing():
    backend = choose()
    program = bot("number")
    spec = Spec(program.argv, program.program, Limits(memory_mb=128))
    backend.spawn(spec).close()
    before = traces()
    for _ in range(MATCHES):
        backend.spawn(spec).close()
    assert traces() == before
