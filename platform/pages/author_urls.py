"""Addresses of the authors' and organizers' pages."""

from __future__ import annotations

from django.urls import path, register_converter

from pages.converters import BotName
from pages.views import bots, challenge, desk, settings, versions

register_converter(BotName, "bot")

_BOT = "bots/<slug:owner>/<bot:name>/"
_VERSION = f"{_BOT}versions/<int:number>/"

urlpatterns = [
    path("bots/", bots.mine, name="bots"),
    path("bots/new/", bots.new, name="bot-new"),
    path(_BOT, bots.show, name="bot"),
    path(f"{_BOT}edit/", bots.edit, name="bot-edit"),
    path(f"{_BOT}retire/", bots.retire, name="bot-retire"),
    path(f"{_BOT}resume/", bots.resume, name="bot-resume"),
    path(f"{_BOT}unretire/", bots.unretire, name="bot-unretire"),
    path(f"{_BOT}versions/new/", versions.upload, name="bot-upload"),
    path(_VERSION, versions.show, name="version"),
    path(f"{_VERSION}state/", versions.state, name="version-state"),
    path(f"{_VERSION}source/", versions.source, name="version-source"),
    path(f"{_VERSION}activate/", versions.activate, name="version-activate"),
    path(f"{_VERSION}delete-files/", versions.delete_files, name="version-delete-files"),
    path(f"{_VERSION}rebuild/", versions.rebuild, name="version-rebuild"),
    path("matches/new/", challenge.new, name="match-new"),
    path("matches/new/opponents/", challenge.opponents, name="match-opponents"),
    path("settings/", settings.profile, name="settings"),
    path("settings/tokens/", settings.tokens, name="settings-tokens"),
    path("settings/tokens/<slug:digest>/revoke/", settings.revoke_token, name="token-revoke"),
    path("settings/teams/", settings.teams, name="settings-teams"),
    path("settings/teams/<int:pk>/invite/", settings.invite, name="team-invite"),
    path("settings/teams/<int:pk>/accept/", settings.accept, name="team-accept"),
    path("settings/teams/<int:pk>/leave/", settings.leave, name="team-leave"),
    path("desk/", desk.desk, name="desk"),
    path("desk/act/<slug:name>/<int:pk>/", desk.act, name="desk-act"),
]
