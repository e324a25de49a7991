"""The freeze of uploads of an event, and the people who may upload all the same."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from ladder.events import upload_freezes
from ladder.events.models import Event, FreezeExemption
from ladder.events.permissions import may
from ladder.events.roles import EventAct
from pages.frame.acts import reported
from pages.frame.event_permissions import event_staff
from pages.frame.forms import ReasonForm, refuse, sent
from pages.frame.requests import PersonRequest


class ExemptionForm(ReasonForm):
    name = forms.CharField(
        label="Name of a person", max_length=150, widget=forms.TextInput({"autocomplete": "off"})
    )
    field_order = ("name", "reason")


@require_http_methods(["GET", "HEAD", "POST"])
@event_staff(EventAct.ENTRANTS)
def index(request: PersonRequest, slug: str) -> HttpResponse:
    """The rule, and its exemptions; a post exempts a person."""
    event = get_object_or_404(Event, slug=slug)
    form = ExemptionForm(sent(request))
    if request.method == "POST" and form.is_valid():
        try:
            made = upload_freezes.exempt(event, request.user, **form.cleaned_data)
        except ValidationError as error:
            refuse(form, error)
        else:
            messages.success(request, f"{made.person} can upload during the freeze now.")
            return redirect("event-freeze", slug)
    context = {
        "event": event,
        "tab": "entrants",
        "rule": upload_freezes.in_words(event),
        "exemptions": event.freeze_exemptions.select_related("person", "by"),
        "form": form,
        "plans": may(request.user, event, EventAct.PLAN) and not event.has_begun,
    }
    status = 422 if form.errors else 200
    return render(request, "organize/freeze.html", context, status=status)


@require_POST
@event_staff(EventAct.ENTRANTS)
def end(request: PersonRequest, slug: str, pk: int) -> HttpResponse:
    rows = FreezeExemption.objects.select_related("event", "person")
    found = get_object_or_404(rows, event__slug=slug, pk=pk)
    with reported(request, f"The freeze concerns {found.person} again."):
        upload_freezes.end_exemption(found, request.user)
    return redirect("event-freeze", slug)
