"""Reports of fairness and of rivals, as they were computed last."""

from datetime import timedelta

from django.db import models
from django.utils import timezone

from ladder.seasons.models import Season


class FairnessReport(models.Model):
    """The report of the rated matches of a ruleset: of a season, or that ended from ``since`` on
    and before ``until``.

    A voided or restored match raises ``revision`` and takes ``made`` away: the body does not count.
    """

    FRESH = timedelta(minutes=5)
    """After this time the report is computed again, as soon as somebody looks at it."""

    key = models.CharField(max_length=200, unique=True, help_text="All of what it is about.")
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=40)
    season = models.ForeignKey(Season, models.CASCADE, null=True)
    since = models.DateTimeField(null=True)
    until = models.DateTimeField(null=True)
    revision = models.PositiveIntegerField(default=0)
    asked = models.DateTimeField(help_text="When a worker was asked for it last.")
    made = models.DateTimeField(null=True)
    body = models.JSONField(null=True)

    class Meta:
        indexes = [models.Index(fields=["game", "ruleset"])]

    def __str__(self) -> str:
        return f"fairness of {self.key}"

    @property
    def is_fresh(self) -> bool:
        return self.made is not None and self.made > timezone.now() - self.FRESH


class RivalsReport(models.Model):
    """Results that a season's ratings hide, as of the season's official ratings of ``revision``.

    A voided or restored match raises ``changes`` and takes ``made`` away: the body does not count.
    """

    season = models.OneToOneField(Season, models.CASCADE, related_name="rivals")
    revision = models.PositiveIntegerField(default=0, help_text="Of the official ratings.")
    changes = models.PositiveIntegerField(default=0, help_text="Matches voided or restored.")
    seconds = models.FloatField(default=0.0)
    made = models.DateTimeField(null=True)
    body = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"rivals of {self.season}"
