"""Organizers plan an event: from a template or a file, stage by stage, with a dry run."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.serving.downloads import Download, download
from arbiter.texts import free_slug
from games.texts.sentences import paragraph
from ladder.core.contest import documents, templates
from ladder.core.contest import plan as plans
from ladder.events.entrants import check_in
from ladder.events.models import Event
from ladder.events.planning import acts, checking, promises
from ladder.events.roles import EventAct
from pages.frame.access.permissions import (
    PersonRequest,
    creators_only,
    event_act,
    event_page,
    event_staff,
)
from pages.frame.acts import desk_page, form_page, redirect_with, refusing, reported
from pages.frame.fields.forms import sent
from pages.frame.fields.zoned import zone_names
from pages.organize.plans.creating import CreationForm
from pages.organize.plans.forms import FrameForm, ImportForm, late_maps, rules_choices
from pages.organize.plans.graph import graph
from pages.organize.plans.plan_words import costs, groups_now
from pages.organize.plans.stage_form import StageForm

PROBLEMS = "The event was not published, because its stages have problems. Correct them below."


@require_safe
@creators_only
def choose(request: PersonRequest) -> HttpResponse:
    """The templates of events."""
    return render(request, "organize/choose.html", {"templates": templates.TEMPLATES})


@creators_only
def from_template(request: PersonRequest, name: str) -> HttpResponse:
    template = next((each for each in templates.TEMPLATES if each.name == name), None)
    if template is None:
        raise Http404("There is no such template.")
    return _creation(request, template)


@creators_only
def blank(request: PersonRequest) -> HttpResponse:
    """An event without stages yet."""
    return _creation(request)


def _creation(request: PersonRequest, template: templates.Template | None = None) -> HttpResponse:
    form, page = CreationForm(sent(request), template=template), "organize/template.html"
    context = {"form": form, "zones": zone_names(), "template": template}
    if form.brawls is not None and form.brawls.change(request.POST.get("change", "")):
        return render(request, page, context)
    if form.is_valid():
        with refusing(form):
            return redirect("event-organize", form.create(request.user).slug)
    return form_page(request, page, context)


@creators_only
def from_file(request: PersonRequest) -> HttpResponse:
    form = ImportForm(sent(request))
    if form.is_valid():
        data = form.cleaned_data
        with refusing(form):
            made = acts.create(request.user, acts.Draft(name=data["name"], plan=data["text"]))
            return redirect("event-organize", made.slug)
    return form_page(request, "organize/import.html", {"form": form})


# The editor ---------------------------------------------------------------------------------------


@event_staff(EventAct.SEE)
def organize(request: PersonRequest, event: Event) -> HttpResponse:
    """The frame and the stages of an event that has not begun; one that has is run elsewhere."""
    if event.has_begun or event.is_over or EventAct.PLAN not in request.rights:
        return redirect("event-run", event.slug)
    form = FrameForm(sent(request), event=event)
    if form.is_valid():
        with refusing(form):
            acts.change(event, request.user, form.draft(event.planned))
            return redirect_with(request, "Saved.", "event-organize", event.slug)
    return _editor(request, event, form)


def _editor(request: PersonRequest, event: Event, form: FrameForm) -> HttpResponse:
    plan = event.planned
    problems = checking.at_publication(plan, event.most_entries, event.starts)
    groups = groups_now(event, plan)
    cost, by_stage = ("", {}) if problems else costs(event, plan)
    context = {
        "form": form,
        "zones": zone_names(),
        "stages": [
            (
                stage,
                [p for p in problems if p.stage == stage.key],
                groups.get(stage.key, ""),
                by_stage.get(stage.key),
            )
            for stage in plan.stages
        ],
        "problems": [p for p in problems if not p.stage],
        "cost": cost,
        "playable": not problems,
        "reminders": late_maps(event),
        "graph": graph(plan),
        "missing": len(check_in.missing(event)),
    }
    return desk_page(request, event, "plan", "organize", context)


def _require_unstarted(event: Event) -> None:
    if event.has_begun or event.is_over:
        raise Http404("The event has started, so its plan can no longer be changed.")


def _planned(event: Event) -> plans.EventPlan:
    _require_unstarted(event)
    return event.planned


@event_staff(EventAct.PLAN)
def stage(request: PersonRequest, event: Event, key: str) -> HttpResponse:
    plan = _planned(event)
    known = next((each for each in plan.stages if each.key == key), None)
    if known is None:
        raise Http404("The event has no such stage.")
    form = StageForm(sent(request), plan=plan, stage=known)
    context = {"event": event, "stage": known, "form": form, "tab": "plan"}
    if any(rows.change(request.POST.get("change", "")) for rows in form.rows.values()):
        return render(request, "organize/stage.html", context)
    if form.is_valid():
        changed = plan.with_stage(form.stage())
        refused = form.refuse(checking.findings(changed, event.most_entries))
        if not refused and _keep(request, event, changed, form):
            saved = f"{form.cleaned_data['name']} is saved."
            return redirect_with(request, saved, "event-organize", event.slug)
    return form_page(request, "organize/stage.html", context)


def _keep(request: PersonRequest, event: Event, plan: plans.EventPlan, form: Any = None) -> bool:
    """Save a plan with the event's frame as it is; whether that was possible."""
    frame = {name: getattr(event, name) for name in FrameForm.base_fields}
    try:
        acts.change(event, request.user, acts.Draft(plan=plan, **frame))
    except ValidationError as error:
        if form is not None:
            form.add_error(None, ValidationError(error.messages))
        else:
            messages.error(request, paragraph(*error.messages))
        return False
    return True


