"""The stages of an event that has begun, and their entries.

`ladder.core` computes the state of a stage from its games.  Only final places are stored, because
they decide the qualification.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cached_property

from django.db import models
from django.urls import reverse

from arbiter.database.light import Light
from bots.models import BotVersion
from games.texts.sentences import paragraph
from ladder.core.contest.documents import stage_from_json
from ladder.core.contest.plan import Kind, Reveal, StagePlan
from ladder.core.standings import Left
from ladder.events.models.event import Entry, Event
from ladder.events.models.labels import group_name, in_words
from ladder.models import Season
from ladder.seasons.worth import worth_of, worth_words


class Stage(models.Model):
    """A stage of an event that has begun; the start of the event makes the rows.

    ``data`` is the stage's part of the plan.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "not started"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        SKIPPED = "skipped", "not played"

    PLAYABLE = (State.WAITING, State.RUNNING)

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
    failures = models.JSONField(
        default=dict, editable=False, help_text="Failures in a row, see `ladder.advancing`."
    )
    begins = models.DateTimeField(null=True, blank=True, help_text="Earliest start.")
    ends = models.DateTimeField(null=True, blank=True, help_text="Only for a season of the ladder.")
    frozen_at = models.DateTimeField(null=True, blank=True, help_text="When versions were fixed.")
    reveal = models.CharField(
        max_length=12, choices=[(r.value, r.value) for r in Reveal], default=Reveal.PUBLIC.value
    )
    reveals_at = models.DateTimeField(
        null=True, blank=True, help_text="When the results open to everybody by themselves."
    )
    rounds_shown = models.PositiveSmallIntegerField(
        default=0, help_text="Rounds, or games of a series, that everybody sees before the rest."
    )
    places_shown = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The ceremony shows the final table from this place on."
    )
    season = models.ForeignKey(
        Season, models.PROTECT, null=True, blank=True, related_name="event_stages"
    )
    times_taken_back = models.PositiveSmallIntegerField(
        default=0, help_text="How often it was taken back. Its games then have other seeds."
    )
    revision = models.PositiveIntegerField(
        default=0,
        editable=False,
        help_text="Grows with each act of people that changes what follows from its games.",
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
    def points_words(self) -> str:
        """The points by place and to begin with, as text; empty where the stage sets none."""
        options, sentences = self.planned.options, []
        if options.place_points:
            each = ", ".join(map(str, options.place_points))
            sentences.append(
                f"The places of a game are worth {each} points. Shared places get the mean."
            )
        if options.start_points:
            each = ", ".join(map(str, options.start_points))
            sentences.append(f"Bots began with points by seed: {each}.")
        return paragraph(*sentences)

    @property
    def is_over(self) -> bool:
        return self.state in (self.State.FINISHED, self.State.SKIPPED)

    @cached_property
    def has_groups(self) -> bool:
        """Whether the stage has several groups.  Cached: do not read it before the stage begins."""
        return self.entries.filter(group__gt=0).exists()

    def title_of(self, group: int, *parts: str) -> str:
        """The name of a part of the stage, for example “Groups, group B, game 3”."""
        return in_words(self.name, group_name(group) if self.has_groups else "", *parts)

    def round_begins(self, number: int) -> datetime | None:
        """When a round of a schedule with match days begins; None if rounds are not apart.

        The first one begins with the stage: at its time, if it began within that minute.
        """
        apart = self.data.get("options", {}).get("matchday", 0)
        if not self.kind.has_match_days or not apart or self.started is None:
            return None
        first = self.started
        if self.begins is not None and first - self.begins < timedelta(minutes=1):
            first = self.begins
        return first + timedelta(minutes=apart * (number - 1))

    @property
    def freezes(self) -> datetime | None:
        """The time at which versions are fixed; None: when the stage begins."""
        if self.begins is None or not self.planned.freeze:
            return None
        return self.begins - timedelta(minutes=self.planned.freeze)


class StagePulse(models.Model):
    """The changes and moves of a stage; `ladder.events.running.pulses` writes it.

    ``changed`` grows whenever the stage has changed, and ``moved`` is its value when the last move
    began, at ``moved_at``: the stage waits for a move while they differ.  ``taken_until`` is the
    lease of the process that moves it.  ``drawn`` is the stage's ``revision`` when every encounter
    that its format asks for was stored, null: some are not; ``over`` has the groups that were over.
    """

    stage = models.OneToOneField(Stage, models.CASCADE, primary_key=True, related_name="pulse")
    changed = models.PositiveBigIntegerField(default=1)
    moved = models.PositiveBigIntegerField(default=0)
    moved_at = models.DateTimeField(null=True)
    taken_until = models.DateTimeField(null=True)
    drawn = models.PositiveIntegerField(null=True)
    over = models.JSONField(default=list)

    def __str__(self) -> str:
        return f"Pulse of {self.stage}"


class StageEntry(Light):
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

    @property
    def left(self) -> Left:
        """How it left the stage before its end."""
        return self.entry.left_by(self.stage.ended)
