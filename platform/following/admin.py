"""Follows, happenings and digests in the organizers' admin."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record
from following.models import Digest, FeedAddress, Follow, Happening, Target


@admin.register(Target)
class TargetAdmin(Record):
    list_display = ["id", "bot", "person", "event", "game"]
    list_select_related = ["bot__owner", "person", "event"]
    search_fields = ["bot__name", "person__username", "event__name", "game"]


@admin.register(Follow)
class FollowAdmin(Record):
    list_display = ["follower", "target", "created"]
    list_select_related = ["follower", "target__bot__owner", "target__person", "target__event"]
    search_fields = ["follower__username"]
    date_hierarchy = "created"


@admin.register(Happening)
class HappeningAdmin(Record):
    list_display = ["key", "what", "created", "told_at"]
    list_filter = ["what"]
    search_fields = ["key"]
    date_hierarchy = "created"


@admin.register(FeedAddress)
class FeedAddressAdmin(Record):
    """The secret part stays its owner's."""

    list_display = ["user", "created"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    exclude = ["key"]


@admin.register(Digest)
class DigestAdmin(Record):
    list_display = ["user", "week", "sent", "created"]
    list_filter = ["sent"]
    list_select_related = ["user"]
    search_fields = ["user__username"]
    date_hierarchy = "week"
