"""Announcements of organizers: a banner while one is active, and the news."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import User, Viewer
from bots.models import Bot
from games.registry import GAMES

LONGEST = 10_000
"""Characters of a text."""


class AnnouncementQuerySet(models.QuerySet["Announcement"]):
    def published(self) -> AnnouncementQuerySet:
        """Those that have begun and were not withdrawn."""
        return self.filter(withdrawn_at=None, starts__lte=timezone.now())

    def current(self) -> AnnouncementQuerySet:
        """Those whose banner is on."""
        return self.on_until(timezone.now())

    def on_until(self, moment: datetime) -> AnnouncementQuerySet:
        """Those whose banner is on at some time from now until then."""
        begun = self.filter(withdrawn_at=None, starts__lte=moment)
        return begun.filter(Q(ends=None) | Q(ends__gt=timezone.now()))

    def visible_to(self, user: Viewer) -> AnnouncementQuerySet:
        """Those that are for this person, or for everybody; organizers see all."""
        everybody = Q(audience=Announcement.Audience.EVERYBODY)
        if not user.is_authenticated:
            return self.filter(everybody)
        if user.is_staff:
            return self
        own = Bot.objects.open_to(user).order_by().values("game")
        return self.filter(everybody | Q(game__in=own))


class Announcement(models.Model):
    class Audience(models.TextChoices):
        EVERYBODY = "everybody", "everybody"
        AUTHORS = "authors", "authors of a game"

    class Level(models.TextChoices):
        INFO = "info", "news"
        WARNING = "warning", "a warning"
        URGENT = "urgent", "urgent"

    title = models.CharField(max_length=120)
    text = models.TextField(max_length=LONGEST, blank=True, help_text="Markdown.")
    audience = models.CharField(
        max_length=10, choices=Audience, default=Audience.EVERYBODY, verbose_name="for"
    )
    game = models.CharField(max_length=40, blank=True)
    level = models.CharField(max_length=10, choices=Level, default=Level.INFO)
    starts = models.DateTimeField(default=timezone.now, db_index=True)
    ends = models.DateTimeField(
        null=True, blank=True, help_text="Of the banner; empty: until it is withdrawn."
    )
    created = models.DateTimeField(auto_now_add=True)
    edited = models.DateTimeField(auto_now=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    told_at = models.DateTimeField(
        null=True, blank=True, help_text="When people were given notice of it."
    )

    objects = AnnouncementQuerySet.as_manager()

    class Meta:
        ordering = ["-starts", "-id"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("news-show", args=[self.pk])

    def clean(self) -> None:
        if self.ends is not None and self.starts is not None and self.ends <= self.starts:
            raise ValidationError({"ends": "The banner ends after it has begun."})
        if self.audience == self.Audience.AUTHORS and self.game not in GAMES:
            raise ValidationError({"game": "Choose the game whose authors it is for."})
        if self.audience == self.Audience.EVERYBODY:
            self.game = ""

    @property
    def state(self) -> str:
        now = timezone.now()
        if self.withdrawn_at is not None:
            return "withdrawn"
        if self.starts > now:
            return "planned"
        return "on" if self.ends is None or self.ends > now else "over"

    @property
    def notice_class(self) -> str:
        """The look of its banner."""
        return {"warning": "notice-warn", "urgent": "notice-bad"}.get(self.level, "")
