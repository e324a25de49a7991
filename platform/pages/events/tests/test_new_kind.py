"""A kind of stage from outside goes through every door, and none of them knows of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from ladder.core.contest import plan
from ladder.core.stages.formats import FORMATS
from ladder.events.kinds import registry
from ladder.events.models import Event, Stage
from ladder.events.tests import steps
from ladder.seasons.current import ensure_seasons
from pages.events.tests.doors import DOORS, EXPECTED, ONE_GAME, PATH, hold_contest
from pages.events.tests.new_kind import time_boxed

pytestmark = pytest.mark.django_db
WALKOVERS = 2
"""Wins of those who stayed against those who left, in the second cycle."""


@pytest.fixture(scope="module")
def installed():
    """The kind is in the tables in which each kind has a line."""
    with pytest.MonkeyPatch.context() as patch:
        kind = time_boxed.TIME_BOXED
        patch.setitem(plan.Kind._value2member_map_, time_boxed.NAME, kind)
        patch.setitem(plan._LABELS, kind, time_boxed.LABEL)
        patch.setitem(FORMATS, time_boxed.NAME, time_boxed.Format())
        patch.setattr(registry, "KINDS", {**registry.KINDS, kind: time_boxed.LEAGUE})
        yield kind


@pytest.fixture(scope="module")
def contest(kept_cast, installed):
    ensure_seasons()
    league = {**ONE_GAME, "options": {"games": 1, "cycles": 2}}
    hold_contest(kept_cast.olga, steps.stage("league", installed, **league), _hour_passes)


def _hour_passes(event: Event) -> None:
    rows = Stage.objects.filter(event=event, key="league")
    started = rows.get().started
    assert started is not None
    rows.update(started=started - timedelta(hours=1))
    steps.go_on(event)


@pytest.fixture
def event(contest, db, redis_client):
    return Event.objects.get()


@pytest.mark.parametrize("door", list(DOORS))
def test_each_door_shows_a_kind_that_it_does_not_know(client, event, door):
    expected = EXPECTED[door]
    lines = tuple(
        line if line.left else replace(line, points=line.points + WALKOVERS)
        for line in expected.league
    )
    assert DOORS[door](client, event) == replace(expected, league=lines)


def test_its_words_are_on_the_page_and_its_unplayed_encounters_are_not(client, event):
    league = event.stages.get(key="league")
    assert {row.state for row in event.stages.all()} == {Stage.State.FINISHED}
    page = client.get(f"{PATH}stages/league/").text
    assert time_boxed.LEAGUE.sentence in page
    assert time_boxed.LABEL in page
    assert league.encounters.filter(games__match__state="aborted").exists()
