"""The course of a comparison: its log-likelihood ratio between the two bounds."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ladder.core import sprt
from pages.frame.content.charts import Scale, labels

_WIDTH, _HEIGHT = 640, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 86, 10, 12, 28


def ratio_course(path: Sequence[float], terms: sprt.Hypotheses) -> SafeString:
    """The ratio after each result that counts; empty before the first one."""
    if not path:
        return SafeString("")
    values = [0.0, *path]
    spread = max(terms.upper, -terms.lower, *(abs(value) for value in values)) * 1.05
    x = Scale(0, len(path), _LEFT, _WIDTH - _RIGHT)
    y = Scale(-spread, spread, _HEIGHT - _BOTTOM, _TOP)
    every = max(1, -(-len(path) // 8))
    points = [(x(number), y(value)) for number, value in enumerate(values)]
    return format_html(
        '<svg class="plot plot-comparison" viewBox="0 0 {} {}" role="img"><title>Log-likelihood '
        "ratio after each result</title><desc>{}</desc>{}{}"
        '<path class="plot-line" d="M{}"/><circle class="plot-dot" cx="{}" cy="{}" r="4"/></svg>',
        _WIDTH,
        _HEIGHT,
        f"{path[-1]:+.2f} after {len(path)} results. The test ends with “better” at "
        f"{terms.upper:.2f} or more, and with “not better” at {terms.lower:.2f} or less.",
        _levels(y, terms),
        labels(((x(n), n) for n in range(0, len(values), every)), _HEIGHT - 8),
        "L".join(f"{a} {b}" for a, b in points),
        *points[-1],
    )


def _levels(y: Scale, terms: sprt.Hypotheses) -> SafeString:
    rows = (
        (terms.upper, "better", "bound"),
        (0.0, "0", "grid"),
        (terms.lower, "not better", "bound"),
    )
    return format_html_join(
        "",
        '<path class="plot-{}" d="M{} {}H{}"/>'
        '<text class="plot-label" x="{}" y="{}" text-anchor="end">{}</text>',
        (
            (kind, _LEFT, y(value), _WIDTH - _RIGHT, _LEFT - 8, y(value) + 4, label)
            for value, label, kind in rows
        ),
    )
