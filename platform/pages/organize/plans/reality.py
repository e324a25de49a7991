"""The plan of an event beside what happens: matches, times and load."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from ladder.events.models import Event
from ladder.events.reading.reality import Bucket, Reality
from ladder.events.roles import EventAct
from pages.frame.access.event_permissions import event_staff
from pages.frame.access.requests import PersonRequest
from pages.frame.content.charts import Scale, step_of, ticks_of
from pages.frame.fields.zoned import read_zone

WIDTH, HEIGHT = 640, 200
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 22, 24


@require_safe
@event_staff(EventAct.SEE)
def plan_and_reality(request: PersonRequest, event: Event) -> HttpResponse:
    """The last promise, or the one that the query names: ``?promise=12``."""
    words = request.GET.get("promise", "")
    wanted = int(words) if words.isascii() and words.isdigit() and len(words) < 12 else None
    found = Reality(event, wanted)
    if words and (found.promise is None or found.promise.pk != wanted):
        raise Http404("There is no such promise of this event.")
    zone = read_zone(event.time_zone)
    context: dict[str, Any] = {
        "event": event,
        "tab": "plan",
        "found": found,
        "zone": zone,
        "chart": chart(found.buckets, hourly=found.hourly, zone=zone),
    }
    return render(request, "organize/reality.html", context)


def chart(buckets: Sequence[Bucket], *, hourly: bool, zone: Any) -> SafeString:
    """Hours of workers by hour or day: promised ones in outline, real ones filled."""
    if not buckets:
        return SafeString("")
    top = max(max(each.hours, each.worked) for each in buckets) or 1.0
    x = Scale(0, len(buckets), LEFT, WIDTH - RIGHT)
    y = Scale(0, top, HEIGHT - BOTTOM, TOP)
    return format_html(
        '<svg class="plot" viewBox="0 0 {} {}" role="img">'
        "<title>Load by {}: promised and real hours of workers</title>{}{}{}</svg>",
        WIDTH,
        HEIGHT,
        "hour" if hourly else "day",
        _grid(y, top),
        _bars(buckets, x, y),
        _labels(buckets, x, hourly=hourly, zone=zone),
    )


def _grid(y: Scale, top: float) -> SafeString:
    step = step_of(top, 4)
    return format_html(
        '<text class="plot-label" x="{}" y="12" text-anchor="end">hours</text>{}',
        LEFT - 8,
        format_html_join(
            "",
            '<path class="plot-grid" d="M{} {}H{}"/>'
            '<text class="plot-label" x="{}" y="{}" text-anchor="end">{}</text>',
            (
                (LEFT, y(tick), WIDTH - RIGHT, LEFT - 8, y(tick) + 4, f"{tick:.3g}")
                for tick in ticks_of(0, top, step)
            ),
        ),
    )


def _bars(buckets: Sequence[Bucket], x: Scale, y: Scale) -> SafeString:
    """Two bars side by side for each bucket."""
    width = (x(1) - x(0)) * 0.4
    rows = []
    for at, each in enumerate(buckets):
        left = x(at) + (x(1) - x(0)) * 0.08
        rows.append(("plot-promised", round(left, 1), each.hours))
        rows.append(("plot-bar", round(left + width, 1), each.worked))
    return format_html_join(
        "",
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>',
        (
            (kind, left, y(hours), round(width, 1), round(HEIGHT - BOTTOM - y(hours), 1))
            for kind, left, hours in rows
            if hours
        ),
    )


def _labels(buckets: Sequence[Bucket], x: Scale, *, hourly: bool, zone: Any) -> SafeString:
    every = -(-len(buckets) // 8)
    form = "%H:%M" if hourly else "%d %b"
    return format_html_join(
        "",
        '<text class="plot-label" x="{}" y="{}" text-anchor="middle">{}</text>',
        (
            (x(at + 0.5), HEIGHT - 8, timezone.localtime(buckets[at].begins, zone).strftime(form))
            for at in range(0, len(buckets), every)
        ),
    )
