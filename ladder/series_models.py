"""Series: games one after the other, their entrants, and every try at a game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse

from bots.models import Bot, BotVersion
from ladder.core.series import LEAST_BOUND, PATIENCE
from matches.audience import Audience
from matches.models import Match


class SeriesQuerySet(models.QuerySet["Series"]):
    def running(self) -> SeriesQuerySet:
        return self.filter(state=Series.State.RUNNING)


class Series(models.Model):
    """Games one after the other by the rules of `ladder.core.series`.

    Its standings follow from the results of its games; only the final places are kept.
    """

    class State(models.TextChoices):
        PLANNED = "planned", "planned"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        ABORTED = "aborted", "aborted"

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=60)
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=40)
    winners = models.PositiveSmallIntegerField(help_text="Number of winners.")
    most_games = models.PositiveSmallIntegerField(default=LEAST_BOUND)
    patience = models.PositiveSmallIntegerField(
        default=PATIENCE, help_text="It ends after this many games in a row without a winner."
    )
    top = models.PositiveSmallIntegerField(
        default=0, help_text="Number of first bots of the ladder at the start. 0: the chosen bots."
    )
    state = models.CharField(
        max_length=10, choices=State, default=State.PLANNED, db_index=True, editable=False
    )
    paused = models.BooleanField(default=False, help_text="No new games while paused.")
    trouble = models.CharField(
        max_length=500, blank=True, help_text="The reason why it cannot start or continue."
    )
    starts = models.DateTimeField(
        null=True, blank=True, help_text="Empty: when an organizer starts it."
    )
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    started = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    audience = models.CharField(
        max_length=12,
        choices=Audience,
        default=Audience.PUBLIC,
        help_text="People who can see its games.",
    )

    objects = SeriesQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.FINISHED, self.State.ABORTED)


class SeriesEntry(models.Model):
    """A bot of a series; entrants are numbered from 0, guests after them.

    ``version`` is the one that plays, fixed at the start.
    """

    series = models.ForeignKey(Series, models.CASCADE, related_name="entries")
    number = models.PositiveSmallIntegerField()
    bot = models.ForeignKey(Bot, models.PROTECT, related_name="series_entries")
    version = models.ForeignKey(
        BotVersion, models.PROTECT, null=True, blank=True, related_name="series_entries"
    )
    guest = models.BooleanField(default=False, help_text="Fills empty seats and never counts.")
    place = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Final place.")
    won = models.BooleanField(default=False, help_text="Won the series. Set at the end.")
    out = models.BooleanField(default=False, help_text="Disqualified.")
    qualified = models.BooleanField(
        default=False,
        help_text="Already in the next stage, so its win does not count towards the winners.",
    )

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "series entries"
        constraints = [models.UniqueConstraint(fields=["series", "number"], name="one_entry")]

    def __str__(self) -> str:
        return f"{self.bot} in {self.series}"


class SeriesGame(models.Model):
    """One try at a game of a series.  ``seating`` has the numbers of the entries by seat."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(help_text="Counts from 1.")
    match = models.OneToOneField(Match, models.PROTECT, related_name="series_game")
    seating = models.JSONField()
    lost = models.BooleanField(
        default=False, help_text="Does not count, because another game replaces it."
    )
    taken_back_with = models.ForeignKey(
        Match,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="The void match that made it not count. Undoing that void restores it.",
    )

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "number"], condition=models.Q(lost=False), name="one_game"
            )
        ]

    def __str__(self) -> str:
        return f"game {self.number} of {self.series}"
