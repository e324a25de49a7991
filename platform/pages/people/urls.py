"""The addresses of people and teams."""

from django.urls import path

from pages.people import reports, views

urlpatterns = [
    path("report/", reports.report, name="report"),
    path("people/<slug:name>/", views.person, name="person"),
    path("people/<slug:name>/events/", views.person_events, name="person-events"),
    path("teams/<slug:name>/", views.team, name="team"),
    path("teams/<slug:name>/events/", views.team_events, name="team-events"),
]
