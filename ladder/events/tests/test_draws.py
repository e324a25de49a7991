"""Draws: the hash is public before the event begins, and the seed after its stage."""

from __future__ import annotations

import hashlib

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from ladder.core.contest.plan import EventPlan, Feed, Kind, Reveal
from ladder.events.entrants import entering
from ladder.events.models import Event, StageDraw
from ladder.events.planning import acts, draws
from ladder.events.reading.viewer import EventViewer
from ladder.events.tests import steps

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, bots):
    league = steps.stage("league", Kind.ROUND_ROBIN, options={"games": 1})
    final = steps.stage("final", Kind.SINGLE, Feed("league", 2), options={"games": 1})
    made = steps.open_event(olga, league, final)
    for bot in bots[:3]:
        entering.enter(made, bot, bot.owner)
    return made


def shown(event: Event, user, key: str):
    viewer = EventViewer(Event.objects.get(pk=event.pk), user)
    stage = next((each for each in viewer.stages if each.key == key), None)
    return draws.shown(viewer, key, stage)


def test_the_published_hash_is_that_of_the_seed_which_is_played(client, event, olga):
    page = reverse("event-stage", args=[event.slug, "league"])
    before = shown(event, AnonymousUser(), "league")
    assert before.content == ""
    text = client.get(page).text
    assert before.digest in text
    assert str(StageDraw.objects.get(event=event, key="league").seed) not in text
    acts.start(event, olga)
    assert shown(event, olga, "league").content == ""
    league = event.stages.get(key="league")
    assert league.seed == StageDraw.objects.get(event=event, key="league").seed
    steps.play_all(event)
    after = shown(event, AnonymousUser(), "league")
    assert after.digest == before.digest
    assert hashlib.sha256(after.content.encode()).hexdigest() == before.digest
    address, seed, nonce = after.content.split(" ")
    assert (address, int(seed)) == (f"{event.slug}/league", league.seed)
    assert len(nonce) == 32
    assert after.content in client.get(page).text


def test_the_seed_of_results_that_are_kept_back_stays_secret(event, olga, alice):
    acts.start(event, olga)
    steps.play_all(event)
    acts.reveal(event.stages.get(key="league"), olga, Reveal.HIDDEN)
    for key in ("league", "final"):
        assert shown(event, alice, key).content == ""
        assert shown(event, olga, key).content != ""


def test_a_changed_plan_keeps_the_draws_of_stages_that_stay(event, olga):
    before = dict(event.draws.values_list("key", "seed"))
    cup = steps.stage("cup", Kind.DOUBLE, Feed("league", 2))
    plan = EventPlan((event.planned.stage("league"), cup))
    acts.change(event, olga, acts.Draft("Open", plan))
    after = dict(event.draws.values_list("key", "seed"))
    assert after.keys() == {"league", "cup"}
    assert after["league"] == before["league"]
    acts.change(event, olga, acts.Draft("Open", event.planned))
    event.refresh_from_db()
    assert event.draws.get(key="final").seed != before["final"]


def test_a_draft_has_no_draw(olga):
    plan = EventPlan((steps.stage("only", Kind.ROUND_ROBIN),))
    made = acts.create(olga, acts.Draft("Draft", plan))
    assert not made.draws.exists()
    assert shown(made, olga, "only") is None
