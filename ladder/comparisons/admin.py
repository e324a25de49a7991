"""Comparisons in the organizers' admin."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record, act
from ladder.comparisons import services
from ladder.comparisons.models import (
    Comparison,
    ComparisonMatch,
    ComparisonOpponent,
    ComparisonUnit,
)


@admin.register(Comparison)
class ComparisonAdmin(Record):
    """Read only, as its statistics follow from its matches."""

    list_display = ["__str__", "owner", "ruleset", "pooled", "state", "verdict", "units", "created"]
    list_filter = ["state", "verdict", "pooled"]
    list_select_related = ["candidate__bot__owner", "baseline__bot__owner", "owner"]
    search_fields = ["=id", "candidate__bot__name", "owner__username"]
    actions = [act(services.stop, "Stop, for the reason")]


@admin.register(ComparisonOpponent)
class ComparisonOpponentAdmin(Record):
    list_display = ["comparison", "number", "version"]
    list_select_related = [
        "comparison__candidate__bot__owner",
        "comparison__baseline__bot__owner",
        "version__bot__owner",
    ]
    search_fields = ["=comparison__id", "version__bot__name"]


@admin.register(ComparisonUnit)
class ComparisonUnitAdmin(Record):
    list_display = ["comparison", "number", "opponent"]
    list_select_related = [
        "comparison__candidate__bot__owner",
        "comparison__baseline__bot__owner",
        "opponent__version__bot__owner",
    ]
    search_fields = ["=comparison__id"]


@admin.register(ComparisonMatch)
class ComparisonMatchAdmin(Record):
    list_display = ["match", "unit", "version", "opponent"]
    list_select_related = ["match", "unit", "version__bot__owner", "opponent__bot__owner"]
    search_fields = ["=match__id", "=unit__comparison__id"]
