"""Maps in the browser: what `map.js` paints is what the rules read; parts drawn fit together."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from games.tests.views import asked, assert_parts_make_the_map
from games.xghj.ground import PALETTE
from games.xghj.scenario import Scenario

pytestmark = pytest.mark.browser

STATIC = "/static/games/xghj"


def ask(page: Page, body: str, *arguments: Any, module: str = "map.js") -> Any:
    """Run the body of an arrow function with the module as ``view`` and ``args``."""
    return asked(page, f"{STATIC}/{module}", body, *arguments)


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


@pytest.mark.parametrize("layer", [None, "resource", "attack", "defence"])
@pytest.mark.parametrize("size", [4, 13, 36])
def test_drawing_the_parts_of_a_map_draws_the_map(page: Page, size: int, layer: str | None):
    tokens = [*TOKENS, "what", "5/100/120", "1/150/50"]
    assert_parts_make_the_map(page, f"{STATIC}/map.js", tokens, most=0.002, size=size, layer=layer)
