"""A whole platform for a test: the supervisor of ``make run`` on a folder and port of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests import template

ROOT = Path(__file__).resolve().parents[1]


@dataclass
class Site:
    address: str
    password: str
    var: Path
    process: subprocess.Popen[str]
    said: list[str]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def clean_environment(var: Path, **more: str) -> dict[str, str]:
    """This process's environment without what the tests' own settings put there."""
    drop = ("SECRET_KEY", "REDIS_URL", "DATABASE_URL", "ARBITER_VAR", "DJANGO_SETTINGS_MODULE")
    env = {name: value for name, value in os.environ.items() if name not in drop}
    return {**env, "ARBITER_VAR": str(var), **more}


EMPTY = "ARBITER_TESTS_EMPTY"
"""Set in the environment of a site that migrates its own database."""


def start(var: Path, port: int, root: Path = ROOT, **more: str) -> subprocess.Popen[str]:
    """The supervisor on the folder ``var``.  A site of the project that is new there has the
    migrated database already, unless ``more`` has `EMPTY`."""
    if root == ROOT and EMPTY not in more and not (var / "arbiter.sqlite3").exists():
        template.copy(var / "arbiter.sqlite3")
    if root != ROOT:  # it has other static files
        more["STATIC_ROOT"] = f"{var}/static"
    return subprocess.Popen(
        [sys.executable, str(root / "tools" / "run.py")],
        env=clean_environment(var, ARBITER_PORT=str(port), **more),
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        umask=0o022,  # as people's shells have it: the tests' own settings set another one
        start_new_session=True,
    )


def wait_until_up(process: subprocess.Popen[str]) -> list[str]:
    """The lines that it prints, up to the last before it falls silent."""
    said: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        said.append(line.rstrip())
        if "Ctrl-C" in line:
            return said
    raise AssertionError("the platform did not start:\n" + "\n".join(said))


@contextmanager
def running_site(root: Path = ROOT, **more: str) -> Iterator[Site]:
    """The site of the project in ``root``, once it is up; ``more`` goes into its environment."""
    # A short path: sockets have no room for pytest's own folders.
    var = Path(tempfile.mkdtemp(prefix="arb-"))
    port = free_port()
    process = start(var, port, root, **more)
    try:
        said = wait_until_up(process)
        match = re.search(r"organizer / (\S+)", "\n".join(said))
        assert match, said
        yield Site(f"http://localhost:{port}", match[1], var, process, said)
    finally:
        stop(process)
        shutil.rmtree(var, ignore_errors=True)


def stop(process: subprocess.Popen[str], number: int = signal.SIGINT) -> int:
    """Ctrl-C, as the terminal sends it; the exit status."""
    if process.poll() is None:
        process.send_signal(number)
    try:
        process.communicate(timeout=40)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    return process.returncode


def processes_mentioning(text: str) -> list[str]:
    """Command lines of living processes that name a folder there or in their environment."""
    return list(commands_mentioning(text).values())


def commands_mentioning(text: str) -> dict[int, str]:
    """The same, by process."""
    found: dict[int, str] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        try:
            words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            env = (folder / "environ").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if words and (text in words or text in env):
            found[int(folder.name)] = words
    return found


def eventually(condition, seconds: float = 60, every: float = 0.2):
    """Wait until ``condition()`` is true; its value."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(every)
