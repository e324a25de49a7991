"""A match page without the platform: real files, a real browser, and what one sees there."""

from __future__ import annotations

import json
import re
import shutil
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from django.template.loader import render_to_string
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.player.match import Recording
from tests.player.match_socket import MatchSocket
from tools.bootstrap import BROWSERS

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 60
"""Rounds of the recording that most tests share."""
BROWSER = next(filter(None, map(shutil.which, BROWSERS)), BROWSERS[0])
"""Chromium without its windows where it is installed: tests take about a third less processor time
than in the whole browser."""
DESKTOP = (1280, 800)
PATIENCE_MS = 20_000
"""How long a page may take to show what is expected: a deadline for slow machines, no measure."""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class _Files(SimpleHTTPRequestHandler):
    """The static files at the addresses that the site gives them, and pages from memory."""

    protocol_version = "HTTP/1.1"
    pages: dict[str, tuple[str, str]]

    def do_GET(self) -> None:
        page = self.pages.get(self.path.split("?")[0])
        if page is None:
            super().do_GET()
            return
        body = page[1].encode()
        self.send_response(200)
        self.send_header("Content-Type", page[0])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def translate_path(self, path: str) -> str:
        parts = path.split("?")[0].strip("/").split("/")
        if parts[:2] == ["static", "games"]:
            return str(ROOT.joinpath("games", parts[2], "static", *parts[3:]))
        return str(ROOT.joinpath(*parts))

    def end_headers(self) -> None:
        """Files stay as they are while the tests run; pages are other ones for each test."""
        kept = self.path.startswith("/static/")
        self.send_header("Cache-Control", "max-age=3600" if kept else "no-store")
        super().end_headers()

    def log_message(self, *args: Any) -> None:
        """Requests are not news."""


class Site:
    """An HTTP server of the static files and of the pages it is given."""

    def __init__(self) -> None:
        self.pages: dict[str, tuple[str, str]] = {}
        handler = type("Files", (_Files,), {"pages": self.pages})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def add_player(self, path: str, config: dict[str, Any], script: str = "") -> str:
        """A page with the player; returns its address.  A script of the test's own runs first."""
        body = render_to_string("matches/_player.html", {"player": config})
        self.pages["/first.js"] = ("text/javascript", script)
        first = '<script type="module" src="/first.js"></script>' if script else ""
        return self.add_html(path, first + body)

    def add_json(self, path: str, data: Any) -> str:
        self.pages[path] = ("application/json", json.dumps(data))
        return self.url + path

    def add_html(self, path: str, body: str) -> str:
        self.pages[path] = ("text/html; charset=utf-8", _PAGE.format(body=body))
        return self.url + path


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A match</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/static/site/tokens.css">
<link rel="stylesheet" href="/static/site/base.css">
</head><body><main class="site-main wide">{body}</main></body></html>
"""


def config_for(recording: Recording, **more: Any) -> dict[str, Any]:
    """The data with which a match page mounts the player."""
    seats = [
        {"number": seat.index, "name": seat.name, "url": f"/bots/{seat.name}/", "rating": 1507.3}
        | {"uncertainty": 41.0, "change": 12.4 - 25 * seat.index}
        for seat in recording.setup.seats
    ]
    info = [["Seed", str(recording.setup.seed)], ["Ruleset", recording.setup.ruleset]]
    return {
        "match": 12,
        "view": f"/static/games/{recording.game.name}/view.js",
        "state": "finished",
        "title": "ada – bix",
        "seats": seats,
        "log_url": None,
        "downloads": [{"title": "Replay", "url": "/replay"}],
        "info": info,
        **more,
    }


@contextmanager
def open_browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        yield browser
        browser.close()


def until(check: Any, seconds: float = PATIENCE_MS / 1000) -> Any:
    """The first true answer of ``check``; AssertionError where none comes in time."""
    deadline = time.monotonic() + seconds
    while not (answer := check()):
        assert time.monotonic() < deadline, f"waited {seconds} s in vain"
        time.sleep(0.05)
    return answer


def drawn(page: Page) -> None:
    """Wait for two frames of the browser: what the page knew before is drawn then."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


class Pages:
    """Pages of a browser that tests use one after another, and the site that they show.

    A context of its own starts a process and compiles all scripts again: most of the processor
    time of a short test.
    """

    def __init__(self, browser: Browser) -> None:
        self.site = Site()
        self.errors: list[str] = []
        self._browser = browser
        self._opened: list[Page] = []
        self._free: defaultdict[str, list[Page]] = defaultdict(list)
        self._lent: list[tuple[str, Page]] = []

    def take(self, size: tuple[int, int] = DESKTOP, *, calm: bool = False, **how: Any) -> Page:
        """An empty page in a context with these options; a ``calm`` one wants no motion."""
        viewport: ViewportSize = {"width": size[0], "height": size[1]}
        kind = repr(sorted(how.items()))
        free = self._free[kind]
        page = free.pop() if free else self._open(viewport=viewport, **how)
        page.set_viewport_size(viewport)
        page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
        self._lent.append((kind, page))
        return page

    def _open(self, **how: Any) -> Page:
        page = self._browser.new_context(**how).new_page()
        self._opened.append(page)
        page.on("pageerror", lambda error: self.errors.append(str(error.stack)))
        return page

    def take_back(self) -> None:
        """Clear what the test left in its pages."""
        self.site.pages.clear()
        blank = self.site.add_html("/nothing/", "")
        for kind, page in self._lent:
            if not page.is_closed():
                page.goto(blank)
                page.mouse.move(0, 0)
                page.evaluate("localStorage.clear(); sessionStorage.clear()")
                self._free[kind].append(page)
        self._lent.clear()

    def close(self) -> None:
        for page in self._opened:
            page.context.close()
        self.site.close()


