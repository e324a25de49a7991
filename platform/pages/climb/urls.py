"""Addresses of the climb."""

from django.urls import path

from pages.climb import views

urlpatterns = [
    path("games/<slug:game>/climb/", views.index, name="game-climb"),
    path("bots/<slug:owner>/<bot:name>/climb/", views.start, name="bot-climb"),
]
