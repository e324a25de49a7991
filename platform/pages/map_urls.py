"""Addresses of the pages of maps."""

from __future__ import annotations

from django.urls import path

from pages.views import maps

_MAPS = "games/<slug:game>/maps/"
_MAP = f"{_MAPS}<int:pk>/"

urlpatterns = [
    path(_MAPS, maps.index, name="game-maps"),
    path(f"{_MAPS}new/", maps.new, name="map-new"),
    path(_MAP, maps.show, name="map"),
    path(f"{_MAP}edit/", maps.edit, name="map-edit"),
    path(f"{_MAP}board.json", maps.board, name="map-board"),
    path(f"{_MAP}text/", maps.text, name="map-text"),
    path(f"{_MAP}archive/", maps.archive, name="map-archive"),
    path(f"{_MAP}unarchive/", maps.unarchive, name="map-unarchive"),
    path(f"{_MAP}publish/", maps.publish, name="map-publish"),
    path(f"{_MAP}pool/", maps.pool, name="map-pool"),
]
