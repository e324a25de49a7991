"""Installations of foreign games: who put what where, when, and how it went.

The list of games is `games.registry`, not these rows.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.urls import reverse

from accounts.models import User
from arbiter.working.passing import Retried


class GameInstallQuerySet(models.QuerySet["GameInstall"]):
    def unsettled(self) -> GameInstallQuerySet:
        """Those that wait or are being installed."""
        return self.filter(state__in=GameInstall.UNSETTLED)


class GameInstall(Retried):
    """One archive, or one installation from the command line, which has neither archive nor
    ``by``."""

    class State(models.TextChoices):
        WAITING = "waiting", "waiting to be installed"
        INSTALLING = "installing", "being installed"
        INSTALLED = "installed", "installed"
        FAILED = "failed", "failed"

    UNSETTLED = (State.WAITING, State.INSTALLING)

    name = models.CharField(max_length=40, db_index=True, help_text="The game's, as its manifest.")
    title = models.CharField(max_length=60)
    version = models.CharField(max_length=40)
    archive = models.FileField(upload_to="games/", max_length=200, blank=True)
    archive_name = models.CharField(max_length=200, blank=True)
    archive_sha256 = models.CharField(max_length=64, blank=True)
    archive_bytes = models.PositiveIntegerField(default=0)
    by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING, db_index=True)
    failure = models.TextField(blank=True, help_text="The error, its cause, and what to do.")
    log = models.TextField(blank=True)
    worker = models.CharField(max_length=100, blank=True)
    losses = models.PositiveSmallIntegerField(
        default=0, help_text="Tries that ended with their worker."
    )
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    digest = models.CharField(
        max_length=16, blank=True, help_text="Of what was installed, as its folder is named."
    )
    trial = models.JSONField(null=True, blank=True, help_text="The points of the trial match.")

    objects = GameInstallQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["name"],
                condition=Q(state__in=("waiting", "installing")),
                name="one_installation_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"{self.title}, version {self.version}"

    def get_absolute_url(self) -> str:
        return reverse("game-install", args=[self.pk])

    @property
    def is_settled(self) -> bool:
        return self.state not in self.UNSETTLED
