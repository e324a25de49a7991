"""Matches and their seats in the organizers' admin."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from audit.records import Record, RecordInline, act
from matches import services
from matches.models import Duration, Match, Seat, Verification


class SeatInline(RecordInline):
    """Logs and what bots ran into are left out: they are for those who manage the bot alone."""

    model = Seat
    readonly_fields = (
        "number",
        "version",
        "person",
        "rank",
        "score",
        "end",
        "reason",
        "cpu_ms",
        "peak_memory",
    )
    exclude = ("log", "faults", "stolen_ms", "stderr_bytes", "stderr_cut")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("version__bot__owner", "person")


@admin.register(Match)
class MatchAdmin(Record):
    """Results are written once, by the worker that played the match."""

    list_display = [
        "id",
        "game",
        "ruleset",
        "kind",
        "share",
        "state",
        "who",
        "attempt",
        "claimed_by",
        "created",
    ]
    list_filter = ["state", "share", "kind", "game", "ruleset"]
    search_fields = [
        "=id",
        "claimed_by",
        "seats__version__bot__name",
        "seats__version__bot__owner__username",
        "seats__person__username",
    ]
    exclude = ["replay"]
    inlines = [SeatInline]
    actions = [
        act(services.requeue, "Queue again, for the reason"),
        act(services.abort, "Abort, for the reason"),
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return Match.objects.with_seats()

    @admin.display(description="players")
    def who(self, match: Match) -> str:
        return " – ".join(str(seat.player) for seat in match.seats.all())


@admin.register(Duration)
class DurationAdmin(Record):
    list_display = ["key", "recent"]
    search_fields = ["key"]


@admin.register(Verification)
class VerificationAdmin(Record):
    list_display = ["match", "state", "finding", "frame", "engine", "requested_by", "requested"]
    list_filter = ["state", "finding", "sampled"]
    search_fields = ["=match__pk"]
    list_select_related = ["match", "requested_by"]
