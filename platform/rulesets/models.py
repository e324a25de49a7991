"""Scenarios that organizers made: rulesets beside those that ship with the games."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import User, Viewer
from games.engine import Ruleset
from games.game import Game
from games.registry import GAMES
from games.scenarios import ScenarioFormat

NAME = RegexValidator(
    r"^[a-z][a-z0-9-]{0,39}\Z",
    "Use 1 to 40 lowercase letters, digits and hyphens, beginning with a letter.",
)


class State(StrEnum):
    """How far a scenario is, at a time."""

    DRAFT = "draft"
    PLANNED = "planned"
    PUBLISHED = "published"
    RETIRED = "retired"


class ScenarioQuerySet(models.QuerySet["Scenario"]):
    def published(self) -> ScenarioQuerySet:
        """Those that can be played now."""
        return self.filter(published_at__lte=timezone.now(), retired_at=None)

    def ever_published(self) -> ScenarioQuerySet:
        """Those that could be played at some time up to now."""
        return self.filter(published_at__lte=timezone.now())

    def announced(self) -> ScenarioQuerySet:
        """Those of which everybody knows the map and the day, and no more."""
        now = timezone.now()
        return self.filter(map_public_at__lte=now, published_at__gt=now, retired_at=None)


class Scenario(models.Model):
    """A ruleset made of parts.  It is played on the board that it keeps: that of its map in the
    revision in which an organizer saved it last.

    A scenario may change while it is played: matches keep the state that they were made with.
    """

    game = models.CharField(max_length=40)
    name = models.CharField(max_length=40, validators=[NAME], help_text="Unique in its game.")
    title = models.CharField(max_length=60)
    summary = models.CharField(max_length=500, blank=True)
    base = models.CharField(max_length=40, help_text="The game's ruleset that it is played by.")
    data = models.JSONField(default=dict, help_text="Its constants, points and parts.")
    map = models.ForeignKey("maps.Map", models.PROTECT, related_name="scenarios")
    map_revision = models.PositiveIntegerField()
    board = models.JSONField()
    revision = models.PositiveIntegerField(default=1, help_text="Counts what was saved.")
    rated = models.BooleanField(default=False, help_text="It has a ladder.")
    map_public_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    retired_at = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    objects = ScenarioQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["game", "name"], name="one_scenario_name"),
            models.CheckConstraint(
                condition=Q(published_at=None) | Q(map_public_at__lte=models.F("published_at")),
                name="map_before_scenario",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("scenario", args=[self.pk])

    def state_at(self, now: datetime) -> State:
        if self.retired_at is not None:
            return State.RETIRED
        if self.published_at is None:
            return State.DRAFT
        return State.PUBLISHED if self.published_at <= now else State.PLANNED

    @property
    def state(self) -> State:
        return self.state_at(timezone.now())

    @property
    def is_public(self) -> bool:
        """Whether everybody may read its rules, also when it is not played any more."""
        return self.published_at is not None and self.published_at <= timezone.now()

    @property
    def is_announced(self) -> bool:
        """Whether everybody may know its title and its map, also before it is played."""
        return self.map_public_at is not None and self.map_public_at <= timezone.now()

    def visible_to(self, user: Viewer) -> bool:
        """Whether this person may read its rules."""
        return self.is_public or (user.is_authenticated and user.is_staff)

    @property
    def played_game(self) -> Game:
        return GAMES[self.game]

    @property
    def format(self) -> ScenarioFormat:
        """KeyError where this installation's game has no scenarios."""
        scenarios = GAMES[self.game].scenarios
        if scenarios is None:
            raise KeyError(self.game)
        return scenarios

    @property
    def document(self) -> dict[str, object]:
        """The scenario as its game reads it."""
        return {**self.data, "title": self.title, "summary": self.summary}

    def ruleset(self) -> Ruleset:
        """The ruleset of the scenario. KeyError if its game or base is not installed."""
        base = self.played_game.ruleset(self.base)
        params = {**base.params, **self.format.params(self.document)}
        return replace(
            base,
            name=self.name,
            title=self.title,
            summary=self.summary,
            params=params,
            pool=(),
            generated=False,
        )


class InstalledGame(models.Model):
    """The version of a foreign game that the site has, for all of its machines: each keeps a copy
    in its own folder.  See `rulesets.installed`."""

    name = models.CharField(max_length=40, primary_key=True)
    digest = models.CharField(
        max_length=16, blank=True, help_text="Of its files; empty: the game was removed."
    )
    archive = models.FileField(upload_to="installed-games/", max_length=200, blank=True)
    sha256 = models.CharField(max_length=64, blank=True, help_text="Of the archive.")
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return f"{self.name} {self.digest}" if self.digest else f"{self.name} removed"
