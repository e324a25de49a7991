"""A bot's rating in a season, and how often it had each place, drawn by the server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ladder.ratings import counting
from pages.frame.content.charts import Point, rating_history

_HEIGHT = 56
_BAR = 18
_STEP = 24
_LABEL = 14
_LABELLED = 8
"""Of more places only the first, the last and every fourth has its number below."""


def season_history(steps: Iterable[counting.Step], name: str) -> SafeString:
    """A bot's rating after each of its results in a season."""
    shown = ((step.finished, step.display) for step in steps)
    return rating_history(
        [Point(when, now.points, now.uncertainty) for when, now in shown if when], name
    )


def place_counts(counts: Sequence[int], places: int, name: str) -> SafeString:
    """``counts`` are those of places 1, 2, ...; later ones that are missing are 0."""
    every = [*counts, *[0] * (places - len(counts))]
    most = max(every) or 1
    counts_of = ", ".join(f"place {place}: {n}" for place, n in enumerate(every, 1) if n)
    bars = format_html_join(
        "",
        '<rect class="plot-bar" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>',
        (
            (x, _HEIGHT - height, _BAR, height, f"Place {place}: {n}")
            for place, n in enumerate(every, 1)
            for x, height in [((place - 1) * _STEP, max(1, round(n / most * (_HEIGHT - 2))))]
        ),
    )
    labels = format_html_join(
        "",
        '<text class="plot-label" text-anchor="middle" x="{}" y="{}">{}</text>',
        (
            ((place - 1) * _STEP + _BAR // 2, _HEIGHT + _LABEL, place)
            for place in range(1, len(every) + 1)
            if len(every) <= _LABELLED or place in (1, len(every)) or place % 4 == 0
        ),
    )
    width = len(every) * _STEP - (_STEP - _BAR)
    return format_html(
        '<svg class="plot plot-places" viewBox="0 0 {} {}" width="{}" role="img">'
        "<title>Places of {}: {}</title>{}{}</svg>",
        width,
        _HEIGHT + _LABEL + 4,
        width,
        name,
        counts_of or "none yet",
        bars,
        labels,
    )
