"""Addresses of the editor."""

from django.urls import path

from pages.workshop import lessons, tries, views

_VERSION = "bots/<slug:owner>/<bot:name>/versions/<int:number>/"

urlpatterns = [
    path("games/<slug:game>/write/", views.write, name="write"),
    path("games/<slug:game>/lessons/", lessons.index, name="lessons"),
    path("games/<slug:game>/lessons/<slug:lesson>/", views.write, name="lesson"),
    path("games/<slug:game>/try/", tries.request_try, name="try"),
    path("tries/<uuid:key>/state/", tries.state, name="try-state"),
    path("tries/<uuid:key>/board/", tries.board, name="try-board"),
    path("tries/<uuid:key>/frames/", tries.frames, name="try-frames"),
    path("tries/<uuid:key>/log/", tries.log, name="try-log"),
    path(f"{_VERSION}edit/", views.edit, name="version-edit"),
    path(f"{_VERSION}compare/", views.compare, name="version-compare"),
]
