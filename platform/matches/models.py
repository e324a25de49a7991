"""Matches and their seats.  Seats are indexed by number everywhere, never by name."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from bots.models import Bot, BotVersion
from games.engine import EndState
from games.registry import GAMES
from maps.models import Map

if TYPE_CHECKING:
    from games.engine import Game


class MatchQuerySet(models.QuerySet["Match"]):
    def claim(self, pk: int, worker: str) -> Match | None:
        """Take a waiting match for a worker, by one conditional UPDATE; None where it is gone."""
        now = timezone.now()
        taken = self.filter(pk=pk, state=Match.State.QUEUED).update(
            state=Match.State.RUNNING,
            claimed_by=worker,
            lease_until=now + timedelta(seconds=settings.LEASE_SECONDS),
            attempt=F("attempt") + 1,
            started=now,
            retry_at=None,
            turn=0,
            game_number=0,
        )
        return self.get(pk=pk) if taken else None

    def waiting(self) -> MatchQuerySet:
        """Matches that may be claimed now."""
        due = Q(retry_at=None) | Q(retry_at__lte=timezone.now())
        return self.filter(due, state=Match.State.QUEUED)

    def live(self) -> MatchQuerySet:
        return self.filter(state=Match.State.RUNNING)

    def finished(self) -> MatchQuerySet:
        return self.filter(state=Match.State.FINISHED)

    def with_seats(self) -> MatchQuerySet:
        """Seats, versions, bots and owners come by one more query, without the long texts."""
        seats = Seat.objects.select_related("version__bot__owner")
        light = seats.defer("version__build_log", "version__failure")
        return self.prefetch_related(models.Prefetch("seats", light))

    def of_bots(self, bots: models.QuerySet[Bot]) -> MatchQuerySet:
        """Matches in which one of these bots has a seat.

        Subqueries instead of joins: no match comes twice, and each step has an index.
        """
        versions = BotVersion.objects.filter(bot__in=bots)
        return self.filter(pk__in=Seat.objects.filter(version__in=versions).values("match"))


class Match(models.Model):
    class State(models.TextChoices):
        QUEUED = "queued", "waiting"
        RUNNING = "running", "live"
        FINISHED = "finished", "finished"
        ABORTED = "aborted", "aborted"
        FAILED = "failed", "could not be played"

    class Kind(models.TextChoices):
        LADDER = "ladder", "ladder"
        PROVING = "proving", "first match"
        FRIENDLY = "friendly", "friendly"
        SERIES = "series", "series"

    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind)
    seed = models.BigIntegerField()
    map = models.JSONField(null=True, blank=True)
    map_used = models.ForeignKey(
        Map,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="matches",
        help_text="Where the board comes from; it may have changed since.",
    )
    map_revision = models.PositiveIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    priority = models.SmallIntegerField(default=0, help_text="Higher plays sooner.")
    requested_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    claimed_by = models.CharField(max_length=100, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    attempt = models.PositiveSmallIntegerField(default=0)
    faults = models.PositiveSmallIntegerField(default=0, help_text="Failed tries that were ours.")
    losses = models.PositiveSmallIntegerField(
        default=0, help_text="Tries that ended with their worker, their judger or the database."
    )
    retry_at = models.DateTimeField(null=True, blank=True, help_text="No new try before.")
    turn = models.PositiveIntegerField(default=0, help_text="Progress while it runs.")
    game_number = models.PositiveSmallIntegerField(default=0)

    disturbed = models.JSONField(
        default=list,
        blank=True,
        help_text="Turns of the last run in which the machine took the processor from a bot.",
    )
    reruns = models.PositiveSmallIntegerField(
        default=0, help_text="Runs that do not count, since they were disturbed."
    )

    outcome = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    failure = models.TextField(blank=True, help_text="Why it could not be played.")
    replay = models.FileField(upload_to="replays/", max_length=200, blank=True)
    replay_sha256 = models.CharField(max_length=64, blank=True)
    replay_bytes = models.PositiveIntegerField(default=0)
    frames = models.PositiveIntegerField(default=0)

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "matches"
        indexes = [
            models.Index(fields=["state", "-priority", "id"]),
            models.Index(fields=["state", "-finished"]),
            models.Index(fields=["game", "-id"]),
        ]

    def __str__(self) -> str:
        return f"match {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.pk])

    @property
    def played_game(self) -> Game:
        return GAMES[self.game]

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.FINISHED, self.State.ABORTED, self.State.FAILED)

    def queue_position(self) -> int | None:
        """How many matches play before this one, plus one; None unless it waits."""
        if self.state != self.State.QUEUED:
            return None
        ahead = Match.objects.filter(state=self.State.QUEUED).filter(
            Q(priority__gt=self.priority) | Q(priority=self.priority, pk__lt=self.pk)
        )
        return ahead.count() + 1


class Seat(models.Model):
    """Who sat where, and how it ended for them.  ``rank`` is from 1; ties share it, and so do
    seats of one ``team``.  A version may sit on several seats."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    team = models.PositiveSmallIntegerField(default=0, help_text="From 1; 0 plays alone.")
    version = models.ForeignKey(BotVersion, models.PROTECT, related_name="seats")
    handicap = models.FloatField(default=1.0, help_text="By what the game says that it multiplies.")
    rating = models.FloatField(
        null=True, blank=True, help_text="Points before the match, where the ladder knew any."
    )
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.FloatField(null=True, blank=True)
    end = models.CharField(
        max_length=10, blank=True, choices=[(e.value, e.value) for e in EndState]
    )
    reason = models.CharField(max_length=300, blank=True)
    cpu_ms = models.PositiveIntegerField(null=True, blank=True)
    peak_memory = models.PositiveBigIntegerField(null=True, blank=True)
    stolen_ms = models.PositiveIntegerField(
        null=True, blank=True, help_text="CPU time used while it was not asked."
    )
    faults = models.JSONField(default=list, blank=True, help_text="What it did wrong, and when.")
    stderr_bytes = models.PositiveBigIntegerField(null=True, blank=True)
    stderr_cut = models.BooleanField(default=False, help_text="Not all of it was kept.")
    log = models.FileField(upload_to="logs/", max_length=200, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_seat_number")]

    def __str__(self) -> str:
        return f"seat {self.number} of match {self.match_id}"
