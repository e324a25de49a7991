"""Archives with data of a person whose account was deleted."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_deleted
from exports.models import Export
from storage.files import discard


@receiver(account_deleted)
def remove_exports(person: User, **_: object) -> None:
    """Archives of the person's data, those that the person ordered for a role in an event, and
    those of events with bots of the person, which name the person."""
    ordered = Q(by=person, event__isnull=False, public=False)
    named = Q(event__entries__bot__owner=person)
    rows = Export.objects.filter(Q(person=person) | ordered | named).distinct()
    for pk, name in list(rows.values_list("pk", "file")):
        if name:
            transaction.on_commit(partial(discard, name))
        Export.objects.filter(pk=pk).delete()
