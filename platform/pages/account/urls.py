"""Addresses of a person's settings."""

from __future__ import annotations

from django.urls import path

from pages.account import devices, sessions, views

_TEAM = "settings/teams/<int:pk>/"

urlpatterns = [
    path("device/", devices.device, name="device"),
    path("settings/", views.profile, name="settings"),
    path("settings/tokens/", views.tokens, name="settings-tokens"),
    path("settings/tokens/<slug:digest>/revoke/", views.revoke_token, name="token-revoke"),
    path("settings/sessions/", sessions.index, name="settings-sessions"),
    path("settings/sessions/others/end/", sessions.end_others, name="sessions-end-others"),
    path("settings/sessions/<int:pk>/end/", sessions.end, name="session-end"),
    path("settings/teams/", views.teams, name="settings-teams"),
    path(f"{_TEAM}invite/", views.invite, name="team-invite"),
    path(f"{_TEAM}accept/", views.accept, name="team-accept"),
    path(f"{_TEAM}leave/", views.leave, name="team-leave"),
]
