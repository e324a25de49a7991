"""Addresses of a person's settings."""

from django.urls import path

from pages.account import data, devices, teams, views

_TEAM = "settings/teams/<int:pk>/"

urlpatterns = [
    path("device/", devices.device, name="device"),
    path("sign-in/known/", views.known_sign_in, name="sign-in-known"),
    path("settings/", views.profile, name="settings"),
    path("settings/entries/", views.change_consent, name="settings-entries"),
    path("settings/tokens/", views.tokens, name="settings-tokens"),
    path("settings/tokens/<slug:digest>/revoke/", views.revoke_token, name="token-revoke"),
    path("settings/sessions/", views.session_list, name="settings-sessions"),
    path("settings/sessions/others/end/", views.end_other_sessions, name="sessions-end-others"),
    path("settings/sessions/<int:pk>/end/", views.end_session, name="session-end"),
    path("settings/data/", data.index, name="settings-data"),
    path("settings/data/state/", data.state, name="settings-data-state"),
    path("settings/data/<int:pk>/cancel/", data.cancel, name="settings-data-cancel"),
    path("settings/data/<int:pk>/data.zip", data.download, name="settings-data-file"),
    path("settings/delete/", data.delete, name="settings-delete"),
    path("settings/teams/", teams.index, name="settings-teams"),
    path(f"{_TEAM}invite/", teams.invite, name="team-invite"),
    path(f"{_TEAM}accept/", teams.accept, name="team-accept"),
    path(f"{_TEAM}leave/", teams.leave, name="team-leave"),
    path(f"{_TEAM}edit/", teams.edit, name="team-edit"),
    path(f"{_TEAM}role/", teams.role, name="team-role"),
    path(f"{_TEAM}remove/", teams.remove, name="team-remove"),
    path(f"{_TEAM}hand-over/", teams.hand_over, name="team-hand-over"),
]
