"""Rooms: places where people and bots take their seats before a match that people play in."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from accounts.models import User, Viewer
from bots.models import BotVersion
from games.game import Game
from games.registry import GAMES
from maps.models import Map
from matches.models import Match

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""None of them is easily taken for another."""
_CODE = 12


def new_code() -> str:
    """A room's address, which cannot be guessed: anyone with the address may sit down."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_CODE))


class RoomQuerySet(models.QuerySet["Room"]):
    def open(self) -> RoomQuerySet:
        """Rooms that are neither closed nor idle for too long."""
        recent = timezone.now() - timedelta(hours=settings.ROOM_IDLE_HOURS)
        playing = Q(match__state__in=Match.UNFINISHED)
        return self.filter(Q(touched__gte=recent) | playing, closed=None)

    def of(self, user: Viewer) -> RoomQuerySet:
        """Rooms that this person opened or sits in."""
        if not user.is_authenticated:
            return self.none()
        sitting = RoomSeat.objects.filter(user=user, kind=RoomSeat.Kind.PERSON)
        return self.filter(Q(owner=user) | Q(pk__in=sitting.values("room")))

    def inviting(self, user: Viewer) -> RoomQuerySet:
        """Rooms in which a seat is kept for this person."""
        if not user.is_authenticated:
            return self.none()
        kept = RoomSeat.objects.filter(user=user, kind=RoomSeat.Kind.INVITED)
        return self.filter(pk__in=kept.values("room"))

    def with_seats(self) -> RoomQuerySet:
        """Owners, matches, maps without boards, and seats with who is on them, are at hand."""
        light = RoomSeat.objects.select_related("user", "version__bot__owner").defer(
            "version__build_log", "version__failure"
        )
        rooms = self.select_related("owner", "match", "map__owner").defer("map__board")
        return rooms.prefetch_related(models.Prefetch("seats", light))


class Room(models.Model):
    """Before a match, seats are taken; once there is a ``match``, the room waits until `again`.

    ``revision`` counts the changes that the room's page shows.
    """

    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    owner = models.ForeignKey(User, models.CASCADE, related_name="rooms")
    game = models.CharField(max_length=40)
    ruleset = models.CharField(max_length=40)
    map = models.ForeignKey(
        Map,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Without one it is generated or drawn.",
    )
    options = models.JSONField(
        default=dict, blank=True, help_text="Those of its game that the next match has."
    )
    created = models.DateTimeField(auto_now_add=True)
    touched = models.DateTimeField(default=timezone.now, help_text="The last change.")
    closed = models.DateTimeField(null=True, blank=True)
    revision = models.PositiveIntegerField(default=1)
    match = models.ForeignKey(
        Match,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="The match that was started last, until the seats are free again.",
    )
    played: models.ManyToManyField[Match, models.Model] = models.ManyToManyField(
        Match, related_name="rooms", blank=True
    )

    objects = RoomQuerySet.as_manager()

    class Meta:
        ordering = ["-touched"]
        indexes = [models.Index(fields=["owner", "-touched"])]

    def __str__(self) -> str:
        return f"room {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("room", args=[self.code])

    @property
    def played_game(self) -> Game:
        return GAMES[self.game]

    @property
    def is_open(self) -> bool:
        """Whether `RoomQuerySet.open` has it."""
        if self.closed is not None:
            return False
        recent = timezone.now() - timedelta(hours=settings.ROOM_IDLE_HOURS)
        return self.touched >= recent or self.is_playing

    @property
    def is_playing(self) -> bool:
        """Whether its match waits or runs."""
        return self.match is not None and not self.match.is_over


class RoomSeat(models.Model):
    """A seat of the match to come; ``number`` is the match's."""

    class Kind(models.TextChoices):
        EMPTY = "empty", "empty"
        BOT = "bot", "bot"
        PERSON = "person", "person"
        INVITED = "invited", "invited"

    room = models.ForeignKey(Room, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.EMPTY)
    version = models.ForeignKey(BotVersion, models.CASCADE, null=True, blank=True, related_name="+")
    user = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["room", "number"], name="one_room_seat_number"),
            models.UniqueConstraint(
                fields=["room", "user"], condition=Q(user__isnull=False), name="one_seat_in_a_room"
            ),
            models.CheckConstraint(
                condition=Q(kind="empty", version=None, user=None)
                | Q(kind="bot", version__isnull=False, user=None)
                | Q(kind__in=("person", "invited"), version=None, user__isnull=False),
                name="room_seat_is_of_its_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number + 1} of {self.room}"
