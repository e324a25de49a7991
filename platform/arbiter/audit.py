"""The audit trail: who did what to which object, in Django's own admin log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models

if TYPE_CHECKING:
    from accounts.models import User


def record(actor: User, target: models.Model, act: str, reason: str = "") -> LogEntry:
    """Write one entry: ``act`` in words ("aborted"), and the reason that the organizer gave."""
    return LogEntry.objects.create(
        user=actor,
        content_type=ContentType.objects.get_for_model(target),
        object_id=str(target.pk),
        object_repr=str(target)[:200],
        action_flag=CHANGE,
        change_message=f"{act}: {reason}" if reason else act,
    )
