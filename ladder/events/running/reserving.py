"""Workers reserved for an event: an organizer of the site gives an event a share of the workers."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from controls import reservations
from controls.models import Reservation, Share
from controls.reservations import Wanted
from ladder.events.models import EncounterGame, Event, SeriesGame
from ladder.events.permissions import record
from ladder.models import RatedMatch
from matches.queueing.reserving import reservable


@reservable
def matches_of(event: int) -> Q:
    """The matches of an event: those of encounters and series, and of seasons that are its
    stages.  Each match is looked up, as few wait and a season has many."""
    this = {"match": OuterRef("pk")}
    games = EncounterGame.objects.filter(encounter__stage__event=event, **this)
    series = SeriesGame.objects.filter(series__stage__event=event, **this)
    rated = RatedMatch.objects.filter(season__event_stages__event=event, **this)
    return Q(Exists(games)) | Q(Exists(series)) | Q(Exists(rated), share=Share.EVENTS)


def reservations_of(event: Event) -> list[Reservation]:
    """Those of an event, newest first."""
    return list(Reservation.objects.filter(subject=event.pk).order_by("-begins"))


@transaction.atomic
def reserve(event: Event, by: User, wanted: Wanted, reason: str) -> Reservation:
    """Reserve workers for an event that is public and not over."""
    if event.state not in (Event.State.OPEN, Event.State.RUNNING):
        raise ValidationError("Workers are reserved for events that are public and not over.")
    made = reservations.reserve(event.pk, by, wanted, reason)
    record(by, event, event, f"reserved {made}", reason.strip())
    return made


@transaction.atomic
def release(event: Event, by: User, row: Reservation, reason: str) -> None:
    """End a reservation of the event now, or remove it if it has not begun."""
    label = str(row)
    reservations.release(row, by, reason)
    record(by, event, event, f"released {label}", reason.strip())
