"""The audit trail: entries that are written once.  Triggers of the database (`audit.triggers`)
refuse changes by any other way than `audit.services`."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models


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
    it is emptied when the account is deleted.
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
    role = models.CharField(
        max_length=40,
        blank=True,
        help_text="The role that let the actor act, if there are several.",
    )

    objects = AuditQuerySet.as_manager()

    class Meta:
        ordering = ["-number"]
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["target_type", "target_id", "-number"]),
            models.Index(fields=["target_type", "-number"]),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.actor_words}, {self.target_text}, {self.summary}"

    def save(self, *args: Any, **named: Any) -> None:
        if not self._state.adding:
            raise TrailIsClosed("entries of the audit trail are never changed")
        super().save(*args, **{**named, "force_insert": True})

    def delete(self, *args: Any, **named: Any) -> NoReturn:
        raise TrailIsClosed("entries of the audit trail are never deleted")

    @property
    def summary(self) -> str:
        """The act and its reason."""
        if not self.reason:
            return self.act
        # An act in whole sentences has its full stop already.
        return f"{self.act}{' Reason' if self.act.endswith('.') else ''}: {self.reason}"

    @property
    def actor_words(self) -> str:
        """The actor's name, with the role: “ada (judge)”."""
        return f"{self.actor_name} ({self.role})" if self.role else self.actor_name

    @property
    def kind(self) -> str:
        """The kind of the target, for people: "match", "bot version"."""
        return self.target_type.rpartition(".")[2]


class AuditHead(models.Model):
    """The last entry, in one row, which is also the lock of those who append."""

    number = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.number)
