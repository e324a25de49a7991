"""An event in a page of another site: its most exciting board, and what comes next.

The page depends on no cookie and has no form; it is the same for every reader, as everybody may
see the event.  Its boards are those of the wall, of this event alone.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt

from arbiter.links import absolute
from arbiter.serving.kept import kept
from ladder.events.kinds import games
from ladder.events.models import Event
from ladder.events.reading import matches as event_matches
from ladder.events.reading import schedule
from ladder.events.reading.viewer import EventViewer, visible_events
from matches.models import Match
from pages.events.parts import live_part
from pages.events.screens.scenes import PUBLIC, is_live
from pages.frame.access.middleware import HEADERS, theme_of

NOW = "events/_embed_now.html"


@xframe_options_exempt
@kept
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The stream of a public event; a page that says so for every other address (404)."""
    event = visible_events(PUBLIC).filter(slug=slug).first()
    path = reverse("events") if event is None else event.get_absolute_url()
    context: dict[str, object] = {
        "title": "No such event" if event is None else event.name,
        "address": absolute(path),
        "theme": theme_of(request),
        "event": event,
    }
    if event is not None:
        context |= _now(event)
    content = render_to_string("events/embed.html", context)
    return HttpResponse(content, status=404 if event is None else 200, headers=HEADERS)


@kept
@never_cache
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """The next match and stage, the part of the page that changes."""
    event = get_object_or_404(visible_events(PUBLIC), slug=slug)
    return live_part(request, NOW, lambda: _now(event))


def _now(event: Event) -> dict[str, object]:
    viewer = EventViewer(event, PUBLIC)
    return {
        "event": event,
        "live": is_live(viewer),
        "next": _next_match(viewer),
        "moment": schedule.next_moment(event, schedule.schedule(viewer)),
    }


def _next_match(viewer: EventViewer) -> Any:
    """The queued match that was made first; None where none waits that everybody may see."""
    which = games.within(event_matches.stages_with_matches(viewer))
    waiting = Match.objects.for_lists().visible_to(viewer.user).filter(which, state="queued")
    first = waiting.order_by("pk").first()
    return next(iter(event_matches.played(viewer, [first])), None) if first is not None else None
