"""Invitations to an event: by name, by a link for teams, and by code.

A person who accepts agrees that organizers of the event enter bots of theirs, and may enter bots
without the conditions of the event.  Links and codes are shown once; digests are stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import Membership, Team, User, Viewer
from accounts.roles import HIGH
from accounts.signing.codes import digest_of_code, digest_of_token, new_code, new_token
from arbiter import texts
from arbiter.database.locks import lock
from ladder.events.entrants.notifications import tell_invited
from ladder.events.models import Event, Invitation, TeamUse
from ladder.events.models.entrants import LONGEST_LABEL
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct

MOST_INVITATIONS = 10_000
"""Of one event."""
MOST_USES = 200
"""Teams that can come by one link."""
_WRONG_CODE = (
    "This code is not valid for this event: it is unknown, used, expired or taken back. "
    "Check it, or ask the organizers for another one."
)


@dataclass(frozen=True)
class Terms:
    """How often a link can be used, and until when (None: until the start)."""

    label: str = ""
    most_uses: int = 1
    expires: datetime | None = None


def _open(event: Event) -> Event:
    """The event, held; ValidationError if it has begun."""
    event = lock(Event.objects).get(pk=event.pk)
    if event.has_begun or event.is_over:
        raise ValidationError("The event has started, so nobody can be invited to it any more.")
    return event


def require_room(event: Event, more: int = 1) -> None:
    """ValidationError if the event would have too many invitations."""
    if event.invitations.count() + more > MOST_INVITATIONS:
        raise ValidationError(f"An event has at most {MOST_INVITATIONS:,} invitations and codes.")


# Organizers ---------------------------------------------------------------------------------------


@transaction.atomic
def invite(event: Event, by: Viewer, name: str) -> Invitation:
    """Invite the person with this name, who is notified.

    A person of an unused code is invited by name from then on.
    """
    organizer = require(by, event, EventAct.ENTRANTS)
    event = _open(event)
    if event.state == Event.State.DRAFT:
        raise ValidationError("Publish the event first: invited people cannot see a draft.")
    people = User.objects.filter(username__iexact=name.strip(), is_active=True, is_house=False)
    person = people.first()
    if person is None:
        raise ValidationError({"name": f"There is nobody named “{name.strip()[:60]}” here."})
    known = event.invitations.filter(person=person).first()
    if known is not None and known.shown_person is None:
        Invitation.objects.filter(pk=known.pk).update(person=None)
        known = None
    if known is not None and known.revoked_at is None and known.declined_at is None:
        raise ValidationError({"name": f"{person} is already invited."})
    if known is not None:
        known.delete()
    require_room(event)
    made = Invitation.objects.create(
        event=event,
        kind=Invitation.Kind.PERSON,
        label=person.username,
        person=person,
        created_by=organizer,
    )
    record(organizer, event, event, f"invited {person}")
    tell_invited(event, [person])
    return made


def invite_teams(event: Event, by: Viewer, terms: Terms) -> tuple[Invitation, str]:
    """A link for teams; the invitation, and the token of the link, which is shown once."""
    act = f"made a link for {terms.most_uses} teams"
    return _make(event, by, terms, Invitation.Kind.TEAM, act)


def make_code(event: Event, by: Viewer, terms: Terms) -> tuple[Invitation, str]:
    """A code for one person; the invitation, and the code, which is shown once."""
    return _make(event, by, terms, Invitation.Kind.CODE, "made a code")


@transaction.atomic
def _make(
    event: Event, by: Viewer, terms: Terms, kind: Invitation.Kind, act: str
) -> tuple[Invitation, str]:
    organizer = require(by, event, EventAct.ENTRANTS)
    event = _open(event)
    _check(terms)
    require_room(event)
    secret, digest = _new_secret(kind)
    made = Invitation.objects.create(
        event=event,
        kind=kind,
        label=terms.label.strip(),
        most_uses=terms.most_uses if kind == Invitation.Kind.TEAM else 1,
        expires=terms.expires,
        digest=digest,
        created_by=organizer,
    )
    record(organizer, event, event, act)
    return made, secret


def _new_secret(kind: str) -> tuple[str, str]:
    """The token of a link or a code, and its digest."""
    if kind == Invitation.Kind.TEAM:
        token = new_token()
        return token, digest_of_token(token)
    code = new_code()
    return code, digest_of_code(code)


def _check(terms: Terms) -> None:
    texts.require_lines(label=terms.label)
    if len(terms.label.strip()) > LONGEST_LABEL:
        raise ValidationError({"label": f"Use at most {LONGEST_LABEL} characters."})
    if not 1 <= terms.most_uses <= MOST_USES:
        raise ValidationError({"most_uses": f"Enter a number from 1 to {MOST_USES}."})
    if terms.expires is not None and terms.expires <= timezone.now():
        raise ValidationError({"expires": "This time has passed. Choose a later one."})


@transaction.atomic
def renew(invitation: Invitation, by: Viewer) -> str:
    """A new code or token in place of the old one, which no longer works; shown once."""
    organizer = require(by, invitation.event, EventAct.ENTRANTS)
    row = _held(invitation)
    if row.kind == Invitation.Kind.PERSON or row.revoked_at is not None:
        raise ValidationError("This invitation has no code.")
    if row.kind == Invitation.Kind.CODE and row.accepted_at is not None:
        raise ValidationError("The code was used. Make another one.")
    secret, row.digest = _new_secret(row.kind)
    if row.is_given_up or row.declined_at is not None:
        row.person, row.declined_at, row.used = None, None, 0
    row.save(update_fields=["digest", "person", "declined_at", "used"])
    is_link = row.kind == Invitation.Kind.TEAM
    act = f"replaced the link {row.pk}" if is_link else f"replaced the code {row.pk}"
    record(organizer, row.event, row.event, act)
    return secret


@transaction.atomic
def revoke(invitation: Invitation, by: Viewer) -> None:
    """Take an invitation back: it can no longer be accepted.  Bots that entered stay entered."""
    organizer = require(by, invitation.event, EventAct.ENTRANTS)
    row = _held(invitation)
    if row.revoked_at is None:
        row.revoked_at = timezone.now()
        row.save(update_fields=["revoked_at"])
        record(organizer, row.event, row.event, f"took invitation {row.pk} ({row.label}) back")


def _held(invitation: Invitation) -> Invitation:
    return lock(Invitation.objects).get(pk=invitation.pk)


# People -------------------------------------------------------------------------------------------


def invitation_for(event: Event, person: User) -> Invitation | None:
    """The person's invitation to the event that stands and that the person did not decline."""
    rows = event.invitations.standing().filter(person=person, declined_at=None)
    return rows.exclude(accepted_at=None, expires__lte=timezone.now()).first()


