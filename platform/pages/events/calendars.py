"""The calendar of events: a page by month, and feeds for calendar programs (RFC 5545)."""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_safe
from icalendar import Calendar
from icalendar import Event as Item

from arbiter.links import absolute, site_url
from arbiter.serving.caching import everybody
from arbiter.serving.downloads import Download, download
from ladder.events.circuits.permissions import visible_circuits
from ladder.events.reading.calendar import (
    Agenda,
    Appointment,
    agenda,
    agendas,
    appointments_between,
    public_agendas,
)
from ladder.events.reading.viewer import visible_events

KIND = "text/calendar; charset=utf-8"
PRODUCT = "-//Arbiter//Events//EN"
REFRESH = timedelta(hours=1)
YEARS = range(2000, 2101)
"""Years that the page shows."""


# Feeds --------------------------------------------------------------------------------------------


@require_safe
def feed(request: HttpRequest) -> HttpResponseBase:
    """Of all public events."""
    return _answer(request, "events", "Events of Arbiter", public_agendas())


@require_safe
def event_feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Of one event.  Drafts have none, also for the people who run them."""
    event = get_object_or_404(visible_events(AnonymousUser()), slug=slug)
    return _answer(request, event.slug, event.name, [agenda(event)])


@require_safe
def circuit_feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Of the events of one circuit that everybody may see."""
    circuit = get_object_or_404(visible_circuits(AnonymousUser()), slug=slug)
    events = visible_events(AnonymousUser()).filter(circuit_legs__circuit=circuit)
    return _answer(request, f"circuit-{circuit.slug}", circuit.name, agendas(events))


def _answer(
    request: HttpRequest, name: str, title: str, agendas: Iterable[Agenda]
) -> HttpResponseBase:
    what = Download(f"{name}.ics", KIND, everybody, inline=True)
    return download(request, what, _calendar(title, agendas).to_ical())


def _calendar(title: str, agendas: Iterable[Agenda]) -> Calendar:
    found = Calendar()
    found.add("prodid", PRODUCT)
    found.add("version", "2.0")
    found.add("method", "PUBLISH")
    found.add("name", title)
    found.add("x-wr-calname", title)
    found.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    for each in agendas:
        for appointment in each.appointments:
            found.add_component(_item(each, appointment))
    return found


def _item(found: Agenda, appointment: Appointment) -> Item:
    """An appointment without duration; its UID and the times of its last change are stable."""
    item = Item()
    host = urlsplit(site_url()).hostname or "localhost"
    item.add("uid", f"event-{found.event.pk}-{appointment.key}@{host}")
    item.add("summary", f"{found.event.name}: {appointment.what}")
    item.add("dtstart", appointment.when.astimezone(UTC))
    modified = found.modified.astimezone(UTC)
    item.add("dtstamp", modified)
    item.add("last-modified", modified)
    item.add("sequence", found.revision)
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
    appointments: Sequence[Appointment]


@require_safe
def month(request: HttpRequest) -> HttpResponse:
    """The appointments of ``?month=2031-05`` in the person's time zone."""
    today = timezone.localdate()
    first = _first(request.GET.get("month", ""), today)
    weeks = calendar.Calendar().monthdatescalendar(first.year, first.month)
    found = appointments_between(_midnight(first), _midnight(_next(first)))
    by_day: dict[date, list[Appointment]] = {}
    for each in found:
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
        "empty": not found,
        "before": before if before.year in YEARS else None,
        "after": _next(first) if _next(first).year in YEARS else None,
        "now": today.replace(day=1),
        "zone": timezone.get_current_timezone_name(),
    }
    return render(request, "events/calendar.html", context)


def _first(words: str, today: date) -> date:
    """The first day of the month that an address names; of this month without one."""
    if not words:
        return today.replace(day=1)
    try:
        found = parse_date(f"{words}-01")
    except ValueError:
        found = None
    if found is None or found.year not in YEARS:
        raise Http404(f"There is no such month. Name one of {YEARS[0]}-01 to {YEARS[-1]}-12.")
    return found


def _next(first: date) -> date:
    return (first + timedelta(days=31)).replace(day=1)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=timezone.get_current_timezone())
