"""The address of a person's page."""

from __future__ import annotations

from django.urls import path

from pages.people import views

urlpatterns = [path("people/<slug:name>/", views.person, name="person")]
