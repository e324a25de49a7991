"""Followers and their targets, happenings, addresses of private feeds, and weekly digests."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from bots.models import Bot, BotVersion
from ladder.climb.models import Climb
from ladder.events.models import Entry, Event, EventAnnouncement, Stage
from ladder.models import Season

COLUMNS = ("bot", "person", "event", "game")
"""The columns of a target, one of which is set."""


def _exactly_one() -> Q:
    condition = Q()
    for name in COLUMNS:
        condition |= Q(**{f"{each}__isnull": each != name for each in COLUMNS})
    return condition


class Target(models.Model):
    """Something that people may follow.  The row goes with the thing itself."""

    bot = models.OneToOneField(Bot, models.CASCADE, null=True, blank=True, related_name="target")
    person = models.OneToOneField(
        User, models.CASCADE, null=True, blank=True, related_name="target"
    )
    event = models.OneToOneField(
        Event, models.CASCADE, null=True, blank=True, related_name="target"
    )
    game = models.CharField(max_length=40, null=True, blank=True, unique=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(condition=_exactly_one(), name="one_thing_of_a_target")
        ]

    def __str__(self) -> str:
        return str(self.bot or self.person or self.event or self.game)

    @property
    def column(self) -> str:
        """The name of the column that is set."""
        given = (self.bot_id, self.person_id, self.event_id, self.game)
        return next(name for name, value in zip(COLUMNS, given, strict=True) if value is not None)


class Follow(models.Model):
    """A person follows a target."""

    follower = models.ForeignKey(User, models.CASCADE, related_name="follows", db_index=False)
    target = models.ForeignKey(Target, models.CASCADE, related_name="follows", db_index=False)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["follower", "target"], name="one_follow_of_a_target")
        ]
        indexes = [models.Index(fields=["target", "follower"], name="followers_of_a_target")]

    def __str__(self) -> str:
        return f"{self.follower} follows {self.target}"


class Happening(models.Model):
    """Something that followers hear of.  ``key`` keeps it from being noted twice.

    Its sentence is not stored: `following.sentences` makes it from the rows as they are now.  So
    followers get nothing that was hidden or corrected since.
    """

    class What(models.TextChoices):
        NEW_BOT = "new_bot", "a new bot"
        VERSION = "version", "a new version plays"
        RUNG = "rung", "a climb ended higher"
        PLACE = "place", "a place in an event"
        ANNOUNCED = "announced", "an event is announced"
        EVENT_NEWS = "event_news", "an announcement of an event"
        BEGUN = "begun", "an event has begun"
        STAGE = "stage", "results of a stage"
        OVER = "over", "final standings"
        SEASON = "season", "a new season"

    what = models.CharField(max_length=10, choices=What)
    key = models.CharField(max_length=80, unique=True)
    created = models.DateTimeField(default=timezone.now, db_index=True)
    targets = models.ManyToManyField(Target, related_name="happenings")
    version = models.ForeignKey(BotVersion, models.CASCADE, null=True, blank=True, related_name="+")
    climb = models.ForeignKey(Climb, models.CASCADE, null=True, blank=True, related_name="+")
    event = models.ForeignKey(
        Event, models.CASCADE, null=True, blank=True, related_name="happenings"
    )
    stage = models.ForeignKey(
        Stage, models.CASCADE, null=True, blank=True, related_name="happenings"
    )
    announcement = models.ForeignKey(
        EventAnnouncement, models.CASCADE, null=True, blank=True, related_name="+"
    )
    entry = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, related_name="+")
    season = models.ForeignKey(
        Season, models.CASCADE, null=True, blank=True, related_name="happenings"
    )
    told_after = models.BigIntegerField(
        default=0, help_text="Followers up to this id have been notified."
    )
    told_at = models.DateTimeField(
        null=True, blank=True, help_text="When all followers had been notified."
    )

    class Meta:
        ordering = ["-created", "-id"]
        indexes = [
            models.Index(fields=["id"], name="happenings_not_told", condition=Q(told_at=None))
        ]

    def __str__(self) -> str:
        return self.key


class FeedAddress(models.Model):
    """The secret part of the address of a person's feed.  A new one replaces the old address."""

    user = models.OneToOneField(User, models.CASCADE, related_name="feed_address")
    key = models.CharField(max_length=40)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "feed addresses"

    def __str__(self) -> str:
        return f"the feed address of {self.user}"


class Digest(models.Model):
    """A week of which a person was sent the digest, or of which there was nothing to send.

    ``week`` is the Monday in the person's time zone on which it was due.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="digests", db_index=False)
    week = models.DateField()
    created = models.DateTimeField(default=timezone.now)
    sent = models.BooleanField(help_text="Not if nothing had happened.")

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["user", "week"], name="one_digest_a_week")]

    def __str__(self) -> str:
        return f"{self.user}, {self.week}"
