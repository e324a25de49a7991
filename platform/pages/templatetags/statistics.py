"""Shares in words and colours."""

from __future__ import annotations

from django import template

from ladder.statistics import shares
from pages.frame.content.safe_filters import never_raise

register = template.Library()


@register.filter
def fifth(share: shares.Share) -> int:
    """From 0 (lost nearly all) to 4 (won nearly all): which fifth of the scale a score lies in."""
    return min(4, int(5 * (share.score or 0.0)))


@register.filter
def milliseconds(value: float) -> str:
    """ "0.42 ms", "12 ms", "1.3 s"."""
    if value >= 1000:
        return f"{value / 1000:.1f} s"
    return f"{value:.0f} ms" if value >= 10 else f"{value:.2g} ms"


never_raise(register)
