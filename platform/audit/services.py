"""The audit trail: who did what to which object.  It only grows."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import models, transaction
from django.db.models import Count, Max
from django.utils import timezone

from arbiter.database.locks import lock
from audit.models import AuditEntry, AuditHead

LONGEST = 200
SITE = "(the site)"
"""In place of a person's name; no account can have this name."""


@transaction.atomic
def record(
    actor: AbstractBaseUser | None,
    target: models.Model,
    act: str,
    reason: str = "",
    role: str = "",
) -> AuditEntry:
    """Append one entry: ``act`` in words ("aborted"), the reason that the person gave, and the
    ``role`` that let the person act, where there are several.

    ``actor`` is None for what the site does by itself at a time that somebody has set.

    Other writers wait until the surrounding transaction ends. If it is rolled back, nothing is
    recorded.
    """
    AuditHead.objects.get_or_create(pk=1)
    head = lock(AuditHead.objects).get(pk=1)
    entry = AuditEntry(
        number=head.number + 1,
        time=timezone.now(),
        actor_id=None if actor is None else actor.pk,
        actor_name=SITE if actor is None else actor.get_username(),
        act=_text(act)[:LONGEST],
        reason=_text(reason),
        target_type=target._meta.label_lower,
        target_id=_text(str(target.pk))[:LONGEST],
        target_text=_text(str(target))[:LONGEST],
        role=role,
    )
    entry.save()
    head.number = entry.number
    head.save()
    return entry


def of(target: models.Model) -> models.QuerySet[AuditEntry]:
    """The acts on an object, newest first."""
    kind = target._meta.label_lower
    return AuditEntry.objects.filter(target_type=kind, target_id=str(target.pk))


def _text(text: str) -> str:
    """PostgreSQL takes no NUL."""
    return text.replace("\0", "")


class Extent(NamedTuple):
    entries: int
    missing: int
    """Entries that were written and are not there."""


def extent() -> Extent:
    """How long the trail is, and whether all of it is there."""
    written = AuditHead.objects.filter(pk=1).values_list("number", flat=True).first() or 0
    # One statement: entries may come meanwhile.
    stored = AuditEntry.objects.aggregate(entries=Count("number"), last=Max("number"))
    return Extent(stored["entries"], max(written, stored["last"] or 0) - stored["entries"])


def count_since(actor: AbstractBaseUser, kind: type[models.Model], act: str, when: datetime) -> int:
    """How many acts of a person on rows of a kind begin with the words ``act``, since a time."""
    rows = AuditEntry.objects.filter(actor=actor.pk, time__gte=when, act__startswith=act)
    return rows.filter(target_type=kind._meta.label_lower).count()
