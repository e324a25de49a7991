"""The search over the API: what the caller may see, in pages, with an audience."""

from __future__ import annotations

import pytest
from rest_framework.throttling import SimpleRateThrottle

from api.serializers.search import PAGE_SIZE
from api.tests.test_problems import assert_problem
from bots.models import Bot
from ladder.events.models import Event
from matches.models import Match
from search import sections

ADDRESS = "/api/v1/search/"


def names(client, **asked):
    answer = client.get(ADDRESS, asked)
    assert answer.status_code == 200, answer.content
    return [f"{hit['kind']} {hit['name']}" for hit in answer.json()["results"]]


def test_everything_that_fits_is_found(people, worm):
    sections.refresh()
    match = Match.objects.create(game="snake", ruleset="standard", kind="ladder", seed=1)
    nobody = people["nobody"]
    assert names(nobody, q="alice")[:2] == ["bot alice/worm", "person alice"]
    hit = nobody.get(ADDRESS, {"q": f"#{match.pk}"}).json()["results"][0]
    assert (hit["kind"], hit["id"], hit["name"]) == ("match", match.pk, f"Match {match.pk}")
    assert hit["url"] == f"http://testserver{match.get_absolute_url()}"
    assert "help Handicap" in names(nobody, q="handicap")


def test_each_person_finds_what_they_may_see(people, worm, team):
    Event.objects.create(name="Winter cup", slug="winter", plan={})
    seen = {name: names(client, q="win") for name, client in people.items()}
    assert {name for name, found in seen.items() if "event Winter cup" in found} == {"olga"}
    seen = {name: names(client, q="wonder") for name, client in people.items()}
    assert all(seen.values())  # teams are public


def test_one_kind_comes_in_pages(people, alice):
    for number in range(PAGE_SIZE + 3):
        Bot.objects.create(owner=alice, game="snake", name=f"worm{number}")
    nobody = people["nobody"]
    whole = nobody.get(ADDRESS, {"q": "worm"}).json()
    assert (len(whole["results"]), whole["more"]) == (5, ["bot"])
    first = nobody.get(ADDRESS, {"q": "worm", "kind": "bot"}).json()
    assert (len(first["results"]), first["more"]) == (PAGE_SIZE, ["bot"])
    second = nobody.get(ADDRESS, {"q": "worm", "kind": "bot", "page": 2}).json()
    assert (len(second["results"]), second["more"]) == (3, [])
    assert not {hit["id"] for hit in first["results"]} & {hit["id"] for hit in second["results"]}


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({}, "q"),
        ({"q": "***"}, "q"),
        ({"q": "x" * 101}, "q"),
        ({"q": "a", "kind": "nothing"}, "kind"),
        ({"q": "a", "kind": "bot", "page": 101}, "page"),
    ],
)
def test_a_bad_search_is_a_problem_that_names_the_field(people, asked, field):
    answer = people["nobody"].get(ADDRESS, asked)
    assert_problem(answer, 400)
    assert field in answer.content.decode()


def test_searches_have_a_limit(people, monkeypatch):
    rates = {**SimpleRateThrottle.THROTTLE_RATES, "search": "1/min"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    assert people["alice"].get(ADDRESS, {"q": "a"}).status_code == 200
    assert_problem(people["alice"].get(ADDRESS, {"q": "a"}), 429)
