"""Addresses of the export of everything."""

from django.urls import path

from pages.exports import views

_EXPORT = "desk/export/"

urlpatterns = [
    path(_EXPORT, views.index, name="desk-export"),
    path(f"{_EXPORT}state/", views.state, name="desk-export-state"),
    path(f"{_EXPORT}<int:pk>/cancel/", views.cancel, name="desk-export-cancel"),
    path(f"{_EXPORT}<int:pk>/archive.zip", views.download, name="desk-export-file"),
]
