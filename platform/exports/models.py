"""Archives that people ask for: of everything, of the own data, of an event."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import models

from accounts.models import User
from arbiter.working.passing import Retried
from exports.options import Options
from ladder.events.models import Event

KEPT = timedelta(days=7)


class ExportQuerySet(models.QuerySet["Export"]):
    def of_everything(self) -> ExportQuerySet:
        return self.filter(person=None, event=None)


class Export(Retried):
    """One archive, from the wish to the file: of everything, of one ``person``'s data, or of an
    ``event``.

    No more than one of everything is ``open`` at a time, and one of each person.  Of an event, one
    ``public`` archive is open, and one for each person who asked for what the own role may see.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        RUNNING = "running", "being made"
        DONE = "done", "ready"
        FAILED = "failed", "failed"
        CANCELLED = "cancelled", "cancelled"
        EXPIRED = "expired", "deleted"

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    open = models.BooleanField(null=True, default=True, editable=False)
    options: models.JSONField[dict[str, object]] = models.JSONField(default=dict)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    person = models.ForeignKey(
        User,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text="The person whose data it has; empty: everything.",
    )
    event = models.ForeignKey(
        Event,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="archives",
        help_text="The event that it is about; empty: everything.",
    )
    public = models.BooleanField(
        default=False, help_text="Of an event: it has what everybody may see, and is for everybody."
    )
    created = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=100, blank=True)
    beat = models.DateTimeField(null=True, blank=True, help_text="Its last sign of progress.")
    part = models.CharField(max_length=40, blank=True, help_text="The table that is being written.")
    rows = models.PositiveBigIntegerField(default=0, help_text="Written so far.")
    total = models.PositiveBigIntegerField(default=0, help_text="The approximate total.")
    failure = models.CharField(max_length=300, blank=True)
    file = models.FileField(upload_to="exports/", max_length=200, blank=True)
    size = models.PositiveBigIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)

    objects = ExportQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["open"],
                condition=models.Q(person=None, event=None),
                name="one_open_export",
            ),
            models.UniqueConstraint(
                fields=["open", "person"],
                condition=models.Q(person__isnull=False),
                name="one_open_export_of_a_person",
            ),
            models.UniqueConstraint(
                fields=["open", "event"],
                condition=models.Q(event__isnull=False, public=True),
                name="one_open_public_archive",
            ),
            models.UniqueConstraint(
                fields=["open", "event", "by"],
                condition=models.Q(event__isnull=False, public=False),
                name="one_open_archive_of_a_role",
            ),
        ]

    def __str__(self) -> str:
        return f"export {self.pk}"

    @property
    def outdated(self) -> bool:
        """Whether results of its event were corrected after it was ordered; of a row that
        `event_archives.shown` has found."""
        return bool(getattr(self, "corrected_since", False))

    @property
    def is_over(self) -> bool:
        return self.open is None

    @property
    def expires(self) -> Any:
        return self.ended + KEPT if self.ended else None

    @property
    def progress(self) -> float:
        """From 0 to 1."""
        return min(1.0, self.rows / self.total) if self.total else 0.0

    @property
    def asked(self) -> Options:
        from exports.options import Options

        return Options.from_json(self.options)
