"""Tables of stages mark the bots that qualify, and for which stage."""

from __future__ import annotations

import pytest

from ladder.core.contest.plan import Feed, Kind
from ladder.events.tests.steps import authors, begin, names, play_all, stage
from ladder.seasons.current import ensure_seasons
from pages.events.tests.test_stages import LEAGUE, PAGE, bodies

pytestmark = pytest.mark.django_db


@pytest.fixture
def bots(db, redis_client):
    ensure_seasons()
    return authors(4)


def test_places_that_are_not_passed_on_are_told_apart(client, olga, bots):
    second = stage("second", Kind.SINGLE)
    final = stage("final", Kind.SINGLE, Feed("league", 1), Feed("second", 2, pass_on=False))
    event = begin(olga, bots[:3], LEAGUE, second, final)
    play_all(event)
    found = bodies(client.get("/events/open/stages/second/").text, "table-title")
    assert "already in Final" in found[0]
    assert "qualified for Final" in found[1]
    assert "Final" not in found[2]


def test_an_excluded_entry_is_not_marked_as_going_on(client, olga, bots):
    second = stage("second", Kind.SINGLE)
    cup = stage("cup", Kind.SINGLE, Feed("league", 2), Feed("second", 1, exclude=True))
    event = begin(olga, bots[:4], LEAGUE, second, cup)
    play_all(event)
    page = client.get(PAGE).text
    assert ["qualified for Cup" in row for row in bodies(page, "table-title")] == [
        False,
        True,
        True,
        False,
    ]
    assert (
        "qualifie" not in bodies(client.get("/events/open/stages/second/").text, "table-title")[0]
    )
    assert [name for name, _ in names(event.stages.get(key="cup"))] == ["b1", "b2"]
