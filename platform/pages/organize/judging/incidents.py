"""Incidents of an event: its matches that are played again at once, and their announcements."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_safe

from ladder.events.mending import drafts, incidents
from ladder.events.mending.incidents import Choice, IncidentPreview
from ladder.events.models import Event, Incident
from ladder.events.reading.incidents import progress
from ladder.events.roles import EventAct
from ladder.events.showing import talk
from ladder.publishing import Outdated
from matches.models import Match
from pages.frame.access.event_permissions import event_staff
from pages.frame.access.requests import PersonRequest
from pages.frame.acts import form_page, redirect_with, refusing
from pages.frame.fields.forms import sent
from pages.frame.paging import page_of
from pages.organize.judging.incident_forms import ChoiceForm, DelayForm
from pages.organize.judging.taking_back import CHANGED
from pages.organize.talk import AnnounceForm

PER_PAGE = 20
SHOWN = 50
"""Matches of an incident that its page lists."""


@require_safe
@event_staff(EventAct.SEE)
def index(request: PersonRequest, event: Event) -> HttpResponse:
    rows = event.incidents.select_related("by", "announcement")
    page = page_of(request, rows, PER_PAGE)
    context = {
        "event": event,
        "tab": "run",
        "page": page,
        "rows": [(row, progress(row)) for row in page],
        "form": ChoiceForm(event=event),
    }
    return render(request, "organize/incidents.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_staff(EventAct.JUDGE)
def play_again(request: PersonRequest, event: Event) -> HttpResponse:
    """The preview of a choice.  Posted with its fingerprint, the matches are played again."""
    posted = request.method == "POST"
    form = ChoiceForm(request.POST if posted else request.GET, event=event)
    if not form.is_valid():
        return _page(request, event, form, None, [])
    choice, errors = form.choice(), list[str]()
    if posted:
        try:
            made = _play_again(request, event, choice)
        except ValidationError as error:
            errors = [CHANGED] if isinstance(error, Outdated) else error.messages
            event.refresh_from_db()
        else:
            return redirect_with(request, "The matches are void, and are played again.", made)
    return _page(request, event, form, incidents.preview(event, choice), errors)


def _play_again(request: PersonRequest, event: Event, choice: Choice) -> Incident:
    given = {name: request.POST.get(name, "") for name in ("reason", "seen")}
    delay = DelayForm(request.POST)
    if not delay.is_valid():
        raise ValidationError(delay.errors["minutes"].data)
    minutes = delay.cleaned_data["minutes"] or 0
    regardless = request.POST.get("regardless") == "1"
    return incidents.play_again(event, request.user, choice, given, minutes, regardless=regardless)


def _page(
    request: PersonRequest,
    event: Event,
    form: ChoiceForm,
    found: IncidentPreview | None,
    errors: list[str],
) -> HttpResponse:
    moves = []
    if found is not None and EventAct.RUN in request.rights:
        moves = found.moves(max(1, found.minutes))
    context: dict[str, Any] = {
        "event": event,
        "tab": "run",
        "form": form,
        "preview": found,
        "described": incidents.described(event, found.choice) if found else "",
        "moves": moves,
        "delay": DelayForm(
            request.POST if "minutes" in request.POST else None,
            initial={"minutes": found.minutes if found else 0},
        ),
        "errors": errors,
        "busy": CHANGED in errors,
        "reason": request.POST.get("reason", ""),
    }
    status = 422 if errors or form.errors else 200
    return render(request, "organize/play_again.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@event_staff(EventAct.SEE)
def incident(request: PersonRequest, event: Event, pk: int) -> HttpResponse:
    """One incident, with the draft of its announcement.  A post publishes that."""
    row = get_object_or_404(event.incidents.select_related("by", "announcement"), pk=pk)
    initial = {"title": row.title, "text": row.text, "projector": 10}
    form = AnnounceForm(sent(request), initial=initial)
    if form.is_valid():
        with refusing(form):
            drafts.announce(row, request.user, talk.Message(**form.cleaned_data))
            return redirect_with(
                request, "The announcement is public, and so is the incident.", row
            )
    told = row.announcement
    context = {
        "event": event,
        "tab": "run",
        "incident": row,
        "progress": progress(row),
        "matches": _listed(row),
        "stages": list(row.stages.all()),
        "is_public": told is not None and told.withdrawn_at is None,
        "form": form,
    }
    return form_page(request, "organize/incident.html", context)


def _listed(row: Incident) -> list[Match]:
    """The first of its matches."""
    found = Match.objects.for_lists().filter(pk__in=row.matches.values("pk"))
    return list(found.order_by("pk")[:SHOWN])
