"""Frames of the match page on the largest board of each game: scrubbed, sought in bursts, played.

The real player with a whole match by the real rules, in a headless Chromium that draws by software
alone.  A frame is what the page's main thread does for one picture: states, drawing, texts, layout
and pixels.  Its time is that of the processor, which other work of the machine changes little.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from bench import drawing
from bench.references import ROOT, slowness
from bench.table import Row, told
from games.engine import SeatSetup, Setup
from games.registry import GAMES
from tests.player.match import NAMES, Recording, play
from tests.player.page import Site, config_for, open_browser

FRAME_MS = 50.0
LONG_MS = 50.0
SCREENS = ((1280, 1), (390, 3))
"""Widths in CSS px, and the pixels of each: a desktop and a phone."""
HEIGHT = 800
REPEATS = 2
STEPS = 100
"""Places that a scrub passes, to the end and back."""
WISHES = 40
BURSTS = 5
PAUSE_S = 0.4
SPEED = 32
PLAYED_S = 3.0
HALFTURNS = 600
SIDE = 255
EVERYBODY = 16
ARMIES = {"width": 30, "height": 30, "turns": 300, "tanks": 60, "cannons": 40, "blocked": 10}


def _setup(game: str, seats: int, ruleset: str, board: Any = None, **params: Any) -> Setup:
    rules = GAMES[game].ruleset(ruleset)
    sitting = tuple(SeatSetup(seat, NAMES[seat], team=seat + 1) for seat in range(seats))
    return Setup(sitting, 5, ruleset, {**rules.params, **params}, board)


def _generals() -> Recording:
    """Every tile is owned, as of `bench.drawing`."""
    setup = _setup("generals", EVERYBODY, "sixteen")
    frames = drawing.game(SIDE, EVERYBODY, HALFTURNS)["frames"]
    frames[0]["setup"] = setup.to_json()
    return Recording(GAMES["generals"], setup, frames)


def _played(
    game: str, seats: int, ruleset: str, generated: Mapping[str, int] | None = None
) -> Recording:
    maps = GAMES[game].maps
    board = maps.generate(generated, 1) if maps and generated else None
    return play(GAMES[game], _setup(game, seats, ruleset, board))


@dataclass(frozen=True, slots=True)
class Case:
    """A match on the largest board of a game; ``search`` is that of the page's address."""

    title: str
    recording: Callable[[], Recording]
    search: str = ""


generals = cache(_generals)
xghj = cache(partial(_played, "xghj", 8, "standard", {"cols": 50, "rows": 50}))
snake = cache(partial(_played, "snake", 2, "standard"))
microwars = cache(partial(_played, "microwars", 2, "grand", ARMIES))
lost_in_space = cache(partial(_played, "lost_in_space", 4, "standard"))

CASES = (
    Case("generals 255 x 255", generals),
    Case("generals 255 x 255, one seat's view", generals, "?view=1"),
    Case("xghj 50 x 50", xghj),
    Case("xghj 50 x 50, one seat's view", xghj, "?view=1"),
    Case("snake 16 x 16", snake),
    Case("microwars 30 x 30", microwars),
    Case("lost in space", lost_in_space),
)
TITLES = tuple(case.title for case in CASES)


@dataclass(frozen=True, slots=True)
class Run:
    """One way through a match: the processor's ms of each frame, and what `boards.js` measured."""

    frames: list[float]
    figures: Mapping[str, list[float]]

    @property
    def longest(self) -> float:
        return max(self.frames)

    def __str__(self) -> str:
        medians = {name: median(times) for name, times in self.figures.items() if times}
        wish = medians.pop("wishes", 0.0)
        parts = ", ".join(f"{name} {time:.1f}" for name, time in medians.items())
        nearly = quantiles(self.frames, n=20)[-1]
        said = [
            f"{len(self.frames)} frames, 95 of 100 within {nearly:.1f} ms",
            f"median {median(self.frames):.1f} ms ({parts})",
            f"{sum(time > LONG_MS for time in self.frames)} long",
        ]
        if wish:
            most = max(self.figures["wishes"])
            said.append(f"{wish:.0f} ms from a wish to its picture, at most {most:.0f}")
        return "; ".join(said)


