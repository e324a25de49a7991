"""Notices, created as other apps create them."""

from __future__ import annotations

from notices.models import Delivery, Kind
from notices.services import tell


def say(*people, kind=Kind.VERSION_FAILED):
    tell(kind, people, "Version 3 failed.", "/bots/alice/worm/versions/3/", {"version": 3})


def the_delivery() -> Delivery:
    """The only one to a webhook."""
    return Delivery.objects.get(channel="webhook")
