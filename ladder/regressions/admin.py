"""Regression tests in the organizers' admin."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record
from ladder.regressions.models import RegressionPolicy, RegressionRun, RegressionTest


@admin.register(RegressionTest)
class RegressionTestAdmin(Record):
    list_display = ["bot", "origin", "seat", "goal", "created"]
    search_fields = ["bot__name", "bot__owner__username", "=origin__pk"]
    list_select_related = ["bot__owner", "origin"]


@admin.register(RegressionRun)
class RegressionRunAdmin(Record):
    list_display = ["test", "version", "verdict", "change", "share", "created"]
    list_filter = ["verdict", "change"]
    list_select_related = ["test__bot__owner", "version__bot__owner"]
    search_fields = ["test__bot__name"]


@admin.register(RegressionPolicy)
class RegressionPolicyAdmin(Record):
    list_display = ["bot", "holds"]
    list_select_related = ["bot__owner"]
    search_fields = ["bot__name"]
