"""Giving and taking the roles of the people who run an event, and the right to create events."""

from __future__ import annotations

from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.members.memberships import Crew, Notices, named
from accounts.models import User, Viewer
from accounts.permissions import require_organizer
from arbiter.database.locks import lock
from audit import services as audit
from ladder.events.models import Event, EventMember
from ladder.events.notifications import facts
from ladder.events.permissions import RIGHTS, record
from ladder.events.roles import EventAct, EventRole
from notices.models import Kind


def _notices(event: Event) -> Notices:
    return Notices(
        kind=Kind.ANNOUNCEMENT,
        name=event.name,
        data=facts(event),
        thread=f"event-{event.pk}",
        path=reverse("event-people", args=[event.slug]),
        page=event.get_absolute_url(),
    )


CREW: Crew[Event, EventMember, EventRole, EventAct] = Crew(
    rights=RIGHTS,
    lock=lambda event: lock(Event.objects).get(pk=event.pk),
    act_on=lambda role: EventAct.ROLES,
    record=lambda by, event, act: record(by, event, event, act),
    notices=_notices,
    most=30,
    full="At most {most} people run an event.",
    last_owner=(
        "{person} is the only owner of this event, and an event needs one. Make somebody else "
        "owner first."
    ),
    signed=True,
)
give = CREW.give
take = CREW.take


def members_of(event: Event) -> list[EventMember]:
    """The people who run the event: by role, and then by time."""
    order = list(EventRole)
    rows = event.members.select_related("person", "given_by").order_by("since", "pk")
    return sorted(rows, key=lambda row: order.index(EventRole(row.role)))


# The right to create events -----------------------------------------------------------------------


def _right() -> Permission:
    return Permission.objects.get(content_type__app_label="events", codename="add_event")


def creators() -> QuerySet[User]:
    """The people besides organizers of the site who may create events, by name."""
    right = _right()
    people = User.objects.filter(Q(user_permissions=right) | Q(groups__permissions=right))
    return people.filter(is_staff=False, is_active=True).distinct().order_by("username")


@transaction.atomic
def let_create(by: Viewer, username: str) -> User:
    organizer, person = require_organizer(by), named(username)
    if creators().filter(pk=person.pk).exists() or person.is_staff:
        raise ValidationError({"username": f"{person} may create events already."})
    person.user_permissions.add(_right())
    audit.record(organizer, person, "given the right to create events")
    return person


@transaction.atomic
def stop_creating(by: Viewer, person: User) -> None:
    """Take back the right to create events.  Events of the person stay as they are."""
    organizer = require_organizer(by)
    if not person.user_permissions.filter(pk=_right().pk).exists():
        raise ValidationError(f"{person} has this right by a group, or has it no more.")
    person.user_permissions.remove(_right())
    audit.record(organizer, person, "lost the right to create events")
