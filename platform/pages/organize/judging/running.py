"""Organizers run an event: start, pause, reveal, reschedule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django import forms
from django.db.models import Model, Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from audit.models import AuditEntry
from ladder.core.contest import durations
from ladder.core.contest import plan as plans
from ladder.events.kinds import registry
from ladder.events.mending import taking_back
from ladder.events.models import Entry, Event, Stage
from ladder.events.planning import acts, rescheduling
from ladder.events.reading import matches as event_matches
from ladder.events.reading.viewer import EventViewer
from ladder.events.roles import EventAct
from ladder.events.running import pausing
from matches.models import Match
from pages.frame.access.permissions import PersonRequest, event_act, event_page, event_staff
from pages.frame.acts import desk_page, given_reason, redirect_with, refusing, reported
from pages.frame.fields.forms import offer, sent
from pages.frame.fields.zoned import (
    MinutesField,
    TimeField,
    read_zone,
    sent_time,
    typed_time,
)
from pages.frame.match_parts.event_matches import listed
from pages.frame.paging import page_of
from pages.organize.plans.form_rows import Data
from pages.organize.plans.forms import rules_choices

PER_PAGE = 50
Verb = Callable[[Any, Any, str], None]
EVENT_ACTS: dict[str, tuple[Verb, str]] = {
    "pause": (pausing.pause, "is paused"),
    "resume": (pausing.resume, "continues"),
    "abort": (acts.abort, "is aborted"),
}
STAGE_ACTS: dict[str, tuple[Verb, str]] = {
    "pause": (pausing.pause_stage, "is paused"),
    "resume": (pausing.resume_stage, "continues"),
}


class ScheduleForm(forms.Form):
    """Times are in the event's zone.  A field that nobody changed keeps what it stands for, also
    the seconds that it does not show."""

    ruleset = forms.ChoiceField(label="Rules")
    begins = TimeField("Begins", "Empty: when the stages before it are finished.")
    ends = TimeField("Ends")
    freeze = MinutesField(
        "Versions are fixed",
        "Time before the start of the stage, for example 1h. Empty: at the start.",
    )

    def __init__(self, data: Data | None = None, *, stage: Stage) -> None:
        self.schedule, self.zone = rescheduling.schedule_of(stage), read_zone(stage.event.time_zone)
        super().__init__(data, initial=self._told())
        prefix = f"{stage.game}/"
        choices = [
            (name.removeprefix(prefix), title)
            for name, title in rules_choices()
            if name.startswith(prefix)
        ]
        if stage.ruleset not in dict(choices):
            choices.append((stage.ruleset, f"{stage.ruleset} (not on this site)"))
        offer(self, "ruleset", choices)
        if stage.ends is None:
            del self.fields["ends"]

    def _told(self) -> dict[str, object]:
        now = self.schedule
        return {
            "ruleset": now.ruleset,
            "begins": typed_time(now.begins, self.zone),
            "ends": typed_time(now.ends, self.zone),
            "freeze": durations.say_minutes(now.freeze or None),
        }

    def clean(self) -> dict[str, object]:
        data = super().clean() or self.cleaned_data
        for name in ("begins", "ends"):
            known = getattr(self.schedule, name)
            if data.get(name, "") == typed_time(known, self.zone):
                data[name] = known
            else:
                data[name] = sent_time(self, name, self.zone)
        return data

    def wanted(self) -> rescheduling.Schedule:
        data = self.cleaned_data
        return rescheduling.Schedule(
            data["ruleset"], data["begins"], data["ends"], data["freeze"] or 0
        )


@event_page(EventAct.SEE)
def run(request: PersonRequest, event: Event) -> HttpResponse:
    rows = event.entries.select_related("bot__owner").filter(withdrawn_at=None)
    context = {
        "stages": [_line(stage) for stage in event.stages.all()],
        "page": page_of(request, rows.order_by("-disqualified_at", "pk"), PER_PAGE),
        "reveals": list(plans.Reveal),
    }
    return desk_page(request, event, "run", "run", context)


def _line(stage: Stage) -> dict[str, object]:
    """A stage with what waits and runs of it, and why it does not go on."""
    kind = registry.kind_of(stage)
    own = Match.objects.filter(taking_back.own_matches(stage))
    return {
        "stage": stage,
        "waiting": own.filter(state=Match.State.QUEUED).count(),
        "running": own.filter(state=Match.State.RUNNING).count(),
        "played": own.counting().exclude(event_matches.IS_REPLACED).count(),
        "paused": stage.paused,
        "troubles": [stage.trouble] if stage.trouble else [],
        "is_season": not kind.own_matches,
        "is_held": stage.state == Stage.State.WAITING and stage.paused,
        "goes_back": stage.started is not None and stage.event.state != Event.State.ABORTED,
        "pairs_by_hand": kind.paired_by_hand and stage.state == Stage.State.RUNNING,
    }


@event_page(EventAct.SEE)
def matches(request: PersonRequest, event: Event) -> HttpResponse:
    """All matches of the event, each with the way to take its result back."""
    shown = listed(request, EventViewer(event, request.user))
    return desk_page(request, event, "run", "matches", shown)


@event_act(EventAct.RUN)
def start(request: PersonRequest, event: Event) -> HttpResponse:
    with reported(request, f"{event} has started.", f"{event} was not started. ") as outcome:
        acts.start(event, request.user)
    return redirect("event-run" if outcome.done else "event-organize", event.slug)


@event_act(EventAct.SEE)
def act(request: PersonRequest, event: Event, name: str) -> HttpResponse:
    if name not in EVENT_ACTS:
        raise Http404("There is no such act.")
    return _do(request, event, event, EVENT_ACTS[name])


@event_act(EventAct.SEE)
def stage_act(request: PersonRequest, event: Event, key: str, name: str) -> HttpResponse:
    stage = get_object_or_404(event.stages, key=key)
    if name == "reveal":
        level = request.POST.get("level", "")
        if level not in list(plans.Reveal):
            raise Http404("There is no such audience.")
        acts.reveal(stage, request.user, plans.Reveal(level))
        shown = f"The results of {stage.name} are shown to: {level}."
        return redirect_with(request, shown, "event-run", event.slug)
    if name not in STAGE_ACTS:
        raise Http404("There is no such act.")
    return _do(request, event, stage, STAGE_ACTS[name])


@event_staff(EventAct.RUN)
def schedule(request: PersonRequest, event: Event, key: str) -> HttpResponse:
    """The times and rules of a stage that has not begun."""
    stage = get_object_or_404(event.stages, key=key, state=Stage.State.WAITING)
    form = ScheduleForm(sent(request), stage=stage)
    if form.is_valid():
        with refusing(form):
            rescheduling.reschedule(stage, request.user, form.wanted())
            return redirect_with(request, f"{stage.name} is changed.", "event-run", event.slug)
    return desk_page(request, event, "run", "stage_schedule", {"stage": stage, "form": form})


def _do(
    request: PersonRequest, event: Event, target: Event | Stage, chosen: tuple[Verb, str]
) -> HttpResponse:
    verb, done = chosen
    with reported(request, f"{target} {done}.", "Nothing was done: "):
        verb(target, request.user, given_reason(request))
    return redirect("event-run", event.slug)


PER_PAGE = 50


@event_page(EventAct.SEE)
def history(request: PersonRequest, event: Event) -> HttpResponse:
    which = _about(Event, [event.pk])
    which |= _about(Stage, event.stages.values_list("pk", flat=True))
    which |= _about(Entry, event.entries.values_list("pk", flat=True))
    page = page_of(request, AuditEntry.objects.filter(which).order_by("-number"), PER_PAGE)
    return desk_page(request, event, "run", "history", {"page": page})


def _about(model: type[Model], keys: Iterable[int]) -> Q:
    return Q(target_type=model._meta.label_lower, target_id__in=[str(pk) for pk in keys])
