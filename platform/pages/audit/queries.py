"""The audit trail, filtered and page by page, and whether it is complete."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

import django_filters as filters
from django.db.models import Q, QuerySet
from django.utils import timezone

from arbiter.database import moments
from audit.models import AuditEntry
from pages.frame.fields.forms import day_input
from pages.frame.filters import ALL, Choices, ListFilter

Entries = QuerySet[AuditEntry]

PER_PAGE = 50
COLUMNS = ("number", "time", "who", "what", "why", "kind", "id", "target")


def _at(day: date, when: time) -> datetime:
    return datetime.combine(day, when, timezone.get_current_timezone())


def _kinds() -> Choices:
    types = AuditEntry.objects.order_by("target_type").values_list("target_type", flat=True)
    return [(kind, kind.rpartition(".")[2]) for kind in types.distinct()]


class AuditFilter(ListFilter):
    who = filters.CharFilter("actor_name", "icontains", label="Who", max_length=150)
    what = filters.CharFilter(
        method="of_words", label="Act or reason", max_length=200, help_text="Part of the words."
    )
    kind = filters.ChoiceFilter(
        "target_type", label="Kind of target", choices=_kinds, empty_label=ALL
    )
    target = filters.CharFilter(
        method="of_target", label="Target", max_length=200, help_text="Its number or its name."
    )
    since = filters.DateFilter(method="from_day", label="Since", widget=day_input())
    until = filters.DateFilter(method="to_day", label="Until", widget=day_input())

    def of_words(self, entries: Entries, name: str, value: str) -> Entries:
        return entries.filter(Q(act__icontains=value) | Q(reason__icontains=value))

    def from_day(self, entries: Entries, name: str, value: date) -> Entries:
        return moments.since(entries, "time", _at(value, time.min))

    def to_day(self, entries: Entries, name: str, value: date) -> Entries:
        return moments.until(entries, "time", _at(value, time.max))

    def of_target(self, entries: Entries, name: str, value: str) -> Entries:
        return entries.filter(Q(target_id=value) | Q(target_text__icontains=value))


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Entries, the newest first; ``older`` is what the next page begins below, None at the end."""

    entries: Sequence[AuditEntry]
    older: int | None


def page(entries: QuerySet[AuditEntry], before: str | None) -> AuditPage:
    """The page of entries below a number: a walk down the key, however long the trail is."""
    if before and before.isascii() and before.isdigit() and len(before) < 18:
        entries = entries.filter(number__lt=int(before))
    newest = list(entries.order_by("-number")[: PER_PAGE + 1])
    shown = newest[:PER_PAGE]
    return AuditPage(shown, shown[-1].number if len(newest) > PER_PAGE else None)


def rows(entries: QuerySet[AuditEntry]) -> Iterator[tuple[Any, ...]]:
    """Entries as rows of a table with `COLUMNS`, oldest first."""
    for e in entries.order_by("number").iterator(chunk_size=500):
        when = e.time.isoformat()
        texts = (e.actor_name, e.act, e.reason, e.target_type, e.target_id, e.target_text)
        yield (e.number, when, *texts)
