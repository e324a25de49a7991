"""Addresses of what a person follows."""

from django.urls import path

from pages.following import views

_SETTINGS = "settings/following/"

urlpatterns = [
    path(_SETTINGS, views.index, name="settings-following"),
    path(f"{_SETTINGS}feed/renew/", views.renew, name="following-renew"),
    path(f"{_SETTINGS}unseen/drop/", views.drop, name="following-drop"),
    path("following/<slug:kind>/<path:key>/", views.change, name="follow"),
]
