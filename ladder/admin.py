"""Seasons and ratings in the organizers' admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from arbiter.admin import Record, act
from ladder import services
from ladder.models import RatedMatch, Rating, RatingChange, Season


@admin.register(Season)
class SeasonAdmin(Record):
    """Game, ruleset and start are fixed, since results hang on them; pausing needs a reason."""

    list_display = ["__str__", "ruleset", "starts", "ends", "paused", "results"]
    list_filter = ["paused", "game", "ruleset"]
    search_fields = ["name"]
    date_hierarchy = "starts"
    editable = ("name", "ends")
    actions = [
        act(services.pause, "Pause, for the reason"),
        act(services.resume, "Resume, for the reason"),
    ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._is_organizer(request)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return super().get_readonly_fields(request, obj) if obj else ["paused", "results"]


@admin.register(Rating)
class RatingAdmin(Record):
    """Ratings follow from matches: `manage.py rebuild_ratings` repairs them, nobody's hand."""

    list_display = [
        "bot",
        "season",
        "mu",
        "sigma",
        "games",
        "wins",
        "draws",
        "losses",
        "last_played",
    ]
    list_filter = ["season"]
    list_select_related = ["bot__owner", "season"]
    search_fields = ["bot__name", "bot__owner__username"]


@admin.register(RatedMatch)
class RatedMatchAdmin(Record):
    list_display = ["match", "season", "order"]
    list_filter = ["season"]
    list_select_related = ["match", "season"]
    search_fields = ["=match__id"]


@admin.register(RatingChange)
class RatingChangeAdmin(Record):
    list_display = ["rated", "seat", "rating", "mu_before", "mu", "sigma_before", "sigma"]
    list_filter = ["rated__season"]
    ordering = ["-id"]
    list_select_related = ["rated__match", "rated__season", "rating__bot__owner", "rating__season"]
    search_fields = ["=rated__match__id", "rating__bot__name"]
