"""Copies of an event: a new draft with its rules and plan, and with all times moved along."""

from __future__ import annotations

import zoneinfo
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts.models import Viewer
from ladder.events import people
from ladder.events.circuits import legs
from ladder.events.entrants.terms import rules
from ladder.events.models import Event
from ladder.events.permissions import record, require, require_creator
from ladder.events.planning import acts
from ladder.events.planning.acts import Draft
from ladder.events.roles import EventAct, EventRole

NO_START = (
    "The event that is copied has no start, so its other times cannot be moved. Leave the start "
    "empty, and set the times in the plan of the copy."
)


@transaction.atomic
def copy(
    event: Event,
    by: Viewer,
    name: str,
    starts: datetime | None,
    *,
    with_roles: bool = False,
    with_circuits: bool = False,
) -> Event:
    """A draft with the rules of entry and the plan of the event, without its entries.

    Every time is as far from the new start as it was from the old one, by the clocks of the event's
    time zone; without a start the copy has no times.  ``with_roles`` also gives the people of
    the event their roles in the copy, whose owner is the person who makes it.
    ``with_circuits`` puts it into the circuits of the event that this person runs.
    """
    require(by, event, EventAct.PLAN)
    organizer = require_creator(by)
    if with_circuits:
        legs.hold(event)
    made = acts.create(by, moved(event, name, starts))
    record(organizer, made, made, "copied", f"from {event.name} ({event.slug})")
    _copy_rules(event, made)
    if with_roles:
        _copy_roles(event, made, by)
    if with_circuits:
        legs.copied(event, made, by)
    return made


def moved(event: Event, name: str, starts: datetime | None) -> Draft:
    """The fields of the event with another name and start."""
    try:
        draft = acts.draft_of(event)
    except ValueError:
        raise ValidationError(
            "This version of the site cannot read the plan of the event, so it cannot be copied."
        ) from None
    times = (draft.entries_open, draft.entries_close, draft.freeze_from, draft.freeze_until)
    old = event.starts or event.started
    if starts is not None and old is None and any(times):
        raise ValidationError({"starts": NO_START})
    zone = zoneinfo.ZoneInfo(event.time_zone)

    def later(when: datetime | None) -> datetime | None:
        return _shifted(when, old, starts, zone) if when and old and starts else None

    return replace(
        draft,
        name=name,
        starts=starts,
        entries_open=later(draft.entries_open),
        entries_close=later(draft.entries_close),
        freeze_from=later(draft.freeze_from),
        freeze_until=later(draft.freeze_until),
    )


def _shifted(when: datetime, old: datetime, new: datetime, zone: zoneinfo.ZoneInfo) -> datetime:
    """The time as far from ``new`` as from ``old`` on the clocks of the zone: 18:00 on the day
    before stays 18:00 where one of them is in summer time."""
    before: timedelta = _clock(when, zone) - _clock(old, zone)
    return (_clock(new, zone) + before).replace(tzinfo=zone).astimezone(UTC)


def _clock(when: datetime, zone: zoneinfo.ZoneInfo) -> datetime:
    return when.astimezone(zone).replace(tzinfo=None)


def _copy_rules(event: Event, made: Event) -> None:
    """The rules of entry, the date until which bots can be withdrawn moved like other times."""
    until, old = rules.rules_of(event).withdraw_until, event.starts or event.started
    if made.starts is None:
        until = None
    elif until is not None and old is not None:
        until = _shifted(until, old, made.starts, zoneinfo.ZoneInfo(event.time_zone))
    rules.copy(event, made, until)


def _copy_roles(event: Event, made: Event, by: Viewer) -> None:
    """Roles of people whose accounts are in use.  Each of them is notified."""
    for member in people.members_of(event):
        if member.person != by and member.person.is_active:
            people.give(made, by, member.person.username, EventRole(member.role))
