"""The audit trail in the organizers' admin."""

from __future__ import annotations

from django.contrib import admin

from audit.models import AuditEntry
from audit.records import Record


@admin.register(AuditEntry)
class AuditEntryAdmin(Record):
    """Nothing in it changes; whether anything has is shown on the desk."""

    list_display = ["number", "time", "actor_words", "target_type", "target_text", "words"]
    list_filter = ["target_type"]
    search_fields = ["actor_name", "act", "reason", "target_text"]
    list_select_related = ["actor"]
    date_hierarchy = "time"
