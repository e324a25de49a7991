"""Comparisons of the sources of entered bots, and what was decided about similar ones."""

from django.db import models
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from bots.models import BotVersion
from ladder.events.models.event import Entry, Event


class SourceComparison(models.Model):
    """One comparison of all sources within an event, by a worker."""

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        DONE = "done", "done"
        FAILED = "failed", "failed"

    event = models.ForeignKey(Event, models.CASCADE, related_name="source_comparisons")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    asked = models.DateTimeField(default=timezone.now)
    asked_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    done = models.DateTimeField(null=True, blank=True)
    programs = models.PositiveIntegerField(default=0, help_text="Programs that were compared.")
    left_out = models.JSONField(default=list, blank=True, help_text="Bots without readable source.")

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event"],
                condition=models.Q(state="waiting"),
                name="one_waiting_source_comparison",
            )
        ]

    def __str__(self) -> str:
        return f"sources of {self.event}"


class SimilarPair(models.Model):
    """Two entered bots of different people whose sources have code in common.

    Shares are from 0 to 1.  ``matches`` has, for each common part, path, first and last line of
    both sources.  A decision outlasts later comparisons.
    """

    class Decision(models.TextChoices):
        OPEN = "", "not decided"
        FINE = "fine", "no objection"
        WATCHED = "watched", "to be watched"
        COPIED = "copied", "copied"

    event = models.ForeignKey(Event, models.CASCADE, related_name="similar_pairs")
    left = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    right = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    left_version = models.ForeignKey(BotVersion, models.CASCADE, related_name="+")
    right_version = models.ForeignKey(BotVersion, models.CASCADE, related_name="+")
    left_share = models.FloatField()
    right_share = models.FloatField()
    matches = models.JSONField()
    decision = models.CharField(max_length=10, choices=Decision, default=Decision.OPEN, blank=True)
    decided_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "left", "right"], name="one_similar_pair")
        ]

    def __str__(self) -> str:
        return f"{self.left.bot} and {self.right.bot}"

    def get_absolute_url(self) -> str:
        return reverse("event-similar-pair", args=[self.event.slug, self.pk])

    @property
    def share(self) -> float:
        return max(self.left_share, self.right_share)
