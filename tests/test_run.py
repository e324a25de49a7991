"""``make run``: it starts, says what is wrong, keeps its data, and leaves nothing behind."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import pytest

from sandbox.isolation.proctree import descendants
from sandbox.tests.processes import name_of
from tests import site
from tests.site import ROOT, eventually, free_port, running_site

pytestmark = pytest.mark.xdist_group("run")


NO_NAMESPACES = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
"""The limit is the surrounding namespace's own: it ends with it."""


def refusal(var, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "run.py")],
        env=site.clean_environment(var, **environment),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def get(address: str):
    with urllib.request.urlopen(address, timeout=10) as answer:  # noqa: S310  our own site
        return json.load(answer)


def test_a_database_of_another_version_is_named_and_stays_as_it_is(tmp_path):
    database = tmp_path / "arbiter.sqlite3"
    with contextlib.closing(sqlite3.connect(database)) as old:
        old.execute("PRAGMA journal_mode = WAL")
        old.execute("CREATE TABLE django_migrations (id INTEGER, app, name, applied DATETIME)")
        row = (1, "matches", "0014_options", "2026-11-22")
        old.execute("INSERT INTO django_migrations VALUES (?, ?, ?, ?)", row)
        old.commit()
    before = database.read_bytes()
    words = refusal(tmp_path, ARBITER_PORT=str(free_port()))
    assert "matches.0014_options is not known here. Nothing was changed." in words
    assert f"mv {tmp_path} {tmp_path}-before" in words
    assert database.read_bytes() == before


