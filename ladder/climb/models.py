"""Climbs of bots against the rungs of their game, and the rungs that they have beaten."""

from django.db import models

from accounts.models import User
from bots.models import Bot, BotVersion
from matches.models import Match


class Climb(models.Model):
    """A version's way up: it ends at the first rung that is not passed."""

    class State(models.TextChoices):
        CLIMBING = "climbing", "climbing"
        STOPPED = "stopped", "stopped by a rung"
        TOP = "top", "beat the highest rung"
        BROKEN = "broken", "could not be played"

    bot = models.ForeignKey(Bot, models.CASCADE, related_name="climbs")
    version = models.ForeignKey(BotVersion, models.CASCADE, related_name="climbs")
    by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    ruleset = models.CharField(max_length=40)
    rung = models.CharField(max_length=40, help_text="The rung that it plays, or played last.")
    state = models.CharField(max_length=10, choices=State, default=State.CLIMBING)
    why = models.CharField(max_length=300, blank=True, help_text="Why it could not be played.")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["bot"], condition=models.Q(state="climbing"), name="one_climb_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"climb of {self.version}"


class ClimbMatch(models.Model):
    """A match of a climb; ``won`` is None until it was played."""

    climb = models.ForeignKey(Climb, models.CASCADE, related_name="matches")
    match = models.OneToOneField(Match, models.CASCADE, related_name="climb_match")
    rung = models.CharField(max_length=40)
    won = models.BooleanField(null=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.match} against {self.rung}"


class RungPassed(models.Model):
    """The first version of a bot that beat a rung.  It stays for good."""

    bot = models.ForeignKey(Bot, models.CASCADE, related_name="rungs_passed")
    version = models.ForeignKey(BotVersion, models.CASCADE, related_name="rungs_passed")
    rung = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=40)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["bot", "rung"], name="one_pass_of_a_rung")]

    def __str__(self) -> str:
        return f"{self.version} beat {self.rung}"
