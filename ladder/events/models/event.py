"""Events, their entries and the people who run them."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from arbiter.database.light import Light
from bots.models import Bot
from ladder.core.contest.documents import from_json
from ladder.core.contest.plan import MOST_ENTRANTS, EventPlan
from ladder.core.standings import Left
from ladder.events.roles import EventRole


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

    class Freeze(models.TextChoices):
        """The parts that cannot change during the event's freeze of uploads."""

        NONE = "", "nothing"
        ENTERED = "entered", "entered bots"
        PEOPLE = "people", "entered bots and their people"

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
        max_length=500, blank=True, help_text="The reason why it cannot continue."
    )
    failures = models.JSONField(
        default=dict, editable=False, help_text="Failures in a row, see `ladder.advancing`."
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
    compares_sources = models.BooleanField(
        default=False,
        help_text="Whether judges may compare the sources of entered bots.",
    )
    freeze_uploads = models.CharField(max_length=10, choices=Freeze, blank=True)
    freeze_from = models.DateTimeField(null=True, blank=True)
    freeze_stage = models.CharField(
        max_length=40, blank=True, help_text="The stage with which the freeze of uploads begins."
    )
    freeze_until = models.DateTimeField(
        null=True, blank=True, help_text="Empty: until the event is over."
    )
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    started = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    corrected = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When people last changed its results."
    )

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

    @property
    def takes_entries(self) -> bool:
        """Whether bots can be entered."""
        if self.state != self.State.OPEN:
            return False
        now = timezone.now()
        closes = self.entries_close or self.starts
        opened = self.entries_open is None or self.entries_open <= now
        return opened and (closes is None or now < closes)


class EntryQuerySet(models.QuerySet["Entry"]):
    def playing(self) -> EntryQuerySet:
        """Those that were neither withdrawn nor disqualified."""
        return self.filter(withdrawn_at=None, disqualified_at=None, dropped_at=None)


class Entry(Light):
    """A bot that takes part in an event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    bot = models.ForeignKey(Bot, models.PROTECT, related_name="event_entries")
    entered = models.DateTimeField(auto_now_add=True)
    entered_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    disqualified_at = models.DateTimeField(null=True, blank=True)
    disqualified_why = models.CharField(max_length=300, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True, help_text="Withdrawn after the start.")
    dropped_why = models.CharField(max_length=300, blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    seed = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Place in the order of seeds that organizers set."
    )

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=["event", "bot"], name="one_event_entry")]

    def __str__(self) -> str:
        return f"{self.bot} in {self.event}"

    @property
    def is_out(self) -> bool:
        """Whether it plays no more: disqualified, or withdrawn after the start."""
        return self.disqualified_at is not None or self.dropped_at is not None

    @property
    def left_as(self) -> Left:
        """How it left the event; empty for a bot that did not."""
        return self.left_by(None)

    def left_by(self, ended: datetime | None) -> Left:
        """How it left a stage that ended then, or has not ended (None).

        A disqualification also counts in stages that are over; a withdrawal does not.
        """
        if self.disqualified_at is not None:
            return Left.DISQUALIFIED
        gone = self.dropped_at is not None and (ended is None or self.dropped_at < ended)
        return Left.WITHDREW if gone else Left.STAYED


class EventMember(models.Model):
    """A person with a role in the running of an event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="members")
    person = models.ForeignKey(User, models.CASCADE, related_name="event_roles")
    role = models.CharField(max_length=10, choices=EventRole)
    since = models.DateTimeField(auto_now_add=True)
    given_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["event", "person"], name="one_event_role")]

    def __str__(self) -> str:
        return f"{self.person}, {self.get_role_display()} of {self.event}"


class FreezeExemption(models.Model):
    """An organizer lets one person upload during the freeze of an event, for a reason."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="freeze_exemptions")
    person = models.ForeignKey(User, models.CASCADE, related_name="freeze_exemptions")
    reason = models.CharField(max_length=300)
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "person"], name="one_freeze_exemption")
        ]

    def __str__(self) -> str:
        return f"{self.person} during {self.event}"