@event_act(EventAct.PLAN)
def add_stage(request: PersonRequest, event: Event) -> HttpResponse:
    """A stage after the last one, fed by it."""
    plan = _planned(event)
    name = request.POST.get("name", "").strip()[:60] or "New stage"
    key = free_slug(name, {each.key for each in plan.stages}.__contains__, "stage", longest=30)
    last = plan.stages[-1] if plan.stages else None
    game, _, ruleset = rules_choices()[0][0].partition("/")
    made = plans.StagePlan(
        key=key,
        name=name,
        game=last.game if last else game,
        ruleset=last.ruleset if last else ruleset,
        kind=plans.DEFAULT_KIND,
        feeds=(plans.Feed(last.key if last else None),),
    )
    if not _keep(request, event, plan.with_stage(made)):
        return redirect("event-organize", event.slug)
    return redirect("event-organize-stage", event.slug, key)


@event_act(EventAct.PLAN)
def change_stages(request: PersonRequest, event: Event, key: str) -> HttpResponse:
    """Move a stage up or down the list, or take it out."""
    plan, act = _planned(event), request.POST.get("act", "")
    stages = list(plan.stages)
    at = next((n for n, each in enumerate(stages) if each.key == key), None)
    if at is None:
        raise Http404("The event has no such stage.")
    if act == "remove":
        plan = plan.without(key)
    elif act in ("up", "down"):
        other = at + (1 if act == "down" else -1)
        if 0 <= other < len(stages):
            stages[at], stages[other] = stages[other], stages[at]
            plan = replace(plan, stages=tuple(stages))
    else:
        raise Http404("A stage can be moved up, down, or removed.")
    _keep(request, event, plan)
    return redirect("event-organize", event.slug)


@event_page(EventAct.SEE)
def export(request: PersonRequest, event: Event) -> HttpResponseBase:
    text = json.dumps(documents.to_json(event.planned), indent=1, ensure_ascii=False)
    what = Download(f"{event.slug}.json", "application/json; charset=utf-8")
    return download(request, what, text + "\n")


@event_act(EventAct.PLAN)
def publish(request: PersonRequest, event: Event) -> HttpResponse:
    _require_unstarted(event)
    with reported(request, f"{event} is public, and bots can enter.") as outcome:
        try:
            acts.publish(event, request.user)
        except acts.PlanError:
            raise ValidationError(PROBLEMS) from None
    return redirect(event) if outcome.done else redirect("event-organize", event.slug)


@event_act(EventAct.ABORT)
def discard(request: PersonRequest, event: Event) -> HttpResponse:
    _require_unstarted(event)
    with reported(request, f"The draft of {event.name} was deleted.") as outcome:
        acts.discard(event, request.user)
    return redirect("events") if outcome.done else redirect("event-organize", event.slug)


# The dry run --------------------------------------------------------------------------------------


@event_staff(EventAct.PLAN)
@require_http_methods(["GET", "HEAD", "POST"])
def dry_run(request: PersonRequest, event: Event) -> HttpResponse:
    """The last dry run; the script of a page without a current one asks for it.  A POST has a
    worker simulate the event as it is now."""
    _require_unstarted(event)
    if request.method == "POST":
        if not checking.findings(event.planned, event.most_entries):
            promises.preview(event)
        return redirect("event-dry-run", event.slug)
    return render(request, "organize/dry_run.html", {**_dry_run(event), "tab": "plan"})


@event_page(EventAct.PLAN)
def dry_run_result(request: PersonRequest, event: Event) -> HttpResponse:
    """The part of the page that its script asks for, else the whole page."""
    _require_unstarted(event)
    if not getattr(request, "htmx", False):
        return redirect("event-dry-run", event.slug)
    return render(request, "organize/_dry_run.html", _dry_run(event))


def _dry_run(event: Event) -> dict[str, object]:
    """The context of the template `_dry_run.html`."""
    if wrong := checking.findings(event.planned, event.most_entries):
        return {"event": event, "problems": wrong}
    return {"event": event, "dry_run": promises.last_preview(event)}
