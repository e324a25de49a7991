"""Shared by the views of events: the head of their pages, and parts that refresh themselves."""

from __future__ import annotations

import hashlib
import re

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from games.registry import GAMES
from ladder.events.circuits import permissions
from ladder.events.reading.viewer import EventViewer

CHANGING = re.compile(r"(<time\b[^<>]*>)[^<]*|seen=[0-9a-f]+|series-[0-9]+")
"""Parts of a page that change without an event, such as relative times."""
UNCHANGED = 204
"""The status upon which a page is left as it is."""


def frame(viewer: EventViewer, tab: str) -> dict[str, object]:
    """The context of the head of each page of an event."""
    crumbs = [GAMES[name] for name in viewer.plan.games if name in GAMES]
    return {
        "event": viewer.event,
        "viewer": viewer,
        "tab": tab,
        "crumbs": crumbs,
        "circuits": permissions.visible_circuits(viewer.user).filter(legs__event=viewer.event),
        "rights": viewer.rights,
    }


def live_part(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
    """A part of a page, or nothing where it is the one that the page has already: what somebody
    reads, or has scrolled, is not replaced by the same."""
    html = render_to_string(template, context, request)
    mark = _mark(html)
    if request.GET.get("seen") == mark:
        return HttpResponse(status=UNCHANGED)
    answer = HttpResponse(html.replace("seen=0", f"seen={mark}"))
    answer["Cache-Control"] = "no-store"
    return answer


def _mark(html: str) -> str:
    return hashlib.sha256(CHANGING.sub(r"\1", html).encode()).hexdigest()[:16]
