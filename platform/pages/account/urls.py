"""Addresses of a person's settings."""

from __future__ import annotations

from django.urls import path

from pages.account import devices, views

_TEAM = "settings/teams/<int:pk>/"

urlpatterns = [
    path("device/", devices.device, name="device"),
    path("settings/", views.profile, name="settings"),
    path("settings/tokens/", views.tokens, name="settings-tokens"),
    path("settings/tokens/<slug:digest>/revoke/", views.revoke_token, name="token-revoke"),
    path("settings/teams/", views.teams, name="settings-teams"),
    path(f"{_TEAM}invite/", views.invite, name="team-invite"),
    path(f"{_TEAM}accept/", views.accept, name="team-accept"),
    path(f"{_TEAM}leave/", views.leave, name="team-leave"),
]
