"""Maps and the pools they are in.  A map's board is the JSON of its game's `MapFormat`."""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Lower
from django.urls import reverse

from accounts.models import Team, User, Viewer
from accounts.ownership import Owned, OwnedQuerySet
from accounts.permissions import is_insider_or_organizer
from games.engine import Ruleset
from games.game import Game
from games.registry import GAMES
from rulesets.catalogue import on_map
from rulesets.models import Scenario

NAME = RegexValidator(
    r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}\Z",
    "Use 1 to 40 letters, digits, -, _ and ., beginning with a letter or digit.",
)


class MapQuerySet(OwnedQuerySet["Map"]):
    searched = ("name", "title", "owner__username")

    def visible_to(self, user: Viewer) -> MapQuerySet:
        """Maps that this person may look at: public ones, their own, and their teams'."""
        if user.is_staff:
            return self
        theirs = Q(owner=None) | Q(owner__is_active=True) | Q(owner__deleted_at__isnull=False)
        return self.filter(theirs, public=True, archived=None) | self.open_to(user)

    def fitting(self, ruleset: str) -> MapQuerySet:
        """Maps on which the ruleset of this name can be played; scenarios have one each."""
        fits = Q(pk__in=Fit.objects.filter(ruleset=ruleset).values("map"))
        scenarios = Scenario.objects.published().filter(name=ruleset, game=OuterRef("game"))
        own = Exists(scenarios.filter(map=OuterRef("pk")))
        return self.filter(fits | own)

    def light(self) -> MapQuerySet:
        """Without boards, which may be large, and with owners at hand."""
        return self.select_related("owner").defer("board")


class Map(Owned, models.Model):
    """A map of a game.  Matches keep the board that they are played on, so that it may change."""

    game = models.CharField(max_length=40)
    owner = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="maps",
        help_text="Nobody: it ships with the game.",
    )
    team = models.ForeignKey(
        Team,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="maps",
        help_text="Its members see and change the map by their roles.",
    )
    name = models.CharField(max_length=40, validators=[NAME])
    title = models.CharField(max_length=60, blank=True)
    summary = models.CharField(max_length=500, blank=True)
    public = models.BooleanField(default=False, help_text="Everybody may see and play it.")
    archived = models.DateTimeField(null=True, blank=True)
    archived_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    archived_why = models.CharField(max_length=300, blank=True, help_text="By an organizer.")
    revision = models.PositiveIntegerField(default=1, help_text="Counts changes of the board.")
    board = models.JSONField()
    digest = models.CharField(max_length=64, help_text="SHA-256 of the board's text.")
    facts = models.JSONField(default=list, help_text="Each with a title and a value.")
    rules_digest = models.CharField(
        max_length=16, blank=True, help_text="Of the rulesets that its fits were found with."
    )
    parent = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="copies",
        help_text="The map that this one began as a copy of.",
    )
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    objects = MapQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(Lower("name"), "owner", "game", name="one_map_name_per_owner"),
            models.UniqueConstraint(
                Lower("name"), "game", condition=Q(owner=None), name="one_stock_map_name"
            ),
        ]
        indexes = [models.Index(fields=["game", "-updated"])]

    def __str__(self) -> str:
        return f"{self.owner.username}/{self.name}" if self.owner else self.name

    def get_absolute_url(self) -> str:
        return reverse("map", args=[self.game, self.pk])

    @property
    def played_game(self) -> Game:
        return GAMES[self.game]

    @property
    def label(self) -> str:
        return self.title or self.name

    @property
    def is_stock(self) -> bool:
        return self.owner_id is None

    @property
    def version(self) -> str:
        """Part of the board's address, which so may be kept as long as one likes."""
        return self.digest[:16]

    def managed_by(self, user: Viewer) -> bool:
        """Whether this person may change it: nobody changes a map that ships with its game."""
        return not self.is_stock and super().managed_by(user)

    def visible_to(self, user: Viewer) -> bool:
        """Whether `MapQuerySet.visible_to` has it."""
        closed = self.owner is not None and self.owner.is_closed
        if self.public and self.archived is None and not closed:
            return True
        return is_insider_or_organizer(self, user)

    def rulesets(self) -> list[Ruleset]:
        """The rulesets that can be played on it, in the game's order."""
        if self.game not in GAMES:
            return []
        names = set(self.fits.values_list("ruleset", flat=True))
        shipped = [ruleset for ruleset in self.played_game.rulesets if ruleset.name in names]
        return [*shipped, *on_map(self.played_game, self.pk)]


class Fit(models.Model):
    """A ruleset that can be played on a map; found again with each change of the board."""

    map = models.ForeignKey(Map, models.CASCADE, related_name="fits")
    ruleset = models.CharField(max_length=40)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["map", "ruleset"], name="one_fit")]

    def __str__(self) -> str:
        return f"{self.map} fits {self.ruleset}"


class PoolEntry(models.Model):
    """A map that organizers added to the pool of a ruleset of its game."""

    map = models.ForeignKey(Map, models.CASCADE, related_name="pools")
    ruleset = models.CharField(max_length=40)
    added_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "pool entries"
        constraints = [models.UniqueConstraint(fields=["map", "ruleset"], name="one_pool_entry")]

    def __str__(self) -> str:
        return f"{self.map} in the pool of {self.ruleset}"
