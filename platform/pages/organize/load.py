"""The load of an event: promised beside real, and the workers that are reserved for it.

Organizers of the site reserve workers; the people who run the event see the use.
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone

from controls.models import Reservation
from controls.reservations import MOST_WORKERS, Wanted
from ladder.events.models import Event
from ladder.events.reading import reality as realities
from ladder.events.reading import reserved
from ladder.events.roles import EventAct
from ladder.events.running import reserving
from pages.frame.access.permissions import PersonRequest, event_act, event_page, event_staff
from pages.frame.acts import desk_page, given_reason, redirect_with, refusing, reported
from pages.frame.fields.forms import line_field, number_field, sent
from pages.frame.fields.zoned import TimeField, in_zone, read_zone


@event_page(EventAct.SEE)
def plan_and_reality(request: PersonRequest, event: Event) -> HttpResponse:
    """The last promise, or the one that the query names: ``?promise=12``."""
    asked = request.GET.get("promise", "")
    wanted = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 12 else None
    reality = realities.Reality(event, wanted)
    if asked and (reality.promise is None or reality.promise.pk != wanted):
        raise Http404("There is no such promise of this event.")
    context = {"reality": reality, "zone": read_zone(event.time_zone)}
    return desk_page(request, event, "plan", "reality", context)


class ReservationForm(forms.Form):
    """Times and a size: a number of workers, or a percentage."""

    begins = TimeField("From", "Empty: now.")
    ends = TimeField("To", required=True)
    workers = number_field("Number of workers", 1, MOST_WORKERS, required=False)
    percent = number_field("Or percentage of the workers", 1, 100, required=False)
    reason = line_field("Reason", 300)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = in_zone(self, event.time_zone)
        self.fields["ends"].help_text = f"Both times are in the time zone {event.time_zone}."


@event_staff(EventAct.SEE)
def workers(request: PersonRequest, event: Event) -> HttpResponse:
    """The reservations with their use, and for organizers of the site the form for one more."""
    if request.method == "POST" and not request.user.is_staff:
        raise Http404("There is no such page.")
    form = ReservationForm(sent(request), event=event)
    if form.is_valid():
        data = form.cleaned_data
        begins = data["begins"] or timezone.now()
        wanted = Wanted(begins, data["ends"], data["workers"], data["percent"])
        with refusing(form):
            made = reserving.reserve(event, request.user, wanted, data["reason"])
            return redirect_with(request, f"Reserved: {made.size}.", "event-workers", event.slug)
    context = {
        "zone": form.zone,
        "form": form if request.user.is_staff and not event.is_over else None,
        "reservations": [reserved.Measured(event, row) for row in reserving.reservations_of(event)],
    }
    return desk_page(request, event, "plan", "workers", context)


@event_act(EventAct.SEE)
def release(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    if not request.user.is_staff:
        raise Http404("There is no such page.")
    row = get_object_or_404(Reservation, pk=pk, subject=event.pk)
    with reported(request, "The workers are released.", "Nothing was done: "):
        reserving.release(event, request.user, row, given_reason(request))
    return redirect("event-workers", event.slug)
