"""Addresses of the editor."""

from __future__ import annotations

from django.urls import path

from pages.workshop import views

_VERSION = "bots/<slug:owner>/<bot:name>/versions/<int:number>/"

urlpatterns = [
    path("games/<slug:game>/write/", views.write, name="write"),
    path(f"{_VERSION}edit/", views.edit, name="version-edit"),
    path(f"{_VERSION}compare/", views.compare, name="version-compare"),
]
