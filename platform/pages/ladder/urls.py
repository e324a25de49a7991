"""Addresses of the standings: now, on past days, of all seasons, and their files."""

from django.urls import path

from pages.ladder import history, rivals, views

_LADDER = "games/<slug:game>/ladder/<slug:ruleset>/"

urlpatterns = [
    path("games/<slug:game>/ladder/", views.default, name="game-ladder"),
    path(_LADDER, views.standings, name="ladder"),
    path(f"{_LADDER}official/", views.official, name="ladder-official"),
    path(f"{_LADDER}history/", history.course, name="ladder-history"),
    path(f"{_LADDER}rivals/", rivals.show, name="ladder-rivals"),
    path(f"{_LADDER}all/", history.overall, name="ladder-all"),
    path(f"{_LADDER}standings.csv", history.standings_file, name="ladder-csv"),
    path(f"{_LADDER}official.csv", history.official_file, name="ladder-official-csv"),
    path(f"{_LADDER}history.csv", history.course_file, name="ladder-history-csv"),
    path(f"{_LADDER}all.csv", history.overall_file, name="ladder-all-csv"),
    path(f"{_LADDER}by-season.csv", history.by_season_file, name="ladder-by-season-csv"),
]
