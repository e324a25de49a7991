"""Notices, preferences, webhooks and deliveries in the organizers' admin."""

from __future__ import annotations

from django.contrib import admin

from audit.records import Record
from notices.models import Delivery, Notice, Preference, Subscription, Webhook


@admin.register(Notice)
class NoticeAdmin(Record):
    list_display = ["user", "kind", "text", "created", "read_at"]
    list_filter = ["kind"]
    list_select_related = ["user"]
    search_fields = ["user__username", "text"]
    date_hierarchy = "created"


@admin.register(Preference)
class PreferenceAdmin(Record):
    list_display = ["user", "kind", "site", "mail", "webhook"]
    list_filter = ["kind", "site", "mail", "webhook"]
    list_select_related = ["user"]
    search_fields = ["user__username"]


@admin.register(Webhook)
class WebhookAdmin(Record):
    """One that does harm can be turned off; its secret is its owner's."""

    list_display = ["url", "user", "active", "failures", "failing_since", "created"]
    list_filter = ["active"]
    list_select_related = ["user"]
    search_fields = ["url", "user__username"]
    exclude = ["secret"]
    editable = ("active",)


@admin.register(Subscription)
class SubscriptionAdmin(Record):
    list_display = ["webhook", "kind"]
    list_filter = ["kind"]
    list_select_related = ["webhook"]
    search_fields = ["webhook__url", "webhook__user__username"]


@admin.register(Delivery)
class DeliveryAdmin(Record):
    list_display = ["id", "channel", "kind", "user", "state", "attempt", "status", "created"]
    list_filter = ["channel", "state", "kind"]
    list_select_related = ["user"]
    search_fields = ["user__username", "event"]
    date_hierarchy = "created"
