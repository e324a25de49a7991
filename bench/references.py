"""References that make times of different machines comparable, measured in the run itself.

A time in ms becomes the time that the machine of the goals would take, by how long that machine
took for the same reference.
"""

from __future__ import annotations

import functools
import http.client
import json
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[1]
ROWS = 40_000
PYTHON_MS = 96
"""The processor time of `_python` there."""
VIEW_MS = 0.55
"""A Django view that does nothing, by the site's server, on the machine of the goals."""
RUNS = 5
REQUESTS = 200
_START_S = 30.0


@functools.cache
def slowness() -> float:
    """How many times as long as the machine of the goals this one takes for work in Python.

    By processor time, which other work of the machine changes little.  An exchange between two C
    programs tells nothing of it: kernels and virtual machines differ by more in that.
    """
    took = statistics.median(_python() for _ in range(RUNS))
    print(f"work in Python: {took:.0f} ms ({PYTHON_MS} ms)", flush=True)
    return took / PYTHON_MS


def _python() -> float:
    """ms of processor time: rows are made, put in order, written and read, as for a page."""
    began = time.process_time()
    rows = [{"name": f"bot {n}", "ranks": [n % 7, n % 5]} for n in range(ROWS)]
    rows.sort(key=lambda row: (row["ranks"], row["name"]))
    again = json.loads(json.dumps(rows))
    assert sum(len(row["name"]) for row in again) > ROWS
    return 1e3 * (time.process_time() - began)


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
