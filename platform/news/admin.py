"""Announcements in the organizers' admin; the desk has the actions."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record
from news.models import Announcement


@admin.register(Announcement)
class AnnouncementAdmin(Record):
    list_display = ["title", "level", "audience", "game", "starts", "ends", "withdrawn_at"]
    list_filter = ["level", "audience"]
    search_fields = ["title", "text"]
    date_hierarchy = "starts"
