"""Shares with their intervals, and how long a bot thought, as small SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ladder.statistics import shares
from pages.frame.content.charts import Scale

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 200, 40, 10, 10, 28


def share_bar(share: shares.Share) -> SafeString:
    """A share on a scale from 0 to 100 %, with its interval and a mark at one half."""
    if share.score is None:
        return SafeString("")
    x = Scale(0, 1, 3, 117)
    low, high = share.interval
    return format_html(
        '<svg class="plot-share" viewBox="0 0 120 16" role="img"><title>{}</title>'
        '<path class="plot-axis" d="M3 15H117M60 2v13"/>'
        '<rect class="plot-whisker" x="{}" y="4" width="{}" height="6" rx="3"/>'
        '<circle class="plot-dot" cx="{}" cy="7" r="4"/></svg>',
        f"{100 * share.score:.0f} %, from {100 * low:.0f} to {100 * high:.0f} % (95 % certainty)",
        x(low),
        round(max(1.0, x(high) - x(low)), 1),
        x(share.score),
    )


def histogram(bins: Sequence[tuple[float, float, int]]) -> SafeString:
    """Turns by their CPU time, in milliseconds on a logarithmic scale."""
    if not bins:
        return SafeString("")
    most = max(count for _, _, count in bins)
    x = Scale(math.log10(bins[0][0]), math.log10(bins[-1][1]), _LEFT, _WIDTH - _RIGHT)
    y = Scale(0, most, _HEIGHT - _BOTTOM, _TOP)
    ends = ((_LEFT, "start", bins[0][0]), (_WIDTH - _RIGHT, "end", bins[-1][1]))
    return format_html(
        '<svg class="plot plot-histogram" viewBox="0 0 {} {}" role="img">'
        "<title>Turns by CPU time</title>"
        '<path class="plot-grid" d="M{} {}H{}"/>'
        '<text class="plot-label" x="{}" y="{}" text-anchor="end">{}</text>{}{}</svg>',
        _WIDTH,
        _HEIGHT,
        _LEFT,
        _HEIGHT - _BOTTOM,
        _WIDTH - _RIGHT,
        _LEFT - 6,
        _TOP + 8,
        most,
        _bars(bins, x, y),
        format_html_join(
            "",
            '<text class="plot-label" x="{}" y="{}" text-anchor="{}">{}</text>',
            ((at, _HEIGHT - 8, anchor, _ms(value)) for at, anchor, value in ends),
        ),
    )


def _bars(bins: Sequence[tuple[float, float, int]], x: Scale, y: Scale) -> SafeString:
    return format_html_join(
        "",
        '<rect class="plot-bar" x="{}" y="{}" width="{}" height="{}"><title>{}</title></rect>',
        (
            (
                x(math.log10(low)),
                y(count),
                round(x(math.log10(high)) - x(math.log10(low)) - 1, 1),
                round(_HEIGHT - _BOTTOM - y(count), 1),
                f"{_ms(low)} to {_ms(high)}: {count}",
            )
            for low, high, count in bins
            if count
        ),
    )


def _ms(value: float) -> str:
    return f"{value:.3g} ms" if value < 1000 else f"{value / 1000:.3g} s"
