"""Announcements of an event, and questions about it."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from ladder.events.models.event import Event


class EventAnnouncementQuerySet(models.QuerySet["EventAnnouncement"]):
    def current(self) -> EventAnnouncementQuerySet:
        """Those that are not withdrawn."""
        return self.filter(withdrawn_at=None)

    def on_projector(self, now: datetime) -> EventAnnouncementQuerySet:
        return self.current().filter(projector_until__gt=now)


class EventAnnouncement(models.Model):
    """A message of the people who run an event to everybody."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="announcements")
    title = models.CharField(max_length=120)
    text = models.TextField(max_length=5000, blank=True, help_text="Markdown.")
    created = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    projector_until = models.DateTimeField(
        null=True, blank=True, help_text="The projector shows it until then."
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = EventAnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ["-created", "-id"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return f"{reverse('event-talk', args=[self.event.slug])}#announcement-{self.pk}"


class QuestionQuerySet(models.QuerySet["Question"]):
    def open(self) -> QuestionQuerySet:
        return self.filter(answered_at=None)

    def for_all(self) -> QuestionQuerySet:
        """Those whose answer everybody may read."""
        return self.filter(answered_at__isnull=False, to_all=True)


class Question(models.Model):
    """A question about an event, and its answer to the asker or to all.

    One without an asker was written by the people who run the event, for the frequent ones.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="questions")
    asker = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, related_name="event_questions"
    )
    text = models.TextField(max_length=2000)
    asked = models.DateTimeField(default=timezone.now)
    answer = models.TextField(max_length=5000, blank=True, help_text="Markdown.")
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    to_all = models.BooleanField(default=False, help_text="Everybody may read the answer.")
    frequent = models.BooleanField(
        default=False, help_text="Listed with the frequently asked questions."
    )

    objects = QuestionQuerySet.as_manager()

    class Meta:
        ordering = ["-asked", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(frequent=False) | Q(to_all=True), name="frequent_ones_are_for_all"
            )
        ]

    def __str__(self) -> str:
        return f"question {self.pk} about {self.event}"

    def get_absolute_url(self) -> str:
        return f"{reverse('event-questions', args=[self.event.slug])}#question-{self.pk}"
