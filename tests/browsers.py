"""Browsers that are opened to be driven, each with a profile of its own."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import httpx
from websockets.sync.client import connect

from tests.drivers import START_S, Chromium, Driver, Firefox, WebKit
from tests.player.page import ARGUMENTS, BROWSER
from tests.site import eventually, free_port
from tools.bootstrap import WALKS

WINDOW = Path(__file__).with_name("webkit_window.py")
PREFERENCES = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "http://127.0.0.1:1/",
}
"""Firefox asks no other machine."""


@contextmanager
def chromium() -> Iterator[Driver]:
    with ExitStack() as stack:
        profile = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="arb-chromium-")))
        where = [f"--user-data-dir={profile}", "--remote-debugging-port=0", "about:blank"]
        command = [str(BROWSER), "--headless", *ARGUMENTS, *where]
        log = stack.enter_context(_running(command, profile / "log"))
        port = _said(log, r"DevTools listening on ws://([^/]+)")
        windows = httpx.get(f"http://{port}/json/list", trust_env=False).json()
        socket = next(each["webSocketDebuggerUrl"] for each in windows if each["type"] == "page")
        yield Chromium(stack.enter_context(connect(socket, max_size=None)))


@contextmanager
def firefox() -> Iterator[Driver]:
    with ExitStack() as stack:
        profile = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="arb-firefox-")))
        lines = [f"user_pref({json.dumps(k)}, {json.dumps(v)});" for k, v in PREFERENCES.items()]
        (profile / "user.js").write_text("\n".join(lines))
        command = [
            "firefox-esr",
            "--headless",
            "--profile",
            str(profile),
            "--remote-debugging-port",
            "0",
        ]
        log = stack.enter_context(_running(command, profile / "log", {"HOME": str(profile)}))
        port = _said(log, r"BiDi listening on (ws://\S+)")
        yield Firefox(stack.enter_context(connect(f"{port}/session", max_size=None)))


@contextmanager
def webkit() -> Iterator[Driver]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="arb-webkit-")))
        screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
        number = _said(stack.enter_context(_running(screen, folder / "screen")), r"^(\d+)$")
        port = free_port()
        more = {"DISPLAY": f":{number}", "HOME": str(folder), "LIBGL_ALWAYS_SOFTWARE": "1"}
        stack.enter_context(
            _running(["WebKitWebDriver", f"--port={port}"], folder / "driver", more)
        )
        address = f"http://127.0.0.1:{port}"
        eventually(lambda: _answers(f"{address}/status"), START_S)
        browser, log = folder / "browser", folder / "log"
        # The driver would throw away what the browser prints.
        browser.write_text(f"#!/bin/sh\nexec stdbuf -oL {WINDOW} > {log} 2>&1\n")
        browser.chmod(0o700)
        logging.getLogger("httpx").setLevel(logging.WARNING)  # it notes each request
        client = stack.enter_context(httpx.Client(base_url=address, trust_env=False))
        yield WebKit(client, browser, log)


@contextmanager
def _running(command: list[str], log: Path, more: dict[str, str] | None = None) -> Iterator[Path]:
    """A process and its descendants, until the end of the block; the file with its output."""
    with open(log, "wb") as output:
        process = subprocess.Popen(
            command,
            env={**os.environ, **(more or {})},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        yield log
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _said(log: Path, pattern: str) -> str:
    """The group of a pattern, once the file has it."""
    found = eventually(lambda: re.search(pattern, log.read_text(), re.MULTILINE), START_S)
    return str(found[1])


def _answers(address: str) -> bool:
    try:
        return httpx.get(address, trust_env=False).is_success
    except httpx.TransportError:
        return False


OPENED: dict[str, Callable[[], AbstractContextManager[Driver]]] = {
    "chromium": chromium,
    "firefox": firefox,
    "webkit": webkit,
}
"""By the name of a browser: what opens it."""


def missing(browser: str) -> list[str]:
    """Debian packages without which a browser cannot be driven here; all tests have Chromium."""
    return [name for name, present in WALKS.get(browser, {}).items() if not present()]
