"""The maps of a person whose account was deleted: private ones go, public ones stay."""

from __future__ import annotations

from django.db import transaction
from django.db.models import ProtectedError
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from accounts.signals import account_deleted
from arbiter.serving.kept import forget
from maps.models import Map


@receiver(account_deleted)
def remove_maps(person: User, **_: object) -> None:
    """A private map that an official scenario needs is archived, without its words."""
    for each in Map.objects.filter(owner=person, public=False):
        try:
            with transaction.atomic():
                each.delete()
        except ProtectedError:
            each.archived, each.title, each.summary = timezone.now(), "", ""
            each.save()
    Map.objects.filter(owner=person).update(team=None)
    forget()
