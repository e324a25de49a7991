"""Bots and their versions.  A version's source never changes once it is there."""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse

from accounts.models import Team, User
from accounts.ownership import Owned, OwnedQuerySet
from arbiter.database.light import Light
from arbiter.working.passing import Retried
from games.game import Game
from games.registry import GAMES

NAME = RegexValidator(
    r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,29}\Z",
    "Use 1 to 30 letters, digits, -, _ and ., beginning with a letter or digit.",
)


def may_enter(bot: str = "") -> models.Q:
    """Whether a bot may play in events: also while it is paused.  ``bot`` is the way to it from the
    rows of a query, with ``__`` at its end."""
    return models.Q(
        **{
            f"{bot}retired_at": None,
            f"{bot}deactivated_at": None,
            f"{bot}active_version__isnull": False,
            f"{bot}owner__is_active": True,
        }
    )


def plays(bot: str = "") -> models.Q:
    """Whether a bot may be paired now; ``bot`` is as in `may_enter`."""
    return may_enter(bot) & models.Q(**{f"{bot}paused_at": None})


def closed(bot: str = "") -> models.Q:
    """Whether the account of a bot's owner is closed, so that its pages are shown to nobody;
    ``bot`` is as in `may_enter`."""
    return models.Q(**{f"{bot}owner__is_active": False, f"{bot}owner__deleted_at": None})


def for_practice(bot: str = "") -> models.Q:
    """Whether a bot is a house bot for practice only; ``bot`` is as in `may_enter`."""
    condition = models.Q(**{f"{bot}pk__in": []})
    for game in GAMES.values():
        names = [house.name for house in game.house if house.practice]
        if names:
            named = {f"{bot}game": game.name, f"{bot}name__in": names}
            condition |= models.Q(**{f"{bot}is_house": True}, **named)
    return condition


def plays_rated(bot: str = "") -> models.Q:
    """Whether the site may pair a bot in rated matches now; ``bot`` is as in `may_enter`."""
    return plays(bot) & ~for_practice(bot)


class BotQuerySet(OwnedQuerySet["Bot"]):
    def playing(self) -> BotQuerySet:
        """Bots that may be paired now."""
        return self.filter(plays())

    def playing_rated(self) -> BotQuerySet:
        """Bots that the site may pair in rated matches now."""
        return self.filter(plays_rated())

    def fillers(self, game: str) -> BotQuerySet:
        """House bots for the empty seats of a game's matches, with their versions and owners."""
        house = self.playing_rated().filter(game=game, is_house=True)
        return house.select_related("owner").order_by("pk")

    def versions(self) -> list[BotVersion]:
        """The versions that play, in order, with their bots at hand."""
        versions = []
        for bot in self.select_related("active_version"):
            if bot.active_version is not None:
                bot.active_version.bot = bot
                versions.append(bot.active_version)
        return versions


class Bot(Owned, Light):
    owner = models.ForeignKey(User, models.PROTECT, related_name="bots")
    team = models.ForeignKey(
        Team,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="bots",
        help_text="Its members see and manage the bot by their roles.",
    )
    game = models.CharField(max_length=40, db_index=True)
    name = models.CharField(max_length=30, validators=[NAME])
    about = models.CharField(max_length=500, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    is_house = models.BooleanField(default=False)
    made_with = models.CharField(
        max_length=60,
        blank=True,
        db_index=True,
        help_text="The coding agent or model that wrote it; empty: people.",
    )
    sparring = models.BooleanField(
        default=False,
        help_text="Its older versions, and it when it is retired, may be sparring partners.",
    )
    active_version = models.ForeignKey(
        "BotVersion",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="The version that plays.",
    )
    retired_at = models.DateTimeField(null=True, blank=True, help_text="By its owner.")
    deactivated_at = models.DateTimeField(null=True, blank=True, help_text="By an organizer.")
    deactivated_why = models.CharField(max_length=300, blank=True)
    paused_at = models.DateTimeField(
        null=True, blank=True, help_text="By the site, since its games failed."
    )
    paused_why = models.CharField(max_length=300, blank=True)
    resumed_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="Failures before this time no longer count towards a pause.",
    )

    objects = BotQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(Lower("name"), "owner", name="one_bot_name_per_owner")
        ]

    def __str__(self) -> str:
        return f"{self.owner.username}/{self.name}"

    def get_absolute_url(self) -> str:
        return reverse("bot", args=[self.owner.username, self.name])

    @property
    def page(self) -> str:
        """As that of a person."""
        return "" if self.owner.is_closed else self.get_absolute_url()

    @property
    def played_game(self) -> Game:
        return GAMES[self.game]

    @property
    def is_playing(self) -> bool:
        """Whether `BotQuerySet.playing` has it."""
        return self.may_enter and not self.paused_at

    @property
    def practice(self) -> bool:
        """Whether it is a house bot for practice only."""
        if not self.is_house or self.game not in GAMES:
            return False
        return any(house.practice and house.name == self.name for house in GAMES[self.game].house)

    @property
    def may_enter(self) -> bool:
        """See the function `may_enter`."""
        return (
            not self.retired_at
            and not self.deactivated_at
            and self.active_version_id is not None
            and self.owner.is_active
        )


