"""Acts of organizers on a season's results: disqualifications, and corrections with a preview."""

from __future__ import annotations

from django.db import models
from django.urls import reverse

from accounts.models import User
from bots.models import Bot


class DisqualificationQuerySet(models.QuerySet["Disqualification"]):
    def standing(self) -> DisqualificationQuerySet:
        """Disqualifications that were not undone."""
        return self.filter(undone_at=None)

    def shown(self) -> DisqualificationQuerySet:
        """`standing`, with bots and owners."""
        return self.standing().select_related("bot__owner")


class Disqualification(models.Model):
    """A bot without a place in the standings of a season, which plays no new matches of it.

    Its results count for the other bots, unless they are voided, too.
    """

    season = models.ForeignKey("ladder.Season", models.CASCADE, related_name="disqualifications")
    bot = models.ForeignKey(Bot, models.CASCADE, related_name="disqualifications")
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    why = models.CharField(max_length=300)
    created = models.DateTimeField(auto_now_add=True)
    undone_at = models.DateTimeField(null=True, blank=True)

    objects = DisqualificationQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "bot"],
                condition=models.Q(undone_at=None),
                name="one_disqualification",
            )
        ]

    def __str__(self) -> str:
        return f"{self.bot} out of {self.season}"


class Correction(models.Model):
    """An act on results of a season, with its changes in the standings.

    ``payload`` has the request and, after publication, the changes made
    (`ladder.corrections.services`).  ``diff`` has the moves in the standings
    (`ladder.corrections.preview`) at the season's ``revision``.
    """

    class Kind(models.TextChoices):
        VOID = "void", "void matches"
        RERUN = "rerun", "void matches and play them again"
        RESTORE = "restore", "let void matches count again"
        DISQUALIFY = "disqualify", "disqualify a bot"
        UNDO = "undo", "undo a correction"

    class State(models.TextChoices):
        DRAFT = "draft", "waiting for its preview"
        COMPUTING = "computing", "computing its preview"
        READY = "ready", "not published"
        PUBLISHED = "published", "published"
        UNDONE = "undone", "published and undone"
        DISCARDED = "discarded", "discarded"

    season = models.ForeignKey("ladder.Season", models.CASCADE, related_name="corrections")
    kind = models.CharField(max_length=12, choices=Kind)
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT, db_index=True)
    payload = models.JSONField(default=dict)
    diff = models.JSONField(null=True, blank=True)
    undoes = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="undone_by"
    )
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=300, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(
        default=0, help_text="Revision of the season for which the preview was computed."
    )
    attempt = models.PositiveIntegerField(default=0, help_text="Attempts to compute the preview.")
    lease_until = models.DateTimeField(null=True, blank=True)
    done = models.PositiveIntegerField(default=0, help_text="Matches that the preview has read.")
    trouble = models.CharField(
        max_length=500, blank=True, help_text="The reason why it has no preview."
    )

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"correction {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("correction", args=[self.pk])

    @property
    def is_open(self) -> bool:
        """Whether it may still be published or discarded."""
        return self.state in (self.State.DRAFT, self.State.COMPUTING, self.State.READY)
