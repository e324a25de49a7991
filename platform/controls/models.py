"""What organizers hold back, and which workers there are."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

LANES = {
    "matches": "ladder, friendly and event matches",
    "builds": "first matches of new versions",
    "rooms": "matches with people",
}
"""Queue of workers → what they play, for people."""


def host_of(worker: str) -> str:
    """The machine in a worker's name."""
    return worker.partition(":")[0]


class HoldQuerySet(models.QuerySet["Hold"]):
    def on(self, lane: str, worker: str) -> HoldQuerySet:
        """Those that keep a worker from taking a match of a lane."""
        return self.filter(
            Q(of=Hold.Of.LANE, name=lane)
            | Q(of=Hold.Of.WORKER, name=worker)
            | Q(of=Hold.Of.HOST, name=host_of(worker))
        )


class Hold(models.Model):
    """While it is there, nothing is begun: in a lane, or by a worker, or by any of a machine.

    What is being played is played to its end.
    """

    class Of(models.TextChoices):
        LANE = "lane", "lane"
        WORKER = "worker", "worker"
        HOST = "host", "machine"

    of = models.CharField(max_length=10, choices=Of)
    name = models.CharField(max_length=100)
    since = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(max_length=300)

    objects = HoldQuerySet.as_manager()

    class Meta:
        ordering = ["of", "name"]
        constraints = [models.UniqueConstraint(fields=["of", "name"], name="one_hold")]

    def __str__(self) -> str:
        return f"{self.get_of_display()} {self.name}"

    @property
    def title(self) -> str:
        """What is held back, for people."""
        return LANES.get(self.name, self.name) if self.of == self.Of.LANE else str(self)


class Worker(models.Model):
    """A process that plays matches, as it was last called to."""

    name = models.CharField(max_length=100, primary_key=True)
    host = models.CharField(max_length=60, db_index=True)
    lane = models.CharField(max_length=20)
    since = models.DateTimeField(auto_now_add=True)
    seen = models.DateTimeField(db_index=True, help_text="When it was last called to play.")
    faults = models.PositiveIntegerField(default=0, help_text="Tries that failed, by our fault.")
    losses = models.PositiveIntegerField(
        default=0, help_text="Tries that ended with their judger, the disk or the database."
    )

    class Meta:
        ordering = ["host", "lane", "name"]

    def __str__(self) -> str:
        return self.name
