"""Notices, the channels that people choose, and the deliveries that leave the site."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from arbiter.database.locks import database_now


class Kind(models.TextChoices):
    """The kind of a notice. The value is the event's name in webhooks."""

    MATCH_FINISHED = "match.finished", "A match is finished"
    VERSION_READY = "version.ready", "A version is ready"
    VERSION_FAILED = "version.failed", "A version failed"
    BOT_PAUSED = "bot.paused", "A bot is paused"
    COMPARISON_ENDED = "comparison.ended", "A comparison has ended"
    STAGE_FINISHED = "event.stage_finished", "A stage of an event is finished"
    EVENT_STARTS = "event.starts", "An event starts"
    TESTS_WORSE = "tests.worse", "A version is worse in a test"
    ANNOUNCEMENT = "announcement", "An announcement or decision of an event or season"
    SITE_NEWS = "site.news", "News of the site"
    EVENT_INVITATION = "event.invitation", "An invitation to an event"
    CHECK_IN = "event.check_in", "A check-in opens"
    ENTRY = "event.entry", "A bot enters or leaves an event"
    ARCHIVE = "event.archive", "An archive of an event"
    TEAM_INVITATION = "team.invitation", "An invitation to a team"
    BOT_OFFERED = "bot.offered", "A bot is handed over"
    NAME_REPLACED = "name.replaced", "A name is replaced"
    WEBHOOK_OFF = "webhook.off", "A webhook is turned off"
    GAME_FAILED = "game.failed", "A foreign game fails"
    REPLAY_DIFFERS = "match.differs", "A replay differs from its match"
    REPORTED = "report", "Something is reported"
    SIGN_UP_WAITS = "sign_up.waits", "An account waits for approval"
    MACHINE_HELD = "machine.held", "A machine is held back"
    SHORTAGE = "machine.none", "No machine can do some work"
    FOLLOWED_BOT = "followed.bot", "News of a bot that you follow"
    FOLLOWED_PERSON = "followed.person", "News of a person whom you follow"
    FOLLOWED_EVENT = "followed.event", "News of an event that you follow"
    FOLLOWED_GAME = "followed.game", "News of a game that you follow"
    DIGEST = "digest", "A weekly digest"


class Channel(models.TextChoices):
    SITE = "site", "on the site"
    MAIL = "mail", "by mail"
    WEBHOOK = "webhook", "to webhooks"


FOLLOWED = (Kind.FOLLOWED_BOT, Kind.FOLLOWED_PERSON, Kind.FOLLOWED_EVENT, Kind.FOLLOWED_GAME)
"""Kinds for followers."""
RARELY_MAILED = frozenset({Kind.MATCH_FINISHED, Kind.VERSION_READY, *FOLLOWED, Kind.DIGEST})
"""Kinds that are mailed only to those who ask for it."""
FOR_ORGANIZERS = frozenset(
    {
        Kind.GAME_FAILED,
        Kind.REPLAY_DIFFERS,
        Kind.REPORTED,
        Kind.SIGN_UP_WAITS,
        Kind.MACHINE_HELD,
        Kind.SHORTAGE,
    }
)
"""Kinds that only organizers get."""
ONLY_MAILED = frozenset({Kind.DIGEST})
"""Kinds that come by mail or not at all."""
FOR_WEBHOOKS = tuple(kind for kind in Kind if kind not in {Kind.WEBHOOK_OFF, *ONLY_MAILED})
"""Kinds that a webhook may subscribe to."""


class NoticeQuerySet(models.QuerySet["Notice"]):
    def unread(self) -> NoticeQuerySet:
        return self.filter(read_at=None)


class Notice(models.Model):
    """One sentence for one person, on the site."""

    user = models.ForeignKey(User, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=30, choices=Kind)
    text = models.CharField(max_length=300)
    path = models.CharField(max_length=500, help_text="The address on this site that it is about.")
    created = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["user", "-id"], name="notices_of_a_person"),
            models.Index(fields=["user"], name="unread_notices", condition=Q(read_at=None)),
            models.Index(fields=["created"], name="notices_by_age"),
        ]

    def __str__(self) -> str:
        return self.text

    def get_absolute_url(self) -> str:
        """The way to `path` that marks it as read."""
        return reverse("notice", args=[self.pk])


class Preference(models.Model):
    """Where a person wants notices of one kind; without a row the defaults hold."""

    user = models.ForeignKey(User, models.CASCADE, related_name="notice_preferences")
    kind = models.CharField(max_length=30, choices=Kind)
    site = models.BooleanField()
    mail = models.BooleanField()
    webhook = models.BooleanField()

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="one_preference")]
        indexes = [
            models.Index(fields=["kind"], name="webhooks_turned_off", condition=Q(webhook=False))
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.kind}"


