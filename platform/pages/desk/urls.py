"""Addresses of the desk's first page."""

from __future__ import annotations

from django.urls import path

from pages.desk import views

urlpatterns = [
    path("desk/", views.desk, name="desk"),
    path("desk/act/<slug:name>/<int:pk>/", views.act, name="desk-act"),
]
