"""Events, their entries, stages, encounters and games.

`ladder.core` computes the state of a stage from its games.  Only final places are stored, because
they decide the qualification.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone

from bots.models import Bot, BotVersion
from ladder.core.contest.documents import from_json, stage_from_json
from ladder.core.contest.plan import MOST_ENTRANTS, EventPlan, Kind, Reveal, StagePlan
from ladder.events.labels import group_name, in_words
from ladder.models import Season
from ladder.seasons.worth import worth_of, worth_words
from matches.models import Match


class EventQuerySet(models.QuerySet["Event"]):
    def running(self) -> EventQuerySet:
        return self.filter(state=Event.State.RUNNING)

    def public(self) -> EventQuerySet:
        """Without drafts."""
        return self.exclude(state=Event.State.DRAFT)


class Event(models.Model):
    """A contest of one or more stages.  Its ``plan`` can be changed until it starts."""

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        OPEN = "open", "open"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        ABORTED = "aborted", "aborted"

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=60)
    about = models.TextField(max_length=5000, blank=True, help_text="Markdown.")
    plan = models.JSONField(
        help_text="The stages, in the format of `ladder.core.contest.documents`."
    )
    state = models.CharField(
        max_length=10, choices=State, default=State.DRAFT, db_index=True, editable=False
    )
    paused = models.BooleanField(default=False, help_text="No new games while paused.")
    trouble = models.CharField(
        max_length=500, blank=True, help_text="The reason why it cannot start."
    )
    time_zone = models.CharField(
        max_length=64, default="UTC", help_text="The time zone of its times."
    )
    entries_open = models.DateTimeField(null=True, blank=True, help_text="Empty: at publication.")
    entries_close = models.DateTimeField(null=True, blank=True, help_text="Empty: at the start.")
    starts = models.DateTimeField(
        null=True, blank=True, help_text="Empty: when an organizer starts it."
    )
    per_person = models.PositiveSmallIntegerField(
        default=1, help_text="Bots of one game that a person may enter."
    )
    most_entries = models.PositiveSmallIntegerField(
        default=MOST_ENTRANTS, help_text="Maximum number of bots of each game."
    )
    top = models.PositiveSmallIntegerField(
        default=0,
        help_text="The event enters this many of the best bots of the ladder when it starts.",
    )
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    started = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.FINISHED, self.State.ABORTED)

    @property
    def has_begun(self) -> bool:
        return self.started is not None

    @property
    def planned(self) -> EventPlan:
        """The plan.  ValueError if this version cannot read the stored plan."""
        return from_json(self.plan)

    def takes_entries_at(self, now: datetime) -> bool:
        """Whether bots can be entered."""
        if self.state != self.State.OPEN:
            return False
        closes = self.entries_close or self.starts
        opened = self.entries_open is None or self.entries_open <= now
        return opened and (closes is None or now < closes)

    @property
    def takes_entries(self) -> bool:
        return self.takes_entries_at(timezone.now())


class Entry(models.Model):
    """A bot that takes part in an event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    bot = models.ForeignKey(Bot, models.PROTECT, related_name="event_entries")
    entered = models.DateTimeField(auto_now_add=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    disqualified_at = models.DateTimeField(null=True, blank=True)
    disqualified_why = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=["event", "bot"], name="one_event_entry")]

    def __str__(self) -> str:
        return f"{self.bot} in {self.event}"


class Stage(models.Model):
    """A stage of an event that has begun; the start of the event makes the rows.

    ``data`` is the stage's part of the plan.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "not started"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        SKIPPED = "skipped", "not played"

    event = models.ForeignKey(Event, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    key = models.SlugField(max_length=40)
    name = models.CharField(max_length=60)
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=40)
    data = models.JSONField()
    seed = models.BigIntegerField(help_text="The seed of its random draws.")
    state = models.CharField(
        max_length=10, choices=State, default=State.WAITING, db_index=True, editable=False
    )
    paused = models.BooleanField(default=False, help_text="No new games while paused.")
    trouble = models.CharField(
        max_length=500, blank=True, help_text="The reason why it cannot continue."
    )
    begins = models.DateTimeField(null=True, blank=True, help_text="Earliest start.")
    ends = models.DateTimeField(null=True, blank=True, help_text="Only for a season of the ladder.")
    frozen_at = models.DateTimeField(null=True, blank=True, help_text="When versions were fixed.")
    reveal = models.CharField(
        max_length=12, choices=[(r.value, r.value) for r in Reveal], default=Reveal.PUBLIC.value
    )
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="event_stages"
    )
    started = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "key"], name="one_stage_key"),
            models.UniqueConstraint(fields=["event", "number"], name="one_stage_number"),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.event}"

    def get_absolute_url(self) -> str:
        return reverse("event-stage", args=[self.event.slug, self.key])

    @property
    def planned(self) -> StagePlan:
        return stage_from_json(self.data)

    @property
    def kind(self) -> Kind:
        return Kind(self.data["kind"])

    @property
    def worth_words(self) -> str:
        """The points that the rules of the game give for a match, as text; empty without points."""
        worth = worth_of(self.game)
        return worth_words(worth) if worth else ""

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.FINISHED, self.State.SKIPPED)

    @cached_property
    def has_groups(self) -> bool:
        """Whether the stage has several groups.  Cached: do not read it before the stage begins."""
        return self.entries.filter(group__gt=0).exists()

    def words(self, group: int, *parts: str) -> str:
        """The name of a part of the stage, for example “Groups, group B, game 3”."""
        return in_words(self.name, group_name(group) if self.has_groups else "", *parts)

    @property
    def freezes(self) -> datetime | None:
        """The time at which versions are fixed; None: when the stage begins."""
        if self.begins is None or not self.planned.freeze:
            return None
        return self.begins - timedelta(minutes=self.planned.freeze)


class StageEntry(models.Model):
    """An entry in a stage, made when versions are fixed.  It plays if it has a ``number``.

    Numbers count from 0 in each group, in the order of seeds, as in `ladder.core`.  ``seed`` counts
    from 1 over all groups.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="entries")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="stages")
    version = models.ForeignKey(BotVersion, models.PROTECT, related_name="stage_entries")
    group = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    seed = models.PositiveSmallIntegerField(null=True, blank=True)
    rating = models.FloatField(
        null=True, blank=True, help_text="Rating in points at the start, if known."
    )
    place = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Final place.")
    won = models.BooleanField(default=False, help_text="Won its series. Set at the end.")

    class Meta:
        ordering = ["group", "number", "id"]
        verbose_name_plural = "stage entries"
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="one_stage_entry"),
            models.UniqueConstraint(fields=["stage", "group", "number"], name="one_stage_place"),
        ]

    def __str__(self) -> str:
        return f"{self.entry.bot} in {self.stage}"


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
        return f"{self.stage.words(self.group)} of {self.stage.event}"

    def get_absolute_url(self) -> str:
        url = self.stage.get_absolute_url()
        return f"{url}?group={self.group + 1}" if self.group else url


class SeriesGame(models.Model):
    """One try at a game of a series.

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
        return f"{self.words} of {self.series.stage.event}"

    @property
    def words(self) -> str:
        """Such as “Groups, group B, game 3”."""
        return self.series.stage.words(self.series.group, f"Game {self.number}")


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
        return f"{self.words} of {self.stage.event}"

    @property
    def words(self) -> str:
        """The full name, for example “Groups, group B, round 2, match 1”."""
        return self.stage.words(self.group, self.name)


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
