"""Check-in: before the start, managers confirm that their bots take part."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from arbiter.database.locks import lock
from ladder.advancing import Machine
from ladder.events.changes import moment
from ladder.events.entrants.notifications import tell_check_in, tell_missed
from ladder.events.entrants.terms import rules
from ladder.events.models import Entry, EntryRules, Event, WaitingPlace
from ladder.events.notifications import tell_stuck
from ladder.events.permissions import record, require
from ladder.events.roles import EventAct


@dataclass(frozen=True)
class Window:
    """From when to when bots can be checked in."""

    opens: datetime
    closes: datetime

    @property
    def is_open(self) -> bool:
        return self.opens <= timezone.now() < self.closes

    @property
    def is_over(self) -> bool:
        return self.closes <= timezone.now()

    def has(self, checked_in_at: datetime | None) -> bool:
        """Whether that check-in counts: one before a change of the start does not."""
        return checked_in_at is not None and checked_in_at >= self.opens


def window_of(event: Event) -> Window | None:
    """None without a check-in, or while the start is not known."""
    entry_rules = rules.rules_of(event)
    if not entry_rules.check_in_opens or event.starts is None:
        return None
    return Window(
        event.starts - timedelta(minutes=entry_rules.check_in_opens),
        event.starts - timedelta(minutes=entry_rules.check_in_closes),
    )


@transaction.atomic
def check_in(row: Entry | WaitingPlace, by: User) -> None:
    """Check in a bot that has entered or waits, by one of its managers or an organizer."""
    event = lock(Event.objects).get(pk=row.event_id)
    is_manager = row.bot.managed_by(by)
    if not is_manager:
        _require_organizer(event, by)
    window = window_of(event)
    if event.state != Event.State.OPEN or window is None or not window.is_open:
        raise ValidationError(_closed(event, window))
    if isinstance(row, Entry) and (row.withdrawn_at is not None or row.is_out):
        raise ValidationError(f"{row.bot} does not take part.")
    if window.has(row.checked_in_at):
        return
    row.checked_in_at = timezone.now()
    row.save(update_fields=["checked_in_at"])
    if not is_manager:
        record(by, event, event, f"checked in {row.bot}")


def _require_organizer(event: Event, by: User) -> None:
    try:
        require(by, event, EventAct.ENTRANTS)
    except PermissionDenied:
        raise PermissionDenied("Only managers of a bot can check it in.") from None


def _closed(event: Event, window: Window | None) -> str:
    if window is None:
        return "This event has no check-in now."
    if window.is_over:
        return f"The check-in closed at {moment(window.closes, event.time_zone)}."
    return f"The check-in opens at {moment(window.opens, event.time_zone)}. Try again then."


def settle_all() -> None:
    """Announce check-ins that have opened, and end those that are over.  A periodic task calls it
    before events start."""
    entry_rules = EntryRules.objects.filter(check_in_opens__gt=0, event__state=Event.State.OPEN)
    _CHECK_INS.move_all(entry_rules.exclude(event__starts=None).values_list("event", flat=True))


def settle(event: Event) -> None:
    """Announce the event's check-in once, and at its end withdraw bots that are not checked in."""
    with transaction.atomic():
        event = lock(Event.objects).get(pk=event.pk)
        window = window_of(event)
        if event.state != Event.State.OPEN or window is None:
            return
        row = rules.stored(event)
        if window.is_over:
            if row.ended_for != window.closes:
                _end(event, window)
                row.ended_for = window.closes
                row.save(update_fields=["ended_for"])
        elif window.is_open and row.told_for != window.opens:
            _announce(event, window)
            row.told_for = window.opens
            row.save(update_fields=["told_for"])


_CHECK_INS = Machine[Event]("announce or end the check-in", Event.objects.all, settle, tell_stuck)


def _announce(event: Event, window: Window) -> None:
    bots = [row.bot for row in _due(event, window)]
    bots += [row.bot for row in event.waiting.select_related("bot")]
    tell_check_in(event, bots, moment(window.closes, event.time_zone))


def _due(event: Event, window: Window) -> list[Entry]:
    """Entries that still have to check in.  House bots need not."""
    rows = event.entries.playing().filter(bot__is_house=False).select_related("bot__owner")
    return [row for row in rows.order_by("pk") if not window.has(row.checked_in_at)]


def missing(event: Event) -> list[Entry]:
    """Entries that a start now would withdraw: while the check-in is open, those without it."""
    window = window_of(event)
    return _due(event, window) if window is not None and window.is_open else []


def end_early(event: Event) -> bool:
    """End an open check-in because the event starts now; whether it was open.

    Before it opens nobody could check in, so nobody is withdrawn.  The caller holds the event's
    row.
    """
    window = window_of(event)
    if window is None or not window.is_open:
        return False
    _end(event, window)
    return True


def _end(event: Event, window: Window) -> None:
    for entry in _due(event, window):
        entry.withdrawn_at = timezone.now()
        entry.save(update_fields=["withdrawn_at"])
        tell_missed(entry)
