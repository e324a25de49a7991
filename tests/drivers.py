"""Chromium, Firefox and WebKit: what walks along pages need of a browser.

Firefox serves WebDriver BiDi itself, Chromium its own protocol (CDP): Playwright's event loop would
keep tests from their database.  WebKitGTK has a driver with the older WebDriver, needs a display,
and writes the errors of pages into the driver's standard error.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.sync.client import ClientConnection

from tests.site import eventually

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
    def click(self, selector: str) -> None:
        """Press the middle of the first element that a CSS selector finds."""

    @abstractmethod
    def press(self, *keys: str) -> None:
        """Press keys one after the other: names of `KEYS`, or characters."""

    def until(self, expression: str) -> None:
        """Wait until a JavaScript expression is true."""
        try:
            eventually(lambda: self._holds(expression), PATIENCE_S)
        except AssertionError as error:
            shown = self.evaluate("[location.href, document.body.innerText.slice(0, 500)]")
            raise DriverError(f"not in time: {expression}; the page shows {shown}") from error

    def _holds(self, expression: str) -> bool:
        try:
            return bool(self.evaluate(f"Boolean({expression})"))
        except DriverError:  # so answers a page that is just left
            return False

    def _middle(self, selector: str) -> dict[str, int]:
        """Where to press an element, once it has been scrolled into sight."""
        return dict(self.evaluate(_MIDDLE % json.dumps(selector)))

    def overflow(self) -> int:
        """By how many pixels the page is wider than its window."""
        return int(
            self.evaluate(
                "((root) => root.scrollWidth - root.clientWidth)(document.documentElement)"
            )
        )


class OverSocket(Driver):
    """Commands and events as JSON."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._number = socket, 0
        self._errors: list[str] = []

    @abstractmethod
    def _note(self, event: dict[str, Any]) -> None:
        """Take what the browser tells between its answers."""

    def _receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(ANSWER_S))
        if "method" in message:
            self._note(message)
        return message

    def _command(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while (answer := self._receive()).get("id") != self._number:
            pass
        if "error" in answer:
            raise DriverError(f"{method}: {answer}")
        return answer["result"]

    def take_errors(self) -> list[str]:
        self.evaluate("0")  # what was logged before comes before its answer
        found, self._errors = self._errors, []
        return found


class ByActions(Driver):
    """Input by WebDriver's actions."""

    @abstractmethod
    def _perform(self, *sources: dict[str, Any]) -> None:
        """Perform the actions of input sources."""

    def click(self, selector: str) -> None:
        steps = [{"type": "pointerMove", "duration": 0, **self._middle(selector)}]
        steps += [{"type": f"pointer{way}", "button": 0} for way in ("Down", "Up")]
        self._perform({"type": "pointer", "id": "mouse", "actions": steps})

    def press(self, *keys: str) -> None:
        values = [KEYS.get(key, key) for key in keys]
        steps = [{"type": f"key{way}", "value": key} for key in values for way in ("Down", "Up")]
        self._perform({"type": "key", "id": "keyboard", "actions": steps})


class Chromium(OverSocket):
    """Over a socket of one page, by Chromium's own protocol."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__(socket)
        self._loaded = False
        for part in ("Page", "Runtime", "Log"):
            self._command(f"{part}.enable")

    def _note(self, event: dict[str, Any]) -> None:
        match event:
            case {"method": "Page.loadEventFired"}:
                self._loaded = True
            case {"method": "Runtime.exceptionThrown", "params": {"exceptionDetails": details}}:
                self._errors.append(details.get("exception", {}).get("description", str(details)))
            case {"method": "Runtime.consoleAPICalled", "params": {"type": "error", "args": args}}:
                self._errors.append(str(args))
            case {"method": "Log.entryAdded", "params": {"entry": {"level": "error"} as entry}}:
                self._errors.append(f"{entry.get('url', '')} {entry['text']}")

    def goto(self, address: str) -> None:
        self._loaded = False
        self._command("Page.navigate", url=address)
        while not self._loaded:
            self._receive()

    def evaluate(self, expression: str) -> Any:
        found = self._command(
            "Runtime.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})))()",
            awaitPromise=True,
            returnByValue=True,
        )
        if "exceptionDetails" in found:
            raise DriverError(f"{expression}: {found['exceptionDetails']}")
        return json.loads(found["result"].get("value", "null"))

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._command("Emulation.setDeviceMetricsOverride", **size)

    def log_in(self, address: str, session: str) -> None:
        self._command("Network.setCookie", name="sessionid", value=session, url=address)

    def click(self, selector: str) -> None:
        for way in ("Pressed", "Released"):
            how = {"type": f"mouse{way}", "button": "left", "clickCount": 1}
            self._command("Input.dispatchMouseEvent", **how, **self._middle(selector))

    def press(self, *keys: str) -> None:
        for key in keys:
            typed = KEYS.get(key, key)
            text = {"key": key} if typed > "\ue000" else {"key": typed, "text": typed}
            self._command("Input.dispatchKeyEvent", type="keyDown", code=key, **text)
            self._command("Input.dispatchKeyEvent", type="keyUp", code=key, key=text["key"])


class Firefox(OverSocket, ByActions):
    """Over a socket of WebDriver BiDi."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__(socket)
        self._command("session.new", capabilities={})
        self._command("session.subscribe", events=["log.entryAdded"])
        tree = self._command("browsingContext.getTree")
        self._window = {"context": tree["contexts"][0]["context"]}

    def _note(self, event: dict[str, Any]) -> None:
        match event:
            case {"method": "log.entryAdded", "params": {"level": "error", "text": text}}:
                self._errors.append(text)

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

    def _perform(self, *sources: dict[str, Any]) -> None:
        self._command("input.performActions", **self._window, actions=[*sources])


class WebKit(ByActions):
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
