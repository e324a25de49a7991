"""Addresses of the help.  Webhooks have their page beside their settings."""

from django.urls import path

from pages.help import views

urlpatterns = [
    path("help/", views.index, name="help"),
    path("help/events/", views.events, name="event-help"),
    path("help/limits/", views.limits, name="limits"),
    path("help/sparring/", views.sparring, name="sparring-help"),
    path("help/teams/", views.teams, name="team-help"),
    path("help/<slug:page>/", views.page, name="help-page"),
]