@transaction.atomic
def accept(event: Event, person: User) -> Invitation:
    """Agree that organizers of the event enter bots of the person."""
    event = _open(event)
    row = invitation_for(event, person)
    if row is None:
        raise ValidationError("You have no open invitation to this event.")
    if row.accepted_at is None:
        _take(row, person)
    return row


def _take(row: Invitation, person: User) -> None:
    row.person, row.accepted_at, row.declined_at = person, timezone.now(), None
    row.used = row.most_uses
    row.save(update_fields=["person", "accepted_at", "declined_at", "used"])
    record(person, row.event, row.event, "accepted an invitation")


@transaction.atomic
def decline(event: Event, person: User) -> None:
    """Decline the invitation, or end an agreement.  Bots that have entered stay entered.

    The person's code works for that person alone from then on.
    """
    lock(Event.objects).get(pk=event.pk)
    row = invitation_for(event, person)
    if row is None:
        raise ValidationError("You have no open invitation to this event.")
    row.accepted_at, row.declined_at = None, timezone.now()
    row.save(update_fields=["accepted_at", "declined_at"])


@transaction.atomic
def redeem(event: Event, person: User, code: str) -> Invitation:
    """Accept an invitation by its code.  All wrong codes get the same answer."""
    event = _open(event)
    rows = event.invitations.filter(kind=Invitation.Kind.CODE, digest=digest_of_code(code))
    untouched = rows.usable().filter(Q(declined_at=None) | Q(person=person))
    row = untouched.first() or rows.standing().filter(person=person, accepted_at=None).first()
    if row is None or row.is_expired:
        raise ValidationError({"code": _WRONG_CODE})
    other = event.invitations.filter(person=person).exclude(pk=row.pk).first()
    if other is not None and other.accepted_at is not None and other.revoked_at is None:
        raise ValidationError({"code": "You have already accepted an invitation to this event."})
    if other is not None:
        _part(other)
    _take(row, person)
    return row


def _part(other: Invitation) -> None:
    """End a person's other invitation: the person comes by a code."""
    if other.kind == Invitation.Kind.PERSON:
        other.delete()
    else:
        Invitation.objects.filter(pk=other.pk).update(person=None, accepted_at=None)


def of_link(event: Event, token: str) -> Invitation | None:
    """The standing invitation of a link for teams; None if it has expired or is used up, too."""
    rows = event.invitations.usable().filter(kind=Invitation.Kind.TEAM)
    return rows.filter(digest=digest_of_token(token)).first()


def of_used_link(event: Event, token: str) -> Invitation | None:
    """The same, also of a link that is used up: its teams can still enter bots."""
    late = Q(expires__lte=timezone.now())
    rows = event.invitations.standing().exclude(late).filter(kind=Invitation.Kind.TEAM)
    return rows.filter(digest=digest_of_token(token)).first()


def teams_for_link(person: User) -> list[Team]:
    """The teams that the person can bring by a link, as their owner or manager."""
    roles = Membership.objects.filter(user=person, accepted=True, role__in=HIGH)
    return list(Team.objects.filter(pk__in=roles.values("team")))


@transaction.atomic
def bring_team(event: Event, token: str, team: Team, by: User) -> Invitation:
    """Let a team come by a link: its bots may enter without the conditions of the event."""
    event = _open(event)
    if team not in teams_for_link(by):
        raise PermissionDenied("Only owners and managers of a team can accept for it.")
    row = of_used_link(event, token)
    if row is not None and row.uses.filter(team=team).exists():
        return row
    row = of_link(event, token)
    if row is None:
        raise ValidationError(
            "This link is no longer valid: it was used up, expired or taken back. "
            "Ask the organizers for another one."
        )
    TeamUse.objects.create(invitation=row, team=team, by=by)
    Invitation.objects.filter(pk=row.pk).update(used=F("used") + 1)
    record(by, event, event, f"accepted an invitation for the team {team}")
    return row
