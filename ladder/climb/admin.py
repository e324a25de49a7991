"""Climbs in the organizers' admin."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record
from ladder.climb.models import Climb, RungPassed


@admin.register(Climb)
class ClimbAdmin(Record):
    list_display = ["version", "rung", "state", "created"]
    list_filter = ["state"]
    list_select_related = ["version__bot__owner"]
    search_fields = ["bot__name", "bot__owner__username"]


@admin.register(RungPassed)
class RungPassedAdmin(Record):
    list_display = ["version", "rung", "ruleset", "created"]
    list_select_related = ["version__bot__owner"]
    search_fields = ["bot__name", "bot__owner__username"]
