"""Addresses of the events' pages."""

from __future__ import annotations

from django.urls import path

from pages.views import event_entries, event_stages, events, series

_EVENT = "events/<slug:slug>/"
_STAGE = f"{_EVENT}stages/<slug:key>/"
_ENCOUNTER = f"{_STAGE}encounters/<int:pk>/"

urlpatterns = [
    path("events/", events.index, name="events"),
    path("events/new/", series.new, name="event-new"),
    path(_EVENT, events.overview, name="event"),
    path(f"{_EVENT}state/", events.state, name="event-state"),
    path(f"{_EVENT}standings/", events.standings, name="event-standings"),
    path(f"{_EVENT}standings.csv", events.standings_file, name="event-csv"),
    path(f"{_EVENT}final.csv", events.final_file, name="event-final-csv"),
    path(f"{_EVENT}matches/", events.matches, name="event-matches"),
    path(f"{_EVENT}matches.csv", events.matches_file, name="event-matches-csv"),
    path(f"{_EVENT}entries/", event_entries.entries, name="event-entries"),
    path(f"{_EVENT}entries/<int:pk>/leave/", event_entries.leave, name="event-leave"),
    path(f"{_EVENT}enter/", events.enter, name="event-enter"),
    path(f"{_EVENT}start/", series.start, name="event-start"),
    path(_STAGE, event_stages.stage, name="event-stage"),
    path(f"{_STAGE}state/", event_stages.state, name="event-stage-state"),
    path(f"{_STAGE}table.csv", event_stages.table_file, name="event-table-csv"),
    path(_ENCOUNTER, event_stages.encounter, name="event-encounter"),
    path(f"{_ENCOUNTER}state/", event_stages.encounter_state, name="event-encounter-state"),
]
