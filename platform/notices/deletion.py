"""Notices of a person whose account was deleted, and what they were sent by."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_deleted
from notices.models import Delivery, Notice, Preference, Webhook


@receiver(account_deleted)
def remove_notices(person: User, **_: object) -> None:
    for model in (Delivery, Notice, Preference, Webhook):
        model.objects.filter(user=person).delete()
    # Mails of accounts have no person.  Warnings that wait still go out, and then lose the address.
    own = EmailAddress.objects.filter(user=person).values("email")
    lost = Delivery.objects.filter(kind=Delivery.ACCOUNT, address__in=own)
    lost.exclude(state__in=Delivery.UNSENT).delete()
