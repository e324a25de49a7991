"""Machines of a site, each with a name, a network, processes, mounts and a clock of its own.

They are namespaces of Linux, so they need root.  The database, Redis and the store of files are in
the network of the test, where each machine has one cable.
"""

from __future__ import annotations

import ctypes
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import boto3
from moto.server import ThreadedMotoServer

from bench import postgres
from sandbox.languages import LANGUAGES
from sandbox.tests.processes import children_of
from tests import template
from tests.site import ROOT, clean_environment

HUB = "10.77.0.1"
"""The address of the database, Redis and the store."""
BUCKET = "arbiter-files"
LONG_S = 300
"""A deadline for slow machines, not a measure."""
JDK = Path(os.path.realpath(LANGUAGES["java"].tools[0])).parent
"""The folder of its programs."""
_ALL = ("--uts", "--net", "--pid", "--mount")
_NEWNET = 0x40000000
_LIBC = ctypes.CDLL(None, use_errno=True)
CLOCK = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t id, struct timespec *at)
{
    long failed = syscall(SYS_clock_gettime, id, at);
    char said[20] = "";
    int file;
    if (failed || id != CLOCK_REALTIME || (file = open(getenv("CLOCK"), O_RDONLY)) < 0)
        return failed;
    if (read(file, said, sizeof said - 1) > 0)
        at->tv_sec += atol(said);
    close(file);
    return 0;
}
"""
"""A clock that is as many seconds ahead as the file CLOCK says."""


def why_not() -> str:
    """Why there can be no such machines here; empty where there can."""
    if os.geteuid() != 0:
        return "only root makes namespaces for machines"
    wanted = ("gcc", "ip", "mount", "nsenter", "redis-server", "taskset", "unshare")
    if missing := [name for name in wanted if shutil.which(name) is None]:
        return f"machines need {', '.join(missing)}"
    if why := LANGUAGES["java"].unavailable():
        return why
    words = ["unshare", *_ALL, "--fork", "--mount-proc", "true"]
    tried = subprocess.run(words, capture_output=True, text=True, check=False)
    if tried.returncode:
        return f"no namespaces for machines: {tried.stderr.strip()}"
    return postgres.why_not()


@contextmanager
def own_network() -> Iterator[None]:
    """While the block runs, this thread and all that it starts are in a network of their own."""
    with open("/proc/thread-self/ns/net") as before:
        assert _LIBC.unshare(_NEWNET) == 0, os.strerror(ctypes.get_errno())
        try:
            _ip("link set lo up")
            _ip(f"addr add {HUB}/32 dev lo")
            yield
        finally:
            assert _LIBC.setns(before.fileno(), _NEWNET) == 0, os.strerror(ctypes.get_errno())


def _ip(words: str, check: bool = True) -> None:
    subprocess.run(["ip", *words.split()], check=check, capture_output=not check)


@contextmanager
def services(folder: Path) -> Iterator[dict[str, str]]:
    """A database, a Redis and a store of files; the variables that name them."""
    database = f"postgres://bench@{HUB}:5432/site"
    with postgres.server(listen=HUB) as server, postgres.database(server, "site"), _redis(folder):
        logging.getLogger("werkzeug").setLevel(logging.WARNING)
        store = ThreadedMotoServer(HUB, 5000, verbose=False)
        store.start()
        try:
            boto3.client(
                "s3", endpoint_url=f"http://{HUB}:5000", region_name="us-east-1",
                aws_access_key_id="key", aws_secret_access_key="secret",
            ).create_bucket(Bucket=BUCKET)  # fmt: skip
            template.restore(database)
            yield {
                "DATABASE_URL": database,
                "REDIS_URL": f"redis://{HUB}:6379/0",
                "STORAGE_URL": f"s3://key:secret@{BUCKET}?region=us-east-1"
                f"&endpoint=http://{HUB}:5000",
            }
        finally:
            store.stop()


@contextmanager
def _redis(folder: Path) -> Iterator[None]:
    words = ["redis-server", "--bind", HUB, "--protected-mode", "no", "--save", ""]
    with open(folder / "redis.log", "wb") as log:
        process = subprocess.Popen([*words, "--dir", str(folder)], stdout=log)
    try:
        _wait_for_port(6379)
        yield
    finally:
        process.kill()
        process.wait()


def _wait_for_port(port: int) -> None:
    deadline = time.monotonic() + 10
    while True:
        try:
            socket.create_connection((HUB, port), 1).close()
            return
        except OSError:
            assert time.monotonic() < deadline, f"nothing listens on port {port}"
            time.sleep(0.05)


def make_clock(folder: Path) -> Path:
    """The library that gives programs the clock of their machine."""
    source, library = folder / "clock.c", folder / "clock.so"
    source.write_text(CLOCK)
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


class Machine:
    """One machine of a site.  ``env`` are the variables of the site."""

    def __init__(self, number: int, name: str, folder: Path, env: dict[str, str]) -> None:
        self.name, self.address = name, f"10.77.{number}.2"
        self.folder = folder / name
        self._number, self._link = number, f"to-{name}"
        cpus = sorted(os.sched_getaffinity(0))
        # Otherwise both machines would choose the same one for a match.
        self._cpu = cpus[number % len(cpus)]
        for each in ("var", "tmp"):
            (self.folder / each).mkdir(parents=True)
        for place in (self.folder, self.folder / "tmp"):
            place.chmod(0o711)  # sandboxes find their programs below it
        self.set_clock(0)
        self.env = clean_environment(
            self.folder / "var",
            TMPDIR=str(self.folder / "tmp"),
            CLOCK=str(self.folder / "clock"),
            LD_PRELOAD=str(make_clock(self.folder)),
            PYTHONPATH=f"{ROOT / 'platform'}:{ROOT}",
            DJANGO_SETTINGS_MODULE="arbiter.settings",
            **env,
        )
        self._jdk = self.folder / "jdk"
        shutil.copytree(JDK, self._jdk)
        self.boot()

    def boot(self) -> None:
        """Switch it on."""
        up = f"hostname {self.name} && ip link set lo up && echo up && exec sleep infinity"
        self._holder = subprocess.Popen(
            ["unshare", *_ALL, "--fork", "--kill-child", "--mount-proc", "sh", "-c", up],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._holder.stdout is not None
        assert self._holder.stdout.readline() == "up\n"
        (self._first,) = children_of(self._holder.pid)
        net = f"10.77.{self._number}"
        _ip(f"link add {self._link} type veth peer name eth0 netns {self._first}")
        _ip(f"addr add {net}.1/24 dev {self._link}")
        _ip(f"link set {self._link} up")
        for words in (f"addr add {net}.2/24 dev eth0", "link set eth0 up",
                      f"route add default via {net}.1"):  # fmt: skip
            subprocess.run([*self._inside, "ip", *words.split()], check=True)
        subprocess.run([*self._inside, "mount", "--bind", self._jdk, JDK], check=True)

    def kill(self) -> None:
        """SIGKILL to all of its processes; what was mounted there is gone, its files stay."""
        if self._holder.poll() is not None:
            return
        space = os.stat(f"/proc/{self._first}/ns/pid").st_ino
        os.kill(self._first, signal.SIGKILL)
        self._holder.communicate()
        for group in Path("/sys/fs/cgroup").rglob(f"arbiter-{space}-*"):
            with suppress(OSError):
                group.rmdir()  # a machine would have lost it, too
        _ip(f"link del {self._link}", check=False)

    @contextmanager
    def cut_off(self) -> Iterator[None]:
        """While the block runs its cable is unplugged: neither side is told anything."""
        _ip(f"link set {self._link} down")
        try:
            yield
        finally:
            _ip(f"link set {self._link} up")

    def set_clock(self, ahead_s: int) -> None:
        new = self.folder / "clock.new"
        new.write_text(f"{ahead_s}\n")
        new.replace(self.folder / "clock")

    @contextmanager
    def without_jdk(self) -> Iterator[None]:
        """While the block runs, it has no JDK.  Sandboxes have mounts of their own, so the folder
        stays and its programs go."""
        gone = self.folder / "gone"
        gone.mkdir()
        for program in list(self._jdk.iterdir()):
            program.rename(gone / program.name)
        try:
            yield
        finally:
            for program in list(gone.iterdir()):
                program.rename(self._jdk / program.name)
            gone.rmdir()

    @contextmanager
    def changed(self, path: Path, content: str) -> Iterator[None]:
        """While the block runs, the file has this content there."""
        new = self.folder / f"changed-{path.name}"
        new.write_text(content)
        subprocess.run([*self._inside, "mount", "--bind", new, path], check=True)
        try:
            yield
        finally:
            subprocess.run([*self._inside, "umount", "--lazy", path], check=True)

    @property
    def _inside(self) -> list[str]:
        return ["nsenter", f"--target={self._first}", *_ALL]

    def start(self, *words: str, **more: str) -> subprocess.Popen[bytes]:
        """Start a Python program there; its output is appended to a log."""
        with open(self.folder / "said.log", "ab") as log:
            return subprocess.Popen(
                [
                    *self._inside,
                    "env",
                    f"--chdir={ROOT}",
                    "taskset",
                    "-c",
                    str(self._cpu),
                    sys.executable,
                    *words,
                ],
                env={**self.env, **more},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                umask=0o022,
                start_new_session=True,
            )

    def run(self, *words: str, **more: str) -> tuple[int, str]:
        """Run a Python program there; its status and what it said."""
        before = self.said()
        status = self.start(*words, **more).wait(LONG_S)
        return status, self.said().removeprefix(before)

    def work(self, *kinds: str) -> None:
        """Have workers of these kinds on it, as an operator starts them."""
        before = self.said()
        process = self.start("manage.py", "worker", *kinds)
        deadline = time.monotonic() + LONG_S
        while "· running: " not in (said := self.said().removeprefix(before)):
            assert process.poll() is None, said
            assert time.monotonic() < deadline, said
            time.sleep(0.1)

    def said(self) -> str:
        """All that its programs have printed."""
        path = self.folder / "said.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def logs(self, most: int = 30) -> str:
        """The ends of its logs for the report of a failure, without tasks that others do often."""
        found = []
        for path in [*self.folder.glob("said.log"), *(self.folder / "var" / "log").glob("*.log")]:
            lines = path.read_text(errors="replace").splitlines()
            if path.name != "matches.log":
                lines = [line for line in lines if " INFO celery." not in line]
            lines = [line for line in lines if not line.startswith("  . ")]
            found += [f"---- {self.name}: {path.name}", *lines[-most:]]
        return "\n".join(found)
