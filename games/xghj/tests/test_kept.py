"""Pictures whose still parts are kept between drawings, against pictures drawn from nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from games.tests.views import call
from games.xghj.tests.test_drawing import harness as harness
from games.xghj.tests.test_drawing import late
from games.xghj.tests.test_drawing import recording as recording
from games.xghj.tests.test_labels import chequered
from tests.player.match import Recording

pytestmark = pytest.mark.browser


# For each of some pictures of one canvas, how many of its pixels differ from the same picture on a
# canvas of its own: at all, and by much.
AGAIN = """async ([scene, frames, steps]) => {
  const { draw } = await import("/static/games/xghj/view.js");
  const { SEATS } = await import("/static/player/palette.js");
  const [width, height] = [500, 400];
  const often = { willReadFrequently: true };
  const fresh = () => new OffscreenCanvas(width, height).getContext("2d", often);
  const kept = fresh();
  const dark = { ...THEME, dark: true, surface: "#171b21" };
  const pixels = (ctx) => ctx.getImageData(0, 0, width, height).data;
  return steps.map(({ n, t, view, layers, zoom, left, night, seats, quiet, first }) => {
    const { state, events } = frames[n];
    const previous = first ? null : frames[n - 1].state;
    for (const ctx of [kept, kept, fresh()]) {
      draw(ctx, state, previous, t, { scene, theme: night ? dark : THEME, width, height, view,
        palette: SEATS.slice(seats, seats + scene.players), events: quiet ? [] : events,
        layers: new Set(layers), camera: { zoom, left, top: 0 } });
      if (ctx !== kept) window.alone = ctx;
    }
    const [mine, theirs] = [pixels(kept), pixels(window.alone)];
    let [any, much] = [0, 0];
    for (let i = 0; i < mine.length; i += 4) {
      const apart = Math.max(...[0, 1, 2, 3].map((j) => Math.abs(mine[i + j] - theirs[i + j])));
      any += apart > 0;
      much += apart > 64;
    }
    return [any, much];
  });
}"""
ONCE: dict[str, Any] = {
    "t": 1,
    "view": None,
    "layers": ["bombs", "relations", "points"],
    "zoom": 1,
    "left": 0,
    "night": False,
    "seats": 0,
    "quiet": False,
    "first": False,
}


def differences(
    page: Page, recording: Recording, *steps: dict[str, Any], more: Sequence[Any] = ()
) -> list[list[int]]:
    """``steps`` change what `ONCE` says, each on its own; ``more`` are later frames."""
    n = late(recording)
    frames = [
        {"state": view, "events": frame.get("events", [])}
        for view, frame in zip(recording.views, recording.frames, strict=True)
    ]
    frames[n + 1 :] = more or frames[n + 1 : n + 3]
    scene = recording.frames[0]["scene"]
    every = [{"n": n, **ONCE, **step} for step in steps]
    found: list[list[int]] = call(page, AGAIN, [scene, frames, every])
    return found


def test_a_canvas_that_was_drawn_on_before_shows_the_same_picture(page: Page, recording: Recording):
    layers = [*ONCE["layers"], "heat", "changes"]
    n = late(recording)
    steps: list[dict[str, Any]] = [
        {},
        *({"t": t} for t in (0.2, 0.5, 0.7, 1)),
        *({"n": n + more, "t": t} for more in (1, 2) for t in (0.2, 0.7)),
        *({"view": view, "t": t} for t in (0.2, 1) for view in (0, 5, None)),
        *({"layers": shown} for shown in (layers, ["resource"], ["plain"], layers)),
        *({"n": n + 1, "t": t, "layers": layers} for t in (0.2, 0.7)),
        *({"night": night} for night in (True, False)),
        {"seats": 3},
        *({"n": n + more, "quiet": True} for more in (0, 1)),
        *({"layers": layers, **how} for how in ({"first": True}, {}, {"quiet": True})),
        *({"n": early, "quiet": True} for early in range(12, 16)),
        *({"n": early} for early in range(12, n)),
        {"n": n, "layers": ["relations", "coordinates"]},
    ]
    assert {any_ for any_, _ in differences(page, recording, *steps)} == {0}


def test_a_board_that_is_moved_shows_the_same_as_one_that_is_drawn_there(
    page: Page, recording: Recording
):
    lefts = (-200, -197, -150, -201, -320, -333, -330.5, -200)
    steps: list[dict[str, Any]] = [{"zoom": 2.5, "left": left} for left in lefts]
    steps += [{"layers": ["resource"], **step} for step in steps]
    moved = differences(page, recording, *steps)
    # Slanted lines have slightly different edges elsewhere on a canvas.
    assert max(much for _, much in moved) < 20
    assert max(any_ for any_, _ in moved) < 4000


def test_signs_leave_the_numbers_of_threats_free_on_a_board_that_is_moved(
    page: Page, recording: Recording
):
    n = late(recording)
    frames = [{"state": chequered(recording), "events": []}]
    steps = [{"n": n + 1, "zoom": 1.5, "left": left} for left in (-200, -150, -200)]
    # A sign has more pixels than those.
    assert max(much for _, much in differences(page, recording, *steps, more=frames)) < 20