class Webhook(models.Model):
    """An address of a person's own program, which gets events and can tell that we sent them."""

    user = models.ForeignKey(User, models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=300)
    secret = models.CharField(max_length=80)
    active = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)
    failing_since = models.DateTimeField(
        null=True, blank=True, help_text="Nothing has arrived since then."
    )
    failures = models.PositiveIntegerField(default=0, help_text="One after the other.")
    paused_until = models.DateTimeField(null=True, blank=True, help_text="Nothing is sent before.")

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.url


class Subscription(models.Model):
    """A kind that a webhook wants."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="subscriptions")
    kind = models.CharField(max_length=30, choices=[(k.value, k.label) for k in FOR_WEBHOOKS])

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["kind", "webhook"], name="one_subscription")]

    def __str__(self) -> str:
        return f"{self.webhook}: {self.kind}"


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def unsent(self) -> DeliveryQuerySet:
        return self.filter(state__in=Delivery.UNSENT)

    def due(self) -> DeliveryQuerySet:
        """Those that may be tried now."""
        resting = Q(webhook__paused_until__gt=database_now()) | Q(webhook__active=False)
        return self.unsent().filter(next_at__lte=database_now()).exclude(resting)

    def lost_mails(self) -> DeliveryQuerySet:
        """Mails that were given up although somebody wanted them."""
        given_up = self.filter(channel=Channel.MAIL, state=Delivery.State.GIVEN_UP)
        return given_up.exclude(error__in=Delivery.UNWANTED)


class Delivery(models.Model):
    """Something that leaves the site: a mail, or an event for a webhook.

    ``next_at`` of an unsent one is when it may be tried; while it is being tried that is the end
    of the lease, so that an attempt that was cut off is made again.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        FAILED = "failed", "failed, will be tried again"
        SENT = "sent", "arrived"
        GIVEN_UP = "given_up", "given up"

    UNSENT = (State.WAITING, State.FAILED)
    TEST = "test"
    """The name of the event that a person sends to try a webhook."""
    ACCOUNT = "account"
    """The kind of mails of accounts: links to confirm an address or reset a password, warnings."""

    TURNED_OFF = "Mails of this kind were turned off."
    NO_ADDRESS = "The account has no confirmed address, or is closed."
    UNWANTED = (TURNED_OFF, NO_ADDRESS)
    """Errors of mails that nobody waits for."""
    KINDS = (*Kind.choices, (TEST, "A test"), (ACCOUNT, "A mail of an account"))

    channel = models.CharField(
        max_length=10,
        choices=[(Channel.MAIL.value, "mail"), (Channel.WEBHOOK.value, "webhook")],
    )
    user = models.ForeignKey(
        User,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="deliveries",
        help_text="None of a mail of an account: its address is all that it needs.",
    )
    address = models.EmailField(
        blank=True, help_text="Of a mail of an account that is not sent. Others have a person."
    )
    webhook = models.ForeignKey(
        Webhook, models.CASCADE, null=True, blank=True, related_name="deliveries"
    )
    kind = models.CharField(max_length=30, choices=KINDS)
    event = models.UUIDField(default=uuid.uuid4, help_text="The same in all that tell of it.")
    payload = models.TextField(
        help_text="The JSON that is sent, byte for byte. Of a mail of an account, which has secret "
        "links, its text: encrypted, and removed at the end."
    )
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    attempt = models.PositiveSmallIntegerField(default=0, help_text="Tries so far.")
    next_at = models.DateTimeField(default=timezone.now)
    created = models.DateTimeField(default=timezone.now)
    tried_at = models.DateTimeField(null=True, blank=True)
    took_ms = models.PositiveIntegerField(null=True, blank=True)
    status = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Of HTTP.")
    error = models.CharField(max_length=300, blank=True)
    response = models.TextField(blank=True, help_text="The beginning of the answer.")

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(
                # The state is there for SQLite, as in `matches.indexes`.
                fields=["state", "next_at"],
                name="unsent_deliveries",
                condition=Q(state__in=("waiting", "failed")),
            ),
            models.Index(
                fields=["webhook"],
                name="unsent_of_a_webhook",
                condition=Q(state__in=("waiting", "failed")),
            ),
            models.Index(fields=["webhook", "-id"], name="deliveries_of_a_webhook"),
            models.Index(fields=["user", "-id"], name="deliveries_of_a_person"),
            models.Index(fields=["created"], name="deliveries_by_age"),
            models.Index(
                fields=["created"],
                name="lost_mails",
                condition=Q(channel="mail", state="given_up"),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(channel="mail", webhook=None)
                | Q(channel="webhook", webhook__isnull=False),
                name="mail_or_webhook",
            ),
            models.CheckConstraint(
                condition=Q(kind="account", channel="mail", user=None)
                | (~Q(kind="account") & Q(user__isnull=False, address="")),
                name="person_or_address",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.get_channel_display()} {self.pk}"

    @property
    def is_settled(self) -> bool:
        return self.state not in self.UNSENT
