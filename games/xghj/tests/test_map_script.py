"""Maps in the browser: what `map.js` paints is what the rules read; parts drawn fit together."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from games.tests.views import asked
from games.xghj.scenario import Scenario
from games.xghj.terrain import PALETTE

pytestmark = pytest.mark.browser


def ask(page: Page, body: str, *arguments: Any, module: str = "map.js") -> Any:
    """Run the body of an arrow function with the module as ``view`` and ``args``."""
    return asked(page, f"/static/games/xghj/{module}", body, *arguments)


TOKENS = ["1/100/100", "0/0/100", "10000/10000/10000", "7/13/0"]


def test_the_brushes_of_kinds_are_the_palette_of_the_rules(page: Page):
    brushes = ask(page, "return view.brushes;")
    kinds = [brush for brush in brushes if "token" in brush]
    assert [(b["id"], b["token"]) for b in kinds] == [
        (kind.name, "/".join(map(str, kind.numbers))) for kind in PALETTE
    ]
    colours = ask(page, "return view.KINDS.map(({ colour }) => colour);", module="kinds.js")
    assert colours == [kind.colour for kind in PALETTE]
    assert ask(page, "return view.blank;") == kinds[0]["token"]


def test_a_brush_for_one_number_leaves_the_others(page: Page):
    body = "return args[0].map((t) => args[1].map((id) => view.paint(t, id, { value: 42 })));"
    painted = ask(page, body, TOKENS, ["resource", "attack", "defence"])
    for token, results in zip(TOKENS, painted, strict=True):
        for which, result in enumerate(results):
            expected = token.split("/")
            expected[which] = "42"
            assert result == "/".join(expected)


def test_what_is_painted_at_both_ends_of_every_value_is_a_map(page: Page):
    body = """return view.brushes.flatMap(({ id, values = [] }) => ["low", "high"].map((end) =>
      view.paint(args[0], id, Object.fromEntries(values.map((v) => [v.name, v[end]])))));"""
    for before in [*TOKENS, "what"]:
        tokens = ask(page, body, before)
        for token in tokens:
            cells = [*["1/100/100"] * 4, token, *["1/100/100"] * 4]
            board = {"width": 3, "height": 3, "cells": cells}
            Scenario.of_params({"scenario": {"title": "a map"}}, board)


def test_cells_are_described_in_words(page: Page):
    told = ask(page, "return args[0].map(view.describe);", [*TOKENS, "what"])
    assert told[0] == "plain: resource 1, attack 100 %, defence 100 %"
    assert "never be taken" in told[1]
    assert "no cell" in told[-1]
    assert len(set(told)) == len(told)


THEME = {
    "dark": False, "bg": "#f7f8fa", "surface": "#ffffff", "surface2": "#eef0f4", "text": "#1a1f27",
    "muted": "#5c6673", "border": "#d8dce3", "accent": "#2563c9", "danger": "#c22f2f",
    "ok": "#25803b", "warn": "#a86400", "font": "sans-serif",
}  # fmt: skip


@pytest.mark.parametrize("layer", [None, "resource", "attack", "defence"])
@pytest.mark.parametrize("size", [4, 13, 36])
def test_drawing_the_parts_of_a_map_draws_the_map(page: Page, size: int, layer: str | None):
    """But for the pattern's last bits at the edges of the parts."""
    apart = ask(
        page,
        """const [size, layer, tokens, theme] = args;
        const cells = Array.from({ length: 42 }, (_, i) => tokens[(i * 5) % tokens.length]);
        const grid = { width: 7, height: 6, cells };
        const look = (parts) => {
          const ctx = new OffscreenCanvas(540, 460).getContext("2d");
          ctx.scale(2, 2);
          for (const rect of parts) {
            view.draw(ctx, grid, { x: 4, y: 3, size, theme, palette: [], layer, rect });
          }
          return ctx.getImageData(0, 0, 540, 460).data;
        };
        const parts = [];
        for (let y0 = 0; y0 < 6; y0 += 2) {
          for (let x0 = 0; x0 < 9; x0 += 3) parts.push({ x0, y0, x1: x0 + 3, y1: y0 + 2 });
        }
        const [whole, nothing, pieces] = [look([undefined]), look([]), look(parts)];
        const far = (one) => one.filter((v, i) => Math.abs(v - whole[i]) > 40).length;
        return [far(pieces) / whole.length, far(nothing) / whole.length];""",
        size, layer, [*TOKENS, "what", "5/100/120", "1/150/50"], THEME,
    )  # fmt: skip
    assert apart[0] < 0.002
    assert apart[1] > 0.005
