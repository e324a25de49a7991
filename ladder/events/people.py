"""Giving and taking the roles of the people who run an event, and the right to create events."""

from __future__ import annotations

from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.models import User, Viewer
from accounts.permissions import require_organizer
from arbiter.locks import lock
from audit import services as audit
from ladder.events.models import Event, EventMember
from ladder.events.notifications import tell_role
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct, EventRole

MOST_MEMBERS = 30
LAST_OWNER = (
    "{person} is the only owner of this event, and an event needs one. Make somebody else owner "
    "first."
)


def members_of(event: Event) -> list[EventMember]:
    """The people who run the event: by role, and then by time."""
    order = list(EventRole)
    rows = event.members.select_related("person", "given_by").order_by("since", "pk")
    return sorted(rows, key=lambda row: order.index(EventRole(row.role)))


@transaction.atomic
def give(event: Event, by: Viewer, username: str, role: str) -> EventMember:
    """Give a person a role, or another one than before.  The person is notified."""
    if role not in EventRole:
        raise ValidationError({"role": "Choose one of the roles."})
    event = lock(Event.objects).get(pk=event.pk)
    giver = require(by, event, EventAct.ROLES)
    person = named(username)
    found = EventMember.objects.filter(event=event, person=person).first()
    if found is None:
        if event.members.count() >= MOST_MEMBERS:
            raise ValidationError(f"At most {MOST_MEMBERS} people run an event.")
        found = EventMember(event=event, person=person)
    elif found.role == role:
        raise ValidationError({"username": f"{person} is {found.get_role_display()} already."})
    else:
        _keep_an_owner(found)
    found.role, found.given_by = EventRole(role), giver
    found.save()
    record(giver, event, event, f"made {person} {found.get_role_display()}")
    tell_role(found)
    return found


@transaction.atomic
def take(event: Event, by: Viewer, person: User) -> None:
    """Take a person's role.  Everybody may give up the own one; the only owner has to stay."""
    event = lock(Event.objects).get(pk=event.pk)
    found = event.members.select_related("person").get(person=person)
    taker = require(by, event, EventAct.SEE if by == person else EventAct.ROLES)
    _keep_an_owner(found)
    words = f"took the role {found.get_role_display()} from {person}"
    record(taker, event, event, "gave up the role" if by == person else words)
    found.delete()


def _keep_an_owner(found: EventMember) -> None:
    owners = EventMember.objects.filter(event=found.event_id, role=EventRole.OWNER)
    if found.role == EventRole.OWNER and not owners.exclude(pk=found.pk).exists():
        raise ValidationError(LAST_OWNER.format(person=found.person))


def named(username: str) -> User:
    """The person of this name who has an account in use; ValidationError by field for none."""
    name = username.strip()
    person = User.objects.filter(username__iexact=name, is_active=True, is_house=False).first()
    if person is None:
        raise ValidationError({"username": f"There is nobody named “{name}” here."})
    return person


# The right to create events -----------------------------------------------------------------------


def _right() -> Permission:
    return Permission.objects.get(content_type__app_label="events", codename="add_event")


def creators() -> QuerySet[User]:
    """The people besides organizers of the site who may create events, by name."""
    right = _right()
    found = User.objects.filter(Q(user_permissions=right) | Q(groups__permissions=right))
    return found.filter(is_staff=False, is_active=True).distinct().order_by("username")


@transaction.atomic
def let_create(by: Viewer, username: str) -> User:
    """Let a person create events."""
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
