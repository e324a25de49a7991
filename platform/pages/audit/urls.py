"""Addresses of the audit trail."""

from django.urls import path

from pages.audit import views

urlpatterns = [
    path("desk/audit/", views.index, name="desk-audit"),
    path("desk/audit.csv", views.download, name="desk-audit-csv"),
]
