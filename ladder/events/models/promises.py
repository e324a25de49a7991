"""Promises of an event before it begins: dry runs, and the seeds of its stages as hashes.

A dry run is kept at publication, at each change of the plan, and at the start.
"""

from __future__ import annotations

import hashlib
from typing import TypedDict

from django.db import models
from django.utils import timezone

from ladder.events.models.event import Event


class StageDraw(models.Model):
    """The seed of a stage by its ``key``, and when its hash became public.

    Seats, maps, pairings and the seeds of all matches of the stage follow from the seed.  The
    ``nonce`` keeps others from finding the seed by trying all of them.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="draws")
    key = models.SlugField(max_length=40)
    seed = models.BigIntegerField()
    nonce = models.CharField(max_length=32)
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["event", "key"], name="one_stage_draw")]

    def __str__(self) -> str:
        return f"the draw of {self.key} of {self.event}"

    @property
    def content(self) -> str:
        """The text whose hash is public: address, seed and nonce, with a space between them."""
        return f"{self.event.slug}/{self.key} {self.seed} {self.nonce}"

    @property
    def digest(self) -> str:
        """The SHA-256 of `content`, in hexadecimal digits."""
        return hashlib.sha256(self.content.encode()).hexdigest()


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
