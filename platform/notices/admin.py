"""Webhooks and deliveries in the organizers' admin: only there is a webhook of somebody turned off,
and a mail that could not be sent read."""

from django.contrib import admin

from audit.records import Record
from notices.models import Delivery, Webhook


@admin.register(Webhook)
class WebhookAdmin(Record):
    """One that does harm can be turned off; its secret is its owner's."""

    list_display = ["url", "user", "active", "failures", "failing_since", "created"]
    list_filter = ["active"]
    list_select_related = ["user"]
    search_fields = ["url", "user__username"]
    exclude = ["secret"]
    editable = ("active",)


@admin.register(Delivery)
class DeliveryAdmin(Record):
    list_display = ["id", "channel", "kind", "user", "state", "attempt", "status", "created"]
    list_filter = ["channel", "state", "kind"]
    list_select_related = ["user"]
    search_fields = ["user__username", "event"]
    date_hierarchy = "created"
