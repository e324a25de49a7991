"""The calendar of events: a page by month, and feeds for calendar programs (RFC 5545)."""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_safe

from arbiter.links import absolute, site_url
from arbiter.serving.caching import everybody
from arbiter.serving.downloads import Download, download
from ladder.events.circuits import permissions
from ladder.events.reading import calendar as event_calendar
from ladder.events.reading.viewer import visible_events

if TYPE_CHECKING:  # few processes make a feed
    from icalendar import Calendar
    from icalendar import Event as Item

KIND = "text/calendar; charset=utf-8"
PRODUCT = "-//Arbiter//Events//EN"
REFRESH = timedelta(hours=1)
YEARS = range(2000, 2101)
"""Years that the page shows."""


# Feeds --------------------------------------------------------------------------------------------


@require_safe
def feed(request: HttpRequest) -> HttpResponseBase:
    """Of all public events."""
    return _answer(request, "events", "Events of Arbiter", event_calendar.public_agendas())


@require_safe
def event_feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Of one event.  Drafts have none, also for the people who run them."""
    event = get_object_or_404(visible_events(AnonymousUser()), slug=slug)
    return _answer(request, event.slug, event.name, [event_calendar.agenda(event)])


@require_safe
def circuit_feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Of the events of one circuit that everybody may see."""
    circuit = get_object_or_404(permissions.visible_circuits(AnonymousUser()), slug=slug)
    events = visible_events(AnonymousUser()).filter(circuit_legs__circuit=circuit)
    return _answer(request, f"circuit-{circuit.slug}", circuit.name, event_calendar.agendas(events))


def _answer(
    request: HttpRequest, name: str, title: str, agendas: Iterable[event_calendar.Agenda]
) -> HttpResponseBase:
    what = Download(f"{name}.ics", KIND, everybody, inline=True)
    return download(request, what, _calendar(title, agendas).to_ical())


def _calendar(title: str, agendas: Iterable[event_calendar.Agenda]) -> Calendar:
    from icalendar import Calendar

    built = Calendar()
    built.add("prodid", PRODUCT)
    built.add("version", "2.0")
    built.add("method", "PUBLISH")
    built.add("name", title)
    built.add("x-wr-calname", title)
    built.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for each in agendas:
        for appointment in each.appointments:
            built.add_component(_item(each, appointment))
    return built


def _item(source: event_calendar.Agenda, appointment: event_calendar.Appointment) -> Item:
    """An appointment without duration; its UID and the times of its last change are stable."""
    from icalendar import Event as Item

    item = Item()
    host = urlsplit(site_url()).hostname or "localhost"
    item.add("uid", f"event-{source.event.pk}-{appointment.key}@{host}")
    item.add("summary", f"{source.event.name}: {appointment.what}")
    item.add("dtstart", appointment.when.astimezone(UTC))
    modified = source.modified.astimezone(UTC)
    item.add("dtstamp", modified)
    item.add("last-modified", modified)
    item.add("sequence", source.revision)
    item.add("status", "CANCELLED" if appointment.cancelled else "CONFIRMED")
    item.add("transp", "TRANSPARENT")
    item.add("url", absolute(appointment.url))
    return item


# The page -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the page; one of another month fills a week."""

    date: date
    inside: bool
    today: bool
    appointments: Sequence[event_calendar.Appointment]


@require_safe
def month(request: HttpRequest) -> HttpResponse:
    """The appointments of ``?month=2031-05`` in the person's time zone."""
    today = timezone.localdate()
    first = _first(request.GET.get("month", ""), today)
    weeks = calendar.Calendar().monthdatescalendar(first.year, first.month)
    appointments = event_calendar.appointments_between(_midnight(first), _midnight(_next(first)))
    by_day: dict[date, list[event_calendar.Appointment]] = {}
    for each in appointments:
        by_day.setdefault(timezone.localtime(each.when).date(), []).append(each)
    days = [
        Day(day, day.month == first.month, day == today, by_day.get(day, ()))
        for week in weeks
        for day in week
    ]
    before = (first - timedelta(days=1)).replace(day=1)
    context = {
        "month": first,
        "days": days,
        "names": weeks[0],
        "empty": not appointments,
        "before": before if before.year in YEARS else None,
        "after": _next(first) if _next(first).year in YEARS else None,
        "now": today.replace(day=1),
        "zone": timezone.get_current_timezone_name(),
    }
    return render(request, "events/calendar.html", context)


def _first(typed: str, today: date) -> date:
    """The first day of the month that an address names; of this month without one."""
    if not typed:
        return today.replace(day=1)
    try:
        day = parse_date(f"{typed}-01")
    except ValueError:
        day = None
    if day is None or day.year not in YEARS:
        raise Http404(f"There is no such month. Name one of {YEARS[0]}-01 to {YEARS[-1]}-12.")
    return day


def _next(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=timezone.get_current_timezone())
