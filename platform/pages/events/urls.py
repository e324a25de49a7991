"""Addresses of the events' pages."""

from django.urls import path

from pages.events import calendars, entries, stages, taking_part, talk, views
from pages.events.archive import ordering as archives
from pages.events.files import printing, results_json, tables
from pages.events.screens import embed, projector
from pages.events.series import views as series

_EVENT = "events/<slug:slug>/"
_STAGE = f"{_EVENT}stages/<slug:key>/"
_ENCOUNTER = f"{_STAGE}encounters/<int:pk>/"

urlpatterns = [
    path("events/", views.index, name="events"),
    path("events/new/", series.new, name="event-new"),
    path("events/calendar/", calendars.month, name="event-calendar"),
    path("events/calendar.ics", calendars.feed, name="events-ics"),
    path("events/circuits/<slug:slug>/calendar.ics", calendars.circuit_feed, name="circuit-ics"),
    path(f"{_EVENT}calendar.ics", calendars.event_feed, name="event-ics"),
    path(_EVENT, views.overview, name="event"),
    path(f"{_EVENT}state/", views.state, name="event-state"),
    path(f"{_EVENT}print/", printing.paper, name="event-print"),
    path(f"{_EVENT}standings/", views.standings, name="event-standings"),
    path(f"{_EVENT}standings.csv", tables.final_file, name="event-csv"),
    path(f"{_EVENT}results.json", results_json.results, name="event-results-json"),
    path(f"{_EVENT}final.csv", tables.final_file, name="event-final-csv"),
    path(f"{_EVENT}archive/", archives.index, name="event-archives"),
    path(f"{_EVENT}archive/state/", archives.state, name="event-archives-state"),
    path(f"{_EVENT}archive/<int:pk>/cancel/", archives.cancel, name="event-archive-cancel"),
    path(f"{_EVENT}archive/<int:pk>.zip", archives.download, name="event-archive"),
    path(f"{_EVENT}matches/", views.matches, name="event-matches"),
    path(f"{_EVENT}matches.csv", tables.matches_file, name="event-matches-csv"),
    path(f"{_EVENT}entries/", entries.entries, name="event-entries"),
    path(f"{_EVENT}entries/<int:pk>/leave/", entries.leave, name="event-leave"),
    path(f"{_EVENT}announcements/", talk.announcements, name="event-talk"),
    path(f"{_EVENT}questions/", talk.questions, name="event-questions"),
    path(f"{_EVENT}enter/", views.enter, name="event-enter"),
    path(f"{_EVENT}invitation/", taking_part.invitation, name="event-invitation"),
    path(f"{_EVENT}invitation/<slug:name>/", taking_part.answer, name="event-invitation-answer"),
    path(f"{_EVENT}code/", taking_part.code, name="event-code"),
    path(f"{_EVENT}join/<str:token>/", taking_part.join, name="event-join"),
    path(f"{_EVENT}wait/", taking_part.wait, name="event-wait"),
    path(f"{_EVENT}waiting/<int:pk>/leave/", taking_part.stop_waiting, name="event-stop-waiting"),
    path(f"{_EVENT}<slug:kind>/<int:pk>/check-in/", taking_part.check, name="event-check-in"),
    path(f"{_EVENT}entries/<int:pk>/withdraw/", taking_part.drop, name="event-withdraw"),
    path(f"{_EVENT}projector/", projector.projector, name="event-projector"),
    path(f"{_EVENT}projector/state/", projector.state, name="event-projector-state"),
    path(f"{_EVENT}sponsors/<int:pk>.png", projector.logo, name="event-sponsor"),
    path("embed/events/<slug:slug>/", embed.show, name="embed-event"),
    path("embed/events/<slug:slug>/state/", embed.state, name="embed-event-state"),
    path(_STAGE, stages.stage, name="event-stage"),
    path(f"{_STAGE}state/", stages.state, name="event-stage-state"),
    path(f"{_STAGE}table.csv", tables.table_file, name="event-table-csv"),
    path(_ENCOUNTER, stages.encounter, name="event-encounter"),
    path(f"{_ENCOUNTER}state/", stages.encounter_state, name="event-encounter-state"),
]
