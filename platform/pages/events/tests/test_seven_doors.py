"""Each of the seven doors to the results of a contest says what is so."""

from __future__ import annotations

import pytest

from ladder.core.contest.plan import Kind
from ladder.events.models import Event
from ladder.events.tests import steps
from ladder.seasons.current import ensure_seasons
from pages.events.tests.doors import DOORS, EXPECTED, ONE_GAME, PATH, hold_contest

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def contest(kept_cast):
    ensure_seasons()
    hold_contest(kept_cast.olga, steps.stage("league", Kind.ROUND_ROBIN, **ONE_GAME))


@pytest.fixture
def event(contest, db, redis_client):
    return Event.objects.get()


@pytest.mark.parametrize("door", list(DOORS))
def test_each_door_says_what_is_so(client, event, door):
    assert DOORS[door](client, event) == EXPECTED[door]


def test_what_organizers_decided_is_said_where_encounters_are_shown(client, event):
    cup = client.get(f"{PATH}stages/cup/").text
    assert cup.count("by decision") == 1
    assert client.get(f"{PATH}stages/league/").text.count(", by decision") == 2, "for both bots"
