"""Authors take part: invitations, code word, waiting, check-in, and leaving during the event."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from ladder.core.contest.plan import Kind
from ladder.events.entrants import entering, invitations
from ladder.events.entrants.terms import consent, rules
from ladder.events.entrants.terms.rules import RulesDraft
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.tests.steps import open_event, stage
from ladder.tests.play import make_bot

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, redis_client):
    return open_event(olga, stage("league", Kind.ROUND_ROBIN))


@pytest.fixture
def worm(alice):
    return make_bot(alice, "worm")


@pytest.fixture
def author(client, alice):
    client.force_login(alice)
    return client


def at(name, event, *more):
    return reverse(name, args=[event.slug, *more])


def ruled(event, olga, fields=None, **draft):
    Event.objects.update(**(fields or {"name": event.name}))
    rules.change(Event.objects.get(), olga, RulesDraft(**draft))
    return Event.objects.get()


def overview(client, event):
    return " ".join(client.get(event.get_absolute_url()).text.split())


def test_an_invitation_is_accepted_and_ended(author, olga, alice, event, worm):
    page = at("event-invitation", event)
    assert "You have no open invitation" in author.get(page).text
    event = ruled(event, olga, invited_only=True)
    invitations.invite(event, olga, "alice")
    assert "You are invited." in author.get(page).text
    refused = author.post(at("event-enter", event), {"bot": worm.pk})
    assert refused.status_code == 422
    assert "Only invited people and teams" in refused.text
    author.post(at("event-invitation-answer", event, "accept"))
    assert consent.agreed(event, alice)
    assert author.post(at("event-enter", event), {"bot": worm.pk}).status_code == 302
    author.post(at("event-invitation-answer", event, "decline"))
    assert not consent.agreed(event, alice)
    assert author.post(at("event-invitation-answer", event, "perhaps")).status_code == 404


def test_strangers_are_asked_to_log_in_and_drafts_stay_hidden(client, alice, event):
    for name in ("event-invitation", "event-code"):
        assert client.get(at(name, event)).status_code == 302
    Event.objects.update(state="draft")
    client.force_login(alice)
    for name in ("event-invitation", "event-code"):
        assert client.get(at(name, event)).status_code == 404
    assert client.get(at("event-join", event, "secret")).status_code == 404


def test_the_code_word_is_asked_for(author, olga, event, worm):
    assert "Code word" not in overview(author, event)
    event = ruled(event, olga, code_word="Quatsch")
    assert "Code word" in overview(author, event)
    wrong = author.post(at("event-enter", event), {"bot": worm.pk, "code_word": "x"})
    assert (wrong.status_code, "not the code word of this event" in wrong.text) == (422, True)
    right = {"bot": worm.pk, "code_word": "Quatsch"}
    assert author.post(at("event-enter", event), right).status_code == 302


def test_a_bot_waits_and_stops_waiting(author, olga, charlie, event, worm):
    event = ruled(event, olga, {"most_entries": 1}, waiting_list=True)
    entering.enter(event, make_bot(charlie, "viper"), charlie)
    assert "Put on the waiting list" in overview(author, event)
    done = author.post(at("event-wait", event), {"bot": worm.pk}, follow=True)
    assert "alice/worm is on the waiting list." in done.text
    assert "waiting, place 1" in overview(author, event)
    listed = author.get(at("event-entries", event)).text
    assert "worm" in listed[listed.index("Waiting list") :]
    place = event.waiting.get()
    author.force_login(charlie)
    assert author.post(at("event-stop-waiting", event, place.pk)).status_code == 404
    author.force_login(worm.owner)
    author.post(at("event-stop-waiting", event, place.pk))
    assert not event.waiting.exists()
    assert author.post(at("event-wait", event), {"bot": "9" * 5}).status_code == 404


def test_bots_are_checked_in(author, olga, charlie, event, worm):
    starts = timezone.now() + timedelta(minutes=30)
    entry = entering.enter(event, worm, worm.owner)
    event = ruled(event, olga, {"starts": starts}, check_in_opens=60)
    assert "Check-in is open. It closes" in overview(author, event)
    author.force_login(charlie)
    path = at("event-check-in", event, "entries", entry.pk)
    assert author.post(path).status_code == 404
    author.force_login(worm.owner)
    assert "alice/worm is checked in." in author.post(path, follow=True).text
    assert "checked in" in overview(author, event)
    assert "checked in" in author.get(at("event-entries", event)).text


def test_a_bot_leaves_during_the_event(author, olga, charlie, event, worm):
    entry = entering.enter(event, worm, worm.owner)
    entering.enter(event, make_bot(charlie, "viper"), charlie)
    entering.enter(event, make_bot(olga, "asp"), olga)
    acts.start(event, olga)
    path = at("event-withdraw", event, entry.pk)
    assert path in overview(author, event)
    assert "Say why" in author.post(path, {"reason": ""}, follow=True).text
    author.force_login(charlie)
    assert author.post(path, {"reason": "I want to win"}).status_code == 404
    author.force_login(worm.owner)
    done = author.post(path, {"reason": "It crashes"}, follow=True).text
    assert "alice/worm is withdrawn." in done
    assert "withdrew" in overview(author, event)
    assert path not in overview(author, event)
    public = author.get(at("event-entries", event)).text
    assert "withdrew" in public
    author.logout()
    assert "It crashes" not in author.get(at("event-entries", event)).text


def test_the_standing_agreement_is_a_setting(author, alice):
    page = author.get("/settings/").text
    assert "only if you accepted their invitation" in page
    author.post("/settings/entries/", {"agrees": "1"})
    assert consent.has_standing(alice)
    assert "may enter your bots without asking" in author.get("/settings/").text
    author.post("/settings/entries/", {"agrees": "0"})
    assert not consent.has_standing(alice)


def test_the_program_enters_with_a_code_word_and_withdraws_with_a_reason(
    author, olga, charlie, event, worm
):
    event = ruled(event, olga, code_word="Quatsch")
    path = f"/api/v1/events/{event.slug}/"
    refused = author.post(f"{path}enter/", {"bot": worm.pk}, "application/json")
    assert (refused.status_code, "code_word" in refused.text) == (400, True)
    given = {"bot": worm.pk, "code_word": "Quatsch"}
    assert author.post(f"{path}enter/", given, "application/json").status_code == 201
    entering.enter(event, make_bot(olga, "asp"), olga)
    acts.start(event, olga)
    given = {"bot": worm.pk}
    assert author.post(f"{path}withdraw/", given, "application/json").status_code == 400
    given["reason"] = "It crashes"
    assert author.post(f"{path}withdraw/", given, "application/json").status_code == 204
    row = author.get(f"{path}entries/").json()["results"]
    assert [each["withdrew"] for each in row if each["bot"]["name"] == "worm"] == [True]
