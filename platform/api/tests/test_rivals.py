"""The report of rivals over the API, and its pairs."""

import pytest
from django.utils import timezone

from bots.models import Bot
from ladder import tasks
from ladder.seasons.current import current_season
from ladder.statistics.models import RivalsReport
from ladder.tests.play import RULESET
from ladder.tests.ring import play_ring


@pytest.fixture(scope="module")
def played(kept_cast):
    """The bots a, b and c by name: a beats b, b beats c, c beats a, 24 times each."""
    bots = play_ring((kept_cast.alice, kept_cast.bob, kept_cast.charlie))
    tasks.report_rivals()
    return {bot.name: bot.pk for bot in bots}


@pytest.fixture
def ring(played, people, redis_client):
    return played


@pytest.fixture
def path(ring):
    season = current_season("snake", RULESET)
    assert season is not None
    return f"/api/v1/seasons/{season.pk}/rivals/"


def test_the_report_has_bots_the_cycle_counters_and_links(people, path, ring):
    body = people["nobody"].get(path).json()
    assert (body["matches"], body["total"]) == (72, 3)
    assert [row["place"] for row in body["bots"]] == [1, 2, 3]
    assert {row["bot"]["id"] for row in body["bots"]} == set(ring.values())
    (cycle,) = body["cycles"]
    wins = {(edge["winner"], edge["loser"]) for edge in cycle}
    a, b, c = ring["a"], ring["b"], ring["c"]
    assert wins == {(a, b), (b, c), (c, a)}
    assert all(edge["low"] > 0.5 for edge in cycle)
    assert {row["bot"]: row["best"]["bot"] for row in body["counters"]} == {a: c, b: a, c: b}
    assert body["cyclicity"]["value"] > 0.9
    assert body["links"]["weakest"] == 48
    assert sorted(body["links"]["parts"][0]) == sorted(ring.values())


def test_pairs_come_in_pages_and_from_the_side_of_a_bot(people, path, ring):
    get = people["nobody"].get
    body = get(f"{path}pairs/", {"page_size": 2}).json()
    assert (body["count"], len(body["results"])) == (3, 2)
    of_a = get(f"{path}pairs/", {"bot": ring["a"]}).json()["results"]
    assert {(row["first"], row["second"]): (row["share"], row["mark"]) for row in of_a} == {
        (ring["a"], ring["b"]): (1.0, 1),
        (ring["a"], ring["c"]): (0.0, -1),
    }
    assert all(0.4 < row["expected"] < 0.6 and row["matches"] == 24 for row in of_a)
    assert get(f"{path}pairs/", {"bot": 0}).status_code == 400
    assert get(f"{path}pairs/", {"bot": 999}).json()["results"] == []


def test_a_bot_that_was_taken_out_is_gone_at_once(people, path, ring):
    Bot.objects.filter(pk=ring["b"]).update(deactivated_at=timezone.now())
    body = people["nobody"].get(path).json()
    assert {row["bot"]["name"] for row in body["bots"]} == {"a", "c"}
    assert body["cycles"] == []
    assert ring["b"] not in sum(body["links"]["parts"], body["links"]["side"])
    assert [row["best"] for row in body["counters"] if row["bot"] == ring["c"]] == [None]
    pairs = people["nobody"].get(f"{path}pairs/").json()["results"]
    assert [(row["first"], row["second"]) for row in pairs] in (
        [(ring["a"], ring["c"])],
        [(ring["c"], ring["a"])],
    )


def test_without_a_report_the_answer_says_when_it_comes(people, season):
    RivalsReport.objects.all().delete()
    answer = people["nobody"].get(f"/api/v1/seasons/{season.pk}/rivals/")
    assert answer.status_code == 404
    assert "A worker computes it" in answer.json()["detail"]
