"""The CPU time of children that are gone before anybody looks at them."""

from __future__ import annotations

import pytest

from sandbox.isolation import restore
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.tests.sandboxes import PROGRAMS, PYTHON, TREE, python, read_line, run, started

COUNT = 80


@pytest.mark.parametrize("how", ["waited", "orphans", "ignored"])
def test_the_time_of_short_lived_children_is_counted(backend, how):
    with started(backend, PROGRAMS, *python("short_children", how, COUNT)) as process:
        assert read_line(process) == "worked"
        assert process.cpu_ns() >= 0.95 * COUNT * 5_000_000


def test_a_judger_that_is_told_of_its_isolation_counts_them_too():
    backend = restore(Bubblewrap(None).describe())
    with started(backend, PROGRAMS, *python("short_children", "ignored", COUNT)) as process:
        assert read_line(process) == "worked"
        assert process.cpu_ns() >= 0.95 * COUNT * 5_000_000


CODE = """
import signal, subprocess
signal.signal(signal.SIGTERM, lambda *_: print("told", flush=True))
signal.raise_signal(signal.SIGTERM)
print(subprocess.run(["/usr/bin/echo", "child"], capture_output=True, text=True).stdout, end="")
"""


def test_without_control_groups_programs_still_have_signals_and_children():
    ran = run(Bubblewrap(None), PROGRAMS, *PYTHON, "-c", CODE)
    assert (ran.out, ran.err) == ("told\nchild\n", "")


@pytest.mark.skipif(TREE is None or not TREE.cpu, reason="no control groups that count here")
def test_with_control_groups_a_program_is_told_that_a_child_has_ended():
    code = (
        "import os, signal; signal.signal(signal.SIGCHLD, lambda *_: print('told', flush=True)); "
        "child = os.fork() or os._exit(0); os.waitpid(child, 0)"
    )
    assert run(Bubblewrap(TREE), PROGRAMS, *PYTHON, "-c", code).out == "told\n"
