"""The freeze of uploads of an event, and the people who may upload all the same."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from ladder.events.models import Event
from ladder.events.roles import EventAct
from ladder.events.running import upload_freezes
from pages.frame.access.permissions import PersonRequest, event_act, event_staff
from pages.frame.acts import desk_page, redirect_with, refusing, reported
from pages.frame.fields.forms import ReasonForm, line_field, sent


class ExemptionForm(ReasonForm):
    name = line_field("Name of a person", 150)
    field_order = ("name", "reason")


@require_http_methods(["GET", "HEAD", "POST"])
@event_staff(EventAct.ENTRANTS)
def index(request: PersonRequest, event: Event) -> HttpResponse:
    """The rule, and its exemptions; a post exempts a person."""
    form = ExemptionForm(sent(request))
    if form.is_valid():
        with refusing(form):
            made = upload_freezes.exempt(event, request.user, **form.cleaned_data)
            return redirect_with(
                request,
                f"{made.person} can upload during the freeze now.",
                "event-freeze",
                event.slug,
            )
    context = {
        "rule": upload_freezes.in_words(event),
        "exemptions": event.freeze_exemptions.select_related("person", "by"),
        "form": form,
        "plans": EventAct.PLAN in request.rights and not event.has_begun,
    }
    return desk_page(request, event, "entrants", "freeze", context)


@event_act(EventAct.ENTRANTS)
def end(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    exemption = get_object_or_404(event.freeze_exemptions.select_related("person"), pk=pk)
    with reported(request, f"The freeze concerns {exemption.person} again."):
        upload_freezes.end_exemption(exemption, request.user)
    return redirect("event-freeze", event.slug)
