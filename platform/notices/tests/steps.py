"""Notices, created as other apps create them, and the mails that leave."""

from __future__ import annotations

from django.core import mail
from django.core.mail import EmailMessage

from notices.models import Delivery, Kind
from notices.outbox import send_due
from notices.services import tell


def say(*people, kind=Kind.VERSION_FAILED):
    tell(kind, people, "Version 3 failed.", "/bots/alice/worm/versions/3/", {"version": 3})


def the_delivery() -> Delivery:
    """The only one to a webhook."""
    return Delivery.objects.get(channel="webhook")


def mails() -> list[EmailMessage]:
    """All mails of this test, those that waited in the outbox included."""
    send_due()
    return mail.outbox
