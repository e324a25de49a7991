"""Stored durations of matches, and verdicts of verifications."""

from django.db import models

from accounts.models import User
from games.verifying import Finding


class Verification(models.Model):
    """The verification of a match that ended: requested, under way, or with its verdict.

    There is one of each match; a request after a new version of the engine replaces it.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        RUNNING = "running", "running"
        DONE = "done", "done"

    match = models.OneToOneField("matches.Match", models.CASCADE, related_name="verification")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    requested_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    sampled = models.BooleanField(default=False, help_text="Chosen by the nightly sample.")
    requested = models.DateTimeField()
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    engine = models.CharField(
        max_length=40, blank=True, help_text="The version of the engine that verified."
    )
    finding = models.CharField(
        max_length=12, blank=True, choices=[(each.value, each.value) for each in Finding]
    )
    frame = models.PositiveIntegerField(
        null=True, blank=True, help_text="The first frame that differs."
    )
    detail = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["-requested"]
        indexes = [
            models.Index(fields=["state", "requested"], name="verifications_due"),
            models.Index(fields=["requested_by", "requested"], name="verifications_of_person"),
            models.Index(fields=["sampled", "-finished"], name="verifications_sampled"),
        ]

    def __str__(self) -> str:
        return f"verification of match {self.match_id}"


class Duration(models.Model):
    """How long the last finished matches took, by ``key``: see `matches.expectations`."""

    key = models.CharField(max_length=120, primary_key=True)
    recent = models.JSONField(default=list, help_text="Seconds, the newest last.")

    class Meta:
        ordering = ["key"]

    def __str__(self) -> str:
        return self.key
