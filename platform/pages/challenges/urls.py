"""Addresses of the form that starts a friendly match."""

from django.urls import path

from pages.challenges import views

urlpatterns = [
    path("matches/new/", views.new, name="match-new"),
    path("matches/new/opponents/", views.opponents, name="match-opponents"),
]
