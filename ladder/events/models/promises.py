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
    are seconds after the start, ``longest`` those that it takes with ``most`` matches, ``worked``
    those of one worker.  ``known``: the pace was measured.
    ``favourites`` are the ids of the most likely winners with their probabilities; ``groups`` is a
    phrase about its groups, empty if there is one; ``repeats`` is as of
    `ladder.events.planning.checking.repeated_games`.
    """

    key: str
    name: str
    matches: float
    most: float
    begins: float
    ends: float
    longest: float
    worked: float
    known: bool
    favourites: list[tuple[int, float]]
    groups: str
    repeats: str


class PromiseQuerySet(models.QuerySet["Promise"]):
    def kept(self) -> PromiseQuerySet:
        """Those that stand beside what happens."""
        return self.exclude(occasion=Promise.Occasion.PREVIEW)

    def active(self) -> PromiseQuerySet:
        """Those that wait for a worker, or are played by one."""
        return self.filter(state__in=Promise.ACTIVE)


class Promise(models.Model):
    """A dry run of an event as it was planned then; ``stages`` has a `StagePromise` for each.

    ``wish`` is a digest of the plan and its entrants.  A worker claims a dry run until
    ``lease_until``, and writes with its ``claim`` alone; ``done`` is the share of the work that it
    has done, from 0 to 1.  ``runs`` is the number of simulations that the result rests on.
    """

    class Occasion(models.TextChoices):
        PUBLISHED = "published", "at publication"
        CHANGED = "changed", "after a change of the plan"
        STARTED = "started", "at the start"
        PREVIEW = "preview", "for the organizers"

    class State(models.TextChoices):
        QUEUED = "queued", "queued"
        RUNNING = "running", "running"
        DONE = "done", "done"
        FAILED = "failed", "failed"

    ACTIVE = (State.QUEUED, State.RUNNING)

    event = models.ForeignKey(Event, models.CASCADE, related_name="promises")
    occasion = models.CharField(max_length=10, choices=Occasion)
    wish = models.CharField(max_length=64, blank=True)
    asked = models.DateTimeField(auto_now_add=True)
    sent = models.DateTimeField(default=timezone.now, help_text="When its task was last sent.")
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED, db_index=True)
    claim = models.CharField(max_length=32, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    done = models.FloatField(default=0.0)
    runs = models.PositiveIntegerField(default=0)
    matches = models.FloatField(default=0.0)
    took = models.FloatField(default=0.0, help_text="Seconds of the whole event.")
    workers = models.PositiveIntegerField(default=0)
    supposed = models.BooleanField(
        default=False, help_text="Bots of the ladder replaced the entrants."
    )
    stages = models.JSONField(default=list)

    objects = PromiseQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "occasion", "wish"],
                condition=models.Q(state__in=("queued", "running")),
                name="one_dry_run_of_a_plan",
            )
        ]

    def __str__(self) -> str:
        return f"promise of {self.event}, {self.get_occasion_display()}"

    @property
    def is_active(self) -> bool:
        """Whether it waits for a worker, or is played by one."""
        return self.state in self.ACTIVE
