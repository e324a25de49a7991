"""The projector of an event: one scene in the whole window, the same for everybody in the hall.

The part that changes is asked for every second, as other pages of events ask for theirs.  People
whose role allows to lead the ceremony also have the keys that move it.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from arbiter.serving.downloads import Download, download
from arbiter.serving.kept import kept
from ladder.events import permissions
from ladder.events.models import Scene, Sponsor
from ladder.events.reading.viewer import visible_events
from ladder.events.roles import EventAct
from pages.events.parts import live_part
from pages.events.screens.scenes import Screen
from pages.frame.access.finding import find_event

NOW = "events/_projector_state.html"
SLOTS = 4
"""Boards of the scene with live boards."""


@kept
def projector(request: HttpRequest, slug: str) -> HttpResponse:
    event = find_event(request, slug).event
    screen = Screen(event)
    seen = screen.version  # before the scene: an older one is replaced at the next question
    context = {
        **screen.scene(),
        "seen": seen,
        "slots": range(SLOTS),
        "leads": permissions.may(request.user, event, EventAct.REVEAL),
        "scenes": list(Scene),
    }
    return render(request, "events/projector.html", context)


@kept
@never_cache
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """The scene that is on, the part of the page that changes."""
    screen = Screen(find_event(request, slug).event)
    return live_part(request, NOW, screen.scene, screen.version)


@require_safe
def logo(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """The logo of a sponsor, for people who find the event."""
    events = visible_events(request.user)
    sponsor = get_object_or_404(Sponsor, pk=pk, event__slug=slug, event__in=events)
    what = Download(
        f"sponsor-{pk}.png",
        "image/png",
        lambda viewer: visible_events(viewer).filter(pk=sponsor.event_id).exists(),
        fresh_s=3600,
        inline=True,
        etag=f"sponsor-{pk}",
    )
    return download(request, what, sponsor.logo.open())
