"""The series and encounters of a stage, and their games."""

from __future__ import annotations

from django.db import models

from ladder.events.models.stages import Stage
from matches.models import Match


class Series(models.Model):
    """The series that one group of a stage plays, by the rules of `ladder.core.series`.

    Its standings follow from the results of its games.  ``qualified`` has the numbers of the
    entrants whose wins do not count towards the winners.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="series")
    group = models.PositiveSmallIntegerField()
    winners = models.PositiveSmallIntegerField(help_text="Number of winners.")
    most_games = models.PositiveSmallIntegerField(help_text="Maximum number of games.")
    qualified = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["group"]
        verbose_name_plural = "series"
        constraints = [models.UniqueConstraint(fields=["stage", "group"], name="one_group_series")]

    def __str__(self) -> str:
        return f"{self.stage.title_of(self.group)} of {self.stage.event}"

    def get_absolute_url(self) -> str:
        url = self.stage.get_absolute_url()
        return f"{url}?group={self.group + 1}" if self.group else url


class SeriesGame(models.Model):
    """One attempt at a game of a series.

    ``seating`` has the numbers of the entrants by seat, null for a house bot on an empty seat.
    ``lost`` ones do not count, and another one was or will be played instead.
    """

    series = models.ForeignKey(Series, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(help_text="Counts from 1.")
    match = models.OneToOneField(Match, models.PROTECT, related_name="series_game")
    seating = models.JSONField()
    lost = models.BooleanField(default=False)
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
                fields=["series", "number"], condition=models.Q(lost=False), name="one_series_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.title} of {self.series.stage.event}"

    @property
    def title(self) -> str:
        """Such as “Groups, group B, game 3”."""
        return self.series.stage.title_of(self.series.group, f"Game {self.number}")


class Encounter(models.Model):
    """Entrants of a group that meet; see `ladder.core.stages.contract`."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="encounters")
    group = models.PositiveSmallIntegerField(default=0)
    key = models.CharField(max_length=20)
    round = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    entrants = models.JSONField(help_text="Numbers of the group's entries.")
    of = models.JSONField(default=list, blank=True)
    basis = models.JSONField(
        default=list, blank=True, help_text="Counted matches of the encounters that lead to it."
    )
    obsolete = models.BooleanField(default=False, help_text="A result that led to it was voided.")
    awarded = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The number of the entrant that has won by decision."
    )
    award_ranks = models.JSONField(
        default=list, blank=True, help_text="The ranks by decision, in the order of the entrants."
    )
    award_reason = models.CharField(max_length=300, blank=True)
    awarded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["group", "round", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "group", "key"],
                condition=models.Q(obsolete=False),
                name="one_encounter",
            )
        ]

    def __str__(self) -> str:
        return f"{self.title} of {self.stage.event}"

    @property
    def title(self) -> str:
        """The full name, for example “Groups, group B, round 2, match 1”."""
        return self.stage.title_of(self.group, self.name)


class EncounterGameQuerySet(models.QuerySet["EncounterGame"]):
    def standing(self) -> EncounterGameQuerySet:
        """Games that count, or will count when they are played."""
        return self.filter(lost=False, encounter__obsolete=False)


class EncounterGame(models.Model):
    """One game of an encounter; ``sides`` has entrants' numbers by side, null for a guest.

    A ``lost`` game has no result that counts, and another game replaces it.  Games of an obsolete
    encounter do not count either, but keep their ``lost`` in case the encounter is restored.
    """

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(help_text="Counts from 1, across all attempts.")
    sides = models.JSONField()
    match = models.OneToOneField(Match, models.PROTECT, related_name="event_game")
    lost = models.BooleanField(default=False)
    taken_back_with = models.ForeignKey(
        Match,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Its own match, while that is void and can count again.",
    )

    objects = EncounterGameQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number"], name="one_encounter_game")
        ]

    def __str__(self) -> str:
        return f"game {self.number} of {self.encounter}"
