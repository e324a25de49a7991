"""The ways into an event: its rules of entry, invitations, the waiting list, and consents."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from accounts.models import Team, User
from bots.models import Bot
from ladder.events.models.event import Event

LONGEST_LABEL = 100
"""Characters of the name in an imported row."""


class SeedMethod(models.TextChoices):
    """How the seeds of an event's entries were set."""

    NONE = "", "not set"
    RATING = "rating", "by rating"
    LIST = "list", "by hand"
    RANDOM = "random", "at random"


class EntryRules(models.Model):
    """The rules of entry of one event.  An event without a row has those of an unsaved one."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="entry_rules")
    invited_only = models.BooleanField(default=False)
    confirmed = models.BooleanField(default=False, help_text="Only people with confirmed mail.")
    domains = models.CharField(max_length=300, blank=True, help_text="Of mail, with spaces.")
    team = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True, related_name="+")
    team_name = models.CharField(max_length=30, blank=True, help_text="Kept if the team goes.")
    people = models.TextField(max_length=20_000, blank=True, help_text="Names, with spaces.")
    least_age = models.PositiveSmallIntegerField(default=0, help_text="Of an account, in days.")
    code_word = models.CharField(max_length=200, blank=True, help_text="As a password's hash.")
    per_team = models.PositiveSmallIntegerField(default=0, help_text="Bots of a game; 0: no limit.")
    waiting_list = models.BooleanField(default=False)
    check_in_opens = models.PositiveIntegerField(
        default=0, help_text="Minutes before the start; 0: no check-in."
    )
    check_in_closes = models.PositiveIntegerField(default=0, help_text="Minutes before the start.")
    withdraw_until = models.DateTimeField(null=True, blank=True, help_text="Empty: always.")
    told_for = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="The check-in that was announced."
    )
    ended_for = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="The check-in whose end was dealt with."
    )
    seeding = models.CharField(max_length=10, choices=SeedMethod, blank=True, editable=False)
    draw_seed = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "entry rules"

    def __str__(self) -> str:
        return f"Rules of entry of {self.event}"

    @property
    def named_team(self) -> str:
        """The name of the team as it is now, or was when the team went."""
        return self.team.name if self.team is not None else self.team_name


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def standing(self) -> InvitationQuerySet:
        """Those that were not taken back."""
        return self.filter(revoked_at=None)

    def usable(self) -> InvitationQuerySet:
        """Those that somebody can still accept."""
        late = models.Q(expires__lte=timezone.now())
        return self.standing().exclude(late).filter(used__lt=models.F("most_uses"))


class Invitation(models.Model):
    """A person, a team with the link, or the person who has the code may enter bots.

    ``digest`` is that of the code or of the link's token, which is shown once.  ``person`` is the
    invited one or, of a code, the person who may also accept it without the code; ``accepted_at``
    is when the person agreed.  Until then nobody learns the person of a code.
    """

    class Kind(models.TextChoices):
        PERSON = "person", "person"
        TEAM = "team", "link for teams"
        CODE = "code", "code"

    event = models.ForeignKey(Event, models.CASCADE, related_name="invitations")
    kind = models.CharField(max_length=10, choices=Kind)
    label = models.CharField(max_length=LONGEST_LABEL, blank=True, help_text="For organizers.")
    note = models.CharField(max_length=LONGEST_LABEL, blank=True)
    person = models.ForeignKey(
        User, models.CASCADE, null=True, blank=True, related_name="event_invitations"
    )
    digest = models.CharField(max_length=64, unique=True, null=True, blank=True)
    expires = models.DateTimeField(null=True, blank=True)
    most_uses = models.PositiveSmallIntegerField(default=1)
    used = models.PositiveSmallIntegerField(default=0)
    accepted_at = models.DateTimeField(null=True, blank=True)
    declined_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "person"], name="one_event_invitation")
        ]

    def __str__(self) -> str:
        return f"Invitation {self.pk} to {self.event}"

    @property
    def is_expired(self) -> bool:
        return self.expires is not None and self.expires <= timezone.now()

    @property
    def is_given_up(self) -> bool:
        """Whether a person has used the code, and has ended the agreement since."""
        used = self.kind == self.Kind.CODE and self.used >= self.most_uses
        return used and self.accepted_at is None

    @property
    def shown_person(self) -> object | None:
        """The person as organizers may know: of a code only after the person has accepted it."""
        hidden = self.kind == self.Kind.CODE and self.accepted_at is None
        return None if hidden else self.person

    @property
    def state(self) -> str:
        """In a word for organizers.  A code that nobody has used is “invited”, even if the person
        whom an import found for it has declined."""
        if self.revoked_at is not None:
            return "taken back"
        if self.kind == self.Kind.TEAM:
            return self._state_of_link()
        if self.accepted_at is not None:
            return "accepted"
        if self.is_given_up or (self.declined_at and self.kind == self.Kind.PERSON):
            return "declined"
        return "expired" if self.is_expired else "invited"

    def _state_of_link(self) -> str:
        if self.used >= self.most_uses:
            return "used up"
        return "expired" if self.is_expired else "open"


class TeamUse(models.Model):
    """A team that came by a link."""

    invitation = models.ForeignKey(Invitation, models.CASCADE, related_name="uses")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["invitation", "team"], name="one_use_by_team")
        ]

    def __str__(self) -> str:
        return f"{self.team} by {self.invitation}"


class WaitingPlace(models.Model):
    """A bot that enters when a place is free; the first come first."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="waiting")
    bot = models.ForeignKey(Bot, models.CASCADE, related_name="event_waiting")
    since = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    checked_in_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["event", "bot"], name="one_waiting_place")]

    def __str__(self) -> str:
        return f"{self.bot} waits for {self.event}"


class EntryConsent(models.Model):
    """A person's standing agreement that organizers may enter the person's bots in events."""

    person = models.OneToOneField(User, models.CASCADE, related_name="entry_consent")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"{self.person} since {self.since:%Y-%m-%d}"
