"""People, the teams in which they share bots, and the tokens of their programs."""

from __future__ import annotations

import zoneinfo
from copy import copy
from functools import cache
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator, URLValidator
from django.db import models
from django.urls import reverse
from django.utils import timezone
from knox.models import AbstractAuthToken

from accounts.roles import ALLOWED, Act, Role
from arbiter.database.light import Light

if TYPE_CHECKING:
    URLField = models.URLField[str, str]
else:
    URLField = models.URLField

NAME = RegexValidator(
    r"^[A-Za-z0-9][A-Za-z0-9_-]{1,29}\Z",
    "Use 2 to 30 letters, digits, - and _, beginning with a letter or digit.",
)


@cache
def time_zones() -> frozenset[str]:
    """The names of all time zones, read from some hundred files once."""
    return frozenset(zoneinfo.available_timezones())


def validate_time_zone(value: str) -> None:
    if value not in time_zones():
        raise ValidationError(f"“{value}” is not a time zone such as Europe/Warsaw.")


class LinkField(URLField):
    """The address of a page elsewhere that a person gives; "" for none."""

    WRONG = "Use an address that begins with https://."
    default_validators = [URLValidator(["http", "https"], message=WRONG)]

    def formfield(self, **kwargs: Any) -> Any:
        """An address without a scheme gets https."""
        return super().formfield(**{"assume_scheme": "https", **kwargs})


class User(AbstractUser, Light):  # type: ignore[django-manager-missing]  # knox has no types
    """A person.  ``is_staff`` makes an organizer."""

    username = models.CharField(
        "name",
        max_length=30,
        unique=True,
        validators=[NAME],
        help_text="Shown everywhere, and part of your bots' addresses.",
        error_messages={"unique": "That name is taken."},
    )
    about = models.CharField(max_length=500, blank=True)
    affiliation = models.CharField(max_length=80, blank=True)
    link = LinkField(max_length=200, blank=True)
    time_zone = models.CharField(
        max_length=64,
        blank=True,
        validators=[validate_time_zone],
        help_text="Times on the site are shown in it. Empty: your browser's.",
    )
    is_house = models.BooleanField(default=False, help_text="Owns the bots that ship with games.")
    deleted_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="The person deleted the account."
    )
    closed_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="An organizer closed the account."
    )
    closed_why = models.CharField(max_length=300, blank=True, editable=False)
    waits_since = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="An organizer has to approve the account."
    )

    def get_absolute_url(self) -> str:
        return reverse("person", args=[self.username])

    @property
    def page(self) -> str:
        """The address for links; "" where it leads to nothing, as the account is closed."""
        return self.get_absolute_url() if self.is_active else ""

    def without_organizing(self) -> User:
        """A copy without an organizer's rights, for one request.  It cannot be saved."""
        limited = copy(self)
        limited.is_staff = limited.is_superuser = False
        limited.organizing_withheld = self.is_staff
        limited.roles_withheld = True
        return limited

    @property
    def is_closed(self) -> bool:
        """Whether its pages are shown to nobody; results of a deleted account stay."""
        return not self.is_active and self.deleted_at is None

    organizing_withheld = False
    """Whether this is an organizer whose rights are left out, as `without_organizing` does."""
    roles_withheld = False
    """Whether roles in the running of events are left out, as `without_organizing` does."""

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.organizing_withheld:
            raise RuntimeError("a user without organizing rights is a copy: load the user to save")
        super().save(*args, **kwargs)


Viewer = User | AnonymousUser
"""A person who is logged in or not."""


