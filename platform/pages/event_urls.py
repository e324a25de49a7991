"""Addresses of the events' pages."""

from __future__ import annotations

from django.urls import path

from pages.views import events

_EVENT = "events/<slug:slug>/"

urlpatterns = [
    path("events/", events.index, name="events"),
    path("events/new/", events.new, name="event-new"),
    path(_EVENT, events.overview, name="event"),
    path(f"{_EVENT}state/", events.state, name="event-state"),
    path(f"{_EVENT}standings/", events.standings, name="event-standings"),
    path(f"{_EVENT}standings.csv", events.standings_file, name="event-csv"),
    path(f"{_EVENT}matches/", events.matches, name="event-matches"),
    path(f"{_EVENT}start/", events.start, name="event-start"),
]
