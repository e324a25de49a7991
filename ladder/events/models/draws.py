"""The seeds of stages, drawn before an event begins and published as a hash."""

from __future__ import annotations

import hashlib

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
