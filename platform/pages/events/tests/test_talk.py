"""Pages of announcements and questions, for readers and for the people who run the event."""

from __future__ import annotations

import pytest
from django.urls import reverse

from arbiter.serving.kept import forget
from following import services as follows
from following.fanout import notify_all
from ladder.core.contest.plan import Kind
from ladder.events.models import Event, EventMember, Question
from ladder.events.roles import EventRole
from ladder.events.showing import talk
from ladder.events.tests import steps
from notices.models import Notice

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, redis_client):
    return steps.open_event(olga, steps.stage("only", Kind.ROUND_ROBIN))


def at(name: str, event: Event, *more: object) -> str:
    return reverse(name, args=[event.slug, *more])


def test_an_announcement_is_on_the_event_its_page_and_its_feed(client, olga, event):
    client.force_login(olga)
    desk = at("event-desk-talk", event)
    form = {"title": "Lunch <b>", "text": "In **hall** 2. <script>", "projector": "0"}
    assert client.post(desk, form).url == desk
    client.logout()
    overview = client.get(event.get_absolute_url()).text
    assert "Lunch &lt;b&gt;" in overview
    page = client.get(at("event-talk", event)).text
    assert "<strong>hall</strong>" in page
    assert "<script> " not in page
    feed = client.get(reverse("event-feed", args=[event.slug])).text
    assert f"{event}: Lunch &lt;b&gt;" in feed
    client.force_login(olga)
    made = event.announcements.get()
    client.post(at("event-withdraw-announcement", event, made.pk), {"reason": "wrong"})
    client.logout()
    for address in (event.get_absolute_url(), at("event-talk", event)):
        assert "Lunch" not in client.get(address).text
    assert "Lunch" not in client.get(reverse("event-feed", args=[event.slug])).text


def test_followers_hear_of_it(olga, alice, event):
    follows.follow(alice, event)
    talk.announce(event, olga, talk.Message("Lunch"))
    notify_all()
    assert f"{event}: Lunch" in {each.text for each in Notice.objects.filter(user=alice)}


def test_a_question_and_its_answer_by_mouse(client, olga, alice, bob, event):
    page = at("event-questions", event)
    assert "Log in to ask" in client.get(page).text
    assert client.post(page, {"text": "Hm?"}).url.startswith(reverse("account_login"))
    client.force_login(alice)
    asked = client.post(page, {"text": "Two threads?"}, follow=True)
    assert "not answered yet" in asked.text
    assert client.post(page, {"text": " "}).status_code == 422
    question = Question.objects.get()
    client.force_login(bob)
    assert "Two threads?" not in client.get(page).text
    assert client.get(at("event-answer", event, question.pk)).status_code == 404
    client.force_login(olga)
    assert "Two threads?" in client.get(at("event-desk-talk", event)).text
    wrong = client.post(at("event-answer", event, question.pk), {"answer": "", "to": "all"})
    assert wrong.status_code == 422
    client.post(at("event-answer", event, question.pk), {"answer": "*Yes*.", "to": "all"})
    client.force_login(bob)
    shown = client.get(page).text
    assert "<em>Yes</em>" in shown
    assert "alice" not in shown
    client.force_login(olga)
    client.post(at("event-answer", event, question.pk), {"answer": "Yes.", "to": "frequent"})
    client.post(at("event-frequent", event), {"text": "Is there wifi?", "answer": "Yes."})
    assert client.post(at("event-frequent", event), {"text": "", "answer": ""}).status_code == 422
    client.logout()
    text = client.get(page).text
    assert text.index("Frequently asked") < text.index("Two threads?") < text.index("wifi")
    client.force_login(olga)
    client.post(at("event-delete-question", event, question.pk), {"reason": "a double"})
    assert list(Question.objects.values_list("text", flat=True)) == ["Is there wifi?"]


def test_an_observer_reads_the_desk_but_private_questions_and_writes_nothing(
    client, olga, alice, bob, event
):
    EventMember.objects.create(event=event, person=alice, role=EventRole.OBSERVER)
    question = talk.ask(event, olga, "Hm?")
    private, shared = talk.ask(event, bob, "My mail?"), talk.ask(event, bob, "Is there wifi?")
    talk.answer(private, olga, talk.Answer("Yours alone."))
    talk.answer(shared, olga, talk.Answer("Yes.", to_all=True))
    client.force_login(alice)
    desk = client.get(at("event-desk-talk", event))
    assert "Is there wifi?" in desk.text
    for text in ("Hm?", "My mail?", "Yours alone.", ">bob<"):
        assert text not in desk.text
    assert at("event-answer", event, question.pk) not in desk.text
    assert client.get(f"/api/v1/events/{event.slug}/questions/").status_code == 403
    assert client.post(at("event-desk-talk", event), {"title": "x"}).status_code == 422
    form = {"title": "x", "projector": "0"}
    assert client.post(at("event-desk-talk", event), form).status_code == 403
    assert client.post(at("event-frequent", event), {"text": "a", "answer": "b"}).status_code == 404
    assert not event.announcements.exists()


def test_talk_of_a_draft_is_for_its_people(client, olga, alice, event):
    Event.objects.update(state=Event.State.DRAFT)
    client.force_login(alice)
    for name in ("event-talk", "event-questions", "event-desk-talk"):
        assert client.get(at(name, event)).status_code == 404
    assert client.post(at("event-questions", event), {"text": "Hm?"}).status_code == 404
    client.force_login(olga)
    for name in ("event-talk", "event-questions", "event-desk-talk"):
        assert client.get(at(name, event)).status_code == 200


def test_the_projector_shows_it_as_long_as_the_announcer_says(client, olga, event):
    state = at("event-projector-state", event)
    said = talk.announce(event, olga, talk.Message("Lunch at noon", projector=5))
    assert "Lunch at noon" in client.get(state).text
    said.projector_until = said.created
    said.save()
    forget()
    assert "Lunch at noon" not in client.get(state).text
    talk.announce(event, olga, talk.Message("Not for the hall"))
    assert "Not for the hall" not in client.get(state).text
