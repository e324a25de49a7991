"""Checks of who may act, and why, which the services of every app share."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar, Protocol

from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Model
from django.db.models.options import Options
from django.utils import timezone

from accounts.models import Team, User, Viewer
from accounts.roles import Act
from arbiter import texts
from audit.services import count_since

ORGANIZERS_ONLY = "Only organizers may do this."
LONGEST_REASON = 300
"""Characters of the reason for an act."""
MOST_MAILED = 30
"""Invitations to teams, and offers of bots, of one person in an hour."""


class Managed(Protocol):
    """A model whose rows have an owner and may have a team: bots and maps."""

    _meta: ClassVar[Options[Any]]

    team: Team | None

    def managed_by(self, user: Viewer) -> bool: ...

    def open_to(self, user: Viewer) -> bool: ...


def require_organizer(by: Viewer) -> User:
    """The organizer; PermissionDenied for others."""
    if not by.is_authenticated or not by.is_staff:
        raise PermissionDenied(ORGANIZERS_ONLY)
    return by


def is_manager_or_organizer(row: Managed, user: Viewer) -> bool:
    """Whether the person may change the row, or is an organizer."""
    return user.is_staff or row.managed_by(user)


def is_insider_or_organizer(row: Managed, user: Viewer) -> bool:
    """Whether the person may see the private parts of the row, or is an organizer."""
    return user.is_staff or row.open_to(user)


def require_manager(row: Managed, by: Viewer, *, or_organizer: bool = False) -> None:
    """PermissionDenied unless the person owns the row, has a role in its team that includes
    changes (`Act.DEVELOP`), or is an organizer where ``or_organizer`` admits them.
    """
    if not (is_manager_or_organizer(row, by) if or_organizer else row.managed_by(by)):
        raise PermissionDenied(_not_allowed(row, by))


def require_insider(row: Managed, by: Viewer, *, or_organizer: bool = False) -> None:
    """The same for those who only look (`Act.SEE`)."""
    if not (is_insider_or_organizer(row, by) if or_organizer else row.open_to(by)):
        raise PermissionDenied(_not_allowed(row, by))


def _not_allowed(row: Managed, by: Viewer) -> str:
    if row.team is None or not row.open_to(by):
        return f"Only the {row._meta.verbose_name}'s owner and team may do this."
    return (
        f"Your role in the team {row.team} does not include this. "
        f"Ask an owner of the team for another role."
    )


def require_team(owner: User, team: Team | None) -> None:
    """ValidationError unless the owner of a bot or map may share it with the team."""
    if team is None or team.lets(owner, Act.DEVELOP):
        return
    if team.has_member(owner):
        refusal = (
            f"Your role in the team {team} does not include bots and maps of the team. "
            "Ask one of its owners for the role developer."
        )
        raise ValidationError({"team": refusal})
    raise ValidationError({"team": "You are not in that team."})


def require_reason(
    reason: str, readers: str = "other organizers will read it", field: str = ""
) -> str:
    """The reason without white space around it; ValidationError if nothing is left, or more than
    `LONGEST_REASON` characters are.

    ``readers`` ends the message: it names those who will see the reason.  ``field`` is the field of
    a form beside which it stands, if any.
    """
    text = reason.strip()
    texts.require_texts(reason=text)
    if text and len(text) <= LONGEST_REASON:
        return text
    wrong = f"Say why: {readers}."
    if text:
        wrong = f"The reason is {len(text)} characters long; write at most {LONGEST_REASON}."
    raise ValidationError({field: wrong} if field else wrong)


def require_restraint(by: User, kind: type[Model], act: str) -> None:
    """ValidationError where the person did so too often lately: each such act is a mail to others.

    ``act`` is how its entries in the audit trail begin, and ``kind`` what they are about.
    """
    hour = timezone.now() - timedelta(hours=1)
    if count_since(by, kind, act, hour) >= MOST_MAILED:
        raise ValidationError(
            f"You have invited {MOST_MAILED} people in an hour, or offered as many bots. "
            "Try again later."
        )
