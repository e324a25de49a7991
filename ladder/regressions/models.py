"""Matches that a bot keeps as tests, and the runs of its versions."""

from django.db import models

from accounts.models import User
from bots.models import Bot, BotVersion
from matches.models import Match


class RegressionTest(models.Model):
    """A match that each new version of a bot plays again, on the same start.

    ``goal`` is the share of the score, from 0 to 1, that the seat must have at least: 1 is a first
    place alone.
    """

    bot = models.ForeignKey(Bot, models.CASCADE, related_name="regression_tests")
    origin = models.ForeignKey(Match, models.CASCADE, related_name="regression_tests")
    seat = models.PositiveSmallIntegerField()
    goal = models.FloatField(default=1.0)
    note = models.CharField(max_length=200, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["bot", "origin", "seat"], name="one_test_of_a_seat")
        ]

    def __str__(self) -> str:
        return f"test of {self.bot} by match {self.origin_id}"


class RegressionPolicy(models.Model):
    """The choice of a bot's team; a bot without a row uses the defaults."""

    bot = models.OneToOneField(Bot, models.CASCADE, related_name="regression_policy")
    holds = models.BooleanField(
        default=False, help_text="Keep the old version where a test gets worse."
    )

    def __str__(self) -> str:
        return f"policy of {self.bot}"


class RegressionRun(models.Model):
    """A version's run of a test; ``share`` is None until it was played."""

    class Verdict(models.TextChoices):
        WAITING = "waiting", "waiting"
        PASSED = "passed", "passed"
        FAILED = "failed", "failed"
        NOT_PLAYED = "skipped", "not played"

    class Change(models.TextChoices):
        BETTER = "better", "better"
        SAME = "same", "same"
        WORSE = "worse", "worse"

    test = models.ForeignKey(RegressionTest, models.CASCADE, related_name="runs")
    version = models.ForeignKey(BotVersion, models.CASCADE, related_name="regression_runs")
    match = models.OneToOneField(
        Match, models.SET_NULL, null=True, blank=True, related_name="regression_run"
    )
    created = models.DateTimeField(auto_now_add=True)
    verdict = models.CharField(max_length=10, choices=Verdict, default=Verdict.WAITING)
    share = models.FloatField(null=True, blank=True)
    change = models.CharField(
        max_length=10, choices=Change, blank=True, help_text="Against the version before."
    )
    why = models.CharField(max_length=300, blank=True, help_text="Why it was not played.")

    class Meta:
        ordering = ["test_id"]
        constraints = [
            models.UniqueConstraint(fields=["test", "version"], name="one_run_of_a_version")
        ]
        indexes = [
            models.Index(
                fields=["created"],
                condition=models.Q(verdict="waiting"),
                name="regression_runs_waiting",
            )
        ]

    def __str__(self) -> str:
        return f"{self.version}: {self.test}"