@dataclass
class Stage:
    """Opens players, and puts everything away after the test."""

    pages: Pages
    sockets: list[MatchSocket] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.pages.errors.clear()

    @property
    def errors(self) -> list[str]:
        """Errors of the scripts of all pages since the test began."""
        return self.pages.errors

    @property
    def site(self) -> Site:
        return self.pages.site

    def serve(self, recording: Recording, **how: Any) -> MatchSocket:
        self.sockets.append(MatchSocket(recording, **how))
        return self.sockets[-1]

    def open(
        self,
        socket: MatchSocket,
        search: str = "",
        size: tuple[int, int] = DESKTOP,
        config: dict[str, Any] | None = None,
        script: str = "",
        **how: Any,
    ) -> Page:
        """The page of a socket's match, at a place that the address names."""
        page = self.pages.take(size, **how)
        mounted = {"state": socket.state, "socket": socket.url, **(config or {})}
        mount = config_for(socket.recording, **mounted)
        page.goto(self.site.add_player("/m/", mount, script) + search)
        return page

    def close(self) -> None:
        self.pages.take_back()
        for socket in self.sockets:
            socket.close()


def part(page: Page, name: str) -> Any:
    return page.locator(f'[data-part="{name}"]')


def address(page: Page) -> str:
    """The page's address now; Playwright's own is the one of the last event that it has read."""
    return str(page.evaluate("location.href"))


def frame_shown(page: Page) -> int:
    return int(part(page, "range").input_value())


def expect_frame(page: Page, n: int) -> None:
    expect(part(page, "range")).to_have_value(str(n))


def place(recording: Recording, n: int) -> tuple[int, int, int]:
    """Game, turn and ply of a frame, as an address counts them."""
    frame = recording.frames[n]
    same = [
        f["n"]
        for f in recording.frames
        if (f["game"], f["turn"]) == (frame["game"], frame["turn"]) and "scene" not in f
    ]
    ply = 0 if "scene" in frame else n - same[0] + 1
    return frame["game"] + 1, frame["turn"], ply


def search_for(recording: Recording, n: int) -> str:
    game, turn, ply = place(recording, n)
    return f"?game={game}&turn={turn}&ply={ply}"


def loaded(page: Page, recording: Recording) -> None:
    """Wait until every frame is in the page and summed up."""
    expect(part(page, "caption")).not_to_be_empty()
    starts = [game["first"] for game in recording.games] + [len(recording.frames)]
    last = next(start for start in starts if start > frame_shown(page)) - 1
    expect(part(page, "range")).to_have_attribute("max", str(last))
    expect(page.locator(".player-lines li").first).to_be_attached()
    expect(part(page, "used").first).not_to_be_empty()


def pixel(page: Page, x: int, y: int, dx: float = 0.0, dy: float = 0.0) -> tuple[int, ...]:
    """The colour of the board at a place in a cell; dx and dy in cells from its middle, y up."""
    return tuple(
        part(page, "board").evaluate(
            """(canvas, [x, y, dx, dy]) => {
              const dpr = devicePixelRatio;
              const [w, h] = [canvas.clientWidth, canvas.clientHeight];
              const margin = Math.max(12, Math.min(w, h) * 0.032);
              const cell = Math.floor((Math.min(w, h) - 2 * margin) / 16 * dpr) / dpr;
              const left = (w - 16 * cell) / 2 + (x + 0.5 + dx) * cell;
              const top = (h - 16 * cell) / 2 + (15.5 - y - dy) * cell;
              return [...canvas.getContext("2d").getImageData(left * dpr, top * dpr, 1, 1).data];
            }""",
            [x, y, dx, dy],
        )[:3]
    )


SNAKE_MOVERS: tuple[tuple[int, ...], ...] = ((217, 164, 0), (43, 111, 224))
"""Yellow and blue on snake's board, as its rules give them to the first and the second mover."""


def seat_color(seat: int) -> tuple[int, ...]:
    css = (ROOT / "static/player/seats.css").read_text()
    found = re.search(rf"--seat-{seat}: #(\w{{6}});", css)
    assert found
    return tuple(bytes.fromhex(found[1]))
