"""Addresses of comparisons of versions."""

from django.urls import path

from pages.comparisons import views

_ALL = "bots/<slug:owner>/<bot:name>/comparisons/"
_ONE = f"{_ALL}<int:pk>/"

urlpatterns = [
    path(_ALL, views.index, name="comparisons"),
    path(f"{_ALL}new/", views.new, name="comparison-new"),
    path(_ONE, views.show, name="comparison"),
    path(f"{_ONE}state/", views.state, name="comparison-state"),
    path(f"{_ONE}results.csv", views.results_file, name="comparison-csv"),
    path(f"{_ONE}stop/", views.stop, name="comparison-stop"),
]
