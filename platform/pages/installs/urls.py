"""Addresses of the desk's pages of foreign games."""

from django.urls import path

from pages.installs import views

_GAMES = "desk/games/"
_ONE = f"{_GAMES}installs/<int:pk>/"

urlpatterns = [
    path(_GAMES, views.index, name="desk-games"),
    path(_ONE, views.show, name="game-install"),
    path(f"{_ONE}state/", views.state, name="game-install-state"),
    path(f"{_ONE}again/", views.again, name="game-install-again"),
    path(f"{_GAMES}<slug:name>/remove/", views.remove, name="game-remove"),
]
