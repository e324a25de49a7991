"""Comparisons in the organizers' admin."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record, act
from ladder.comparisons import services
from ladder.comparisons.models import Trial, TrialMatch, TrialOpponent, TrialUnit


@admin.register(Trial)
class TrialAdmin(Record):
    """Its figures follow from its matches; nobody's hand changes them."""

    list_display = ["__str__", "owner", "ruleset", "pooled", "state", "verdict", "units", "created"]
    list_filter = ["state", "verdict", "pooled"]
    list_select_related = ["candidate__bot__owner", "baseline__bot__owner", "owner"]
    search_fields = ["=id", "candidate__bot__name", "owner__username"]
    actions = [act(services.stop, "Stop, for the reason")]


@admin.register(TrialOpponent)
class TrialOpponentAdmin(Record):
    list_display = ["trial", "number", "version"]
    list_select_related = [
        "trial__candidate__bot__owner",
        "trial__baseline__bot__owner",
        "version__bot__owner",
    ]
    search_fields = ["=trial__id", "version__bot__name"]


@admin.register(TrialUnit)
class TrialUnitAdmin(Record):
    list_display = ["trial", "number", "opponent"]
    list_select_related = [
        "trial__candidate__bot__owner",
        "trial__baseline__bot__owner",
        "opponent__version__bot__owner",
    ]
    search_fields = ["=trial__id"]


@admin.register(TrialMatch)
class TrialMatchAdmin(Record):
    list_display = ["match", "unit", "hero", "foe"]
    list_select_related = ["match", "unit", "hero__bot__owner", "foe__bot__owner"]
    search_fields = ["=match__id", "=unit__trial__id"]
