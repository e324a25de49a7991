"""The table that tells the operator what holds each wall."""

from __future__ import annotations

from sandbox.isolation import walls
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.plain import Plain
from sandbox.isolation.walls import Holder
from sandbox.tests.sandboxes import TREE, needs_memory_groups


def test_without_control_groups_memory_and_cpu_time_are_watched():
    held = {each.wall: each.by for each in walls.table(Bubblewrap(None))}
    assert held["memory"] is held["CPU time, child processes included"] is Holder.WATCHER
    assert held["system calls"] is held["end of all processes after a match"] is Holder.KERNEL
    assert "Delegate=yes" in walls.lines(Bubblewrap(None))[-1]


@needs_memory_groups
def test_with_control_groups_nothing_is_weak():
    assert walls.weak(Bubblewrap(TREE)) == ()
    assert "Delegate=yes" not in "".join(walls.lines(Bubblewrap(TREE)))


def test_without_a_sandbox_nothing_is_held():
    assert {each.by for each in walls.table(Plain())} == {Holder.NOBODY}
