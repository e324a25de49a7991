"""Addresses of statistics and comparisons."""

from __future__ import annotations

from django.urls import path

from pages.views import statistics, trials

_BOT = "bots/<slug:owner>/<bot:name>/"
_TRIALS = f"{_BOT}comparisons/"
_TRIAL = f"{_TRIALS}<int:pk>/"
_AGAINST = f"{_BOT}against/<slug:other_owner>/<bot:other_name>/"

urlpatterns = [
    path(_TRIALS, trials.index, name="trials"),
    path(f"{_TRIALS}new/", trials.new, name="trial-new"),
    path(_TRIAL, trials.show, name="trial"),
    path(f"{_TRIAL}state/", trials.state, name="trial-state"),
    path(f"{_TRIAL}results.csv", trials.results_file, name="trial-csv"),
    path(f"{_TRIAL}stop/", trials.stop, name="trial-stop"),
    path(f"{_BOT}statistics/", statistics.show, name="bot-statistics"),
    path(f"{_BOT}statistics/<slug:table>.csv", statistics.table_file, name="bot-statistics-csv"),
    path(_AGAINST, statistics.against, name="bot-against"),
    path(f"{_AGAINST}<slug:table>.csv", statistics.against_file, name="bot-against-csv"),
]
