"""The page of a stage follows the start of its event by itself."""

from __future__ import annotations

import re

import pytest

from ladder.core.contest.plan import Kind
from ladder.events.entrants import entering
from ladder.events.planning import acts
from ladder.events.tests.steps import authors, open_event, stage
from ladder.seasons.current import ensure_seasons

pytestmark = pytest.mark.django_db
PAGE = "/events/open/stages/league/"


@pytest.fixture
def event(olga, redis_client):
    ensure_seasons()
    event = open_event(olga, stage("league", Kind.ROUND_ROBIN))
    for bot in authors(3):
        entering.enter(event, bot, bot.owner)
    return event


def test_the_page_of_a_stage_shows_the_start_without_a_reload(client, event, olga):
    page = client.get(PAGE).text
    address = re.search(r'hx-get="([^"]+)"', page[page.index('id="stage-now"') :])
    assert address
    before = client.get(address[1])
    assert "not started" in before.text
    again = re.search(r'hx-get="([^"]+)"', before.text)
    assert again
    assert client.get(again[1]).status_code == 204
    acts.start(event, olga)
    after = client.get(again[1])
    assert after.status_code == 200
    assert 'id="stage-now"' in after.text
    assert "not started" not in after.text


def test_the_page_of_an_aborted_event_is_not_polled(client, event, olga):
    acts.abort(event, olga, "too few")
    assert "hx-get" not in client.get(PAGE).text.partition('id="stage-now"')[2][:400]


def test_a_stage_that_there_is_not_has_no_state(client, event):
    assert client.get("/events/open/stages/nothing/state/").status_code == 404