class BotVersion(Light, Retried):
    """One upload.  State only moves forward: waiting, building, proving, then ready or failed.

    ``faults`` and ``retry_at`` are of its builds.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting to be built"
        BUILDING = "building", "building"
        PROVING = "proving", "playing its first match"
        READY = "ready", "ready"
        FAILED = "failed", "failed"

    SETTLED = (State.READY, State.FAILED)
    UNSETTLED = (State.WAITING, State.BUILDING, State.PROVING)

    class Step(models.TextChoices):
        """Where a version failed."""

        BUILD = "build", "build"
        PROVING = "proving", "first match"

    class ArtifactState(models.TextChoices):
        """Where the built program is, once the version was built."""

        KEPT = "kept", "kept"
        REMOVED = "removed", "removed until it is needed"
        WAITING = "waiting", "waiting to be built again"
        BUILDING = "building", "being built again"
        FAILED = "failed", "could not be built again"
        DELETED = "deleted", "deleted with the source"

    bot = models.ForeignKey(Bot, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    language = models.CharField(max_length=20)
    program = models.CharField(
        max_length=200, blank=True, help_text="Of several that the build makes; empty: detected."
    )
    note = models.CharField(max_length=200, blank=True)
    uploaded_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    source = models.FileField(upload_to="sources/", max_length=200, blank=True)
    stored_bytes = models.PositiveBigIntegerField(default=0, help_text="Of the stored source.")
    source_sha256 = models.CharField(max_length=64)
    source_bytes = models.PositiveIntegerField()
    source_files = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    failed_step = models.CharField(max_length=10, choices=Step, blank=True)
    failure = models.TextField(blank=True, help_text="The error, its cause, and what to do.")
    site_fault = models.BooleanField(
        default=False, help_text="Whether the site or the game failed, and not the program."
    )
    programs = models.JSONField(
        default=list,
        blank=True,
        help_text="Names of the programs that the failed build made, where one has to be chosen.",
    )
    build_log = models.TextField(blank=True)
    build_worker = models.CharField(max_length=100, blank=True)
    build_losses = models.PositiveSmallIntegerField(
        default=0, help_text="Builds that ended with their worker."
    )
    build_started = models.DateTimeField(null=True, blank=True)
    build_finished = models.DateTimeField(null=True, blank=True)
    artifact = models.FileField(upload_to="artifacts/", max_length=200, blank=True)
    artifact_sha256 = models.CharField(max_length=64, blank=True)
    artifact_bytes = models.PositiveBigIntegerField(default=0)
    artifact_state = models.CharField(
        max_length=10, choices=ArtifactState, default=ArtifactState.KEPT
    )
    ready_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-number"]
        indexes = [
            # Nearly all versions are ready, as nearly all matches have ended.
            models.Index(
                fields=["state", "-created"],
                condition=models.Q(state="failed"),
                name="version_failed",
            ),
            models.Index(
                fields=["state"],
                condition=models.Q(state__in=("waiting", "building", "proving")),
                name="version_unsettled",
            ),
            *(
                models.Index(fields=[field], condition=models.Q(**{field: state}), name=name)
                for name, field, state in (
                    ("version_waiting", "state", "waiting"),
                    ("version_building", "state", "building"),
                    ("version_again", "artifact_state", "waiting"),
                    ("version_building_again", "artifact_state", "building"),
                )
            ),
            # For `storage.cleanup`.
            *(
                models.Index(
                    fields=[name], condition=~models.Q(**{name: ""}), name=f"version_{name}"
                )
                for name in ("source", "artifact")
            ),
        ]
        constraints = [models.UniqueConstraint(fields=["bot", "number"], name="one_version_number")]

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("version", args=[self.bot.owner.username, self.bot.name, self.number])

    @property
    def page(self) -> str:
        """As that of a person."""
        return self.bot.page and self.get_absolute_url()

    @property
    def is_settled(self) -> bool:
        return self.state in self.SETTLED and not self.is_being_built_again

    @property
    def is_being_built_again(self) -> bool:
        return self.artifact_state in (self.ArtifactState.WAITING, self.ArtifactState.BUILDING)

    @property
    def is_active(self) -> bool:
        return self.bot.active_version_id == self.pk

    @property
    def may_be_active(self) -> bool:
        """Whether `bots.services.activate` would change anything, and not refuse."""
        return self.state == self.State.READY and bool(self.source) and not self.is_active


class BuildRequest(models.Model):
    """A build that somebody asked for, by an upload or as a repetition.

    `bots.versions.building` counts them.
    """

    owner = models.ForeignKey(User, models.CASCADE, related_name="+", help_text="Of the bot.")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created"]
        indexes = [models.Index(fields=["owner", "created"], name="build_requests_of_owner")]

    def __str__(self) -> str:
        return f"{self.owner}, {self.created:%Y-%m-%d %H:%M:%S}"


class BotOffer(models.Model):
    """A bot that its owner hands to another person, or to a team, who has not accepted yet."""

    bot = models.OneToOneField(Bot, models.CASCADE, related_name="offer")
    person = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="+")
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="+")
    by = models.ForeignKey(User, models.CASCADE, related_name="bots_offered")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(person=None, team__isnull=False)
                | models.Q(person__isnull=False, team=None),
                name="offered_to_person_or_team",
            )
        ]

    def __str__(self) -> str:
        return f"{self.bot} to {self.receiver}"

    def get_absolute_url(self) -> str:
        return reverse("bot-offer", args=[self.bot.owner.username, self.bot.name])

    @property
    def receiver(self) -> User | Team:
        """The person or team to whom it is offered."""
        receiver = self.person or self.team
        assert receiver is not None, "the database has one of them"
        return receiver
