"""Incidents of an event: matches that are played again at once, stages that are taken back after a
preview, and their announcements."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.texts.sentences import counted
from ladder.events.mending import drafts, incidents, retaking, taking_back
from ladder.events.models import Event, Incident
from ladder.events.reading import incidents as incident_reading
from ladder.events.roles import EventAct
from ladder.events.showing import talk
from matches.models import Match
from pages.frame.access.permissions import PersonRequest, event_page, event_staff
from pages.frame.acts import desk_page, preview_page, redirect_with, refusing
from pages.frame.fields.forms import number_field, offer, sent
from pages.frame.fields.zoned import TimeField, in_zone
from pages.frame.paging import page_of
from pages.organize.plans.form_rows import Data
from pages.organize.talk import AnnounceForm

PER_PAGE, PLAY_AGAIN = 20, "organize/play_again.html"
SHOWN = 50
"""Matches of an incident that its page lists."""


WORKER, MACHINE = "worker:", "machine:"


class ChoiceForm(forms.Form):
    """A worker or a machine, an interval in the event's zone, or both."""

    played_by = forms.ChoiceField(label="Played by", required=False)
    since = TimeField("From", "Matches that ended before are left out.")
    until = TimeField("To", "Matches that began later are left out.")

    def __init__(self, data: Data | None = None, *, event: Event) -> None:
        super().__init__(data)
        self.zone = in_zone(self, event.time_zone)
        machines = groupby(incidents.players(event), key=lambda player: player.machine)
        groups: list[Any] = [("", "All workers")]
        for machine, rows in machines:
            own = list(rows)
            total = sum(player.matches for player in own)
            matches = counted(total, "match", "matches")
            every = (f"{MACHINE}{machine}", f"{machine}: all workers ({matches})")
            groups.append((machine, [every, *((f"{WORKER}{p.name}", self._said(p)) for p in own)]))
        offer(self, "played_by", groups)

    def _said(self, player: incidents.Player) -> str:
        played = counted(player.matches, "match", "matches")
        if player.first is None or player.last is None:
            return f"{player.name} ({played})"
        first, last = (timezone.localtime(t, self.zone) for t in (player.first, player.last))
        return f"{player.name} ({played}, {first:%Y-%m-%d %H:%M} to {last:%Y-%m-%d %H:%M})"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors:
            return data
        if not (data.get("played_by") or data["since"] or data["until"]):
            raise ValidationError("Choose a worker or a machine, or enter a time.")
        if data["since"] and data["until"] and data["until"] <= data["since"]:
            self.add_error("until", "This time must be after the first one.")
        return data

    def choice(self) -> incidents.Choice:
        """The choice of a valid form."""
        data = self.cleaned_data
        who: str = data["played_by"]
        return incidents.Choice(
            worker=who.removeprefix(WORKER) if who.startswith(WORKER) else "",
            machine=who.removeprefix(MACHINE) if who.startswith(MACHINE) else "",
            since=data["since"],
            until=data["until"],
        )


class DelayForm(forms.Form):
    """By how much later times move."""

    minutes = number_field(
        "Minutes by which these times move", 0, incidents.LONGEST, required=False
    )


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
