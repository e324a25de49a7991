"""Archives of a person whose account was deleted."""

from __future__ import annotations

from functools import partial

from django.db import transaction
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_deleted
from exports.models import Export
from storage.files import discard


@receiver(account_deleted)
def remove_exports(person: User, **_: object) -> None:
    own = Export.objects.filter(person=person)
    for name in own.exclude(file="").values_list("file", flat=True):
        transaction.on_commit(partial(discard, name))
    own.delete()
