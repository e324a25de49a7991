"""Updates a room when its match ends."""

from __future__ import annotations

from typing import Any

from django.db.models import F, QuerySet
from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from accounts.signals import account_closed, account_deleted
from bots.versions import artifacts
from matches.models import Match
from rooms.models import Room, RoomSeat


@artifacts.needed
def of_seats() -> QuerySet[RoomSeat, Any]:
    """Versions on seats of rooms that are not closed."""
    return RoomSeat.objects.filter(room__closed=None).exclude(version=None).values("version")


@receiver([account_deleted, account_closed])
def leave_rooms(person: User, **_: object) -> None:
    """Close the rooms of a deleted or closed account, and free its seats in rooms of others."""
    mine = Room.objects.filter(owner=person, closed=None)
    mine.update(closed=timezone.now(), revision=F("revision") + 1)
    seats = RoomSeat.objects.filter(user=person, room__closed=None)
    Room.objects.filter(pk__in=seats.values("room")).update(revision=F("revision") + 1)
    seats.update(kind=RoomSeat.Kind.EMPTY, user=None)


def show_the_end(sender: Any, match: Match, **_: Any) -> None:
    """The room's page has something new to show, and the room its idle hours before it."""
    if match.kind == Match.Kind.ROOM:
        now = timezone.now()
        Room.objects.filter(match=match).update(touched=now, revision=F("revision") + 1)
