"""Control groups of its own for a site that an ordinary user starts, where systemd gives some."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys

from sandbox.isolation.running import cgroups

_MARK = "ARBITER_SCOPE"
"""Environment variable: set in a scope of systemd that this module has asked for."""
_WAIT_S = 10


def enter() -> None:
    """Start this program again in a scope whose control groups are delegated to this user.

    Returns where that is of no use (root, or groups are there already) or not possible (no systemd
    of the user's own).  Otherwise it does not return: the program keeps its pid and its terminal.
    """
    if os.geteuid() == 0 or _MARK in os.environ or _has_groups():
        return
    program = shutil.which("systemd-run")
    if program is None:
        return
    command = [program, "--user", "--scope", "--quiet", "--collect", "-p", "Delegate=yes", "--"]
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        tried = subprocess.run([*command, "/bin/true"], capture_output=True, timeout=_WAIT_S,
                               check=False)  # fmt: skip
        if tried.returncode == 0:
            os.environ[_MARK] = "1"
            os.execv(program, [*command, sys.executable, *sys.argv])  # noqa: S606


def _has_groups() -> bool:
    tree = cgroups.find()
    return tree is not None and tree.memory and tree.processes and tree.shares
