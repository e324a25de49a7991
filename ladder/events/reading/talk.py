"""Announcements and questions of an event, as one person may read them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils import timezone

from accounts.models import Viewer
from ladder.events.models import Event, EventAnnouncement, Question
from ladder.events.models.talk import EventAnnouncementQuerySet, QuestionQuerySet
from ladder.events.permissions import may
from ladder.events.reading.viewer import EventViewer
from ladder.events.roles import EventAct


def announcements(viewer: EventViewer) -> EventAnnouncementQuerySet:
    """Those that are not withdrawn, newest first."""
    return EventAnnouncement.objects.current().filter(event=viewer.event)


def on_projector(viewer: EventViewer) -> list[EventAnnouncement]:
    """The announcements that the projector shows now, newest first."""
    shown = EventAnnouncement.objects.on_projector(timezone.now())
    return list(shown.filter(event=viewer.event))


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions of an event for one reader: frequent ones (oldest first), others that are
    answered to all, and the reader's own whose answer is for the reader or missing (both newest
    first)."""

    frequent: QuestionQuerySet
    answered: QuestionQuerySet
    own: QuestionQuerySet


def questions(viewer: EventViewer) -> Questions:
    """Askers are named to nobody but the people who run the event."""
    rows = Question.objects.filter(event=viewer.event)
    shared = rows.for_all()
    own = rows.none()
    if viewer.user.is_authenticated:
        own = rows.filter(asker=viewer.user).exclude(pk__in=shared.values("pk"))
    return Questions(
        frequent=shared.filter(frequent=True).order_by("asked", "pk"),
        answered=shared.filter(frequent=False),
        own=own,
    )


def at_the_desk(event: Event, reader: Viewer) -> QuestionQuerySet:
    """The questions that one of the people who run the event may read: all, with their askers, if
    the role answers them; otherwise those whose answer everybody reads."""
    rows = Question.objects.filter(event=event)
    if not may(reader, event, EventAct.ANNOUNCE):
        return rows.for_all()
    return rows.select_related("asker", "answered_by")
