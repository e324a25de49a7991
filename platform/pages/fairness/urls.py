"""Addresses of the fairness of seats and maps."""

from django.urls import path

from pages.fairness import views

urlpatterns = [
    path("desk/fairness/", views.index, name="desk-fairness"),
    path("desk/fairness.csv", views.download, name="desk-fairness-csv"),
]