def test_a_port_in_use_is_a_clear_line(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        words = refusal(tmp_path, ARBITER_PORT=str(port))
    assert f"cannot listen on 127.0.0.1:{port}" in words
    assert "ARBITER_PORT=8001 make run" in words


@pytest.mark.parametrize("port", ["http", "99999", ""])
def test_a_port_that_is_none_is_a_clear_line(tmp_path, port):
    assert "arbiter: " in refusal(tmp_path, ARBITER_PORT=port)


@pytest.mark.parametrize("number", ["two", "0", "1000"])
def test_a_number_of_web_processes_that_is_none_is_a_clear_line(tmp_path, number):
    words = refusal(tmp_path, ARBITER_PORT=str(free_port()), ARBITER_WEB_PROCESSES=number)
    assert f"ARBITER_WEB_PROCESSES is “{number}”; it should be a number from 1 to 64." in words


def test_a_missing_redis_is_a_clear_line_with_the_package(tmp_path):
    words = refusal(tmp_path, PATH="/nonexistent", ARBITER_PORT=str(free_port()))
    assert "apt-get install redis-server" in words


def test_a_folder_that_cannot_be_written_is_a_clear_line(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert "arbiter: " in refusal(blocked / "var", ARBITER_PORT=str(free_port()))


def test_a_machine_that_cannot_isolate_programs_is_a_clear_line(tmp_path):
    command = [sys.executable, str(ROOT / "tools" / "run.py")]
    done = subprocess.run(
        ["unshare", "-Ur", "sh", "-c", NO_NAMESPACES, "sh", *command],
        env=site.clean_environment(tmp_path / "var", ARBITER_PORT=str(free_port())),
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "arbiter: no isolation works on this machine" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_full_disk_is_a_clear_line(tmp_path):
    small = f"mount -t tmpfs -o size=16m tmpfs {tmp_path} && exec {sys.executable}"
    done = subprocess.run(
        ["unshare", "-Urm", "sh", "-c", f"{small} {ROOT / 'tools' / 'run.py'}"],
        env=site.clean_environment(tmp_path / "var", ARBITER_PORT=str(free_port())),
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert re.search(r"arbiter: only 1\d MB of disk are free .*; 500 MB are needed", done.stderr)


def open_to_others(var: Path) -> list[str]:
    """The paths of the folder and below it that other users of the machine may read."""
    found = []
    for path in (var, *var.rglob("*")):
        with contextlib.suppress(FileNotFoundError):  # the site works meanwhile
            if path.lstat().st_mode & 0o077 and not path.is_symlink():
                found.append(str(path))
    return found


def umasks_of_parts(var: Path) -> dict[str, int]:
    """The umasks of the site's processes, by program; -1 where they differ."""
    found: dict[str, set[int]] = {}
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            command = (process / "cmdline").read_bytes()
            # Redis puts its socket's path where its environment was.
            if str(var).encode() not in (process / "environ").read_bytes() + command:
                continue
            program = command.split(b"\0")[0].split()[0].decode()
            if program.endswith(("bwrap", "launcher")):  # has its own
                continue
            name = re.sub(r"[\d.:*/ ].*", "", Path(program).name)
            umask = re.search(r"^Umask:\s*(\d+)", (process / "status").read_text(), re.MULTILINE)
            found.setdefault(name, set()).add(int(umask[1], 8) if umask else -1)
    return {name: umasks.pop() if len(umasks) == 1 else -1 for name, umasks in found.items()}


def web_processes(supervisor: int) -> list[int]:
    return [pid for pid in descendants(supervisor) if name_of(pid) == "arbiter web"]


def check_web_processes(running: site.Site) -> None:
    """While one of two ends, the other serves all, and soon they are two again."""
    eventually(lambda: len(listening(running)) == 2)
    before = web_processes(running.process.pid)
    for ending in before:
        os.kill(ending, signal.SIGKILL)
        eventually(lambda: not Path(f"/proc/{ending}").exists(), every=0.01)  # noqa: B023
        assert all(get(f"{running.address}/api/v1/games/") for _ in range(10))
        eventually(lambda: len(listening(running)) == 2)
    assert not {*before} & {*web_processes(running.process.pid)}


def listening(running: site.Site) -> list[str]:
    """The site's sockets that take connections: in /proc/net/tcp, 0A is LISTEN."""
    port = int(running.address.rsplit(":", 1)[1])
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()]
    return [line[1] for line in lines if line[1].endswith(f":{port:04X}") and line[3] == "0A"]


def test_it_starts_plays_by_itself_and_ends_in_every_way_with_its_data_and_no_process_left():
    env = {"ARBITER_DEMO": "microwars", "ARBITER_LADDER_QUEUE_DEPTH": "2", site.EMPTY: "1"}
    with running_site(site.ROOT, **env, ARBITER_WEB_PROCESSES="2") as running:
        check_web_processes(running)
        matches = f"{running.address}/api/v1/matches/?state=finished&kind=ladder"
        played = eventually(lambda: get(matches)["results"], seconds=240, every=1)
        assert played[0]["state"] == "finished"
        port = running.address.rsplit(":", 1)[1]
        again = refusal(running.var, ARBITER_PORT=port)
        assert "already runs" in again
        assert open_to_others(running.var) == []
        assert umasks_of_parts(running.var) == {"redis-server": 0o077, "python": 0o077}
        assert site.stop(running.process) == 0
        assert site.processes_mentioning(str(running.var)) == []
        count = len(played)
        for path in (running.var, *running.var.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)
        second = site.start(running.var, int(port), ARBITER_DEMO="microwars")
        try:
            said = site.wait_until_up(second)
            assert not any("version 1" in line for line in said)
            assert len(get(matches)["results"]) >= count
            assert open_to_others(running.var) == []
        finally:
            site.stop(second, signal.SIGKILL)
        # A supervisor that is killed takes everything with it, soon.
        eventually(lambda: site.processes_mentioning(str(running.var)) == [])


PRETEND_BARE = """
import runpy, shutil, sys
which = shutil.which
shutil.which = lambda name: which(name) if name == "apt-get" else None
sys.argv = ["bootstrap.py", {purpose!r}]
runpy.run_path({path!r}, run_name="__main__")
"""


def bootstrap_without_root(purpose: str) -> subprocess.CompletedProcess[str]:
    """On a machine on which it finds no program but apt-get."""
    drop = ["setpriv", "--reuid=61999", "--regid=61999", "--clear-groups"]
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # noqa: S103  another user reads it
        script = shutil.copy(ROOT / "tools" / "bootstrap.py", folder)
        return subprocess.run(
            [*(drop if os.geteuid() == 0 else []), "/usr/bin/python3", "-c",
             PRETEND_BARE.format(path=script, purpose=purpose)],
            cwd="/", capture_output=True, text=True, check=False,
        )  # fmt: skip


def test_bootstrap_without_root_prints_the_one_line_to_paste():
    done = bootstrap_without_root("run")
    assert done.returncode == 1
    assert "sudo apt-get install -y --no-install-recommends bubblewrap g++" in done.stderr


def test_bootstrap_says_which_walks_are_left_out_and_goes_on():
    done = bootstrap_without_root("walks")
    assert done.returncode == 0, done.stderr
    for browser in ("firefox", "webkit"):
        assert f"there are no walks in {browser}: system packages are missing" in done.stdout
