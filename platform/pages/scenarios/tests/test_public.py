"""Scenarios on pages for others than organizers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bots.services import create_bot
from ladder.seasons.current import ensure_seasons
from ladder.tests.play import add_version
from matches.models import Match
from matches.services import create_match, request_match
from pages.scenarios.tests.steps import NEW, words
from rulesets import services

pytestmark = pytest.mark.django_db


def test_to_others_there_is_no_such_desk(client, summer, alice):
    paths = ["/desk/scenarios/", NEW, summer.get_absolute_url()]
    acts = [f"{summer.get_absolute_url()}{act}/" for act in ("preview", "publish", "retire")]
    client.force_login(alice)
    assert {client.get(path).status_code for path in paths} == {404}
    assert {client.post(path, {"reason": "x"}).status_code for path in [*paths[1:], *acts]} == {404}
    summer.refresh_from_db()
    assert (summer.published_at, summer.retired_at) == (None, None)


def test_games_without_scenarios_have_no_form(client, field):
    assert client.get("/desk/scenarios/new/snake/").status_code == 404
    assert client.get("/desk/scenarios/new/chess/").status_code == 404
    page = client.get("/desk/scenarios/").text
    assert "Orchard" in page
    assert 'href="/desk/scenarios/new/snake/"' not in page


SECRETS = (
    "/games/orchard/rulesets/summer/",
    "/games/orchard/rulesets/summer/board.json",
    "/games/orchard/ladder/summer/",
)


def seen(client) -> list[bool]:
    """Whether the scenario is named on the pages that list rulesets."""
    pages = ["/games/orchard/", "/matches/new/?game=orchard", "/matches/", "/games/orchard/maps/"]
    return ["Summer fair" in client.get(page).text for page in pages]


def test_before_its_date_nobody_hears_of_it_but_of_its_map(
    client, summer, field, olga, alice, django_user_model
):
    at = timezone.now() + timedelta(days=6)
    client.force_login(alice)
    assert seen(client) == [False] * 4
    assert client.get(field.get_absolute_url()).status_code == 404
    services.publish(summer, olga, at)
    assert seen(client) == [False] * 4
    assert [client.get(path).status_code for path in SECRETS] == [404] * 3
    assert client.get("/api/v1/games/orchard/").json()["rulesets"][-1]["name"] == "trio"
    page = client.get(field.get_absolute_url())
    assert page.status_code == 200
    assert "Summer fair" not in page.text
    game = words(client.get("/games/orchard/").text)
    assert "Soon: a new ruleset" in game
    assert "on the map field" in game


def test_from_its_date_on_it_is_a_ruleset_like_others(client, summer, field, olga, alice):
    services.publish(summer, olga)
    client.force_login(alice)
    version = add_version(create_bot(alice, "orchard", "newt"))
    assert seen(client) == [True] * 4
    page = words(client.get("/games/orchard/rulesets/summer/").text)
    assert "Turns: 2 instead of 6. A gate." in page
    assert "Old tree 1 3 gate, old" in page
    assert client.get("/games/orchard/rulesets/summer/board.json").json() == summer.board
    assert "Summer fair" in client.get(field.get_absolute_url()).text
    ensure_seasons()
    assert client.get("/games/orchard/ladder/summer/").status_code == 200
    ruleset = client.get("/api/v1/games/orchard/").json()["rulesets"][-1]
    assert (ruleset["name"], ruleset["seats"]) == ("summer", 2)
    assert ruleset["params"]["scenario"]["title"] == "Summer fair"
    given = {"version": version.pk, "opponent_1": "alice/newt", "seat": "0"}
    form = client.get("/matches/new/?game=orchard&ruleset=summer").text
    assert 'name="map"' not in form
    answer = client.post("/matches/new/?game=orchard&ruleset=summer", given)
    match = Match.objects.get()
    assert answer.url == match.get_absolute_url()
    assert (match.scenario, match.map_used) == (summer, field)
    page = client.get(match.get_absolute_url()).text
    assert 'href="/games/orchard/rulesets/summer/">Summer fair</a>' in page


def test_without_a_ladder_its_page_stands_for_it(client, summer, olga):
    services.publish(summer, olga, rated=False)
    answer = client.get("/games/orchard/ladder/summer/")
    assert answer.url == "/games/orchard/rulesets/summer/"
    assert 'href="/games/orchard/ladder/summer/"' not in client.get(answer.url).text


def test_when_it_is_retired_its_page_and_matches_stay(client, summer, olga, alice):
    services.publish(summer, olga)
    ensure_seasons()
    version = add_version(create_bot(alice, "orchard", "newt"))
    match = request_match(alice, "orchard", "summer", [version] * 2)
    services.retire(summer, olga, "over")
    client.force_login(alice)
    assert seen(client)[:2] == [False, False]
    for path in (*SECRETS, match.get_absolute_url(), "/matches/?ruleset=summer"):
        answer = client.get(path)
        assert answer.status_code == 200
        if not path.endswith("json"):
            assert "Summer fair" in answer.text
    assert "Retired since" in client.get(SECRETS[0]).text


def test_many_matches_of_scenarios_cost_as_much_as_one(
    client, summer, field, olga, alice, django_assert_max_num_queries
):
    services.publish(summer, olga)
    version = add_version(create_bot(alice, "orchard", "newt"))
    create_match("orchard", "summer", "friendly", [version] * 2)
    with CaptureQueriesContext(connection) as one:
        client.get("/matches/")
    for _ in range(8):
        create_match("orchard", "summer", "friendly", [version] * 2)
    with django_assert_max_num_queries(len(one)):
        assert client.get("/matches/").text.count("Summer fair") >= 9
