"""Holds of organizers, the shares of the kinds of matches, and the workers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.db import models
from django.db.models import Q

from accounts.models import User
from arbiter.database.locks import database_now
from arbiter.working.workers import own_name

ALL = "all"
"""In a hold's name: every share, or every season."""


class Share(models.TextChoices):
    """Kinds of matches, as they share the workers' time.  Rooms have workers of their own."""

    EVENTS = "events", "events and their seasons"
    LADDER = "ladder", "ladder"
    CHALLENGES = "challenges", "challenges"
    COMPARISONS = "comparisons", "comparisons"
    FIRST = "first", "first matches"
    ROOMS = "rooms", "matches with people"


WEIGHTS = {
    Share.EVENTS: 40,
    Share.FIRST: 20,
    Share.LADDER: 20,
    Share.CHALLENGES: 15,
    Share.COMPARISONS: 5,
}
"""The shares by weight, as they are until organizers change them."""
HEAVIEST = 1000


class ShareAccount(models.Model):
    """A share's weight, and what it has had of the workers."""

    name = models.CharField(max_length=12, primary_key=True, choices=Share)
    weight = models.PositiveSmallIntegerField()
    used = models.FloatField(
        default=0.0, help_text="Virtual time: worker-seconds divided by the weight at the time."
    )

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(weight__gte=1, weight__lte=HEAVIEST), name="share_weight_in_bounds"
            )
        ]

    def __str__(self) -> str:
        return f"share of {self.get_name_display()}"


def host_of(worker: str) -> str:
    """The machine in a worker's name."""
    return worker.partition(":")[0]


class HoldQuerySet(models.QuerySet["Hold"]):
    def on_builds(self, host: str) -> HoldQuerySet:
        """Those that keep this process of a machine from builds, installations and tries.  A
        machine that is to try a match may build."""
        pauses = Q(until=None) | Q(until__gt=database_now())
        builds = Q(of=Hold.Of.BUILDS) & ~Q(tried_by=own_name())
        return self.filter(builds | Q(pauses, of=Hold.Of.HOST), name=host)

    def on(self, worker: str, share: object = None) -> HoldQuerySet:
        """Those that keep a worker from taking any match or, with a ``share`` (also a reference to
        a column), one of it."""
        names = [Q(name=ALL)] if share is None else [Q(name=ALL), Q(name=share)]
        return self.filter(
            Q(of=Hold.Of.SHARE) & Q(*names, _connector=Q.OR)
            | Q(of=Hold.Of.WORKER, name=worker)
            | Q(of=Hold.Of.HOST, name=host_of(worker)) & ~Q(tried_by=worker)
        )


class Hold(models.Model):
    """While it is there, nothing is begun: of a share, or by a worker, or by any of a machine, or
    no builds by a machine; or the matchmaker makes no matches for any season.

    Running matches are played to their end.  A hold of `controls.breaker` ends by an attempt.
    """

    class Of(models.TextChoices):
        SHARE = "share", "kind of match"
        SEASONS = "seasons", "seasons"
        WORKER = "worker", "worker"
        HOST = "host", "machine"
        BUILDS = "builds", "builds of machine"

    of = models.CharField(max_length=10, choices=Of)
    name = models.CharField(max_length=100)
    since = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=300)
    until = models.DateTimeField(
        null=True, blank=True, help_text="Of a machine with faults: when it may try again."
    )
    tried_by = models.CharField(
        max_length=100, blank=True, help_text="The worker whose try decides about the hold."
    )

    objects = HoldQuerySet.as_manager()

    class Meta:
        ordering = ["of", "name"]
        constraints = [models.UniqueConstraint(fields=["of", "name"], name="one_hold")]

    def __str__(self) -> str:
        return f"{self.get_of_display()} {self.name}"

    @property
    def title(self) -> str:
        """The object of the hold, for people."""
        if self.of == self.Of.SEASONS:
            return "all seasons"
        if self.of == self.Of.SHARE:
            return "all matches" if self.name == ALL else str(Share(self.name).label)
        return str(self)


class Worker(models.Model):
    """A process that plays matches, as it was last called to.  ``lane`` is its queue."""

    name = models.CharField(max_length=100, primary_key=True)
    host = models.CharField(max_length=60, db_index=True)
    lane = models.CharField(max_length=20)
    since = models.DateTimeField(auto_now_add=True)
    seen = models.DateTimeField(db_index=True, help_text="When it was last called to play.")
    faults = models.PositiveIntegerField(default=0, help_text="Tries that failed, by our fault.")
    losses = models.PositiveIntegerField(
        default=0, help_text="Tries that ended with their judger, the disk or the database."
    )

    class Meta:
        ordering = ["host", "lane", "name"]

    def __str__(self) -> str:
        return self.name


