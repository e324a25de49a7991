"""Addresses of the pages on which organizers plan and run events."""

from __future__ import annotations

from django.urls import path

from pages.views import event_desk, event_plans

_DESK = "events/<slug:slug>/organize/"
_STAGE = f"{_DESK}stages/<slug:key>/"

urlpatterns = [
    path("events/plan/", event_plans.choose, name="event-plan"),
    path("events/plan/blank/", event_plans.blank, name="event-plan-blank"),
    path("events/plan/file/", event_plans.from_file, name="event-plan-file"),
    path("events/plan/<slug:name>/", event_plans.from_template, name="event-plan-template"),
    path(_DESK, event_plans.organize, name="event-organize"),
    path(f"{_DESK}stages/", event_plans.add_stage, name="event-add-stage"),
    path(_STAGE, event_plans.stage, name="event-organize-stage"),
    path(f"{_STAGE}schedule/", event_desk.schedule, name="event-stage-schedule"),
    path(f"{_STAGE}change/", event_plans.change_stages, name="event-change-stages"),
    path(f"{_STAGE}act/<slug:name>/", event_desk.stage_act, name="event-stage-act"),
    path(f"{_DESK}plan.json", event_plans.export, name="event-plan-json"),
    path(f"{_DESK}publish/", event_plans.publish, name="event-publish"),
    path(f"{_DESK}discard/", event_plans.discard, name="event-discard"),
    path(f"{_DESK}dry-run/", event_plans.dry_run, name="event-dry-run"),
    path(f"{_DESK}dry-run/result/", event_plans.dry_run_result, name="event-dry-run-result"),
    path(f"{_DESK}run/", event_desk.run, name="event-run"),
    path(f"{_DESK}matches/", event_desk.matches, name="event-desk-matches"),
    path(f"{_DESK}begin/", event_desk.start, name="event-begin"),
    path(f"{_DESK}act/<slug:name>/", event_desk.act, name="event-act"),
    path(f"{_DESK}foresee/<slug:name>/<int:pk>/", event_desk.foresee, name="event-foresee"),
]
