"""Taking a result back, and letting it count again.

Other apps react in the same transaction, by `match_voided` and `match_restored`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.permissions import require_reason
from arbiter.serving.kept import forget
from audit import services as audit
from bots.models import Bot
from bots.notifications import managers
from matches.models import Match
from matches.recorded.notifications import letter
from matches.signals import match_restored, match_voided
from notices.services import Kind, tell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from accounts.models import User


READERS = "whoever looks at the match will read it"
NOT_COUNTING = "Only a finished match whose result counts can be voided."
NOT_VOID = "Only a match whose result is void can count again."


@transaction.atomic
def void(match: Match, by: User, reason: str, role: str = "") -> None:
    """The result of a finished match counts for nothing from now on; everybody reads the reason.

    The caller has checked that the person may; ``role`` is as in `audit.services.record`.
    """
    why = require_public_reason(reason)
    if not set_void(match, why):
        raise ValidationError(NOT_COUNTING)
    report(match, by, why, role)


@transaction.atomic
def restore(match: Match, by: User, reason: str, role: str = "") -> None:
    """A result that is void counts again, as if it had never been taken back.

    The caller has checked that the person may.
    """
    why = require_public_reason(reason)
    if not set_restored(match):
        raise ValidationError(NOT_VOID)
    report(match, by, why, role)


def report(match: Match, by: User, why: str, role: str) -> None:
    """Write the audit entry of a match that has become void or counts again, and notify those whose
    bots played it for themselves, and people who did."""
    void = match.voided_at is not None
    audit.record(by, match, "voided" if void else "restored", why, role)
    text = f"Match {match.pk}, which was void, counts again: {why}"
    if void:
        text = f"The organizers voided match {match.pk}, which counts no more: {why}"
    bots = Bot.objects.filter(versions__seats__in=match.seats.filter(sparring=False))
    people = [seat.person for seat in match.seats.select_related("person") if seat.person]
    tell(
        Kind.ANNOUNCEMENT,
        [*managers(bots), *people],
        text,
        match.get_absolute_url(),
        {"match": match.pk, "void": void, "reason": match.voided_why},
        letter=letter(match, "void" if void else "counts again"),
    )


def void_each(matches: Iterable[Match], reason: str) -> list[int]:
    """Void those that count, within the caller's transaction, who has checked that the person may
    and writes the audit entry; returns their ids."""
    return [match.pk for match in matches if set_void(match, reason)]


def restore_each(matches: Iterable[Match]) -> list[int]:
    """As `void_each`, the other way round."""
    return [match.pk for match in matches if set_restored(match)]


def require_public_reason(reason: str) -> str:
    """As `accounts.permissions.require_reason`, for a reason that stands on the match's page."""
    return require_reason(reason, READERS)


def set_void(match: Match, reason: str) -> bool:
    """Whether this call did it: of two at once one does."""
    now = timezone.now()
    counting = Match.objects.counting().filter(pk=match.pk)
    if not counting.update(voided_at=now, voided_why=reason.strip()[:300]):
        return False
    match.voided_at, match.voided_why = now, reason.strip()[:300]
    forget()
    match_voided.send(sender=Match, match=match)
    return True


def set_restored(match: Match) -> bool:
    """Whether this call did it."""
    void = Match.objects.finished().filter(pk=match.pk, voided_at__isnull=False)
    since = void.values_list("voided_at", flat=True).first()
    if not void.update(voided_at=None, voided_why=""):
        return False
    match.voided_at, match.voided_why = None, ""
    forget()
    match_restored.send(sender=Match, match=match, since=since)
    return True
