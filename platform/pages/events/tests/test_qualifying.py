"""Tables of stages mark the bots that qualify, and for which stage."""

from __future__ import annotations

from csv import DictReader
from io import StringIO

import pytest

from ladder.core.contest.plan import Feed, Kind
from ladder.events.entrants import dropping
from ladder.events.mending.rulings import Disqualify
from ladder.events.tests.steps import authors, begin, end_season, names, play_all, stage
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


def test_a_bot_that_withdrew_from_the_next_stage_has_qualified_for_it(client, olga, bots):
    own = {"new_season": True, "points": True}
    season = stage("season", Kind.LADDER, ends=60, options=own)
    event = begin(olga, bots[:3], season, stage("cup", Kind.SINGLE, Feed("season", 2)))
    end_season(event.stages.get(key="season"))
    entry = event.entries.get(bot__name="b1")
    dropping.withdraw(entry, entry.bot.owner, "A bug")
    path = "/events/open/stages/season/"
    page = bodies(client.get(path).text, "table-title")
    assert ["qualified for Cup" in row for row in page] == [True, True, False]
    text = client.get(f"{path}table.csv").getvalue().decode()
    assert [row["goes_on_to"] for row in DictReader(StringIO(text))] == ["Cup", "Cup", ""]
    Disqualify(event.entries.get(bot__name="b0")).do(olga, "two authors")
    page = bodies(client.get(path).text, "table-title")
    assert ["qualified for Cup" in row for row in page] == [True, False, False]


def test_a_tie_in_a_season_is_told_below_its_table_and_on_paper(client, olga, bots):
    own = {"new_season": True, "points": True}
    season = stage("season", Kind.LADDER, ends=60, options=own)
    event = begin(olga, bots[:3], season, stage("cup", Kind.SINGLE, Feed("season", 2)))
    end_season(event.stages.get(key="season"), lambda names: [1] * len(names))
    words = (
        '<p class="small">author-0/b0, author-1/b1 and author-2/b2 share place 1. '
        "The seed decided which of them qualify.</p>"
    )
    assert words in client.get("/events/open/stages/season/").text
    assert words in client.get("/events/open/print/?part=tables").text


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
