"""Seasons and ratings in the organizers' admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from audit.records import Record, act
from ladder.models import (
    Anchor,
    Correction,
    Disqualification,
    OfficialRating,
    RatedMatch,
    Rating,
    RatingChange,
    Refit,
    Season,
    StandingsDay,
)
from ladder.seasons import current


@admin.register(Season)
class SeasonAdmin(Record):
    """Game, ruleset and start are fixed, since results depend on them; pausing needs a reason."""

    list_display = ["__str__", "ruleset", "starts", "ends", "paused", "results"]
    list_filter = ["paused", "game", "ruleset"]
    search_fields = ["name"]
    date_hierarchy = "starts"
    editable = ("name", "ends")
    planned = ("game", "ruleset", "name", "starts", "ends")
    actions = [
        act(current.pause, "Pause, for the reason"),
        act(current.resume, "Resume, for the reason"),
    ]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._is_organizer(request)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        if obj:
            return super().get_readonly_fields(request, obj)
        return [name for name in self._own_fields() if name not in self.planned]


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


@admin.register(OfficialRating)
class OfficialRatingAdmin(Record):
    """Read only: a periodic task fits them to the matches."""

    list_display = ["version", "season", "strength", "error", "games", "current", "best", "worst"]
    list_filter = ["current", "season"]
    list_select_related = ["version__bot__owner", "season"]
    search_fields = ["bot__name", "bot__owner__username"]


@admin.register(Refit)
class RefitAdmin(Record):
    list_display = ["season", "made", "results", "seconds"]
    list_filter = ["season__game"]
    list_select_related = ["season"]
    search_fields = ["season__name"]


@admin.register(StandingsDay)
class StandingsDayAdmin(Record):
    """Read only: a periodic task keeps past standings."""

    list_display = ["season", "day", "place", "bot", "value", "games", "final"]
    list_filter = ["final", "season"]
    ordering = ["-day", "season", "place"]
    list_select_related = ["season", "bot__owner"]
    search_fields = ["bot__name", "bot__owner__username"]


@admin.register(Disqualification)
class DisqualificationAdmin(Record):
    """Made and undone by corrections, at the desk."""

    list_display = ["bot", "season", "by", "created", "undone_at"]
    list_filter = ["season"]
    list_select_related = ["bot__owner", "season", "by"]
    search_fields = ["bot__name", "bot__owner__username"]


@admin.register(Correction)
class CorrectionAdmin(Record):
    """Drafted, published and undone at the desk, where their previews are."""

    list_display = ["id", "season", "kind", "state", "by", "reason", "created", "published_at"]
    list_filter = ["state", "kind", "season"]
    list_select_related = ["season", "by"]
    search_fields = ["=id", "reason"]


@admin.register(Anchor)
class AnchorAdmin(Record):
    list_display = ["version", "game", "ruleset", "season", "strength"]
    list_filter = ["game", "ruleset"]
    list_select_related = ["version__bot__owner", "season"]
    search_fields = ["version__bot__name"]
