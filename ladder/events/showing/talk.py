"""Announcements of an event, questions about it, and their answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User, Viewer
from accounts.permissions import require_reason
from arbiter import texts
from arbiter.database.locks import lock
from arbiter.serving.kept import forget
from bots.notifications import managers
from ladder.events.models import Event, EventAnnouncement, EventMember, Question
from ladder.events.notifications import entered_bots, notify
from ladder.events.permissions import record, require
from ladder.events.roles import ALLOWED, EventAct
from ladder.events.signals import event_announced
from notices.services import JSON

MOST_OPEN = 5
"""Questions of one person about one event that wait for an answer."""
MOST_MINUTES = 12 * 60
"""Minutes that the projector may show an announcement."""
LONGEST_QUESTION = 2000
LONGEST_ANSWER = 5000


@dataclass(frozen=True, slots=True)
class Message:
    """An announcement; ``projector`` is the number of minutes on the projector, 0 for none."""

    title: str
    text: str = ""
    projector: int = 0


@transaction.atomic
def announce(event: Event, by: Viewer, message: Message) -> EventAnnouncement:
    """Publish an announcement, and notify the managers of entered bots and the event's people."""
    person = require(by, event, EventAct.ANNOUNCE)
    title, text = message.title.strip(), message.text.strip()
    if not title:
        raise ValidationError({"title": "Enter a title."})
    texts.require_lines(title=title)
    if text:
        _checked("text", text, LONGEST_ANSWER, "")
    if not 0 <= message.projector <= MOST_MINUTES:
        raise ValidationError({"projector": f"Enter a number from 0 to {MOST_MINUTES}."})
    until = timezone.now() + timedelta(minutes=message.projector) if message.projector else None
    made = EventAnnouncement(
        event=event, title=title, text=text, created_by=person, projector_until=until
    )
    made.full_clean()
    made.save()
    record(person, event, event, "announced", title)
    forget()
    if event.state != Event.State.DRAFT:
        data: dict[str, JSON] = {"announcement": made.pk, "title": title}
        people, path = _concerned(event), made.get_absolute_url()
        notify(event, people, f"{event}: {title}", title, data, path=path, details=text)
        event_announced.send(sender=EventAnnouncement, announcement=made)
    return made


@transaction.atomic
def withdraw(announcement: EventAnnouncement, by: Viewer, reason: str) -> None:
    """Take an announcement from all pages."""
    event = announcement.event
    person, why = require(by, event, EventAct.ANNOUNCE), require_reason(reason)
    rows = EventAnnouncement.objects.current().filter(pk=announcement.pk)
    if not rows.update(withdrawn_at=timezone.now(), projector_until=None):
        raise ValidationError("The announcement is withdrawn already.")
    record(person, event, event, f"withdrew the announcement “{announcement.title}”", why)
    forget()


# Questions ----------------------------------------------------------------------------------------


@transaction.atomic
def ask(event: Event, asker: User, text: str) -> Question:
    """Ask the people who run the event; the answer comes as a notice."""
    event = lock(Event.objects).get(pk=event.pk)
    if event.state == Event.State.DRAFT:
        raise PermissionDenied("The event is not public yet.")
    if event.state == Event.State.ABORTED:
        raise ValidationError("The event was aborted, so it takes no more questions.")
    asked = _checked("text", text, LONGEST_QUESTION, "Enter your question.")
    if event.questions.open().filter(asker=asker).count() >= MOST_OPEN:
        raise ValidationError(
            f"{MOST_OPEN} of your questions wait for an answer. Wait until one of them is answered."
        )
    made = Question.objects.create(event=event, asker=asker, text=asked)
    people, path = _answerers(event), reverse("event-desk-talk", args=[event.slug])
    notice, data = f"A question about {event}.", {"question": made.pk}
    notify(event, people, notice, f"a question by {asker}", data, path=path, details=asked)
    return made


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to the asker, or ``to_all``; only the latter can be ``frequent``."""

    text: str
    to_all: bool = False
    frequent: bool = False


@transaction.atomic
def answer(question: Question, by: Viewer, given: Answer) -> None:
    """Answer a question, or change its answer.  The asker, or everybody concerned, is notified."""
    question = lock(Question.objects).select_related("event").get(pk=question.pk)
    person = require(by, question.event, EventAct.ANNOUNCE)
    question.answer = _checked("answer", given.text, LONGEST_ANSWER, "Enter an answer.")
    question.to_all, question.frequent = given.to_all or given.frequent, given.frequent
    question.answered_at, question.answered_by = timezone.now(), person
    question.save()
    act = (
        f"answered question {question.pk} to all"
        if question.to_all
        else f"answered question {question.pk} to the asker"
    )
    record(person, question.event, question.event, act)
    forget()
    _tell_answer(question)


@transaction.atomic
def add_frequent(event: Event, by: Viewer, text: str, given: str) -> Question:
    """Add a question that nobody has asked to the frequent ones.  Nobody is notified."""
    person = require(by, event, EventAct.ANNOUNCE)
    asked = _checked("text", text, LONGEST_QUESTION, "Enter a question.")
    reply = _checked("answer", given, LONGEST_ANSWER, "Enter an answer.")
    now = timezone.now()
    made = Question.objects.create(
        event=event,
        text=asked,
        asked=now,
        answer=reply,
        answered_at=now,
        answered_by=person,
        to_all=True,
        frequent=True,
    )
    record(person, event, event, f"added the frequent question {made.pk}")
    forget()
    return made


@transaction.atomic
def remove(question: Question, by: Viewer, reason: str) -> None:
    """Delete a question with its answer, for example one that tells what others may not know."""
    event = question.event
    person, why = require(by, event, EventAct.ANNOUNCE), require_reason(reason)
    record(person, event, event, f"deleted question {question.pk}", why)
    question.delete()
    forget()


def _checked(field: str, text: str, longest: int, missing: str) -> str:
    written = text.strip()
    if not written:
        raise ValidationError({field: missing})
    if len(written) > longest:
        raise ValidationError(
            {field: f"Write at most {longest} characters; these are {len(written)}."}
        )
    texts.require_texts(**{field: written})
    return written


def _tell_answer(question: Question) -> None:
    event = question.event
    asker = [question.asker] if question.asker is not None else []
    people = {f"Your question about {event} is answered.": asker}
    if question.to_all:
        others = [person for person in _concerned(event) if person != question.asker]
        people = {f"{event}: a question is answered.": others, **people}
    for text, whom in people.items():
        notify(
            event,
            whom,
            text,
            "a question is answered",
            {"question": question.pk},
            path=question.get_absolute_url(),
            details=f"{question.text}\n\n{question.answer}",
        )


def _concerned(event: Event) -> list[User]:
    """The managers of entered bots, and the people who run the event."""
    crew = User.objects.filter(event_roles__event=event)
    return [*managers(entered_bots(event)), *crew]


def _answerers(event: Event) -> list[User]:
    roles = ALLOWED[EventAct.ANNOUNCE]
    rows = EventMember.objects.filter(event=event, role__in=roles).select_related("person")
    return [row.person for row in rows]
