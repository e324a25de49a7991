"""The audit trail, filtered and page by page, and whether its chain is whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.cache import cache
from django.db import connection
from django.db.models import Q, QuerySet

from audit import services, triggers
from audit.chain import Chain
from audit.models import AuditEntry, AuditHead

PER_PAGE = 50
KEEP_S = 300
"""A chain that was followed is not followed again within it, unless it has grown."""
COLUMNS = ("number", "time", "who", "what", "why", "kind", "id", "target", "hash")


def _kinds() -> list[tuple[str, str]]:
    found = AuditEntry.objects.order_by("target_type").values_list("target_type", flat=True)
    return [("", "all"), *((kind, kind.rpartition(".")[2]) for kind in found.distinct())]


class AuditFilter(forms.Form):
    """The filter of entries. Invalid values are reported and filter nothing."""

    who = forms.CharField(required=False, max_length=150)
    what = forms.CharField(
        required=False, max_length=200, label="Act or reason", help_text="Part of the words."
    )
    kind = forms.ChoiceField(choices=_kinds, required=False, label="Kind of target")
    target = forms.CharField(required=False, max_length=200, help_text="Its number or its name.")
    since = forms.DateField(required=False, widget=forms.DateInput({"type": "date"}))
    until = forms.DateField(required=False, widget=forms.DateInput({"type": "date"}))

    def apply(self, entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
        self.is_valid()
        wanted = {
            name: value.replace("\0", "") if isinstance(value, str) else value
            for name, value in self.cleaned_data.items()
            if value
        }
        if who := wanted.get("who"):
            entries = entries.filter(actor_name__icontains=who)
        if what := wanted.get("what"):
            entries = entries.filter(Q(act__icontains=what) | Q(reason__icontains=what))
        if kind := wanted.get("kind"):
            entries = entries.filter(target_type=kind)
        if target := wanted.get("target"):
            entries = entries.filter(Q(target_id=target) | Q(target_text__icontains=target))
        if since := wanted.get("since"):
            entries = entries.filter(time__date__gte=since)
        if until := wanted.get("until"):
            entries = entries.filter(time__date__lte=until)
        return entries

    def is_used(self) -> bool:
        return any(self.data.get(name) for name in self.fields)


@dataclass(frozen=True, slots=True)
class AuditPage:
    """Entries, the newest first; ``older`` is what the next page begins below, None at the end."""

    entries: Sequence[AuditEntry]
    older: int | None


def page(entries: QuerySet[AuditEntry], before: str | None) -> AuditPage:
    """The page of entries below a number: a walk down the key, however long the trail is."""
    if before and before.isascii() and before.isdigit() and len(before) < 18:
        entries = entries.filter(number__lt=int(before))
    found = list(entries.order_by("-number")[: PER_PAGE + 1])
    shown = found[:PER_PAGE]
    return AuditPage(shown, shown[-1].number if len(found) > PER_PAGE else None)


def rows(entries: QuerySet[AuditEntry]) -> Iterator[tuple[Any, ...]]:
    """Entries as rows of a table with `COLUMNS`, oldest first."""
    for e in entries.order_by("number").iterator(chunk_size=500):
        when = e.time.isoformat()
        words = (e.actor_name, e.act, e.reason, e.target_type, e.target_id, e.target_text)
        yield (e.number, when, *words, e.hash)


@dataclass(frozen=True, slots=True)
class ChainState:
    chain: Chain
    protected: bool


def chain_state() -> ChainState:
    """Whether the chain is whole, and the database protects it."""
    head = AuditHead.objects.values_list("number", "hash").filter(pk=1).first()
    key = f"audit-chain:{head}".replace(" ", "")
    chain = cache.get(key)
    if chain is None:
        chain = services.check()
        cache.set(key, chain, KEEP_S)
    return ChainState(chain, triggers.is_installed(connection))
