"""Addresses of the desk's pages of games that were made outside."""

from __future__ import annotations

from django.urls import path

from pages.views import installs

_GAMES = "desk/games/"
_ONE = f"{_GAMES}installs/<int:pk>/"

urlpatterns = [
    path(_GAMES, installs.index, name="desk-games"),
    path(_ONE, installs.show, name="game-install"),
    path(f"{_ONE}state/", installs.state, name="game-install-state"),
    path(f"{_ONE}again/", installs.again, name="game-install-again"),
    path(f"{_GAMES}<slug:name>/remove/", installs.remove, name="game-remove"),
]
