"""Matches and their seats.  Seats are indexed by number everywhere, never by name."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse

from accounts.models import User, Viewer
from arbiter.database.locks import database_now
from arbiter.database.statistics import Rare
from arbiter.working.passing import due, failed_on
from bots.models import Bot, BotVersion
from bots.versions import agents
from controls.models import Hold, Machine, Share
from games.engine import EndState
from games.game import Game
from games.registry import GAMES
from maps.models import Map
from matches.audience import Audience, shown_besides
from matches.indexes import of_matches, of_seats
from matches.records import Duration as Duration
from matches.records import Verification as Verification
from rulesets.models import Scenario
from storage import space


class MatchQuerySet(models.QuerySet["Match"]):
    def claim(self, pk: int, worker: str, *, reserved: bool = False) -> Match | None:
        """Take a waiting match for a worker, by one conditional UPDATE; None where it is gone."""
        taken = self.filter(pk=pk, state=Match.State.QUEUED).update(
            state=Match.State.RUNNING,
            claimed_by=worker,
            lease_until=database_now(timedelta(seconds=settings.LEASE_SECONDS)),
            attempt=F("attempt") + 1,
            started=database_now(),
            retry_at=None,
            turn=0,
            game_number=0,
            reserved=reserved,
        )
        # Not from these rows: what let it be taken may have changed by now.
        return Match.objects.get(pk=pk) if taken else None

    def not_held(self, worker: str) -> MatchQuerySet:
        """Those that neither a hold nor its machine keeps from a worker; none on a full disk."""
        held, ill = Hold.objects.on(worker, OuterRef("share")), Machine.objects.ill(worker)
        return self.none() if space.is_low() else self.filter(~Exists(held), ~Exists(ill))

    def in_turn(self, share: str) -> MatchQuerySet:
        """Those of a share in the order of play: disturbed first matches come first."""
        first = ("-reruns",) if share == Share.FIRST else ()
        return self.filter(share=share).order_by(*first, "-priority", "pk")

    def waiting(self, machine: str | None = None) -> MatchQuerySet:
        """Matches that may be claimed now, by any machine or by this one."""
        ready = ~Exists(Seat.objects.without_program())
        return self.filter(due(machine), ready, state=Match.State.QUEUED)

    def unfinished(self) -> MatchQuerySet:
        """Matches that wait or run."""
        return self.filter(state__in=Match.UNFINISHED)

    def live(self) -> MatchQuerySet:
        return self.filter(state=Match.State.RUNNING)

    def watchable(self) -> MatchQuerySet:
        """Without those of which `Match.is_hidden` shows nothing."""
        open_games = [name for name, game in GAMES.items() if not game.hides]
        going = Q(state__in=Match.UNFINISHED)
        return self.exclude(going & ~Q(game__in=open_games), kind=Match.Kind.ROOM)

    def finished(self) -> MatchQuerySet:
        return self.filter(state=Match.State.FINISHED)

    def counting(self) -> MatchQuerySet:
        """Finished matches whose result stands: the only ones that statistics count."""
        return self.filter(Match.counts())

    def public(self) -> MatchQuerySet:
        """Matches that everybody may know of."""
        return self.filter(Match.is_public())

    def visible_to(self, user: Viewer) -> MatchQuerySet:
        """Matches that this person may look at."""
        if not user.is_authenticated:
            return self.public()
        return self if user.is_staff else self.public() | self.filter(shown_besides(user))

    def with_seats(self) -> MatchQuerySet:
        """Seats with who plays on them come by one more query, without the long texts."""
        seats = Seat.objects.select_related("version__bot__owner", "person")
        light = seats.defer("version__build_log", "version__failure")
        return self.prefetch_related(models.Prefetch("seats", light))

    def for_lists(self) -> MatchQuerySet:
        """Seats, bots and owners come with the matches; maps and outcomes do not."""
        rows = self.with_seats().select_related("scenario")
        return rows.defer("map", "outcome", "params", "scenario__board", "scenario__data")

    def alike(self, name: str, value: str) -> MatchQuerySet:
        """Those of a game, ruleset or kind, which all others may have, too."""
        return self.filter(Rare(name, value))

    def of_bots(self, bots: models.QuerySet[Bot]) -> MatchQuerySet:
        """Matches in which one of these bots has a seat, each once: each subquery has an index."""
        versions = BotVersion.objects.filter(bot__in=bots)
        return self.filter(pk__in=Seat.objects.filter(version__in=versions).values("match"))

    def made_with(self, agent: str) -> MatchQuerySet:
        """Matches in which a bot of this agent has a seat."""
        if not agents.is_by_hand(agent):
            return self.of_bots(Bot.objects.filter(agents.made_with(agent)))
        # Most matches have one: a list of all of them would be long.
        seats = Seat.objects.filter(match=OuterRef("pk"), version__bot__made_with="")
        return self.filter(Exists(seats))


class Match(models.Model):
    class State(models.TextChoices):
        QUEUED = "queued", "waiting"
        RUNNING = "running", "live"
        FINISHED = "finished", "finished"
        ABORTED = "aborted", "aborted"
        FAILED = "failed", "could not be played"

    UNFINISHED = (State.QUEUED, State.RUNNING)

    class Kind(models.TextChoices):
        LADDER = "ladder", "ladder"
        PROVING = "proving", "first match"
        FRIENDLY = "friendly", "friendly"
        SERIES = "series", "series"
        EVENT = "event", "event"
        COMPARISON = "trial", "comparison"
        ROOM = "room", "room"
        PREVIEW = "preview", "preview"
        FORK = "fork", "fork"
        TEST = "test", "regression test"
        CLIMB = "climb", "climb"
        SPARRING = "sparring", "sparring"

    class FaultOf(models.TextChoices):
        GAME = "game", "the game"

    class ReplayForm(models.TextChoices):
        FULL = "full", "whole"
        COMPACT = "compact", "compact: frames are made again on demand"
        FIXED = "fixed", "whole for good: its frames cannot be made again"
        REMOVED = "removed", "removed after its time"

    PRIVATE = (Kind.PREVIEW, Kind.COMPARISON, Kind.TEST)
    """Kinds of matches of which not everybody knows."""

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
        db_index=False,
        related_name="matches",
        help_text="Where the board comes from; it may have changed since.",
    )
    map_revision = models.PositiveIntegerField(null=True, blank=True)
    scenario = models.ForeignKey(
        Scenario,
        models.PROTECT,
        null=True,
        blank=True,
        db_index=False,
        related_name="matches",
        help_text="The scenario's parameters, if its ruleset does not ship with the game.",
    )
    base = models.CharField(
        max_length=40,
        blank=True,
        help_text="The ruleset of the game that its scenario is based on.",
    )
    params = models.JSONField(
        null=True, blank=True, help_text="Of its scenario as it was when the match was made."
    )
    options = models.JSONField(
        default=dict, blank=True, help_text="Those of its game that somebody chose for this match."
    )
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED)
    share = models.CharField(
        max_length=12,
        choices=Share,
        default=Share.CHALLENGES,
        help_text="Which kinds' part of the workers' time it takes.",
    )
    priority = models.SmallIntegerField(
        default=0, help_text="Within its share, higher plays sooner."
    )
    expected = models.FloatField(
        default=10.0, help_text="Seconds that it will take, by the last matches of its bots."
    )
    requested_by = models.ForeignKey(
        User, models.SET_NULL, null=True, blank=True, db_index=False, related_name="+"
    )
    origin = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, db_index=False, related_name="forks"
    )
    """The match that it plays on from."""
    origin_frame = models.PositiveIntegerField(
        null=True, blank=True, help_text="The last frame of its origin that it repeats."
    )
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
    retry_at = models.DateTimeField(null=True, blank=True, help_text="No new attempt before.")
    failed_on = failed_on()
    reserved = models.BooleanField(default=False, help_text="On a reserved worker: no share pays.")
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

    audience = models.CharField(
        max_length=12,
        choices=Audience,
        default=Audience.PUBLIC,
        help_text="The audience of the match.",
    )
    voided_at = models.DateTimeField(
        null=True, blank=True, help_text="Since then its result counts for nothing."
    )
    voided_why = models.CharField(max_length=300, blank=True)

    outcome = models.JSONField(null=True, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    failure = models.TextField(blank=True, help_text="Why it could not be played.")
    fault_of = models.CharField(
        max_length=10,
        blank=True,
        choices=FaultOf,
        help_text="The cause if it could not be played; empty: the platform.",
    )
    replay = models.FileField(upload_to="replays/", max_length=200, blank=True)
    replay_form = models.CharField(max_length=10, choices=ReplayForm, default=ReplayForm.FULL)
    replay_sha256 = models.CharField(max_length=64, blank=True)
    replay_bytes = models.PositiveIntegerField(default=0)
    frames = models.PositiveIntegerField(default=0)

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "matches"
        indexes = of_matches()

    def __str__(self) -> str:
        return f"match {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.pk])

    @classmethod
    def is_public(cls, path: str = "") -> Q:
        """The rule of `MatchQuerySet.public`, for rows that lead to a match by ``path``."""
        private = Q(**{f"{path}kind__in": cls.PRIVATE})
        return ~private & Q(**{f"{path}audience": Audience.PUBLIC})

    @classmethod
    def counts(cls, path: str = "") -> Q:
        """The rule of `MatchQuerySet.counting`, for rows that lead to a match by ``path``."""
        return Q(**{f"{path}state": cls.State.FINISHED, f"{path}voided_at": None})

    @property
    def played_game(self) -> Game:
        return GAMES[self.game]

    @property
    def is_hidden(self) -> bool:
        """Whether only its players may watch: people play, its game hides things, it goes on."""
        if self.kind != self.Kind.ROOM or self.is_over:
            return False
        return self.game not in GAMES or self.played_game.hides

    def visible_to(self, user: Viewer) -> bool:
        """Whether `MatchQuerySet.visible_to` has it now."""
        return Match.objects.visible_to(user).filter(pk=self.pk).exists()

    @property
    def is_over(self) -> bool:
        return self.state not in self.UNFINISHED


class SeatQuerySet(models.QuerySet["Seat"]):
    def without_program(self) -> SeatQuerySet:
        """Seats of an outer query's match whose version has no built program now."""
        built = Q(version=None) | Q(version__artifact_state=BotVersion.ArtifactState.KEPT)
        return self.filter(~built, match=OuterRef("pk"))


