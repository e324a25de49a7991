"""Seasons: the periods in which a ruleset of a game is rated, and their standings of past days."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse
from django.utils import timezone

from games.registry import GAMES
from ladder.core.matchmaking.hourly_floor import MOST, USUAL
from ladder.core.points import Worth
from ladder.seasons.worth import worth_of, worth_words
from rulesets.catalogue import rated


class SeasonQuerySet(models.QuerySet["Season"]):
    def running(self) -> SeasonQuerySet:
        now = timezone.now()
        return self.filter(starts__lte=now).filter(models.Q(ends=None) | models.Q(ends__gt=now))

    def hourly_floor_for(self, game: str, ruleset: str) -> int:
        """The floor with which the ruleset's next season begins: that of the one before it."""
        newest = self.filter(game=game, ruleset=ruleset).order_by("-starts", "-pk")
        floor = newest.values_list("hourly_floor", flat=True).first()
        return USUAL if floor is None else floor


class Season(models.Model):
    """A period in which one ruleset of a game is rated."""

    class Scoring(models.TextChoices):
        RATING = "rating", "ratings"
        POINTS = "points", "points"

    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    starts = models.DateTimeField(default=timezone.now)
    ends = models.DateTimeField(null=True, blank=True)
    paused = models.BooleanField(default=False, help_text="No new matches while paused.")
    hourly_floor = models.PositiveSmallIntegerField(
        default=USUAL,
        help_text="Rated matches that it gets in each hour, also while its bots rest; 0: none.",
    )
    results = models.PositiveIntegerField(default=0, help_text="Rated matches that count.")
    revision = models.PositiveIntegerField(
        default=0,
        help_text="Goes up with whatever changes its standings but for new versions.",
    )
    stale_since = models.DateTimeField(
        null=True, blank=True, help_text="Its live ratings are being recalculated since then."
    )
    stale_from = models.PositiveIntegerField(
        default=0, help_text="The first place among its results from which they are wrong."
    )
    recalculation = models.PositiveIntegerField(
        default=0, help_text="The number of the recalculation that may write."
    )
    recalculation_until = models.DateTimeField(
        null=True, blank=True, help_text="The recalculation's lease ends then."
    )
    recalculated = models.PositiveIntegerField(
        default=0, help_text="Matches that this recalculation has counted."
    )

    scoring = models.CharField(
        max_length=10, choices=Scoring, default=Scoring.RATING, help_text="The order of its table."
    )
    window = models.PositiveSmallIntegerField(
        default=100, help_text="Points are those of this number of newest rated matches of a bot."
    )
    automatic = models.BooleanField(
        default=False, help_text="Nobody planned it: it runs until the next one begins."
    )

    objects = SeasonQuerySet.as_manager()

    class Meta:
        ordering = ["-starts"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "ruleset"], condition=models.Q(ends=None), name="one_open_season"
            ),
            models.CheckConstraint(
                condition=models.Q(hourly_floor__lte=MOST), name="hourly_floor_in_bounds"
            ),
        ]

    def __str__(self) -> str:
        return f"{GAMES.title(self.game)}: {self.name}"

    def get_absolute_url(self) -> str:
        return reverse("ladder", args=[self.game, self.ruleset])

    @property
    def has_begun(self) -> bool:
        return self.starts <= timezone.now()

    @property
    def has_ended(self) -> bool:
        return self.ends is not None and self.ends <= timezone.now()

    @property
    def by_points(self) -> bool:
        return self.scoring == self.Scoring.POINTS

    @property
    def worth(self) -> Worth | None:
        """The points that the rules of its game give for a match, if they give any."""
        return worth_of(self.game)

    @property
    def worth_words(self) -> str:
        """The same in words; empty where there are none."""
        return worth_words(self.worth) if self.worth else ""

    def clean(self) -> None:
        """The typed plan must be a season that bots can play."""
        if self.ends is not None and self.ends <= self.starts:
            raise ValidationError({"ends": "A season ends after it has begun."})
        if self.pk is None:
            self._check_playable()

    def _check_playable(self) -> None:
        if self.game not in GAMES:
            raise ValidationError({"game": f"There is no such game; there are {', '.join(GAMES)}."})
        rulesets = [ruleset.name for ruleset in rated(GAMES[self.game])]
        if self.ruleset not in rulesets:
            known = ", ".join(rulesets)
            raise ValidationError({"ruleset": f"The game's rulesets that can be rated: {known}."})


class StandingsDay(models.Model):
    """A bot's place at the end of a day, in UTC, or with ``final`` at the end of the season.

    ``value`` is what the season's table shows: the live rating in points, or the points won.
    Written by `ladder.seasons.history`.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="days")
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
