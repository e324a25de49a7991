"""Promises of the dry run, kept at publication, at each change of the plan, and at the start."""

from __future__ import annotations

from django.db import models

from ladder.events.models.event import Event


class Promise(models.Model):
    """A dry run of an event as it was planned then.

    ``stages`` has an object for each: ``key``, ``name``, ``matches``, ``most`` (the 95th
    percentile), ``begins`` and ``ends`` in seconds after the start, ``worked`` (seconds of one
    worker), and ``known`` (whether the pace was measured).
    """

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