class Team(models.Model):
    """People who share bots and maps; `accounts.roles` says what each role may do."""

    name = models.CharField(max_length=30, unique=True, validators=[NAME])
    about = models.CharField(max_length=500, blank=True)
    link = LinkField(max_length=200, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    members: models.ManyToManyField[User, Membership] = models.ManyToManyField(
        User, through="Membership", related_name="teams"
    )

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("team", args=[self.name])

    def has_member(self, user: User) -> bool:
        """Whether the person is in the team; an invitation alone does not count."""
        return self.memberships.filter(user=user, accepted=True).exists()

    def lets(self, user: User, act: Act) -> bool:
        """Whether the person's role in the team includes the act."""
        return self.memberships.allowing(act).filter(user=user).exists()


class MembershipQuerySet(models.QuerySet["Membership"]):
    def allowing(self, act: Act) -> MembershipQuerySet:
        """Those whose role includes the act; invitations are none."""
        return self.filter(accepted=True, role__in=ALLOWED[act])


class Membership(models.Model):
    """A person in a team; an invitation until it is ``accepted``."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role, default=Role.DEVELOPER)
    accepted = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "user"], name="one_membership")]

    def __str__(self) -> str:
        return f"{self.user} in {self.team}"


class Scope(models.TextChoices):
    """The scopes of a token. Scopes do not include each other."""

    READ = "read", "read"
    BOTS = "bots", "bots"
    ORGANIZE = "organize", "organize"


class ApiToken(AbstractAuthToken):  # type: ignore[misc]  # knox has no types
    """A token of a person's program; only its digest is kept.

    ``scopes`` holds values of `Scope`; ``expiry`` is None for a token that never expires.
    """

    name = models.CharField(max_length=60)
    scopes = models.JSONField(default=list, help_text="Some of read, bots and organize.")
    last_used = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name

    @property
    def is_expired(self) -> bool:
        return self.expiry is not None and self.expiry <= timezone.now()


class DeviceLogin(models.Model):
    """A program that waits until a person allows it in the browser (RFC 8628).

    The program keeps the device code, the person reads the user code; only digests are here.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        ALLOWED = "allowed", "allowed"
        REFUSED = "refused", "refused"
        USED = "used", "used"

    digest = models.CharField(max_length=64, unique=True)
    user_digest = models.CharField(max_length=64, unique=True)
    client = models.CharField(max_length=60)
    address = models.CharField(max_length=45)
    sender = models.CharField(
        max_length=64,
        blank=True,
        help_text="Tells apart those who share an address: a digest of program and user agent.",
    )
    created = models.DateTimeField(default=timezone.now)
    expires = models.DateTimeField(db_index=True)
    polled = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    user = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-created"]
        indexes = [models.Index(fields=["address", "created"], name="device_logins_of_address")]

    def __str__(self) -> str:
        return self.client


class FormerName(models.Model):
    """A name that was given up: its address leads on, and it may be reserved.

    Only a digest is kept: the name may be an insult, or the one of a person who is gone.
    `accounts.naming` writes and reads it.
    """

    class Kind(models.TextChoices):
        PERSON = "person", "person"
        TEAM = "team", "team"
        BOT = "bot", "bot"
        EVENT = "event", "event"

    kind = models.CharField(max_length=10, choices=Kind)
    digest = models.CharField(max_length=64)
    target = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="The id of what had the name. None: it leads nowhere."
    )
    reserved = models.BooleanField(default=True, help_text="Nobody may take the name.")
    until = models.DateTimeField(null=True, blank=True, help_text="None: for good.")
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["kind", "digest"], name="one_former_name")]

    def __str__(self) -> str:
        return f"{self.kind} {self.target or '–'}"


class Report(models.Model):
    """Something on the site that a person reported to the organizers."""

    class Kind(models.TextChoices):
        PERSON = "person", "person"
        TEAM = "team", "team"
        BOT = "bot", "bot"
        EVENT = "event", "event"
        MAP = "map", "map"

    kind = models.CharField(max_length=10, choices=Kind)
    name = models.CharField(max_length=100, help_text="When it was reported.")
    path = models.CharField(max_length=200, help_text="Its address on this site.")
    text = models.CharField(max_length=1000)
    by = models.ForeignKey(User, models.CASCADE, related_name="reports")
    created = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    answer = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["id"], name="open_reports", condition=models.Q(answered_at=None))
        ]

    def __str__(self) -> str:
        return f"the report of {self.name}"


class SignUpRule(models.Model):
    """How new accounts come to be, where organizers have chosen another way than the settings."""

    class Mode(models.TextChoices):
        OPEN = "open", "Everybody can sign up"
        APPROVAL = "approval", "Organizers approve each account"
        INVITATION = "invitation", "Only with an invitation"
        CLOSED = "closed", "Nobody can sign up"

    mode = models.CharField(max_length=10, choices=Mode)

    def __str__(self) -> str:
        return self.get_mode_display()


class SignUpCode(models.Model):
    """An invitation to sign up; only the digest of its code is kept."""

    digest = models.CharField(max_length=64, unique=True)
    note = models.CharField(max_length=60, help_text="For whom it is.")
    left = models.PositiveSmallIntegerField(help_text="Accounts that it still allows.")
    expires = models.DateTimeField()
    created = models.DateTimeField(default=timezone.now)
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"the invitation for {self.note}"
