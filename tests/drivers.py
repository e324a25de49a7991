"""Firefox and WebKit by the WebDriver protocols: what walks along pages need of a browser.

Firefox serves WebDriver BiDi itself.  WebKitGTK has a driver with the older protocol, needs a
display, and writes the errors of pages into the driver's standard error.
"""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.site import eventually, free_port
from tools.bootstrap import WALKS

START_S, ANSWER_S, PATIENCE_S = 120, 60, 30
"""Deadlines for slow machines, no measures: of a start, a command, what a page has to show."""
KEYS = {"Space": " ", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Home": "\ue011"}
"""WebDriver's codes of the keys that walks press."""
_MIDDLE = """(() => {
  const element = document.querySelector(%s);
  element.scrollIntoView({ block: "center" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
})()"""


class DriverError(Exception):
    """A browser has refused a command; the message says which, and why."""


class Driver(ABC):
    """One window of a browser."""

    @abstractmethod
    def goto(self, address: str) -> None:
        """Open a page, and wait until it has loaded."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression, or of its promise, as JSON."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the page this size, in CSS pixels."""

    @abstractmethod
    def log_in(self, address: str, session: str) -> None:
        """From now on, pages of the site at ``address`` have this cookie of a session."""

    @abstractmethod
    def take_errors(self) -> list[str]:
        """Errors on the consoles of pages since the last call."""

    @abstractmethod
    def _perform(self, *sources: dict[str, Any]) -> None:
        """Perform WebDriver's actions of input sources."""

    def until(self, expression: str) -> None:
        """Wait until a JavaScript expression is true."""
        try:
            eventually(lambda: self.evaluate(f"Boolean({expression})"), PATIENCE_S)
        except AssertionError as error:
            shown = self.evaluate("[location.href, document.body.innerText.slice(0, 500)]")
            raise DriverError(f"not in time: {expression}; the page shows {shown}") from error

    def click(self, selector: str) -> None:
        """Press the middle of the first element that a CSS selector finds."""
        middle = self.evaluate(_MIDDLE % json.dumps(selector))
        steps = [{"type": "pointerMove", "duration": 0, **middle}]
        steps += [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        self._perform({"type": "pointer", "id": "mouse", "actions": steps})

    def press(self, *keys: str) -> None:
        """Press keys one after the other: names of `KEYS`, or characters."""
        values = [KEYS.get(key, key) for key in keys]
        steps = [{"type": f"key{way}", "value": key} for key in values for way in ("Down", "Up")]
        self._perform({"type": "key", "id": "keyboard", "actions": steps})

    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        return int(
            self.evaluate(
                "((root) => root.scrollWidth - root.clientWidth)(document.documentElement)"
            )
        )


class Firefox(Driver):
    """Over a socket of WebDriver BiDi."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._number = socket, 0
        self._errors: list[str] = []
        self._command("session.new", capabilities={})
        self._command("session.subscribe", events=["log.entryAdded"])
        tree = self._command("browsingContext.getTree")
        self._window = {"context": tree["contexts"][0]["context"]}

    def _command(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv(ANSWER_S))).get("id") != self._number:
            entry = answer.get("params", {})
            if answer.get("method") == "log.entryAdded" and entry["level"] == "error":
                self._errors.append(entry["text"])
        if answer["type"] == "error":
            raise DriverError(f"{method}: {answer['message']}")
        return answer["result"]

    def goto(self, address: str) -> None:
        self._command("browsingContext.navigate", **self._window, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        found = self._command(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})))()",
            target=self._window,
            awaitPromise=True,
        )
        if found["type"] == "exception":
            raise DriverError(f"{expression}: {found['exceptionDetails']['text']}")
        return json.loads(found["result"].get("value", "null"))

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._command("browsingContext.setViewport", **self._window, viewport=size)

    def log_in(self, address: str, session: str) -> None:
        value = {"type": "string", "value": session}
        host = urlsplit(address).hostname
        self._command(
            "storage.setCookie", cookie={"name": "sessionid", "value": value, "domain": host}
        )

    def take_errors(self) -> list[str]:
        self.evaluate("0")  # what was logged before comes before its answer
        found, self._errors = self._errors, []
        return found

    def _perform(self, *sources: dict[str, Any]) -> None:
        self._command("input.performActions", **self._window, actions=[*sources])


class WebKit(Driver):
    """By the requests of the older WebDriver."""

    def __init__(self, client: httpx.Client, browser: Path, log: Path) -> None:
        self._client, self._log, self._read = client, log, 0
        options = {"binary": str(browser), "args": []}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._command("session", capabilities=wanted)["sessionId"]
        client.base_url = client.base_url.join(f"session/{session}/")

    def _command(self, path: str, **params: Any) -> Any:
        answer = self._client.post(path, json=params, timeout=ANSWER_S)
        value = answer.json()["value"]
        if answer.is_error:
            raise DriverError(f"{path}: {value['message']}")
        return value

    def goto(self, address: str) -> None:
        self._command("url", url=address)

    def evaluate(self, expression: str) -> Any:
        script = (
            "const done = arguments[arguments.length - 1];"
            f"(async () => JSON.stringify(await ({expression})))()"
            ".then((value) => done([value ?? 'null']), (error) => done([null, String(error)]));"
        )
        value, *errors = self._command("execute/async", script=script, args=[])
        if errors:
            raise DriverError(f"{expression}: {errors[0]}")
        return json.loads(value)

    def resize(self, width: int, height: int) -> None:
        self._command("window/rect", width=width, height=height)
        self.until(f"innerWidth === {width} && innerHeight === {height}")

    def log_in(self, address: str, session: str) -> None:
        self.goto(f"{address}/about/")
        self._command("cookie", cookie={"name": "sessionid", "value": session})

    def take_errors(self) -> list[str]:
        text = self._log.read_text(errors="replace")
        found, self._read = text[self._read :], len(text)
        lines = re.findall(r"^.*CONSOLE .*ERROR.*$", found, re.MULTILINE)
        # A page with an open socket that is left is suspended.
        return [line for line in lines if "closed due to suspension" not in line]

    def _perform(self, *sources: dict[str, Any]) -> None:
        self._command("actions", actions=[*sources])


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
    "firefox": firefox,
    "webkit": webkit,
}
"""By the name of a browser, as `tools.bootstrap.WALKS` has it: what opens it."""


def missing(browser: str) -> list[str]:
    """Debian packages without which a browser cannot be driven here."""
    return [name for name, present in WALKS[browser].items() if not present()]
