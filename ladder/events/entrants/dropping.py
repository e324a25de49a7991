"""Dropping out: a bot is withdrawn after the start of its event, in every format.

It is like a disqualification without blame: finished games count, and the opponents win the games
that it has not played.  Stages that are over keep their tables.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction

from accounts.models import User
from accounts.permissions import require_reason
from ladder.events.entrants import entering
from ladder.events.entrants.entering import DROPPED, take_out
from ladder.events.entrants.notifications import tell_organizers, tell_withdrawn
from ladder.events.entrants.terms.rules import require_in_time
from ladder.events.models import Entry, Event
from ladder.events.permissions import may, record
from ladder.events.roles import EventAct
from ladder.events.running import advancing


def leave(entry: Entry, by: User, reason: str) -> None:
    """Withdraw a bot, before the start or after it."""
    act = withdraw if entry.event.has_begun else entering.leave
    act(entry, by, reason)


def withdraw(entry: Entry, by: User, reason: str) -> None:
    """Take a bot out of a running event, by one of its managers or an organizer of the event.

    Managers can do so until the date in the rules.  Organizers can undo it as a disqualification.
    """
    event = Event.objects.get(pk=entry.event_id)
    organizes = may(by, event, EventAct.ENTRANTS)
    if not organizes and not entry.bot.managed_by(by):
        raise PermissionDenied("Only managers of a bot can withdraw it.")
    why = require_reason(reason, "the organizers and the managers of the bot will read it")
    if event.state != Event.State.RUNNING:
        raise ValidationError("A bot can be withdrawn with a reason while the event is running.")
    if not organizes:
        require_in_time(event)
    with transaction.atomic():
        take_out(entry, DROPPED, why)
        record(by, event, entry, DROPPED.act, why)
        tell_withdrawn(entry, by, why)
        if not organizes:
            tell_organizers(entry, by, why)
    advancing.move_all(event.pk)
