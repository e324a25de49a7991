"""Installations in the organizers' admin."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record
from installs.models import GameInstall


@admin.register(GameInstall)
class GameInstallAdmin(Record):
    """The records that the desk shows, read-only."""

    list_display = ["__str__", "name", "state", "by", "digest", "created"]
    list_filter = ["state", "name"]
    list_select_related = ["by"]
    search_fields = ["name", "title", "archive_sha256"]
    date_hierarchy = "created"
    exclude = ["archive"]