class FaultCount(models.Model):
    """How often in a row a machine had a fault of one cause, in matches or in builds."""

    host = models.CharField(max_length=60)
    of = models.CharField(max_length=10, choices=Hold.Of)
    cause = models.CharField(max_length=60, help_text="Completes “it lacks …”.")
    in_a_row = models.PositiveSmallIntegerField(default=0)
    last = models.DateTimeField()
    why = models.TextField(blank=True, help_text="The last fault.")
    told = models.BooleanField(default=False, help_text="Organizers know of it.")

    class Meta:
        ordering = ["host", "of", "cause"]
        constraints = [
            models.UniqueConstraint(fields=["host", "of", "cause"], name="one_count_of_a_cause")
        ]

    def __str__(self) -> str:
        return f"{self.host} lacks {self.cause}"


class SiteMark(models.Model):
    """By what a machine knows that it belongs to this site; each start of the site writes it.  One
    row.  ``probe`` is a stored file without a meaning."""

    key = models.CharField(max_length=64, help_text="A digest, keyed by the site's secret key.")
    version = models.CharField(max_length=16, help_text="Of the code of the site.")
    probe = models.FileField(upload_to="probe/", max_length=200)
    probe_sha256 = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"version {self.version}"


class MachineQuerySet(models.QuerySet["Machine"]):
    def timed(self) -> MachineQuerySet:
        """With ``now``, the database's time at which they are read."""
        clock = {"now": database_now()}
        return self.annotate(**clock)

    def ill(self, worker: str) -> MachineQuerySet:
        """The machine of a worker, if it has a problem."""
        return self.filter(name=host_of(worker)).exclude(problem="")


class Machine(models.Model):
    """A machine with workers, as it found itself at its last check: what it can play, and what is
    wrong with it."""

    name = models.CharField(max_length=60, primary_key=True)
    checked = models.DateTimeField(help_text="By the clock of the database.")
    kinds = models.JSONField(
        default=dict, help_text="Kind of its workers → seconds since 1970 of its last check."
    )
    problem = models.TextField(
        blank=True, help_text="Why its workers begin nothing, and what to do; empty: they do."
    )
    rated = models.BooleanField(default=False, help_text="Whether it may play what counts.")
    memory_mb = models.PositiveIntegerField(default=0)
    foreign = models.BooleanField(default=False, help_text="Whether it takes foreign games.")
    languages = models.JSONField(
        default=dict, help_text="Language → version, and the reason why it does not work."
    )

    objects = MachineQuerySet.as_manager()
    now: datetime
    """Of rows of `MachineQuerySet.timed` alone."""

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return f"machine {self.name}"


class Shortage(models.Model):
    """Work that waits since no machine can do it, by reason."""

    reason = models.CharField(max_length=300, unique=True)
    count = models.PositiveIntegerField(help_text="Matches and builds that wait.")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["since"]

    def __str__(self) -> str:
        return self.reason


class WorkerCount(models.Model):
    """How many matches a worker finished in a span of ten minutes: a day of results needs no
    reading of them."""

    SPAN = timedelta(minutes=10)

    name = models.CharField(max_length=100)
    since = models.DateTimeField(help_text="The beginning of the span.")
    finished = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["name", "since"]
        constraints = [
            models.UniqueConstraint(fields=["since", "name"], name="one_count_of_a_worker")
        ]

    def __str__(self) -> str:
        return f"{self.name}: {self.finished}"

    @classmethod
    def span_of(cls, moment: datetime) -> datetime:
        """The beginning of the span in which a moment is."""
        return moment - (moment - datetime.min.replace(tzinfo=UTC)) % cls.SPAN


class Reservation(models.Model):
    """A share of the workers that is reserved between two times: at least these play the matches of
    its subject while any of them waits.

    ``subject`` is the id of what the matches belong to; the apps above this one know it.
    """

    subject = models.PositiveIntegerField(db_index=True, help_text="The id of an event.")
    begins = models.DateTimeField()
    ends = models.DateTimeField(db_index=True)
    workers = models.PositiveSmallIntegerField(null=True, blank=True)
    percent = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Of the workers.")
    made = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=300)

    class Meta:
        ordering = ["begins"]
        constraints = [
            models.CheckConstraint(
                condition=Q(workers=None, percent__gte=1, percent__lte=100)
                | Q(percent=None, workers__gte=1),
                name="reservation_has_one_size",
            ),
            models.CheckConstraint(
                condition=Q(ends__gt=models.F("begins")), name="reservation_ends_after_begin"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.size} from {self.begins:%Y-%m-%d %H:%M} to {self.ends:%Y-%m-%d %H:%M} UTC"

    @property
    def size(self) -> str:
        """The reserved share in words: “3 workers”, “50 % of the workers”."""
        if self.percent is not None:
            return f"{self.percent} % of the workers"
        return "1 worker" if self.workers == 1 else f"{self.workers} workers"

    def slots(self, among: int) -> int:
        """The reserved slots among those that there are: at least one.  One is left to others if
        there are several."""
        wanted = self.workers if self.percent is None else round(self.percent * among / 100)
        return max(1, min(wanted or 1, among - 1))
