"""The audit trail: entries that are written once, each of which seals all before it.

``hash`` is the SHA-256 of an entry's content, in which the hash of the one before stands: an entry
that is changed, left out or put in later breaks every one after it.  `AuditHead` has the number and
the hash of the last, so that none can be cut off the end.  Triggers of the database
(`accounts.triggers`) refuse changes by any other way than this code.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NoReturn

from django.conf import settings
from django.db import models

GENESIS = "0" * 64
"""The hash before the first entry."""
CHUNK = 1000


class TrailIsClosed(Exception):
    """Somebody tried to change or delete what only grows."""


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    def update(self, **fields: Any) -> NoReturn:
        raise TrailIsClosed("entries of the audit trail are never changed")

    def delete(self) -> NoReturn:
        raise TrailIsClosed("entries of the audit trail are never deleted")


class AuditEntry(models.Model):
    """An act: its actor, target, time and reason.

    Everything is kept as words, since people and objects may go.  Only ``actor`` may ever change:
    it is emptied when the account is deleted, and no part of the hash.
    """

    number = models.PositiveBigIntegerField(primary_key=True, help_text="From 1, without gaps.")
    time = models.DateTimeField(db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="acts"
    )
    actor_name = models.CharField(max_length=150)
    act = models.CharField(max_length=200)
    reason = models.TextField(blank=True)
    target_type = models.CharField(max_length=100, help_text="Such as matches.match.")
    target_id = models.CharField(max_length=200)
    target_text = models.CharField(max_length=200)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    objects = AuditQuerySet.as_manager()

    class Meta:
        ordering = ["-number"]
        verbose_name_plural = "audit entries"
        indexes = [models.Index(fields=["target_type", "target_id", "-number"])]

    def __str__(self) -> str:
        return f"{self.number}: {self.actor_name}, {self.target_text}, {self.words}"

    def save(self, *args: Any, **named: Any) -> None:
        if not self._state.adding:
            raise TrailIsClosed("entries of the audit trail are never changed")
        super().save(*args, **{**named, "force_insert": True})

    def delete(self, *args: Any, **named: Any) -> NoReturn:
        raise TrailIsClosed("entries of the audit trail are never deleted")

    @property
    def words(self) -> str:
        """The act and its reason."""
        if not self.reason:
            return self.act
        # An act that is told in sentences has its full stop already.
        return f"{self.act}{' Reason' if self.act.endswith('.') else ''}: {self.reason}"

    @property
    def kind(self) -> str:
        """The kind of the target, for people: "match", "bot version"."""
        return self.target_type.rpartition(".")[2]


class AuditHead(models.Model):
    """The last entry, in one row, which is also the lock of those who append."""

    number = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, default=GENESIS)

    def __str__(self) -> str:
        return f"{self.number} {self.hash}"


SEALED = (
    *("number", "time", "actor_name", "act", "reason"),
    *("target_type", "target_id", "target_text", "previous"),
)
"""The fields of an entry that its hash covers, in this order."""


def seal(number: int, time: datetime, *words: str) -> str:
    """The hash of an entry, in hexadecimal digits, of its fields in the order of `SEALED`."""
    moment = time.astimezone(UTC).isoformat(timespec="microseconds")
    content = json.dumps([number, moment, *words], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Chain:
    """The result of a check: the number of ``entries``, the last ``hash``, and where and ``why``
    the chain breaks; empty if it does not.
    """

    entries: int
    hash: str
    why: str = ""

    @property
    def unbroken(self) -> bool:
        return not self.why


def check() -> Chain:
    """Follow the chain from its first entry to its head; it holds one chunk in memory."""
    before = _head()
    rows = AuditEntry.objects.order_by("number").values_list(*SEALED, "hash")
    chain = follow(rows.iterator(chunk_size=CHUNK))
    if chain.why:
        return chain
    # Entries may have come meanwhile: the head was somewhere in the chain, and is not before its
    # end now.
    known = AuditEntry.objects.filter(number=before.number, hash=before.hash).exists()
    if not (known or before.number == 0) or _head().number < chain.entries:
        return Chain(chain.entries, chain.hash, f"it does not end with entry {before.number}")
    return chain


def _head() -> AuditHead:
    return AuditHead.objects.filter(pk=1).first() or AuditHead()


def follow(rows: Iterable[tuple[Any, ...]]) -> Chain:
    """Follow rows of `SEALED` and the hash from the first one on."""
    number, last = 0, GENESIS
    for row in rows:
        *sealed, kept = row
        if sealed[0] != number + 1:
            return Chain(number, last, f"entry {number + 1} is missing")
        if sealed[-1] != last:
            return Chain(number, last, f"entry {sealed[0]} does not follow entry {number}")
        if seal(*sealed) != kept:
            return Chain(number, last, f"entry {sealed[0]} was changed")
        number, last = sealed[0], kept
    return Chain(number, last)
