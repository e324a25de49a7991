"""Bots and versions in the organizers' admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from audit.records import Record, act
from bots import identity, pausing, services
from bots.models import Bot, BotOffer, BotVersion, BuildRequest


class PlayingFilter(admin.SimpleListFilter):
    title = "in play"
    parameter_name = "play"

    def lookups(self, request: Any, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("yes", "plays"),
            ("paused", "paused"),
            ("retired", "retired"),
            ("out", "taken out of play"),
        ]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        match self.value():
            case "yes":
                return queryset.playing()
            case "paused":
                return queryset.exclude(paused_at=None)
            case "retired":
                return queryset.exclude(retired_at=None)
            case "out":
                return queryset.exclude(deactivated_at=None)
        return queryset


@admin.register(Bot)
class BotAdmin(Record):
    """Public text may be edited here. Everything else changes by the services."""

    list_display = ["name", "owner", "team", "game", "active_version", "deactivated_at", "created"]
    list_filter = [PlayingFilter, "game", "is_house"]
    list_select_related = ["owner", "team", "active_version__bot__owner"]
    search_fields = ["name", "owner__username", "team__name"]
    date_hierarchy = "created"
    editable = ("about",)
    actions = [
        act(services.deactivate, "Take out of play, for the reason"),
        act(services.reactivate, "Let play again, for the reason"),
        act(pausing.resume, "Resume, for the reason"),
        act(identity.rename, "Replace the name, for the reason"),
    ]


@admin.register(BotVersion)
class BotVersionAdmin(Record):
    """Sources and artifacts are immutable, and not shown: they are their authors'."""

    list_display = ["__str__", "language", "state", "failed_step", "source_bytes", "created"]
    list_filter = ["state", "failed_step", "language", "bot__game"]
    list_select_related = ["bot__owner"]
    search_fields = ["bot__name", "bot__owner__username", "source_sha256", "artifact_sha256"]
    date_hierarchy = "created"
    exclude = ["source", "artifact"]
    actions = [act(services.rebuild, "Build again, for the reason")]


@admin.register(BuildRequest)
class BuildRequestAdmin(Record):
    """Rows of the last day, which bound the builds of a person."""

    list_display = ["owner", "created"]
    list_select_related = ["owner"]
    search_fields = ["owner__username"]
    date_hierarchy = "created"


@admin.register(BotOffer)
class BotOfferAdmin(Record):
    list_display = ["bot", "person", "team", "by", "created"]
    list_select_related = ["bot__owner", "person", "team", "by"]
    search_fields = ["bot__name", "by__username"]
