"""Archives in the organizers' admin; the desk has the actions."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record
from exports.models import Export


@admin.register(Export)
class ExportAdmin(Record):
    list_display = ["id", "state", "by", "created", "ended", "rows", "size"]
    list_filter = ["state"]
    search_fields = ["by__username", "sha256"]
    exclude = ["file"]
