"""Results that are kept for a moment of their own do not leak before it."""

from __future__ import annotations

import pytest

from ladder.core.contest.plan import EventPlan, Feed, Kind, Reveal
from ladder.events.planning import acts
from ladder.events.reading.viewer import EventViewer, visible_events
from ladder.events.tests.steps import begin, open_event, play_all, stage
from matches.models import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(olga, bots):
    hidden = stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN)
    event = begin(olga, bots[:3], hidden, stage("cup", Kind.SINGLE, Feed("league", 2)))
    play_all(event)
    return event


def viewers(event, *people) -> list[EventViewer]:
    return [EventViewer(event, who) for who in people]


def seen_by(user, event, key) -> int:
    games = Match.objects.visible_to(user).filter(event_game__encounter__stage__key=key)
    return games.filter(event_game__encounter__stage__event=event).count()


def test_hidden_results_are_for_organizers(event, olga, alice, bots):
    league, cup = event.stages.all()
    author = bots[0].owner
    seen = [each.results(league) for each in viewers(event, olga, author, alice)]
    assert seen == [True, False, False]
    assert [seen_by(who, event, "league") for who in (olga, author, alice)] == [6, 0, 0]
    named = [each.players(cup) for each in viewers(event, olga, author, alice)]
    assert named == [True, False, False]
    assert Match.objects.public().filter(event_game__encounter__stage=league).count() == 0
    assert [seen_by(who, event, "cup") for who in (olga, author, alice)] == [2, 0, 0]


def test_then_those_who_take_part_see_them_and_then_everybody(event, olga, alice, bots):
    league = event.stages.first()
    acts.reveal(league, olga, Reveal.PARTICIPANTS)
    league.refresh_from_db()
    other = bots[7].owner
    assert [each.takes_part for each in viewers(event, bots[0].owner, other)] == [True, False]
    assert [each.results(league) for each in viewers(event, bots[0].owner, other)] == [True, False]
    assert [seen_by(who, event, "league") for who in (bots[0].owner, other, alice)] == [6, 0, 0]
    acts.reveal(league, olga, Reveal.PUBLIC)
    league.refresh_from_db()
    assert EventViewer(event, alice).results(league)
    assert (seen_by(alice, event, "league"), seen_by(alice, event, "cup")) == (6, 2)
    acts.reveal(league, olga, Reveal.HIDDEN)
    assert seen_by(alice, event, "league") == 0


def test_a_hidden_stage_hides_who_plays_every_later_one(olga, alice, bots):
    hidden = stage("league", Kind.ROUND_ROBIN, reveal=Reveal.HIDDEN)
    second = stage("cup", Kind.SINGLE, Feed("league", 2))
    event = begin(olga, bots[:3], hidden, second, stage("last", Kind.SINGLE, Feed("cup", 2)))
    league, cup, last = event.stages.all()
    for viewer in viewers(event, alice, bots[0].owner):
        assert viewer.players(league)
        assert [viewer.players(each) for each in (cup, last)] == [False, False]
    acts.reveal(league, olga, Reveal.PUBLIC)
    fresh = EventViewer(event, alice)
    assert [fresh.players(fresh.stage(key)) for key in ("cup", "last")] == [True, True]


def test_drafts_are_for_organizers(olga, alice, bots):
    open_event(olga, stage("league", Kind.ROUND_ROBIN))
    plan = EventPlan((stage("league", Kind.ROUND_ROBIN),))
    acts.create(olga, acts.Draft("Secret", plan))
    assert visible_events(olga).count() == 2
    assert [event.name for event in visible_events(alice)] == ["Open"]
