"""Scenarios in the organizers' admin; they are made and changed at the desk."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record, act
from rulesets import services
from rulesets.models import InstalledGame, Scenario


@admin.register(Scenario)
class ScenarioAdmin(Record):
    list_display = ["title", "game", "name", "state", "revision", "published_at", "retired_at"]
    list_filter = ["game", "rated"]
    list_select_related = ["created_by"]
    search_fields = ["name", "title"]
    exclude = ["board"]
    actions = [
        act(services.withdraw, "Make a draft again, for the reason"),
        act(services.retire, "Retire, for the reason"),
    ]


@admin.register(InstalledGame)
class InstalledGameAdmin(Record):
    list_display = ["name", "digest", "changed"]
