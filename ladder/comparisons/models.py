"""Comparisons of two versions of bots: the request, the pairs of matches, and the state."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.urls import reverse

from accounts.models import User, Viewer
from bots.models import Bot, BotVersion
from ladder.core.sprt import Hypotheses
from matches.models import Match


class ComparisonQuerySet(models.QuerySet["Comparison"]):
    def running(self) -> ComparisonQuerySet:
        return self.filter(state=Comparison.State.RUNNING)

    def visible_to(self, user: Viewer) -> ComparisonQuerySet:
        """Comparisons that this person may look at: of bots of theirs or their teams;
        organizers, all."""
        if user.is_authenticated and user.is_staff:
            return self
        return self.filter(candidate__bot__in=Bot.objects.open_to(user))

    def of_bot(self, bot: Bot) -> ComparisonQuerySet:
        """Those in which a version of the bot is the candidate."""
        return self.filter(candidate__bot=bot)

    def with_bots(self) -> ComparisonQuerySet:
        """Includes the rows that a list needs."""
        sides = ("candidate", "baseline")
        texts = [f"{side}__{text}" for side in sides for text in ("build_log", "failure")]
        related = [f"{side}__bot__owner" for side in sides]
        return self.select_related(*related, "owner").defer(*texts)


class Comparison(models.Model):
    """Is the candidate (B) better than the baseline (A)?

    Without a pool they play each other; with one, each plays the same opponents on the same seeds.
    The columns from ``verdict`` on follow from the matches and are only stored for lists.
    """

    class State(models.TextChoices):
        RUNNING = "running", "running"
        DECIDED = "decided", "decided"
        BUDGET = "budget", "ran out of budget"
        NO_STARTS = "no_starts", "no more starts"
        STOPPED = "stopped", "stopped"
        FAILED = "failed", "failed"

    class Verdict(models.TextChoices):
        BETTER = "better", "better"
        NOT_BETTER = "not_better", "not better"
        OPEN = "open", "undecided"

    owner = models.ForeignKey(
        User, models.CASCADE, related_name="comparisons", help_text="The person who asked."
    )
    candidate = models.ForeignKey(BotVersion, models.CASCADE, related_name="comparisons")
    baseline = models.ForeignKey(BotVersion, models.CASCADE, related_name="+")
    ruleset = models.CharField(max_length=40)
    pooled = models.BooleanField(default=False, help_text="Both play a pool, not each other.")
    elo0 = models.FloatField(default=0.0)
    elo1 = models.FloatField(default=50.0)
    alpha = models.FloatField(default=0.05)
    beta = models.FloatField(default=0.05)
    budget = models.PositiveSmallIntegerField(help_text="Pairs of matches at most.")
    state = models.CharField(
        max_length=10, choices=State, default=State.RUNNING, db_index=True, editable=False
    )
    trouble = models.CharField(max_length=500, blank=True, help_text="The reason of a failure.")
    failures = models.JSONField(
        default=dict, editable=False, help_text="Failures in a row, see `ladder.advancing`."
    )
    created = models.DateTimeField(auto_now_add=True)
    ended = models.DateTimeField(null=True, blank=True)

    verdict = models.CharField(max_length=10, choices=Verdict, default=Verdict.OPEN)
    units = models.PositiveSmallIntegerField(default=0, help_text="Results that count.")
    ratio = models.FloatField(default=0.0, help_text="Log-likelihood ratio.")
    elo = models.FloatField(null=True, blank=True, help_text="B's lead.")
    elo_low = models.FloatField(null=True, blank=True)
    elo_high = models.FloatField(null=True, blank=True)
    likelihood = models.FloatField(null=True, blank=True, help_text="That B is better at all.")

    objects = ComparisonQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(candidate=models.F("baseline")), name="two_versions_compared"
            )
        ]

    def __str__(self) -> str:
        return f"comparison {self.pk} of {self.candidate} with {self.baseline}"

    def get_absolute_url(self) -> str:
        bot = self.candidate.bot
        return reverse("comparison", args=[bot.owner.username, bot.name, self.pk])

    @property
    def terms(self) -> Hypotheses:
        return Hypotheses(self.elo0, self.elo1, self.alpha, self.beta)

    @property
    def game(self) -> str:
        return self.candidate.bot.game

    @property
    def is_over(self) -> bool:
        return self.state != self.State.RUNNING

    @property
    def pairs_of_unit(self) -> int:
        """Pairs of matches that one result is made of."""
        return 2 if self.pooled else 1

    @property
    def most_units(self) -> int:
        return self.budget // self.pairs_of_unit


class ComparisonOpponent(models.Model):
    """One of the pool, with the version that played when the comparison began."""

    comparison = models.ForeignKey(Comparison, models.CASCADE, related_name="opponents")
    number = models.PositiveSmallIntegerField(help_text="From 0.")
    version = models.ForeignKey(BotVersion, models.CASCADE, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["comparison", "number"], name="one_comparison_opponent")
        ]

    def __str__(self) -> str:
        return f"{self.version} in the pool of comparison {self.comparison_id}"


class ComparisonUnit(models.Model):
    """The matches of one result, on one seed and one map."""

    comparison = models.ForeignKey(Comparison, models.CASCADE, related_name="results")
    number = models.PositiveSmallIntegerField(help_text="From 1, in the order of making.")
    opponent = models.ForeignKey(
        ComparisonOpponent, models.CASCADE, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["comparison", "number"], name="one_comparison_unit")
        ]

    def __str__(self) -> str:
        return f"result {self.number} of comparison {self.comparison_id}"


class ComparisonMatch(models.Model):
    """A match of a result: candidate or baseline, as ``version``, meets ``opponent``."""

    unit = models.ForeignKey(ComparisonUnit, models.CASCADE, related_name="matches")
    match = models.OneToOneField(Match, models.CASCADE, related_name="comparison_match")
    version = models.ForeignKey(BotVersion, models.CASCADE, related_name="+")
    opponent = models.ForeignKey(BotVersion, models.CASCADE, related_name="+")
    play_sha256 = models.CharField(
        max_length=64,
        blank=True,
        help_text="Of its replies and events, if its game does not use the seed on its start.",
    )

    class Meta:
        ordering = ["match_id"]

    def __str__(self) -> str:
        return f"{self.match} of {self.unit}"
