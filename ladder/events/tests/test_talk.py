"""Announcements and questions of an event: who writes, who reads, who hears of it."""

from __future__ import annotations

import json

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from accounts.models import User
from audit.models import AuditEntry
from ladder.core.contest.plan import Kind
from ladder.events.entrants import entering
from ladder.events.models import Event, EventAnnouncement, EventMember, Question
from ladder.events.planning import acts
from ladder.events.reading import talk as reading
from ladder.events.reading.viewer import EventViewer
from ladder.events.roles import ALLOWED, EventAct, EventRole
from ladder.events.showing import talk
from ladder.events.tests import steps
from notices.models import Delivery, Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, bots):
    made = steps.open_event(olga, steps.stage("only", Kind.ROUND_ROBIN))
    for bot in bots[:2]:
        entering.enter(made, bot, bot.owner)
    return made


@pytest.fixture
def crew(event):
    """A person for each role, by the role."""
    people = {role: User.objects.create_user(f"the-{role.value}") for role in EventRole}
    for role, person in people.items():
        EventMember.objects.create(event=event, person=person, role=role)
    return people


def told(person: User) -> list[str]:
    return list(Notice.objects.filter(user=person).order_by("pk").values_list("text", flat=True))


@pytest.mark.parametrize("role", [*EventRole])
def test_roles_write_and_answer_as_the_table_says(event, crew, bots, role):
    asked = talk.ask(event, bots[0].owner, "When is lunch?")
    acts = [
        lambda: talk.announce(event, crew[role], talk.Message("Lunch")),
        lambda: talk.answer(asked, crew[role], talk.Answer("At noon.")),
        lambda: talk.add_frequent(event, crew[role], "Lunch?", "Noon."),
        lambda: talk.withdraw(_announcement(event), crew[role], "wrong"),
        lambda: talk.remove(asked, crew[role], "rude"),
    ]
    for act in acts:
        if role in ALLOWED[EventAct.ANNOUNCE]:
            act()
            assert AuditEntry.objects.order_by("-number")[0].role == role.label
        else:
            with pytest.raises(PermissionDenied):
                act()


def _announcement(event: Event) -> EventAnnouncement:
    return EventAnnouncement.objects.create(event=event, title="Lunch")


def test_an_announcement_reaches_managers_of_entered_bots_and_the_crew(event, crew, bots, olga):
    EmailAddress.objects.create(user=bots[0].owner, email="a@example.org", verified=True)
    made = talk.announce(event, olga, talk.Message(" Lunch at noon ", "In *hall* 2.", 30))
    assert told(bots[0].owner) == [f"{event}: Lunch at noon"]
    assert told(bots[2].owner) == []
    assert told(crew[EventRole.OBSERVER]) == [f"{event}: Lunch at noon"]
    (mail,) = Delivery.objects.filter(channel="mail", user=bots[0].owner)
    told_by_mail = json.loads(mail.payload)
    assert (told_by_mail["about"], told_by_mail["title"]) == (event.name, "Lunch at noon")
    assert (told_by_mail["details"], told_by_mail["thread"]) == (
        "In *hall* 2.",
        f"event-{event.pk}",
    )
    viewer = EventViewer(event, AnonymousUser())
    assert list(reading.announcements(viewer)) == [made]
    assert reading.on_projector(viewer) == [made]
    EventAnnouncement.objects.update(projector_until=timezone.now())
    assert reading.on_projector(viewer) == []
    talk.withdraw(made, olga, "no lunch")
    assert not reading.announcements(viewer)
    with pytest.raises(ValidationError, match="withdrawn already"):
        talk.withdraw(made, olga, "no lunch")


@pytest.mark.parametrize(
    ("message", "field"),
    [
        (talk.Message(" "), "title"),
        (talk.Message("a\u202eb"), "title"),
        (talk.Message("a" * 121), "title"),
        (talk.Message("a", "\u202e"), "text"),
        (talk.Message("a", "b" * 5001), "text"),
        (talk.Message("a", projector=721), "projector"),
        (talk.Message("a", projector=-1), "projector"),
    ],
)
def test_bad_announcements_are_refused_by_field(event, olga, message, field):
    with pytest.raises(ValidationError) as refused:
        talk.announce(event, olga, message)
    assert field in refused.value.message_dict
    assert not EventAnnouncement.objects.exists()


def test_in_a_draft_an_announcement_is_kept_and_nobody_hears_of_it(olga, crew, event):
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    talk.announce(Event.objects.get(pk=event.pk), olga, talk.Message("Soon"))
    assert not Notice.objects.exists()


def test_a_question_goes_to_those_who_answer(event, crew, bots):
    talk.ask(event, bots[0].owner, " When is lunch? ")
    for role, person in crew.items():
        expected = [f"A question about {event}."] if role in ALLOWED[EventAct.ANNOUNCE] else []
        assert told(person) == expected


def test_an_answer_to_one_is_for_the_asker_alone(event, crew, bots):
    asker, other = bots[0].owner, bots[1].owner
    asked = talk.ask(event, asker, "May I use two threads?")
    talk.answer(asked, crew[EventRole.JUDGE], talk.Answer("Yes."))
    assert told(asker) == [f"Your question about {event} is answered."]
    assert told(other) == []
    assert list(reading.questions(EventViewer(event, asker)).own) == [asked]
    for reader in (other, AnonymousUser(), crew[EventRole.OBSERVER]):
        seen = reading.questions(EventViewer(event, reader))
        assert not [*seen.frequent, *seen.answered, *seen.own]


def test_an_answer_to_all_is_for_everybody(event, crew, bots):
    asker, other = bots[0].owner, bots[1].owner
    asked = talk.ask(event, asker, "Which map?")
    talk.answer(asked, crew[EventRole.ANNOUNCER], talk.Answer("Map 3.", to_all=True))
    assert told(other) == [f"{event}: a question is answered."]
    assert told(asker) == [f"Your question about {event} is answered."]
    seen = reading.questions(EventViewer(event, AnonymousUser()))
    assert list(seen.answered) == [asked]
    asked.refresh_from_db()
    talk.answer(asked, crew[EventRole.ANNOUNCER], talk.Answer("Map 4.", frequent=True))
    seen = reading.questions(EventViewer(event, AnonymousUser()))
    assert [row.answer for row in seen.frequent] == ["Map 4."]
    assert not seen.answered


def test_a_person_has_few_open_questions(event, bots, olga):
    asker = bots[0].owner
    asked = [talk.ask(event, asker, f"Question {n}?") for n in range(talk.MOST_OPEN)]
    with pytest.raises(ValidationError, match="wait for an answer"):
        talk.ask(event, asker, "Another?")
    talk.ask(event, bots[1].owner, "Mine?")
    talk.answer(asked[0], olga, talk.Answer("Yes."))
    talk.ask(event, asker, "Another?")
    with pytest.raises(ValidationError, match="Enter your question"):
        talk.ask(event, olga, " \n ")
    with pytest.raises(ValidationError, match="at most 2000 characters"):
        talk.ask(event, olga, "a" * 2001)


def test_drafts_and_aborted_events_take_no_questions(event, bots, olga):
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    with pytest.raises(PermissionDenied):
        talk.ask(event, bots[0].owner, "Secret?")
    Event.objects.filter(pk=event.pk).update(state=Event.State.OPEN)
    acts.abort(Event.objects.get(pk=event.pk), olga, "no power")
    with pytest.raises(ValidationError, match="aborted"):
        talk.ask(event, bots[0].owner, "Why?")
    assert not Question.objects.exists()
