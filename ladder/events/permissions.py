"""Permissions in an event: the checks of the table in `ladder.events.roles`."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet

from accounts.members.memberships import Rights
from accounts.models import User, Viewer
from accounts.signing.tokens import also_organizes
from audit import services as audit
from ladder.events.models import Event, EventMember
from ladder.events.roles import ALLOWED, EventAct, EventRole

CREATE = "events.add_event"
"""The permission, given by organizers of the site, to create events."""

RIGHTS: Rights[Event, EventRole, EventAct] = Rights(
    roles=EventRole,
    allowed=ALLOWED,
    members=lambda event: event.members,
    stranger="Only the people who run this event may do this.",
    other_role="Your role in this event does not include this. Ask an owner of the event.",
)
role_in = RIGHTS.role_in
may = RIGHTS.may
require = RIGHTS.require
role_words = RIGHTS.role_words


def record(by: User, event: Event, target: Model, act: str, reason: str = "") -> None:
    """An entry of the audit trail about the event or a part of it, with the person's role."""
    audit.record(by, target, act, reason, role_words(event, by))


def may_create(user: Viewer) -> bool:
    """Whether the person may create events: organizers of the site, and those they let."""
    if not user.is_authenticated or user.roles_withheld:
        return False
    return user.is_staff or user.has_perm(CREATE)


def require_creator(by: Viewer) -> User:
    """The person who may create events; PermissionDenied for others."""
    if by.is_authenticated and may_create(by):
        return by
    raise PermissionDenied("Ask an organizer of the site for the right to create events.")


def seen_by(user: Viewer) -> QuerySet[Event]:
    """The events in which the person's role allows to see what is kept back."""
    if not user.is_authenticated or user.roles_withheld:
        return Event.objects.none()
    if user.is_staff:
        return Event.objects.all()
    roles = ALLOWED[EventAct.SEE]
    return Event.objects.filter(members__person=user, members__role__in=roles)


@also_organizes
def has_part_in_events(user: User) -> bool:
    """Whether the person has a role in an event, or may create events."""
    return user.has_perm(CREATE) or EventMember.objects.filter(person=user).exists()
