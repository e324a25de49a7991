"""The cost of drawing a game in the browser (`python -m bench.drawing`): ms of script by picture.

A headless Chromium that draws on canvases by software alone.  The games are played by the real
rules on boards that eight or sixteen players share among themselves, every cell owned: nothing in
a game makes a fuller picture.  `make bench` measures this with the rest.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import numpy as np
from playwright.sync_api import Page

from bench import xghj
from bench.references import slowness
from bench.table import Row, told
from games.generals import frames
from games.generals.orders import STEPS, Modifiers, Order
from games.generals.rules import World
from games.generals.terrain import Board, Kind
from games.replay import KEY_EVERY
from games.xghj import frames as xghj_frames
from tests.player.page import Site, open_browser

BOUND_MS = 8.0
"""The bound of a median picture: script for 100 x 100 tiles with 8 players, and script with pixels
for 50 x 50 cells with 8 countries."""
MOST_KEPT_MB = 100
"""Memory of a match of 1,500 half-turns on 255 x 255, kept whole in the page."""
GENERALS = "/static/games/generals/view.js"
XGHJ = "/static/games/xghj/view.js"
SIZE = (900, 700)
STEPS_OF_A_FRAME = 4
REPEATS = 3
_MB = 1 << 20


@dataclass(frozen=True, slots=True)
class Case:
    """One way of looking at a game.  ``moving`` moves the board with every picture; ``layers`` are
    shown beside those that always are."""

    title: str
    zoom: float = 1.0
    view: int | None = None
    moving: bool = False
    layers: tuple[str, ...] = ()

    def options(self) -> dict[str, Any]:
        rest = {"zoom": self.zoom, "view": self.view, "moving": self.moving}
        return {"size": SIZE, "steps": STEPS_OF_A_FRAME, "more": list(self.layers), **rest}


CASES = (
    Case("playing"),
    Case("playing, fog of one team", view=0),
    Case("playing, enlarged 4 ×, every number", zoom=4),
    Case("moving the board", zoom=1.2, moving=True),
    Case("moving, enlarged 4 ×, every number", zoom=4, moving=True),
)
XGHJ_CASES = (
    Case("playing"),
    Case("playing, what one country sees", view=0),
    Case("playing, influence of all bombs", layers=("heat",)),
    Case("moving the board", zoom=1.2, moving=True),
)


def shared_board(side: int, players: int, random: Random) -> tuple[Board, list[int]]:
    """A board on which every tile belongs to the player whose capital is nearest; the capitals."""
    tiles = side * side
    capitals = sorted(random.sample(range(tiles), players))
    kinds = np.array(random.choices(list(Kind), weights=(15, 4, 75, 0, 6), k=tiles), dtype=np.uint8)
    kinds[capitals] = Kind.CAPITAL
    rows, columns = np.divmod(np.arange(tiles), side)
    apart = [abs(rows - at // side) + abs(columns - at % side) for at in capitals]
    owners = np.argmin(np.stack(apart), axis=0).astype(np.uint8) + 1
    units = np.array([random.randrange(1, 120) for _ in range(tiles)], dtype=np.int64)
    mountains = kinds == Kind.MOUNTAIN
    owners[mountains], units[mountains] = 0, 0
    return Board(side, side, kinds, owners, units, np.zeros(tiles, np.bool_)), capitals


def game(side: int, players: int, halfturns: int, seed: int = 1) -> dict[str, Any]:
    """The scene and the frames of a game in which everybody moves in every half-turn."""
    random = Random(seed)
    board, capitals = shared_board(side, players, random)
    world = World(board, capitals, range(1, players + 1), Modifiers())
    scene, told = frames.scene(world, halfturns), []
    told.append({"n": 0, "game": 0, "turn": 1, "setup": {"seats": []}, "scene": scene})
    told[0]["key"] = frames.key(world, False)
    for number in range(1, halfturns + 1):
        for player in world.alive:
            world.append(player, _order(world, player, random))
        now = world.play()
        ranking = frames.ranking_json(world.ranking())
        event = frames.half_event(world, now, ranking)
        told.append({"n": number, "game": 0, "turn": number, "events": [event]})
        if number % KEY_EVERY == 0:
            told[-1]["key"] = frames.key(world, False)
    return {"scene": scene, "frames": told}


def _order(world: World, player: int, random: Random) -> Order:
    """Anything that the player could try with a tile of his own."""
    own = np.flatnonzero((world.board.owners == player) & (world.board.units > 1))
    if not len(own):
        return Order(0, 0, 0)
    x, y = divmod(int(own[random.randrange(len(own))]), world.board.width)
    return Order(x, y, random.randrange(len(STEPS)), random.random() < 0.25)


def xghj_game() -> dict[str, Any]:
    """The scene and the frames of the largest case's rounds in `bench.xghj`."""
    case = xghj.CASES[-1]
    rules, orders = xghj.rules_of(case), xghj.orders_of(case)
    state = xghj.start(case, rules)
    nothing_special = {"title": case.title, "points": [], "parts": [], "words": [], "terrain": []}
    scene = xghj_frames.scene(rules, xghj.PLAYERS, nothing_special)
    told: list[dict[str, Any]] = [{"key": xghj_frames.key(state, "round", [])}]
    for now in orders:
        before = state.owner
        played = rules.play(state, now)
        told.append({"events": [xghj_frames.round_event(before, state, played, [])]})
    return {"scene": scene, "frames": told}


