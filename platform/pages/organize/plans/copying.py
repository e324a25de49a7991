"""The form by which organizers copy an event."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from accounts.models import User
from ladder.events.circuits import permissions
from ladder.events.models import Event
from ladder.events.planning import copying
from ladder.events.roles import EventAct
from pages.frame.access.permissions import PersonRequest, creators_only, event_staff
from pages.frame.acts import desk_page, refusing
from pages.frame.fields.forms import line_field, sent, tick_field
from pages.frame.fields.zoned import TimeField, in_zone

MONTH = timedelta(weeks=4)


class CopyForm(forms.Form):
    """The new name and start, and whether roles are copied."""

    name = line_field("Name", 60)
    starts = TimeField("Starts")
    roles = tick_field(
        "Copy the roles of people", "They are notified. You become an owner of the copy."
    )

    circuits = tick_field(
        "Add the copy to the circuits of this event", "It takes part in those that you run."
    )

    def __init__(self, *args: Any, event: Event, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = in_zone(self, event.time_zone)
        self.fields["starts"].help_text = (
            f"In the time zone of the event, {event.time_zone}. All other times move along. "
            "Empty: an organizer starts it, and the copy has no times."
        )
        self.initial = {
            "name": event.name,
            "starts": self._next(event),
            "roles": True,
            "circuits": True,
        }
        if not permissions.run_by(user).filter(legs__event=event).exists():
            del self.fields["circuits"]

    def _next(self, event: Event) -> str:
        """The same day of the week and time, some weeks later and in the future."""
        old = event.starts or event.started
        if old is None:
            return ""
        clock = timezone.localtime(old, self.zone).replace(tzinfo=None)
        now = timezone.localtime(timezone.now(), self.zone).replace(tzinfo=None)
        months = max(1, (now - clock) // MONTH + 1)
        return f"{clock + months * MONTH:%Y-%m-%dT%H:%M}"


@event_staff(EventAct.PLAN)
@creators_only
def copy(request: PersonRequest, event: Event) -> HttpResponse:
    form = CopyForm(sent(request), event=event, user=request.user)
    if form.is_valid():
        data = form.cleaned_data
        with refusing(form):
            made = copying.copy(
                event,
                request.user,
                data["name"],
                data["starts"],
                with_roles=data["roles"],
                with_circuits=data.get("circuits", False),
            )
            return redirect("event-organize", made.slug)
    return desk_page(request, event, "copy", "copy", {"form": form})
