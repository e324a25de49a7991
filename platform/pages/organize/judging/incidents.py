"""Incidents of an event: matches that are played again at once, stages that are taken back after a
preview, and their announcements."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from ladder.events.mending import drafts, incidents, retaking, taking_back
from ladder.events.models import Event, Incident
from ladder.events.reading import incidents as incident_reading
from ladder.events.roles import EventAct
from ladder.events.showing import talk
from matches.models import Match
from pages.frame.access.permissions import PersonRequest, event_page, event_staff
from pages.frame.acts import desk_page, preview_page, redirect_with, refusing
from pages.frame.fields.forms import sent
from pages.frame.paging import page_of
from pages.organize.judging.incident_forms import ChoiceForm, DelayForm
from pages.organize.talk import AnnounceForm

PER_PAGE, PLAY_AGAIN = 20, "organize/play_again.html"
SHOWN = 50
"""Matches of an incident that its page lists."""


@event_page(EventAct.SEE)
def index(request: PersonRequest, event: Event) -> HttpResponse:
    rows = event.incidents.select_related("by", "announcement")
    page = page_of(request, rows, PER_PAGE)
    context = {
        "page": page,
        "rows": [(row, incident_reading.progress(row)) for row in page],
        "form": ChoiceForm(event=event),
    }
    return desk_page(request, event, "run", "incidents", context)


@require_http_methods(["GET", "HEAD", "POST"])
@event_staff(EventAct.JUDGE)
def play_again(request: PersonRequest, event: Event) -> HttpResponse:
    """The preview of a choice.  Posted with its fingerprint, the matches are played again."""
    form = ChoiceForm(request.POST if request.method == "POST" else request.GET, event=event)
    delay = DelayForm(request.POST if "minutes" in request.POST else None)
    context: dict[str, object] = {"event": event, "tab": "run", "form": form, "delay": delay}
    if not form.is_valid():
        context |= {"preview": None, "errors": []}
        return render(request, PLAY_AGAIN, context, status=422 if form.errors else 200)
    minutes = delay.cleaned_data["minutes"] or 0 if delay.is_valid() else 0
    act = incidents.PlayAgain(event, form.choice(), minutes)

    def previewed(preview: incidents.IncidentPreview) -> dict[str, object]:
        delay.initial = {"minutes": preview.minutes}
        runs = EventAct.RUN in request.rights
        moves = preview.moves(max(1, preview.minutes)) if runs else []
        described = incidents.described(event, act.choice)
        return context | {"described": described, "moves": moves}

    def done(made: Incident) -> HttpResponse:
        return redirect_with(request, "The matches are void, and are played again.", made)

    errors = [str(each) for each in delay.errors.get("minutes", ())]
    return preview_page(request, PLAY_AGAIN, act, previewed, done, errors=errors)


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
    context = {
        "incident": row,
        "progress": incident_reading.progress(row),
        "matches": _listed(row),
        "stages": list(row.stages.all()),
        "is_public": row.announcement is not None and row.announcement.withdrawn_at is None,
        "form": form,
    }
    return desk_page(request, event, "run", "incident", context)


def _listed(row: Incident) -> list[Match]:
    """The first of its matches."""
    rows = Match.objects.for_lists().filter(pk__in=row.matches.values("pk"))
    return list(rows.order_by("pk")[:SHOWN])


@require_http_methods(["GET", "HEAD", "POST"])
@event_staff(EventAct.JUDGE)
def take_back(request: PersonRequest, event: Event, key: str) -> HttpResponse:
    """The preview by ``mode``.  Posted with its fingerprint, the stage is taken back."""
    stage = get_object_or_404(event.stages, key=key)
    given = request.POST if request.method == "POST" else request.GET
    mode = given.get("mode", taking_back.Mode.REPLAY.value)
    if mode not in taking_back.Mode.values:
        raise Http404("There is no such way to take a stage back.")

    def context(preview: taking_back.Losses) -> dict[str, object]:
        names = {"mode": mode, "modes": taking_back.Mode.choices}
        return {"event": event, "tab": "run", "stage": preview.stage, **names}

    def done(made: Incident) -> HttpResponse:
        return redirect_with(request, f"{made.title}. A draft of the announcement is below.", made)

    act = retaking.TakeBack(stage, taking_back.Mode(mode))
    return preview_page(request, "organize/take_back.html", act, context, done)
