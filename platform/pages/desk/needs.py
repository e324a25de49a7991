"""The list with which the desk begins: everything that waits for an organizer, and where to act."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count
from django.urls import reverse

from accounts.models import Report
from controls import machines
from controls.models import Hold
from games.texts.sentences import counted
from ladder.events.models import Event, Question
from notices.models import Delivery
from pages.desk import queries
from pages.templatetags.site import filesize
from storage import space


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that waits; ``detail`` says why, ``path`` is the page where it is mended."""

    text: str
    path: str
    detail: str = ""


def needs(events: list[Event]) -> list[Need]:
    """The things that wait, the most urgent first.  ``events`` are those of `queries.events`."""
    return [*_space(), *_machines(), *_events(events), *_matches(), *_people(), *_mails()]


def _space() -> Iterator[Need]:
    for disk in space.disks():
        if disk.is_low or disk.is_short:
            detail = "Nothing begins, and uploads are refused." if disk.is_low else ""
            yield Need(f"{filesize(disk.free)} of disk are free", reverse("status"), detail)


def _machines() -> Iterator[Need]:
    path = reverse("desk-workers")
    for machine in machines.known():
        if machine.problem:
            yield Need(f"{machine.name} gets no work", path, machine.problem)
        elif machines.is_lost(machine):
            yield Need(f"{machine.name} does not answer", path, "Its workers were not stopped.")
    for hold in Hold.objects.exclude(until=None):
        yield Need(f"{hold.title} is held back", path, hold.reason)


def _events(events: list[Event]) -> Iterator[Need]:
    for event in events:
        for trouble in queries.troubles(event):
            yield Need(f"{event} is stuck", reverse("event-run", args=[event.slug]), trouble)
    asked = Question.objects.open().values("event__slug", "event__name").order_by("event")
    for row in asked.annotate(questions=Count("pk"))[: queries.SHOWN]:
        text = f"{row['event__name']}: {counted(row['questions'], 'question')} without an answer"
        yield Need(text, reverse("event-desk-talk", args=[row["event__slug"]]))


def _matches() -> Iterator[Need]:
    queue = reverse("desk-queue")
    for state, rows, are in (
        ("running", queries.lost_leases(), "lost by a worker"),
        ("queued", queries.old_queued(), "waiting for more than ten minutes"),
        ("failed", queries.failed_matches(), "that could not be played this week"),
    ):
        if number := rows.count():
            newest = rows.first()
            detail = newest.failure if newest is not None else ""
            text = f"{counted(number, 'match', 'matches')} {are}"
            yield Need(text, f"{queue}?state={state}", detail)


def _people() -> Iterator[Need]:
    if number := Report.objects.filter(answered_at=None).count():
        yield Need(f"{counted(number, 'report')} without an answer", reverse("desk-people"))


def _mails() -> Iterator[Need]:
    lost = queries.lost_mails()
    if number := lost.count():
        newest = lost.first()
        text = f"{counted(number, 'mail')} could not be sent this week"
        path = reverse("admin:notices_delivery_changelist")
        path += f"?state__exact={Delivery.State.GIVEN_UP}"
        detail = f"{newest.address or newest.user}: {newest.error}" if newest is not None else ""
        yield Need(text, path, detail)