def _give(page: Page, name: str, data: Any) -> None:
    """Put data into the page as ``window[name]``; JSON of this size must be compressed."""
    packed = base64.b64encode(gzip.compress(json.dumps(data).encode(), 1)).decode()
    page.evaluate(
        """async ([name, text]) => {
          const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
          const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
          window[name] = await new Response(stream).json();
        }""",
        [name, packed],
    )


def measure(
    page: Page, view: str, cases: Sequence[Case], title: str, pixels: bool = False
) -> list[Row]:
    """A row for each case of looking at ``window.game``: the quickest of some runs.

    The bound holds for the script, and with ``pixels`` until the picture is painted.
    """
    rows = []
    for case in cases:
        runs = [_run(page, view, case) for _ in range(REPEATS)]
        # Other work of the machine can only make a run slower.
        figures = min(runs, key=lambda run: median(run["script"]))
        script, full = median(figures["script"]), median(figures["full"])
        worst = quantiles(figures["script"], n=20)[-1]
        beside = (
            f"{script:.2f} ms, 95 of 100 within {worst:.2f} ms, with its pixels {full:.2f} ms; "
            f"the step to the next state {median(figures['apply']):.3f} ms"
        )
        value = (full if pixels else script) / slowness()
        rows.append(told(Row(f"{title}, {case.title}", value, "ms", BOUND_MS, beside=beside)))
    return rows


def _run(page: Page, view: str, case: Case) -> dict[str, list[float]]:
    figures: dict[str, list[float]] = page.evaluate(
        """async ([view, options]) => {
          const { run } = await import("/bench/drawing.js");
          return run(view, window.game, options);
        }""",
        [view, case.options()],
    )
    return figures


def kept_mb(page: Page, side: int, players: int, halfturns: int) -> float:
    """MB that the page holds more, once it has a whole match and has looked at all of it."""
    heap = page.context.new_cdp_session(page)

    def used() -> float:
        heap.send("HeapProfiler.collectGarbage")
        usage = heap.send("Runtime.getHeapUsage")
        return float(usage["usedSize"] + usage.get("backingStorageSize", 0)) / _MB

    before = used()
    _give(page, "match", game(side, players, halfturns)["frames"])
    page.evaluate(
        """async (view) => {
          const { keep } = await import("/bench/drawing.js");
          return keep(view, window.match);
        }""",
        GENERALS,
    )
    return used() - before


def main() -> list[Row]:
    print(f"drawing: {SIZE[0]} x {SIZE[1]} px")
    site, rows = Site(), list[Row]()
    source = Path(__file__).with_suffix(".js").read_text()
    site.pages["/bench/drawing.js"] = ("text/javascript", source)
    try:
        with open_browser() as browser:
            page = browser.new_page()
            page.goto(site.add_html("/", ""))
            _give(page, "game", game(100, 8, 120))
            rows += measure(page, GENERALS, CASES, "generals 100 x 100")
            _give(page, "game", game(255, 16, 60))
            measure(page, GENERALS, CASES, "generals 255 x 255, beyond the goal")
            _give(page, "game", xghj_game())
            rows += measure(page, XGHJ, XGHJ_CASES, "xghj 50 x 50 with pixels", pixels=True)
            page.reload()
            kept = kept_mb(page, 255, 16, 1500)
            title = "a match of 1,500 half-turns on 255 x 255, kept"
            rows.append(told(Row(title, kept, "MB", MOST_KEPT_MB)))
    finally:
        site.close()
    return rows


if __name__ == "__main__":
    main()
