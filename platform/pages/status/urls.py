"""Addresses of what the site says of itself: health, limits, help, and files that browsers ask."""

from __future__ import annotations

from django.urls import path

from pages.status import views

urlpatterns = [
    path("about/", views.about, name="about"),
    path("help/events/", views.events, name="event-help"),
    path("help/teams/", views.teams, name="team-help"),
    path("help/limits/", views.limits, name="limits"),
    path("help/sparring/", views.sparring, name="sparring-help"),
    path("status/", views.status, name="status"),
    path("robots.txt", views.robots, name="robots"),
    path("favicon.ico", views.favicon, name="favicon"),
]
