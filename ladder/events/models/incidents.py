"""Incidents: matches that are played again at once, and stages that were taken back."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from ladder.events.models.event import Event
from ladder.events.models.stages import Stage
from ladder.events.models.talk import EventAnnouncement
from matches.models import Match


class IncidentQuerySet(models.QuerySet["Incident"]):
    def public(self) -> IncidentQuerySet:
        """Those whose announcement is published, and not withdrawn."""
        return self.filter(announcement__isnull=False, announcement__withdrawn_at=None)


class Incident(models.Model):
    """Results of an event that were voided at once, with the reason, and are played again.

    ``matches`` are those that no longer count, ``stages`` those that they belong to.  ``title`` and
    ``text`` are the draft of an announcement.  Everybody sees the incident when that is published.
    """

    class Kind(models.TextChoices):
        WORKER = "worker", "matches of a worker"
        MACHINE = "machine", "matches of a machine"
        INTERVAL = "interval", "matches of an interval"
        STAGE = "stage", "stage taken back"

    event = models.ForeignKey(Event, models.CASCADE, related_name="incidents")
    kind = models.CharField(max_length=10, choices=Kind)
    subject = models.CharField(
        max_length=120, blank=True, help_text="The worker, the machine or the stage."
    )
    since = models.DateTimeField(null=True, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=300)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    minutes = models.PositiveIntegerField(default=0, help_text="Later times moved by this much.")
    matches = models.ManyToManyField(Match, related_name="incidents", blank=True)
    stages = models.ManyToManyField(Stage, related_name="incidents", blank=True)
    title = models.CharField(max_length=120)
    text = models.TextField(max_length=5000, blank=True, help_text="Markdown.")
    announcement = models.OneToOneField(
        EventAnnouncement,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="incident",
    )

    objects = IncidentQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"incident {self.pk} of {self.event}"

    def get_absolute_url(self) -> str:
        return reverse("event-incident", args=[self.event.slug, self.pk])


class EarlierGame(models.Model):
    """A match that a stage had before it was taken back.  It counts no more.

    ``key`` and ``round`` are those of its encounter; a series has none.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="earlier_games")
    match = models.OneToOneField(Match, models.PROTECT, related_name="earlier_game")
    incident = models.ForeignKey(Incident, models.CASCADE, related_name="earlier_games")
    group = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=20, blank=True)
    round = models.PositiveSmallIntegerField(null=True, blank=True)
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60, blank=True, help_text="Of its encounter.")

    class Meta:
        ordering = ["stage", "group", "round", "id"]

    def __str__(self) -> str:
        return f"{self.title} of {self.stage.event}"

    @property
    def title(self) -> str:
        """The full name, for example “Groups, group B, round 2, match 1, game 1”."""
        game = f"game {self.number}"
        parts = (self.name, game) if self.name else (game.capitalize(),)
        return self.stage.title_of(self.group, *parts)
