"""Checks of who may act, and why, which the services of every app share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from django.core.exceptions import PermissionDenied, ValidationError

from arbiter import texts

if TYPE_CHECKING:
    from django.db.models.options import Options

    from accounts.models import Team, User, Viewer

ORGANIZERS_ONLY = "Only organizers may do this."
LONGEST_REASON = 300
"""Characters of the reason for an act."""


class Managed(Protocol):
    """A model whose rows have an owner and may have a team: bots and maps."""

    _meta: ClassVar[Options[Any]]

    def managed_by(self, user: Viewer) -> bool: ...


def require_organizer(by: Viewer) -> User:
    """The organizer; PermissionDenied for others."""
    if not by.is_authenticated or not by.is_staff:
        raise PermissionDenied(ORGANIZERS_ONLY)
    return by


def is_manager_or_organizer(row: Managed, user: Viewer) -> bool:
    """Whether the person owns the row, belongs to its team, or is an organizer."""
    return user.is_staff or row.managed_by(user)


def require_manager(row: Managed, by: Viewer, *, or_organizer: bool = False) -> None:
    """PermissionDenied unless the person owns the row, belongs to its team, or is an organizer
    where ``or_organizer`` admits them.
    """
    if not (is_manager_or_organizer(row, by) if or_organizer else row.managed_by(by)):
        raise PermissionDenied(f"Only the {row._meta.verbose_name}'s owner and team may do this.")


def require_team(owner: User, team: Team | None) -> None:
    """ValidationError unless the owner of a bot or map belongs to the team that will share it."""
    if team is not None and not team.has_member(owner):
        raise ValidationError({"team": "You are not in that team."})


def require_reason(
    reason: str, readers: str = "other organizers will read it", field: str = ""
) -> str:
    """The reason without white space around it; ValidationError if nothing is left, or more than
    `LONGEST_REASON` characters are.

    ``readers`` ends the message: it names those who will see the reason.  ``field`` is the field of
    a form beside which it stands, if any.
    """
    words = reason.strip()
    texts.require_texts(reason=words)
    if words and len(words) <= LONGEST_REASON:
        return words
    wrong = f"Say why: {readers}."
    if words:
        wrong = f"The reason is {len(words)} characters long; write at most {LONGEST_REASON}."
    raise ValidationError({field: wrong} if field else wrong)
