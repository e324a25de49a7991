"""Shared by the views of events: the head of their pages, and parts that refresh themselves."""

from __future__ import annotations

import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from games.registry import GAMES
from ladder.events.circuits import permissions
from ladder.events.reading.viewer import EventViewer

CHANGING = re.compile(r"(<time\b[^<>]*>)[^<]*|seen=[-0-9a-f]+|series-[0-9]+")
"""Parts of a page that change without an event, such as relative times."""
UNCHANGED = 204
"""The status upon which a page is left as it is."""
MOST_MARKS = 1000
_MARKS: OrderedDict[tuple[str, str], str] = OrderedDict()
"""The marks of parts that this process made last, by address and version."""


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


def live_part(
    request: HttpRequest,
    template: str,
    make: Callable[[], dict[str, object]],
    version: str = "",
) -> HttpResponse:
    """A part of a page, or nothing where it is the one that the page has already: what somebody
    reads, or has scrolled, is not replaced by the same.

    ``make`` returns the context.  It is not called where the page has a part of this ``version``,
    or one that this version did not change; an empty version says nothing.
    """
    had, _, mark = request.GET.get("seen", "").rpartition("-")
    key = (_address(request), version)
    if version and (version in (had, mark) or (mark and _MARKS.get(key) == mark)):
        return HttpResponse(status=UNCHANGED)
    html = render_to_string(template, {**make(), "seen": 0}, request)
    made = hashlib.sha256(CHANGING.sub(r"\1", html).encode()).hexdigest()[:16]
    if version:
        _MARKS[key] = made
        if len(_MARKS) > MOST_MARKS:
            _MARKS.popitem(last=False)
    if mark == made:
        return HttpResponse(status=UNCHANGED)
    seen = f"{version}-{made}" if version else made
    answer = HttpResponse(html.replace("seen=0", f"seen={seen}"))
    answer["Cache-Control"] = "no-store"
    return answer


def _address(request: HttpRequest) -> str:
    """The address of a part without what its page has seen."""
    asked = request.GET.copy()
    asked.pop("seen", None)
    return f"{request.path}?{asked.urlencode()}"
