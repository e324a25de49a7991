"""Addresses of comparisons of versions."""

from __future__ import annotations

from django.urls import path

from pages.comparisons import views

_ALL = "bots/<slug:owner>/<bot:name>/comparisons/"
_ONE = f"{_ALL}<int:pk>/"

urlpatterns = [
    path(_ALL, views.index, name="trials"),
    path(f"{_ALL}new/", views.new, name="trial-new"),
    path(_ONE, views.show, name="trial"),
    path(f"{_ONE}state/", views.state, name="trial-state"),
    path(f"{_ONE}results.csv", views.results_file, name="trial-csv"),
    path(f"{_ONE}stop/", views.stop, name="trial-stop"),
]
