"""Promises of the dry run, kept at publication, at each change of the plan, and at the start."""

from __future__ import annotations

from typing import TypedDict

from django.db import models

from ladder.events.models.event import Event


class StagePromise(TypedDict):
    """A stage in a dry run: ``most`` is the 95th percentile of ``matches``, ``begins`` and ``ends``
    are seconds after the start, ``worked`` those of one worker.  ``known``: the pace was measured.
    """

    key: str
    name: str
    matches: float
    most: float
    begins: float
    ends: float
    worked: float
    known: bool


class Promise(models.Model):
    """A dry run of an event as it was planned then; ``stages`` has a `StagePromise` for each."""

    class Occasion(models.TextChoices):
        PUBLISHED = "published", "at publication"
        CHANGED = "changed", "after a change of the plan"
        STARTED = "started", "at the start"

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        DONE = "done", "done"
        FAILED = "failed", "failed"

    event = models.ForeignKey(Event, models.CASCADE, related_name="promises")
    occasion = models.CharField(max_length=10, choices=Occasion)
    asked = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING, db_index=True)
    matches = models.FloatField(default=0.0)
    took = models.FloatField(default=0.0, help_text="Seconds of the whole event.")
    workers = models.PositiveIntegerField(default=0)
    supposed = models.BooleanField(
        default=False, help_text="Bots of the ladder replaced the entrants."
    )
    stages = models.JSONField(default=list)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"promise of {self.event}, {self.get_occasion_display()}"
