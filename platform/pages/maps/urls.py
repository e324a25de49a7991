"""Addresses of the pages of maps."""

from django.urls import path

from pages.maps import views

_MAPS = "games/<slug:game>/maps/"
_MAP = f"{_MAPS}<int:pk>/"

urlpatterns = [
    path(_MAPS, views.index, name="game-maps"),
    path(f"{_MAPS}new/", views.new, name="map-new"),
    path(_MAP, views.show, name="map"),
    path(f"{_MAP}edit/", views.edit, name="map-edit"),
    path(f"{_MAP}board.json", views.board, name="map-board"),
    path(f"{_MAP}text/", views.text, name="map-text"),
    path(f"{_MAP}archive/", views.archive, name="map-archive"),
    path(f"{_MAP}unarchive/", views.unarchive, name="map-unarchive"),
    path(f"{_MAP}publish/", views.publish, name="map-publish"),
    path(f"{_MAP}pool/", views.pool, name="map-pool"),
]
