"""Past standings: one row for each bot, season and day."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class StandingsDay(models.Model):
    """A bot's place at the end of a day, in UTC, or with ``final`` at the end of the season.

    ``value`` is what the season's table shows: the live rating in points, or the points won.
    Written by `ladder.seasons.history`.
    """

    season = models.ForeignKey("ladder.Season", models.CASCADE, related_name="days")
    day = models.DateField()
    bot = models.ForeignKey("bots.Bot", models.CASCADE, related_name="standings_days")
    place = models.PositiveIntegerField()
    value = models.FloatField()
    games = models.PositiveIntegerField(help_text="Rated matches by then.")
    final = models.BooleanField(default=False)
    revision = models.PositiveIntegerField(default=0, help_text="Of the season by then.")
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["season", "day", "place", "bot"]
        constraints = [
            models.UniqueConstraint(fields=["season", "day", "bot"], name="one_standing_a_day")
        ]
        indexes = [
            models.Index(fields=["season", "place", "day"]),
            models.Index(fields=["season", "place"], condition=models.Q(final=True), name="finals"),
        ]

    def __str__(self) -> str:
        return f"{self.bot} in {self.season} on {self.day}"
