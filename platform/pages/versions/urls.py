"""Addresses of a bot's versions."""

from django.urls import path

from pages.versions import views

_VERSIONS = "bots/<slug:owner>/<bot:name>/versions/"
_VERSION = f"{_VERSIONS}<int:number>/"

urlpatterns = [
    path(f"{_VERSIONS}new/", views.upload, name="bot-upload"),
    path(_VERSION, views.show, name="version"),
    path(f"{_VERSION}state/", views.state, name="version-state"),
    path(f"{_VERSION}source/", views.source, name="version-source"),
    path(f"{_VERSION}activate/", views.activate, name="version-activate"),
    path(f"{_VERSION}delete-files/", views.delete_files, name="version-delete-files"),
    path(f"{_VERSION}rebuild/", views.rebuild, name="version-rebuild"),
]
