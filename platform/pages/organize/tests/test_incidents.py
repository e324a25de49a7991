"""Pages of stages that are taken back, and of matches that are played again at once."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from ladder.core.contest.plan import Feed, Kind, Reveal
from ladder.events import people
from ladder.events.kinds.registry import States
from ladder.events.models import Event, Incident, Scene
from ladder.events.showing import ceremony, projecting
from ladder.events.tests.steps import authors, begin, go_on, play, play_all, stage, waiting
from ladder.seasons.current import ensure_seasons
from matches.models import Match

pytestmark = pytest.mark.django_db
WHY = "the clock of its machine was wrong"


@pytest.fixture(scope="module")
def begun(kept_cast):
    """A league, and a hidden cup of its first two, both over."""
    ensure_seasons()
    league = stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    cup = stage("cup", Kind.SINGLE, Feed("league", 2), reveal=Reveal.HIDDEN)
    event = begin(kept_cast.olga, authors(3), league, cup)
    play_all(event)
    Match.objects.filter(event_game__encounter__stage__event=event).update(claimed_by="box:1:a")
    for name, role in (("alice", "judge"), ("bob", "announcer"), ("charlie", "observer")):
        people.give(event, kept_cast.olga, name, role)
    return event.pk


@pytest.fixture
def event(begun, db, redis_client):
    return Event.objects.get(pk=begun)


@pytest.fixture
def judge(alice):
    client = Client()
    client.force_login(alice)
    return client


def at(name: str, event: Event, *more: object) -> str:
    return reverse(name, args=[event.slug, *more])


def hidden(page, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page.content.decode())
    assert found, page.content.decode()
    return found[1]


def text(page) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


def test_a_stage_is_taken_back_on_its_page_and_nothing_of_it_is_left_anywhere(
    event, judge, client, olga
):
    path = at("event-stage-take-back", event, "league")
    assert path in judge.get(at("event-run", event)).content.decode()
    cup = event.stages.get(key="cup")
    ceremony.begin(cup, olga, 3)
    assert ceremony.step(cup, olga, 4)
    projecting.show_scene(event, olga, Scene.REVEAL)
    first = judge.get(path)
    said = text(first)
    assert "Results that no longer count 5" in said
    assert "Its ceremony has shown the places from 3 on." in said
    assert "The new results are kept back until you show them." in said
    assert "The final table of the event by Cup no longer counts." in said
    assert "Places that are lost: 3" in said
    given = {"mode": "replay", "seen": hidden(first, "seen"), "reason": ""}
    assert "Say why" in text(judge.post(path, given))
    stale = judge.post(path, {**given, "seen": "0" * 20, "reason": WHY})
    assert "the results have changed since you opened this page" in text(stale)
    assert f'value="{WHY}"' in stale.content.decode(), "what was typed stays"
    assert not Incident.objects.exists()
    old = States().counting(event.stages.get(key="league")) | States().counting(
        event.stages.get(key="cup")
    )
    answer = judge.post(path, {**given, "reason": WHY})
    incident = Incident.objects.get()
    assert answer.url == incident.get_absolute_url()
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    page = judge.get(f"/matches/{min(old)}/")
    assert "(the stage was taken back)" in text(page)
    assert WHY in text(page)
    for who in (client, judge):
        every_page_of_the_stages_answers(event, who)
    run = judge.get(at("event-run", event))
    assert at("event-stage-take-back", event, "cup") not in run.content.decode()
    its_progress_ends_with_as_many_results(event, judge)


def its_progress_ends_with_as_many_results(event, judge):
    go_on(event)
    assert "0 of 5 played again" in text(judge.get(at("event-incidents", event)))
    play_all(event)
    assert "The stages are over. 5 new results count in place of 5." in text(
        judge.get(at("event-incidents", event))
    )
    file = json.loads(b"".join(judge.get(at("event-results-json", event)).streaming_content))
    states = [game["state"] for game in file["matches"]]
    assert (states.count("counted"), states.count("void")) == (5, 5)


def every_page_of_the_stages_answers(event, who):
    for name in ("event", "event-standings", "event-matches", "event-projector", "event-print"):
        assert who.get(at(name, event)).status_code == 200, name
    for key in ("league", "cup"):
        assert who.get(at("event-stage", event, key)).status_code == 200
    assert who.get(at("event-projector-state", event)).status_code == 200


def test_only_the_followers_go_back_from_the_page_of_a_void(event, judge, olga):
    match = min(States().counting(event.stages.get(key="league")))
    page = judge.get(at("event-foresee", event, "void", match))
    path = f"{at('event-stage-take-back', event, 'league')}?mode=reopen"
    assert path in page.content.decode()
    assert "Take Cup back first" in text(page)
    preview = judge.get(path)
    assert "League keeps its results." in text(preview)
    assert "Cup does not begin until an organizer resumes it" in text(preview)
    given = {"mode": "reopen", "seen": hidden(preview, "seen"), "reason": WHY}
    judge.post(path, given)
    go_on(event)
    assert event.stages.get(key="cup").state == "waiting"
    resume = at("event-stage-act", event, "cup", "resume")
    assert resume not in judge.get(at("event-run", event)).content.decode(), "not a judge's act"
    organizer = Client()
    organizer.force_login(olga)
    assert resume in organizer.get(at("event-run", event)).content.decode()
    organizer.post(resume, {"reason": "It is corrected."})
    go_on(event)
    assert event.stages.get(key="cup").state == "running"
    assert judge.get(f"{path}x").status_code == 404


def test_matches_of_a_machine_are_played_again_and_announced(event, judge, client, bob):
    path = at("event-play-again", event)
    index = judge.get(at("event-incidents", event))
    assert "box:1:a (5 matches, " in index.content.decode()
    empty = judge.get(path)
    assert empty.status_code == 422
    assert "Choose a worker or a machine, or enter a time." in text(empty)
    wrong = judge.get(path, {"since": "2031-01-02T10:00", "until": "2031-01-01T10:00"})
    assert "This time must be after the first one." in text(wrong)
    assert "Write a date and a time" in text(judge.get(path, {"since": "soon"}))
    assert "fits this choice." in text(judge.get(path, {"since": "2031-01-02T10:00"}))
    chosen = {"played_by": "machine:box"}
    preview = judge.get(path, chosen)
    assert "League: 3 matches cannot be played again. Cup has begun" in text(preview)
    assert f"{at('event-stage-take-back', event, 'league')}?mode=reopen" in (
        preview.content.decode()
    )
    given = {**chosen, "seen": hidden(preview, "seen")}
    assert "Say why" in text(judge.post(path, {**given, "reason": " "}))
    wrong = judge.post(path, {**given, "reason": WHY, "minutes": "-1"})
    assert "greater than or equal to 0" in text(wrong)
    answer = judge.post(path, {**given, "reason": WHY})
    incident = Incident.objects.get()
    assert answer.url == incident.get_absolute_url()
    assert incident.matches.count() == 2
    news = at("event-talk", event)
    assert WHY not in text(client.get(news)), "a draft is for the people who run the event"
    assert incident.title in text(judge.get(at("event-desk-talk", event)))
    announcer = Client()
    announcer.force_login(bob)
    page = announcer.get(incident.get_absolute_url())
    assert "This is a draft." in text(page)
    assert announcer.post(incident.get_absolute_url(), {"title": ""}).status_code == 422
    told = {"title": "Two games again", "text": incident.text, "projector": "0"}
    announcer.post(incident.get_absolute_url(), told)
    assert "Two games again" in text(client.get(news))
    assert f"{WHY}" in text(client.get(news))
    assert "box:" not in text(client.get(news))
    assert "is public, and so is the incident" in text(judge.get(incident.get_absolute_url()))


def test_times_that_lie_ahead_move_by_the_minutes_of_the_organizer(event, olga):
    organizer = Client()
    organizer.force_login(olga)
    later = timezone.now() + timedelta(hours=1)
    final = stage("final", Kind.SINGLE, Feed("only", 2), begins=90)
    more = begin(olga, authors(2, 5), stage("only", Kind.ROUND_ROBIN, options={"games": 1}), final)
    play(waiting(more)[0])
    go_on(more)
    Match.objects.filter(event_game__encounter__stage__event=more).update(claimed_by="box:1:a")
    before = more.stages.get(key="final").begins
    assert before is not None
    assert before > later
    path = at("event-play-again", more)
    preview = organizer.get(path, {"played_by": "worker:box:1:a"})
    assert "Final: start " in text(preview)
    given = {"played_by": "worker:box:1:a", "seen": hidden(preview, "seen"), "minutes": "20"}
    organizer.post(path, {**given, "reason": WHY})
    assert more.stages.get(key="final").begins == before + timedelta(minutes=20)
    assert "later times moved by 20 min" in text(
        organizer.get(Incident.objects.get().get_absolute_url())
    )


def test_each_page_is_for_the_roles_that_include_its_act(event, bob, charlie, client, alice, judge):
    pages = {
        at("event-stage-take-back", event, "league"): [],
        f"{at('event-play-again', event)}?played_by=machine:box": [],
        at("event-incidents", event): [bob, charlie],
    }
    stranger = type(bob).objects.create_user("stranger")
    for path, others in pages.items():
        assert client.get(path).status_code == 302
        assert judge.get(path).status_code == 200
        for person in (bob, charlie, stranger):
            someone = Client()
            someone.force_login(person)
            expected = 200 if person in others else 404
            assert someone.get(path).status_code == expected, (path, person)
