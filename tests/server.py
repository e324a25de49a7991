"""The web server alone, as its own process, on the database and the Redis of the test."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from pathlib import Path

from tests import template
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


COLLECT = (
    "import django; django.setup(); from arbiter.serving import static_files as s; s.collect()"
)


@contextmanager
def web_server(prefix: tuple[str, ...] = (), **environment: str) -> Iterator[Server]:
    """A running server; ``prefix`` is a command that runs it.  Needs `transactional_db`."""
    port = free_port()
    env = {
        **os.environ,
        "DATABASE_URL": template.address(),
        "DJANGO_SETTINGS_MODULE": "arbiter.settings",
        "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}",
        "SITE_URL": f"http://127.0.0.1:{port}",
        **environment,
    }
    if not Path(env["STATIC_ROOT"], "staticfiles.json").exists():  # no test has made them yet
        subprocess.run([sys.executable, "-c", COLLECT], env=env, cwd=ROOT, check=True)
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


@dataclass
class Answer:
    status: int
    headers: Message
    text: str
    seconds: float


class Visitor:
    """Somebody with a browser's cookies, who follows redirections."""

    def __init__(self, server: Server, cookies: dict[str, str]) -> None:
        self._address = server.address
        self._cookies = dict(cookies)
        self._opener = urllib.request.build_opener()

    def get(self, path: str) -> Answer:
        return self._send(urllib.request.Request(self._address + path))  # noqa: S310  our own

    def post(self, path: str, **fields: str) -> Answer:
        """Send a form; the site's other pages have given the token."""
        fields["csrfmiddlewaretoken"] = self._cookies["csrftoken"]
        body = urllib.parse.urlencode(fields).encode()
        return self._send(urllib.request.Request(self._address + path, data=body))  # noqa: S310

    def _send(self, request: urllib.request.Request) -> Answer:
        request.add_header("Cookie", "; ".join(f"{k}={v}" for k, v in self._cookies.items()))
        began = time.monotonic()
        try:
            answer = self._opener.open(request, timeout=40)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            text = answer.read().decode()
        for line in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self._cookies[name] = value
        return Answer(answer.status, answer.headers, text, time.monotonic() - began)
