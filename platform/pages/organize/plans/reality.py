"""The plan of an event beside what happens: matches, times and load."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ladder.events.models import Event
from ladder.events.reading.reality import Reality
from ladder.events.roles import EventAct
from pages.frame.access.event_permissions import event_staff
from pages.frame.access.requests import PersonRequest
from pages.frame.fields.zoned import read_zone


@require_safe
@event_staff(EventAct.SEE)
def plan_and_reality(request: PersonRequest, event: Event) -> HttpResponse:
    """The last promise, or the one that the query names: ``?promise=12``."""
    asked = request.GET.get("promise", "")
    wanted = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 12 else None
    reality = Reality(event, wanted)
    if asked and (reality.promise is None or reality.promise.pk != wanted):
        raise Http404("There is no such promise of this event.")
    context = {
        "event": event,
        "tab": "plan",
        "reality": reality,
        "zone": read_zone(event.time_zone),
    }
    return render(request, "organize/reality.html", context)
