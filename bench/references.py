"""References that make times of different machines comparable, measured in the run itself.

A time in ms becomes the time that the machine of the goals would take, by how long that machine
took for the same reference.
"""

from __future__ import annotations

import functools
import http.client
import os
import resource
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from bench.judger import BARE_TURNS, bare_turn, programs

ROOT = Path(__file__).resolve().parents[1]
EXCHANGE_US = 2.1
"""Processor time of an exchange between two C programs, of the one that asks, on that machine."""
VIEW_MS = 0.55
"""A Django view that does nothing, by the site's server, on the machine of the goals."""
RUNS = 5
REQUESTS = 200
_START_S = 30.0


@functools.cache
def slowness() -> float:
    """How many times as long as the machine of the goals this one takes for an exchange.

    By the processor time of the program that asks, which other work of the machine changes little.
    """
    cpu = max(os.sched_getaffinity(0))
    with programs() as folder:
        exchange = statistics.median(_exchange(folder, cpu) for _ in range(RUNS))
    print(f"an exchange between two C programs: {exchange:.2f} µs ({EXCHANGE_US} µs)", flush=True)
    return exchange / EXCHANGE_US


def _exchange(folder: Path, cpu: int) -> float:
    """µs of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    bare_turn(folder, cpu)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent / BARE_TURNS * 1e6


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def bare_site() -> Iterator[str]:
    """The address of a Django project of one view (`bench.bare`), by the site's server."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "bench.bare:application", "--port", str(port),
               "--no-access-log", "--log-level", "error"]  # fmt: skip
    process = subprocess.Popen(command, cwd=ROOT)
    try:
        deadline = time.monotonic() + _START_S
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if time.monotonic() > deadline or process.poll() is not None:
                raise RuntimeError("the bare site did not start")
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.kill()
        process.wait()


class Client:
    """One connection to a site, kept open."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)

    def get(self, path: str) -> float:
        """ms until the whole page is there; RuntimeError where it is no page."""
        began = time.perf_counter()
        self._connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
        answer = self._connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        return (time.perf_counter() - began) * 1000

    def close(self) -> None:
        self._connection.close()
