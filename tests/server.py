"""The web server alone, as its own process, on the database and the Redis of the test."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.site import ROOT, eventually, free_port


@dataclass
class Server:
    port: int
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def said(self) -> str:
        return self.log.read_text()


@contextmanager
def web_server(prefix: tuple[str, ...] = (), **environment: str) -> Iterator[Server]:
    """A running server; ``prefix`` is a command that runs it.  Needs `transactional_db`."""
    from django.db import connection

    port = free_port()
    env = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{connection.settings_dict['NAME']}",
        "DJANGO_SETTINGS_MODULE": "arbiter.settings",
        "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}",
        **environment,
    }
    with tempfile.TemporaryDirectory(prefix="arb-web-") as folder:
        log = Path(folder, "web.log")
        with open(log, "wb") as output:
            process = subprocess.Popen(
                [*prefix, sys.executable, "-m", "arbiter.server", "--port", str(port)],
                env=env, cwd=ROOT, stdout=output, stderr=output, start_new_session=True,
            )  # fmt: skip
        server = Server(port, process, log)
        try:
            eventually(lambda: "Uvicorn running" in server.said() or _ended(server), seconds=120)
            yield server
        finally:
            process.kill()
            process.wait()


def _ended(server: Server) -> bool:
    assert server.process.poll() is None, server.said()
    return False
