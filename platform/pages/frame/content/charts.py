"""Charts as small SVG, drawn by the server: no script, and readable to a screen reader.

Colours and line widths are the style sheet's (`plot-…` classes); every chart has a title and a
description in words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.texts.sentences import counted

SIGNS = "●■▲◆✚★▼⬟⬢◐▶◀✖◈◉▣"
"""Those of seats 0 to 15, as the style sheet of seats has them."""

_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear map of values ``low..high`` to coordinates ``start..end``."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        span = self.high - self.low
        part = (value - self.low) / span if span else 0.5
        return round(self.start + part * (self.end - self.start), 1)


@dataclass(frozen=True, slots=True)
class Point:
    """A rating at a moment; ``uncertainty`` is half the width of its band."""

    when: datetime
    rating: float
    uncertainty: float


def sparkline(values: Sequence[float], label: str = "Rating") -> SafeString:
    """The course of a few values; empty where there is no course yet."""
    if len(values) < 2:
        return SafeString("")
    x = Scale(0, len(values) - 1, 3, 69)
    y = Scale(min(values), max(values), 17, 3)
    path = line([(x(i), y(value)) for i, value in enumerate(values)])
    change = round(values[-1] - values[0])
    label_of_change = f"{label} over the last {len(values)} results: {_signed(change)}"
    return format_html(
        '<svg class="plot-spark" viewBox="0 0 72 20" role="img"><title>{}</title>'
        '<path class="plot-line" d="{}"/><circle class="plot-dot" cx="{}" cy="{}" r="2.5"/></svg>',
        label_of_change,
        path,
        x(len(values) - 1),
        y(values[-1]),
    )


def interval(rating: float, uncertainty: float, low: float, high: float) -> SafeString:
    """A rating with its uncertainty on a ruled scale from ``low`` to ``high``."""
    x = Scale(low, high, 3, 117)
    step = step_of(high - low, 8)
    ticks = format_html_join(
        "", '<path class="plot-axis" d="M{} 12v3"/>', ((x(t),) for t in ticks_of(low, high, step))
    )
    left, right = x(max(low, rating - uncertainty)), x(min(high, rating + uncertainty))
    return format_html(
        '<svg class="plot-interval" viewBox="0 0 120 16" role="img"><title>{}</title>'
        '<path class="plot-axis" d="M0 15H120"/>{}'
        '<rect class="plot-whisker" x="{}" y="4" width="{}" height="6" rx="3"/>'
        '<circle class="plot-dot" cx="{}" cy="7" r="4"/></svg>',
        f"{round(rating)} ± {round(uncertainty)}, on a scale from {round(low)} to {round(high)}",
        ticks,
        left,
        round(max(1.0, right - left), 1),
        x(rating),
    )


WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 8, 24


def rating_history(points: Sequence[Point], name: str = "") -> SafeString:
    """A bot's rating after each of its results, oldest first, with the band of uncertainty.

    Results stand at equal distances: what counts is their order, not the time between them.
    """
    if not points:
        return SafeString("")
    low = min(p.rating - p.uncertainty for p in points)
    high = max(p.rating + p.uncertainty for p in points)
    step = step_of(high - low, 5)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    x = Scale(0, max(1, len(points) - 1), LEFT, WIDTH - RIGHT)
    y = Scale(low, high, HEIGHT - BOTTOM, TOP)
    upper = [(x(i), y(p.rating + p.uncertainty)) for i, p in enumerate(points)]
    lower = [(x(i), y(p.rating - p.uncertainty)) for i, p in enumerate(points)]
    middle = [(x(i), y(p.rating)) for i, p in enumerate(points)]
    band = line([*upper, *reversed(lower)]) + "Z"
    title, described = f"plot-{next(_numbers)}", f"plot-{next(_numbers)}"
    return format_html(
        '<svg class="plot" viewBox="0 0 {} {}" role="img" aria-labelledby="{} {}">'
        '<title id="{}">{}</title><desc id="{}">{}</desc>'
        '{}{}<path class="plot-band" d="{}"/><path class="plot-line" d="{}"/>'
        '<circle class="plot-dot" cx="{}" cy="{}" r="4"/></svg>',
        WIDTH,
        HEIGHT,
        title,
        described,
        title,
        f"Rating of {name}" if name else "Rating",
        described,
        _words(points),
        grid(((y(t), round(t)) for t in ticks_of(low, high, step)), LEFT, WIDTH - RIGHT),
        _dates(points, x),
        band,
        line(middle),
        *middle[-1],
    )


def grid(levels: Iterable[tuple[float, object]], left: float, right: float) -> SafeString:
    """Horizontal lines at these heights, each with its label."""
    return format_html_join(
        "",
        '<path class="plot-grid" d="M{} {}H{}"/>'
        '<text class="plot-label" x="{}" y="{}" text-anchor="end">{}</text>',
        ((left, y, right, left - 8, y + 4, label) for y, label in levels),
    )


def labels(texts: Iterable[tuple[float, object]], y: float, anchor: str = "middle") -> SafeString:
    """Texts below a chart, each with its place from left to right."""
    return format_html_join(
        "",
        '<text class="plot-label" x="{}" y="{}" text-anchor="{}">{}</text>',
        ((x, y, anchor, text) for x, text in texts),
    )


def _dates(points: Sequence[Point], x: Scale) -> SafeString:
    first, last = ((x(i), f"{points[i].when:%d %b %Y}") for i in (0, len(points) - 1))
    end = [last] if len(points) > 1 else []
    return labels([first], HEIGHT - 6, "start") + labels(end, HEIGHT - 6, "end")


def _words(points: Sequence[Point]) -> str:
    first, last = points[0], points[-1]
    ratings = [p.rating for p in points]
    results = counted(len(points), "result")
    return (
        f"After {results}: {round(last.rating)} ± {round(last.uncertainty)}; at first "
        f"{round(first.rating)} ± {round(first.uncertainty)}; "
        f"lowest {round(min(ratings))}, highest {round(max(ratings))}."
    )


def line(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def step_of(span: float, most: int) -> float:
    """The smallest of 1, 2, 5 times a power of ten that cuts ``span`` into at most ``most``."""
    if span <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(span / most))
    return next(power * m for m in (1, 2, 5, 10, 20) if span / (power * m) <= most)


def ticks_of(low: float, high: float, step: float) -> list[float]:
    first, last = math.ceil(low / step), math.floor(high / step)
    return [n * step for n in range(first, last + 1)]


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "unchanged"
