"""Addresses of the front page and the wall of live matches."""

from __future__ import annotations

from django.urls import path

from pages.front import views

urlpatterns = [
    path("", views.front, name="front"),
    path("now/", views.now, name="now"),
    path("live/", views.live, name="live"),
    path("live/boards/", views.live_boards, name="live-boards"),
]
