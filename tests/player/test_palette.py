"""The marks of the seats: the same everywhere, and told apart by everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.snake.game import SNAKE
from tests.player.page import (
    ROOT,
    Stage,
)

pytestmark = pytest.mark.browser


def styles(stage: Stage) -> Any:
    page = stage.pages.take()
    page.goto(stage.site.add_html("/", ""))
    return page.evaluate('async () => (await import("/static/player/palette.js")).SEATS')


def test_colours_and_signs_are_the_same_in_scripts_and_styles(stage: Stage):
    css = (ROOT / "static/player/seats.css").read_text()
    found = styles(stage)
    assert len(found) == 16
    for seat, style in enumerate(found):
        assert f"--seat-{seat}: {style['color']};" in css
        assert f'--seat-sign-{seat}: "{style["glyph"]}";' in css
    for name in ("color", "glyph", "sign", "pattern"):
        assert len({style[name] for style in found}) == 16


def test_cards_and_boards_of_snake_have_the_same_colours(stage: Stage):
    page = stage.pages.take()
    page.goto(stage.site.add_html("/", ""))
    movers = page.evaluate('async () => (await import("/static/games/snake/movers.js")).MOVERS')
    assert [mover["color"] for mover in movers] == list(SNAKE.colors)


def test_the_first_seats_stay_apart_for_every_kind_of_colour_vision(stage: Stage):
    colors = [bytes.fromhex(style["color"][1:]) for style in styles(stage)[:4]]
    for see in VISIONS.values():
        seen = [_lab(see(color)) for color in colors]
        for i, one in enumerate(seen):
            for other in seen[i + 1 :]:
                assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 18


def _matrix(rows: list[list[float]]) -> Callable[[bytes], list[float]]:
    def see(color: bytes) -> list[float]:
        light = [_linear(v / 255) for v in color]
        return [min(1, max(0, sum(f * v for f, v in zip(row, light, strict=True)))) for row in rows]

    return see


# Machado, Oliveira, Fernandes 2009, severity 1.0, on linear light.
VISIONS = {
    "usual": _matrix([[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    "protanopia": _matrix(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": _matrix(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": _matrix(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
         [0.004733, 0.691367, 0.303900]]
    ),
}  # fmt: skip


def _linear(v: float) -> float:
    return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


def _lab(light: list[float]) -> list[float]:
    """CIE 1976 L*a*b* of linear sRGB under D65."""
    r, g, b = light
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
