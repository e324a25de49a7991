"""Addresses of a bot's statistics and of its matches against one opponent."""

from django.urls import path

from pages.statistics import views

_BOT = "bots/<slug:owner>/<bot:name>/"
_AGAINST = f"{_BOT}against/<slug:other_owner>/<bot:other_name>/"

urlpatterns = [
    path(f"{_BOT}statistics/", views.show, name="bot-statistics"),
    path(f"{_BOT}statistics/<slug:table>.csv", views.table_file, name="bot-statistics-csv"),
    path(_AGAINST, views.against, name="bot-against"),
    path(f"{_AGAINST}<slug:table>.csv", views.against_file, name="bot-against-csv"),
]
