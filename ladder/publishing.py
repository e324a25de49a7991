"""One machine for acts on results: preview, digest, apply with its record and notices.

An act is undone by another act, which has a preview and conditions of its own.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Generic, Self, TypeVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model

from accounts.models import User, Viewer
from accounts.permissions import require_reason
from arbiter.serving.kept import forget
from audit import services as audit

Shown = TypeVar("Shown", bound="Preview")
Outcome = TypeVar("Outcome")


class Outdated(ValidationError):
    """Results were added or voided since the preview was computed."""


@dataclass(frozen=True, kw_only=True)
class Preview:
    """The changes of an act.  ``objection`` is the reason why it is impossible."""

    objection: str = ""

    @property
    def facts(self) -> object:
        """Everything that the preview shows, as JSON."""
        return None

    @cached_property
    def fingerprint(self) -> str:
        """A digest of the facts, 20 hexadecimal digits."""
        return hashlib.sha256(json.dumps(self.facts).encode()).hexdigest()[:20]


class Act(ABC, Generic[Shown, Outcome]):
    """An act on results that can be done now.  ``readers`` ends the demand for a reason."""

    readers: ClassVar[str] = "other organizers will read it"

    @abstractmethod
    def require(self, by: Viewer) -> User:
        """The person, who may do it; PermissionDenied for others."""

    def role(self, person: User) -> str:
        """The role by which the person acts, where there are several."""
        return ""

    def locked(self, why: str) -> Self:
        """The act on rows that are locked."""
        return self

    @abstractmethod
    def preview(self) -> Shown:
        """The changes by the results as they are now.  Read-only."""

    def version(self) -> object:
        """A value that changes with the results of which the preview is made, and is cheap to read:
        while it is the same, a preview from before the lock is used.  None: it is computed under
        the lock."""
        return None

    @abstractmethod
    def apply(self, shown: Shown, person: User, why: str) -> Outcome:
        """Make the changes of the preview."""

    @abstractmethod
    def history(self, shown: Shown, why: str) -> tuple[Model, str, str]:
        """The row for the audit trail, the act in words, and the reason; after the changes."""

    def notify(self, done: Outcome, person: User, why: str) -> None:
        """Notify the people who are affected."""

    def follow(self) -> None:
        """Move what depends on the results, after the transaction."""

    def do(
        self, by: Viewer, reason: str, *, seen: str | None = None, regardless: bool = False
    ) -> Outcome:
        """Do it in one transaction, with its record and notices.

        ``seen`` is the fingerprint of the preview that the person has seen, or None without one:
        `Outdated` if that is not the preview any more, unless ``regardless`` of that.
        PermissionDenied for people who may not do it, ValidationError where it is impossible or
        has no reason.  Nothing is done then.
        """
        person, why = self.require(by), require_reason(reason, self.readers)
        before = self.version()
        early = None if before is None else self.preview()
        if early is not None and seen is not None:
            early.fingerprint  # noqa: B018
        with transaction.atomic():
            act = self.locked(why)
            now = early if early is not None and act.version() == before else act.preview()
            if now.objection:
                raise ValidationError(now.objection)
            if seen is not None and not regardless and seen != now.fingerprint:
                raise Outdated("Results were added or voided since the preview was computed.")
            done = act.apply(now, person, why)
            forget()
            audit.record(person, *act.history(now, why), act.role(person))
            act.notify(done, person, why)
        self.follow()
        return done
