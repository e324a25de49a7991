"""Maps and pools in the organizers' admin."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record, act
from maps import services
from maps.models import Map, PoolEntry


@admin.register(Map)
class MapAdmin(Record):
    """Public text may be edited here. Everything else changes by the services."""

    list_display = ["__str__", "game", "title", "public", "archived", "revision", "updated"]
    list_filter = ["game", "public", ("archived", admin.EmptyFieldListFilter)]
    list_select_related = ["owner"]
    search_fields = ["name", "title", "owner__username"]
    date_hierarchy = "created"
    editable = ("title", "summary")
    exclude = ["board"]
    actions = [
        act(services.archive, "Archive, for the reason"),
        act(services.unarchive, "Bring back, for the reason"),
    ]


@admin.register(PoolEntry)
class PoolEntryAdmin(Record):
    """Maps are added on their own pages, where one sees what one adds."""

    list_display = ["map", "ruleset", "added_by", "created"]
    list_filter = ["map__game", "ruleset"]
    list_select_related = ["map__owner", "added_by"]
    search_fields = ["map__name", "map__title"]
    actions = [act(services.remove_from_pool, "Take out of the pool, for the reason")]