class Viewer:
    """A match page with all of its frames."""

    def __init__(self, browser: Browser, page: Page) -> None:
        self.browser, self.page = browser, page
        self._rest()

    def _call(self, name: str, *given: Any) -> Any:
        return self.page.evaluate(
            """async ([name, given]) => (await import("/bench/boards.js"))[name](...given)""",
            [name, given],
        )

    def _rest(self) -> None:
        while not self._call("rest"):
            time.sleep(0.1)

    @contextmanager
    def _measured(self, runs: list[Run]) -> Iterator[None]:
        self.browser.start_tracing(page=self.page, categories=["toplevel", "blink.user_timing"])
        self._call("begin")
        yield
        figures = self._call("end")
        runs.append(Run(_frames(json.loads(self.browser.stop_tracing())), figures))

    def scrub(self, runs: list[Run]) -> None:
        """Drag the line of time to the end and back."""
        box = self.page.locator('[data-part="range"]').bounding_box()
        assert box is not None
        y, half = box["y"] + box["height"] / 2, STEPS // 2
        places = [box["x"] + 8 + (box["width"] - 16) * step / half for step in range(half + 1)]
        self.page.mouse.move(places[0], y)
        self.page.mouse.down()
        with self._measured(runs):
            for x in (*places[1:], *places[-2::-1]):
                self.page.mouse.move(x, y)
        self.page.mouse.up()

    def burst(self, runs: list[Run]) -> None:
        """Wish for `WISHES` frames before the next picture, several times."""
        with self._measured(runs):
            for number in range(BURSTS):
                self._call("burst", WISHES, number / BURSTS)
                time.sleep(PAUSE_S)

    def play(self, runs: list[Run]) -> None:
        """Play from the start on, at the highest speed."""
        self._call("play", 1, SPEED)
        with self._measured(runs):
            time.sleep(PLAYED_S)
        self._rest()


def _frames(trace: Any) -> list[float]:
    """The processor's ms of the page's main thread up to each mark of a painted frame."""
    events = sorted(trace["traceEvents"], key=lambda event: event.get("ts", 0))
    marks = [event for event in events if event["name"] == "painted"]
    main = {(mark["pid"], mark["tid"]) for mark in marks}
    frames, spent = [], 0.0
    for event in events:
        if (event["pid"], event["tid"]) not in main:
            continue
        if event["name"] == "painted":
            frames.append(spent)
            spent = 0.0
        elif event["name"].endswith("::RunTask"):
            spent += event.get("tdur", 0) / 1e3
    return frames[1:]


def measure(
    browser: Browser, site: Site, case: Case, width: int, density: int
) -> Iterator[tuple[str, Run]]:
    """The quietest run of each kind: other work of the machine only makes frames longer."""
    match = case.recording()
    content = {"header": match.header, "frames": match.frames}
    config = config_for(match, frames=site.add_json("/frames/", content))
    scrubs, bursts, plays = list[Run](), list[Run](), list[Run]()
    size: ViewportSize = {"width": width, "height": HEIGHT}
    context = browser.new_context(viewport=size, device_scale_factor=density)
    for _ in range(REPEATS):
        page = context.new_page()
        page.goto(site.add_player("/m/", config) + case.search)
        viewer = Viewer(browser, page)
        viewer.scrub(scrubs)
        viewer.burst(bursts)
        viewer.play(plays)
        page.close()
    context.close()
    kinds = {"scrubbed": scrubs, f"{WISHES} wishes at once": bursts, "played": plays}
    for kind, runs in kinds.items():
        yield f"{case.title}, {width} px, {kind}", min(runs, key=lambda run: run.longest)


def _serve(titles: Sequence[str]) -> None:
    """Measure in a process that has Django, for the page, and print a line of JSON for each row."""
    import django

    django.setup()
    site = Site()
    source = Path(__file__).with_suffix(".js").read_text()
    site.pages["/bench/boards.js"] = ("text/javascript", source)
    try:
        with open_browser() as browser:
            for case in (case for case in CASES if case.title in titles):
                for screen in SCREENS:
                    for name, run in measure(browser, site, case, *screen):
                        print(json.dumps([name, run.longest, str(run)]), flush=True)
    finally:
        site.close()


def main(titles: Sequence[str] = TITLES) -> list[Row]:
    print(
        f"boards: {STEPS} places, {BURSTS} x {WISHES} at once, then {PLAYED_S:.0f} s at {SPEED} ×"
    )
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    env["PYTHONPATH"] = f"{ROOT / 'platform'}:{ROOT}"
    code = f"from bench.boards import _serve; _serve({list(titles)})"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, env=env, cwd=ROOT, text=True, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        rows = [_row(*json.loads(line)) for line in process.stdout]
    assert process.returncode == 0, "the boards were not measured to the end"
    return rows


def _row(name: str, longest: float, beside: str) -> Row:
    value = longest / slowness()
    return told(Row(f"{name}: longest frame", value, "ms", FRAME_MS, beside=beside))


if __name__ == "__main__":
    main(sys.argv[1:] or TITLES)
