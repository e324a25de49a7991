"""Organizers run an event: start, pause, reveal, disqualify, and take results back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from ladder.core.contest.plan import Reveal
from ladder.events.kinds.registry import kind_of
from ladder.events.mending.previews import Preview
from ladder.events.mending.results import stage_of
from ladder.events.models import Event, Stage
from ladder.events.planning import acts
from ladder.events.planning.rescheduling import reschedule
from ladder.events.reading.replaced import IS_REPLACED
from ladder.events.reading.viewer import EventViewer
from ladder.events.roles import EventAct
from ladder.events.running import pausing
from ladder.events.running.advancing import objection_to_reopening
from ladder.publishing import Outdated
from matches.models import Match
from pages.frame.access.event_permissions import event_staff
from pages.frame.access.requests import PersonRequest
from pages.frame.acts import form_page, given_reason, redirect_with, refusing, reported
from pages.frame.fields.forms import sent
from pages.frame.match_parts.event_matches import listed
from pages.frame.paging import page_of
from pages.organize.differences import ACTS, Act, digest, publish, target_of
from pages.organize.plans.schedule_form import ScheduleForm

PER_PAGE = 50
CHANGED = (
    "Nothing was done: more games have ended since you opened this page. "
    "The new preview is below. Confirm it, or act with the latest results."
)
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


@require_safe
@event_staff(EventAct.SEE)
def run(request: PersonRequest, event: Event) -> HttpResponse:
    rows = event.entries.select_related("bot__owner").filter(withdrawn_at=None)
    context = {
        "event": event,
        "tab": "run",
        "stages": [_line(stage) for stage in event.stages.all()],
        "page": page_of(request, rows.order_by("-disqualified_at", "pk"), PER_PAGE),
        "reveals": list(Reveal),
    }
    return render(request, "organize/run.html", context)


def _line(stage: Stage) -> dict[str, Any]:
    """A stage with what waits and runs of it, and why it does not go on."""
    kind = kind_of(stage)
    own = _matches(Q(event_game__encounter__stage=stage) | _of_series(stage))
    return {
        "stage": stage,
        "waiting": own.filter(state=Match.State.QUEUED).count(),
        "running": own.filter(state=Match.State.RUNNING).count(),
        "played": own.counting().exclude(IS_REPLACED).count(),
        "paused": stage.paused,
        "troubles": [stage.trouble] if stage.trouble else [],
        "is_season": not kind.own_matches,
        "is_held": stage.state == Stage.State.WAITING and stage.paused,
        "goes_back": stage.started is not None and stage.event.state != Event.State.ABORTED,
        "pairs_by_hand": kind.paired_by_hand and stage.state == Stage.State.RUNNING,
    }


def _of_series(stage: Stage) -> Q:
    return Q(series_game__series__stage=stage)


def _matches(which: Q) -> Any:
    return Match.objects.filter(which)


@require_safe
@event_staff(EventAct.SEE)
def matches(request: PersonRequest, event: Event) -> HttpResponse:
    """All matches of the event, each with the way to take its result back."""
    context = {
        "event": event,
        "tab": "run",
        **listed(request, EventViewer(event, request.user)),
    }
    return render(request, "organize/matches.html", context)


@require_POST
@event_staff(EventAct.RUN)
def start(request: PersonRequest, event: Event) -> HttpResponse:
    with reported(request, f"{event} has started.", f"{event} was not started. ") as outcome:
        acts.start(event, request.user)
    return redirect("event-run" if outcome.done else "event-organize", event.slug)


@require_POST
@event_staff(EventAct.SEE)
def act(request: PersonRequest, event: Event, name: str) -> HttpResponse:
    if name not in EVENT_ACTS:
        raise Http404("There is no such act.")
    return _do(request, event, event, EVENT_ACTS[name])


@require_POST
@event_staff(EventAct.SEE)
def stage_act(request: PersonRequest, event: Event, key: str, name: str) -> HttpResponse:
    stage = get_object_or_404(event.stages, key=key)
    if name == "reveal":
        level = request.POST.get("level", "")
        if level not in list(Reveal):
            raise Http404("There is no such audience.")
        acts.reveal(stage, request.user, Reveal(level))
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
            reschedule(stage, request.user, form.wanted())
            return redirect_with(request, f"{stage.name} is changed.", "event-run", event.slug)
    context = {"event": event, "tab": "run", "stage": stage, "form": form}
    return form_page(request, "organize/stage_schedule.html", context)


def _do(
    request: PersonRequest, event: Event, target: Event | Stage, chosen: tuple[Verb, str]
) -> HttpResponse:
    verb, done = chosen
    with reported(request, f"{target} {done}.", "Nothing was done: "):
        verb(target, request.user, given_reason(request))
    return redirect("event-run", event.slug)


# Acts that change tables --------------------------------------------------------------------------


@event_staff(EventAct.JUDGE)
def foresee(request: PersonRequest, event: Event, name: str, pk: int) -> HttpResponse:
    """A preview of an act's changes. Posted with the digest of the preview, the act is done.

    While games end every second, the preview is never the same twice.  So a post that says so does
    it with the results at that moment.
    """
    if name not in ACTS:
        raise Http404("There is no such act.")
    chosen = ACTS[name]
    target = target_of(event, chosen, pk)
    if request.method != "POST":
        return _foreseen(request, event, chosen, target, chosen.preview(target))
    reason, seen = request.POST.get("reason", ""), request.POST.get("seen", "")
    ticked = {name: request.POST.get(name) == "1" for name in ("regardless", "agreed")}
    try:
        publish(chosen, target, request.user, reason, seen, **ticked)
    except ValidationError as error:
        why = [CHANGED] if isinstance(error, Outdated) else error.messages
        now = chosen.preview(target)
        return _foreseen(request, event, chosen, target, now, why, reason)
    did = f"{getattr(target, 'bot', target)} {chosen.done}."
    return redirect_with(request, did, "event-run", event.slug)


def _listed(pks: Iterable[int]) -> list[Match]:
    """The first of these matches, for a list."""
    return list(Match.objects.for_lists().filter(pk__in=list(pks)).order_by("pk")[:PER_PAGE])


def _blocked(target: Any) -> Stage | None:
    """The stage of a match whose result cannot change, because a later stage has begun."""
    stage = stage_of(target) if isinstance(target, Match) else None
    return stage if stage is not None and stage.is_over and objection_to_reopening(stage) else None


def _foreseen(
    request: PersonRequest,
    event: Event,
    chosen: Act,
    target: Any,
    preview: Preview,
    errors: Sequence[str] = (),
    reason: str = "",
) -> HttpResponse:
    context = {
        "event": event,
        "tab": "run",
        "act": chosen,
        "target": target,
        "subject": getattr(target, "bot", target),
        "preview": preview,
        "again": _listed(preview.exchange.back),
        "gone": _listed(pk for pk in preview.exchange.away if pk != getattr(target, "pk", 0)),
        "following": _listed(preview.exchange.following),
        "seen": digest(preview),
        "errors": errors,
        "busy": CHANGED in errors,
        "blocked": _blocked(target) if preview.objection else None,
        "reason": reason,
    }
    return form_page(request, "organize/foresee.html", context)
