"""Addresses of seasons: their past days, all of them together, their files, and the desk's."""

from __future__ import annotations

from django.urls import path

from pages.views import history, seasons

_LADDER = "games/<slug:game>/ladder/<slug:ruleset>/"
_DESK = "desk/seasons/"
_ONE = f"{_DESK}<int:pk>/"

urlpatterns = [
    path(f"{_LADDER}history/", history.course, name="ladder-history"),
    path(f"{_LADDER}all/", history.overall, name="ladder-all"),
    path(f"{_LADDER}standings.csv", history.standings_file, name="ladder-csv"),
    path(f"{_LADDER}official.csv", history.official_file, name="ladder-official-csv"),
    path(f"{_LADDER}history.csv", history.course_file, name="ladder-history-csv"),
    path(f"{_LADDER}all.csv", history.overall_file, name="ladder-all-csv"),
    path(f"{_LADDER}by-season.csv", history.by_season_file, name="ladder-by-season-csv"),
    path(_DESK, seasons.index, name="seasons"),
    path(f"{_DESK}new/", seasons.new, name="season-new"),
    path(_ONE, seasons.edit, name="season"),
    path(f"{_ONE}end/", seasons.end, name="season-end"),
    path(f"{_ONE}withdraw/", seasons.withdraw, name="season-withdraw"),
]
