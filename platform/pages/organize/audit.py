"""The audit entries of an event, its stages and its entries."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Model, Q, QuerySet

from audit.models import AuditEntry
from ladder.events.models import Entry, Event, Stage

SHOWN = 50


def entries_about(event: Event) -> QuerySet[AuditEntry]:
    """The newest `SHOWN` entries, newest first."""
    which = _about(Event, [event.pk])
    which |= _about(Stage, event.stages.values_list("pk", flat=True))
    which |= _about(Entry, event.entries.values_list("pk", flat=True))
    return AuditEntry.objects.filter(which).order_by("-number")[:SHOWN]


def _about(model: type[Model], keys: Iterable[int]) -> Q:
    return Q(target_type=model._meta.label_lower, target_id__in=[str(pk) for pk in keys])
