"""Taking a result back, and letting it count again.

Other apps react in the same transaction, by `matches_voided` and `matches_restored`.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.permissions import require_reason
from arbiter.serving.kept import forget
from audit import services as audit
from bots.models import Bot
from bots.notifications import managers
from matches.models import Match
from matches.recorded.notifications import letter
from matches.signals import matches_restored, matches_voided
from notices.services import Kind, tell

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


def void_each(matches: Sequence[Match], reason: str) -> list[int]:
    """Void those that count, within the caller's transaction, who has checked that the person may
    and writes the audit entry; returns their ids.  Of two calls at once one voids a match."""
    now, why = timezone.now(), reason.strip()[:300]
    rows = Match.objects.filter(pk__in=[match.pk for match in matches])
    if not rows.counting().update(voided_at=now, voided_why=why):
        return []
    mine = set(rows.filter(voided_at=now).values_list("pk", flat=True))
    done = [match for match in matches if match.pk in mine]
    for match in done:
        match.voided_at, match.voided_why = now, why
    forget()
    matches_voided.send(sender=Match, matches=done)
    return [match.pk for match in done]


def restore_each(matches: Sequence[Match]) -> list[int]:
    """As `void_each`, the other way round."""
    void = Match.objects.finished().filter(voided_at__isnull=False)
    chosen = void.filter(pk__in=[match.pk for match in matches])
    since = dict(chosen.values_list("pk", "voided_at"))
    done = [
        match
        for match in matches
        if match.pk in since and void.filter(pk=match.pk).update(voided_at=None, voided_why="")
    ]
    for match in done:
        match.voided_at, match.voided_why = None, ""
    if done:
        forget()
        matches_restored.send(sender=Match, matches=done, since=since)
    return [match.pk for match in done]


def require_public_reason(reason: str) -> str:
    """As `accounts.permissions.require_reason`, for a reason that stands on the match's page."""
    return require_reason(reason, READERS)


def set_void(match: Match, reason: str) -> bool:
    """Whether this call did it: of two at once one does."""
    return bool(void_each([match], reason))


def set_restored(match: Match) -> bool:
    """Whether this call did it."""
    return bool(restore_each([match]))