class Seat(models.Model):
    """A seat of a match with its result.  ``rank`` is from 1; ties share it, and so do
    seats of one ``team``.  A version may sit on several seats."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    team = models.PositiveSmallIntegerField(default=0, help_text="From 1; 0 plays alone.")
    version = models.ForeignKey(
        BotVersion, models.PROTECT, null=True, blank=True, related_name="seats"
    )
    person = models.ForeignKey(
        User,
        models.PROTECT,
        null=True,
        blank=True,
        db_index=False,
        related_name="seats",
        help_text="The person on the seat, if no bot played.",
    )
    handicap = models.FloatField(
        default=1.0, help_text="Multiplier; its meaning is defined by the game."
    )
    rating = models.FloatField(
        null=True, blank=True, help_text="Points before the match, where the ladder knew any."
    )
    sparring = models.BooleanField(
        default=False, help_text="A sparring partner: an old program that stands in no standings."
    )
    rank = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.FloatField(null=True, blank=True)
    end = models.CharField(
        max_length=10, blank=True, choices=[(e.value, e.value) for e in EndState]
    )
    reason = models.CharField(max_length=300, blank=True)
    cpu_ms = models.PositiveIntegerField(null=True, blank=True)
    turn_times = models.JSONField(
        null=True, blank=True, help_text="CPU time of its turns, as the judger counts them."
    )
    peak_memory = models.PositiveBigIntegerField(null=True, blank=True)
    stolen_ms = models.PositiveIntegerField(
        null=True, blank=True, help_text="CPU time used outside its turns."
    )
    faults = models.JSONField(
        default=list, blank=True, help_text="Its failure, with the game and turn."
    )
    stderr_bytes = models.PositiveBigIntegerField(null=True, blank=True)
    stderr_cut = models.BooleanField(default=False, help_text="Not all of it was kept.")
    log = models.FileField(upload_to="logs/", max_length=200, blank=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        indexes = of_seats()
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_number"),
            models.CheckConstraint(
                condition=Q(version__isnull=False, person=None)
                | Q(version=None, person__isnull=False),
                name="a_bot_or_a_person",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number + 1} of match {self.match_id}"

    @property
    def program(self) -> BotVersion:
        """The version that plays on it, of a seat that no person has."""
        assert self.version is not None, "a person sits there"
        return self.version

    @property
    def player(self) -> Bot | User:
        """The bot or the person on it."""
        return self.person or self.program.bot

    @property
    def name(self) -> str:
        """The player's, without an owner's."""
        return self.person.username if self.person else self.program.bot.name
