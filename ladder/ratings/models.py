"""Ratings of bots in a season, live and official, and their changes by each match."""

from django.db import models

from bots.models import Bot, BotVersion
from ladder.core.rating import MU, SIGMA
from ladder.seasons.models import Season
from matches.models import Match


class Rating(models.Model):
    """A bot's live rating in a season, on openskill's scale.  Rebuilt from matches alone."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="ratings")
    bot = models.ForeignKey(Bot, models.CASCADE, related_name="ratings")
    mu = models.FloatField(default=MU)
    sigma = models.FloatField(default=SIGMA)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    places = models.JSONField(
        default=list, blank=True, help_text="How often it came first, second, and so on."
    )
    recent = models.JSONField(
        default=list, blank=True, help_text="mu before the last rated matches and after each."
    )
    last_played = models.DateTimeField(null=True, blank=True)
    sigma_shown = models.FloatField(
        default=SIGMA, help_text="Larger than sigma while a version plays that was not rated yet."
    )
    standing = models.FloatField(
        default=MU - SIGMA,
        help_text="The order of standings: mu minus the sigma shown, or the points.",
    )
    tie = models.IntegerField(
        default=0, help_text="Orders those of equal points: see `ladder.core.points`."
    )
    version = models.ForeignKey(
        BotVersion,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="The newest version that has been rated.",
    )
    version_games = models.PositiveIntegerField(default=0, help_text="Rated matches of it.")
    # The longest column is the last: a database that reads the others need not pass it.
    counted = models.JSONField(
        default=list, blank=True, help_text="Points of the newest rated matches, oldest first."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "bot"], name="one_rating")]
        indexes = [models.Index(fields=["season", "-standing", "-tie", "bot"])]

    def __str__(self) -> str:
        return f"{self.bot} in {self.season}"

    @property
    def average_place(self) -> float | None:
        """Over all rated matches; None before the first."""
        total = sum(place * times for place, times in enumerate(self.places, 1))
        return total / sum(self.places) if any(self.places) else None


class RatedMatch(models.Model):
    """A match that counts for a season, unless it is void.

    ``order`` is its place among the season's results, the season's revision at that moment; there
    are gaps, and a match that is voided and restored keeps its place.
    """

    match = models.OneToOneField(Match, models.CASCADE, related_name="rated")
    season = models.ForeignKey(Season, models.CASCADE, related_name="rated_matches")
    order = models.PositiveIntegerField(null=True, blank=True)
    play_sha256 = models.CharField(
        max_length=64,
        blank=True,
        help_text="Of its replies and events, if its game does not use the seed on its start.",
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "order"], name="one_order")]

    def __str__(self) -> str:
        return f"{self.match} for {self.season}"


class RatingChange(models.Model):
    """A match's change of a bot's rating: the numbers before and after.

    ``seat`` is the first one of the bot, which may have several.
    A season's rows are written in the order of its results, under the lock of the season, so
    that ids are in that order, too: a bot's newest changes are a walk down one index.
    """

    rated = models.ForeignKey(RatedMatch, models.CASCADE, related_name="changes")
    seat = models.PositiveSmallIntegerField()
    # The index below begins with the rating and serves it, too.
    rating = models.ForeignKey(Rating, models.CASCADE, related_name="changes", db_index=False)
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["rated", "seat"], name="one_change")]
        indexes = [models.Index(fields=["rating", "-id"])]

    def __str__(self) -> str:
        return f"seat {self.seat + 1} of {self.rated}"


class Refit(models.Model):
    """The official ratings of a season as they were last fitted: of what, when, and at what cost.

    ``covariance`` is a NumPy file of shape (entrants, entrants), 32 bits each, in which an
    official rating finds its row by its ``index``; empty where there were too many entrants.
    """

    season = models.OneToOneField(Season, models.CASCADE, related_name="refit")
    made = models.DateTimeField()
    results = models.PositiveIntegerField(help_text="Rated matches of the season by then.")
    revision = models.PositiveIntegerField(default=0, help_text="Of the season by then.")
    seconds = models.FloatField()
    covariance = models.FileField(upload_to="official/", max_length=200, blank=True)

    def __str__(self) -> str:
        return f"official ratings of {self.season}"


class OfficialRating(models.Model):
    """The official rating of one version of a bot in a season, by `ladder.core.official`.

    A bot has its place by the ``current`` version, the one that plays or else the last that did;
    ``best`` and ``worst`` are the places that it may truly have.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="official_ratings")
    bot = models.ForeignKey(Bot, models.CASCADE, related_name="official_ratings")
    version = models.ForeignKey(BotVersion, models.CASCADE, related_name="official_ratings")
    index = models.PositiveIntegerField(help_text="Its place among the entrants of the fit.")
    strength = models.FloatField(help_text="The natural logarithm of odds; 0 is 1500 points.")
    error = models.FloatField(help_text="One sigma of the strength; 0 for an anchor.")
    games = models.PositiveIntegerField(help_text="Rated matches of this version.")
    current = models.BooleanField()
    best = models.PositiveIntegerField(null=True)
    worst = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "version"], name="one_official_rating"),
            models.UniqueConstraint(
                fields=["season", "bot"], condition=models.Q(current=True), name="one_current"
            ),
        ]
        indexes = [models.Index(fields=["season", "current", "-strength"])]

    def __str__(self) -> str:
        return f"{self.version} in {self.season}"


class Anchor(models.Model):
    """The strength of a house bot's version, kept from the first season that it played to its end.

    Later seasons of the ruleset hold it, so that their numbers mean the same.
    """

    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=40)
    version = models.ForeignKey(BotVersion, models.CASCADE, related_name="anchors")
    season = models.ForeignKey(Season, models.CASCADE, related_name="anchors")
    strength = models.FloatField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "ruleset", "version"], name="one_anchor")
        ]

    def __str__(self) -> str:
        return f"{self.version} as of {self.season}"
