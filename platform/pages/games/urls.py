"""Addresses of the games' own pages."""

from django.urls import path

from pages.games import views

_GAME = "games/<slug:game>/"

urlpatterns = [
    path(_GAME, views.play, name="game"),
    path(f"{_GAME}rules/", views.rules, name="game-rules"),
    path(f"{_GAME}rules/changes/", views.changes, name="game-changes"),
    path(f"{_GAME}matches/", views.matches, name="game-matches"),
    path(f"{_GAME}kit/", views.kit, name="game-kit"),
    path(f"{_GAME}kit/<slug:language>.zip", views.kit_download, name="kit-download"),
]
