"""Notices of a person whose account was deleted, and what they were sent by."""

from __future__ import annotations

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_deleted
from notices.models import Delivery, Notice, Preference, Webhook


@receiver(account_deleted)
def remove_notices(person: User, **_: object) -> None:
    for model in (Delivery, Notice, Preference, Webhook):
        model.objects.filter(user=person).delete()
