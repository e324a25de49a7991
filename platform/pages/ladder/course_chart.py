"""How bots went through a season, or through the seasons of a ruleset: a line for each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.texts.sentences import paragraph
from pages.frame.content.charts import SIGNS, Scale, grid, labels, line, step_of, ticks_of

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 48, 24, 12, 28
ROOM = 84
"""From one label to the next, at least."""
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Track:
    """One bot: its value at each of the labels, None where it has none."""

    name: str
    values: Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Chart:
    """``at`` has the place of each label on the way from left to right; with ``places`` 1 is at
    the top."""

    title: str
    labels: Sequence[str]
    at: Sequence[float]
    tracks: Sequence[Track]
    places: bool


def drawn(chart: Chart) -> SafeString:
    """Empty where nothing is known."""
    known = [value for track in chart.tracks for value in track.values if value is not None]
    if not known:
        return SafeString("")
    x = Scale(min(chart.at), max(chart.at), LEFT + 12, WIDTH - RIGHT)
    low, high, ticks = _levels(known, chart.places)
    ends = (TOP, HEIGHT - BOTTOM) if chart.places else (HEIGHT - BOTTOM, TOP)
    y = Scale(low, high, *ends)
    title, described = f"course-{next(_numbers)}", f"course-{next(_numbers)}"
    return format_html(
        '<svg class="plot plot-series" viewBox="0 0 {} {}" role="img" aria-labelledby="{} {}">'
        '<title id="{}">{}</title><desc id="{}">{}</desc>{}{}{}</svg>',
        *(WIDTH, HEIGHT, title, described, title, chart.title, described),
        paragraph(*(_words(track, chart) for track in chart.tracks)),
        grid(((y(t), f"{t:.0f}") for t in ticks), LEFT, WIDTH - RIGHT + 12),
        _labels(chart, x),
        format_html_join(
            "", "{}", ((_track(n, each, chart, x, y),) for n, each in enumerate(chart.tracks))
        ),
    )


def _levels(known: Sequence[float], places: bool) -> tuple[float, float, list[float]]:
    low, high = min(known), max(known)
    if places:
        # A scale of places has whole numbers and begins with the first.
        step = max(1.0, step_of(high - 1, 6))
        return 1, max(high, 2), [1.0, *(t for t in ticks_of(2, high, step) if t > 1)]
    step = step_of(high - low, 5)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    return low, high, ticks_of(low, high, step)


def _words(track: Track, chart: Chart) -> str:
    known = [(at, value) for at, value in enumerate(track.values) if value is not None]
    if not known:
        return f"{track.name}: nothing known."
    (first, start), (last, end) = known[0], known[-1]
    begin, until = chart.labels[first], chart.labels[last]
    if first == last:
        if chart.places:
            return f"{track.name}: place {start:.0f} on {begin}."
        return f"{track.name}: {start:.0f} on {begin}."
    if chart.places:
        return f"{track.name}: place {start:.0f} on {begin}, place {end:.0f} on {until}."
    return f"{track.name}: {start:.0f} on {begin}, {end:.0f} on {until}."


def _labels(chart: Chart, x: Scale) -> SafeString:
    """As many as have room, the last one in any case."""
    shown: list[tuple[float, str]] = []
    for at, label in reversed(list(zip(chart.at, chart.labels, strict=True))):
        if not shown or shown[-1][0] - x(at) >= ROOM:
            shown.append((x(at), label))
    return labels(shown, HEIGHT - 6)


def _track(number: int, track: Track, chart: Chart, x: Scale, y: Scale) -> SafeString:
    """Where a bot has no value the line has a gap."""
    points = [
        None if value is None else (x(at), y(value))
        for at, value in zip(chart.at, track.values, strict=True)
    ]
    known = [point for point in points if point is not None]
    if not known:
        return SafeString("")
    parts = [line([a, b]) for a, b in pairwise(points) if a is not None and b is not None]
    return format_html(
        '<g class="plot-seat" data-seat="{}"><title>{}</title><path d="{}"/>'
        '<text x="{}" y="{}" text-anchor="middle" dominant-baseline="central">{}</text></g>',
        number,
        _words(track, chart),
        "".join(parts),
        *known[-1],
        SIGNS[number],
    )
