"""The boards of all games: each picture is that of a board that was never drawn before."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page

from games.engine import SeatSetup, Setup
from games.registry import GAMES
from tests.player.match import NAMES, Recording, play
from tests.player.page import Stage, config_for, loaded, part

pytestmark = pytest.mark.browser
MATCHES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "generals": ("duel", {"halfturns": 90}),
    "lost_in_space": ("standard", {"rounds": 12}),
    "microwars": ("standard", {"turns": 30}),
    "snake": ("standard", {"rounds": 30}),
    "xghj": ("standard", {"constants": {"max_round": 20}}),
}
"""A ruleset of each game, and parameters that make its match short."""
PATH = (0, 9, 10, 11, 12, 40, 39, 12, 3, 4, 26, 70, 69, 11, 10)
"""Frames: steps forwards and backwards, and jumps."""


@cache
def match(game: str) -> Recording:
    name, params = MATCHES[game]
    rules = GAMES[game].ruleset(name)
    seats = tuple(SeatSetup(at, NAMES[at], team=at + 1) for at in range(rules.seats))
    return play(GAMES[game], Setup(seats, 7, name, {**rules.params, **params}))


SCRIPT = """
import { Camera } from "/static/player/camera.js";
import { players } from "/static/player/player.js";

const [{ board, playback, framing }] = players;

/** Of the frame in view, the part t of the way. */
function pictures(t) {
  const { n } = playback.head;
  const old = board.canvas;
  if (!board.draw(n, t)) throw new Error(`frame ${n} is not there`);
  const fresh = document.createElement("canvas");
  Object.assign(fresh, { width: old.width, height: old.height });
  const [width, height] = [old.clientWidth, old.clientHeight];
  const dpr = devicePixelRatio;
  const ctx = fresh.getContext("2d");
  ctx.setTransform(dpr, 0, 0, dpr, 0, 0);
  const camera = Object.assign(new Camera(), board.camera);
  board.paint(ctx, { width, height, dpr }, n, t, camera);
  const all = [0, 0, old.width, old.height];
  return [old, fresh].map((canvas) => canvas.getContext("2d").getImageData(...all).data);
}

/** The places of PATH at which the board differs from a fresh one, and how many pixels do. */
async function differences(path) {
  const found = [];
  for (const n of path) {
    if (!(await playback.seek(n))) throw new Error(`no way to frame ${n}`);
    for (const t of [1, 0.4, 1]) {
      const [one, other] = pictures(t);
      const differ = one.filter((value, i) => value !== other[i]).length;
      if (differ) found.push([playback.head.n, t, differ]);
    }
  }
  return found;
}

/** How often drawing a frame again reads pixels from a canvas out of sight. */
function readings(n) {
  const { prototype } = OffscreenCanvasRenderingContext2D;
  const { getImageData } = prototype;
  let count = 0;
  if (!board.draw(n, 1)) throw new Error(`frame ${n} is not there`);
  prototype.getImageData = function (...given) {
    count += 1;
    return getImageData.apply(this, given);
  };
  board.draw(n, 0.5);
  board.draw(n, 1);
  prototype.getImageData = getImageData;
  return count;
}

Object.assign(window, { differences, framing, readings });
"""


def opened(stage: Stage, game: str, search: str = "", **how: Any) -> Page:
    recording = match(game)
    content = {"header": recording.header, "frames": recording.frames}
    config = config_for(recording, frames=stage.site.add_json("/frames/", content))
    page = stage.pages.take((700, 600), calm=True, **how)
    page.goto(stage.site.add_player("/m/", config, SCRIPT) + search)
    loaded(page, recording)
    return page


def differences(page: Page, path: tuple[int, ...] = PATH) -> list[object]:
    found: list[object] = page.evaluate("(path) => differences(path)", path)
    return found


@pytest.mark.parametrize("game", MATCHES)
def test_after_any_seeks_a_board_is_as_one_that_is_drawn_for_the_first_time(stage, game):
    page = opened(stage, game)
    assert differences(page) == []


@pytest.mark.parametrize("game", MATCHES)
def test_so_it_is_after_changes_of_view_colours_size_and_enlargement(stage, game):
    page = opened(stage, game, "?view=1", device_scale_factor=2)
    assert differences(page, PATH[:6]) == []
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert differences(page, PATH[6:9]) == []
    page.set_viewport_size({"width": 390, "height": 700})
    assert differences(page, PATH[9:12]) == []
    page.evaluate("framing.zoom(2); framing.shift(-13, -7)")
    assert differences(page, PATH[12:]) == []
    page.evaluate("framing.shift(5, 3)")
    assert differences(page, PATH[-3:]) == []
    part(page, "view").select_option("")
    assert differences(page, PATH[:4]) == []


@pytest.mark.parametrize("game", MATCHES)
def test_a_board_that_is_drawn_again_reads_nothing_from_a_canvas(stage, game):
    """That makes the browser wait for all pixels of the canvas."""
    page = opened(stage, game)
    assert page.evaluate("readings(20)") == 0
