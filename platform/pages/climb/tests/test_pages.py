"""The pages of a climb: the rungs with their bots, the button, and what the API has of it."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.registry import GAMES
from ladder.climb.models import Climb, RungPassed
from ladder.climb.services import rungs_of
from ladder.tests.play import make_bot
from matches.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


@pytest.fixture
def worm(alice, team):
    rungs = rungs_of("snake")
    assert rungs is not None
    owner = User.objects.create_user("house", is_house=True)
    for rung in rungs.order:
        make_bot(owner, rung.house).versions.update(source_sha256=rung.digests[0])
    return make_bot(alice, "worm", team)


def passed(worm, rung: str) -> None:
    RungPassed.objects.create(bot=worm, version=worm.active_version, rung=rung, ruleset="standard")


@pytest.mark.parametrize("game", list(GAMES))
def test_the_rungs_stand_from_the_top_and_are_empty_at_first(client, game):
    page = client.get(f"/games/{game}/climb/").text
    rungs = rungs_of(game)
    names = rungs.names if rungs else []
    places = [page.index(f'id="rung-{name}"') for name in names]
    assert places == sorted(places, reverse=True)
    assert page.count("This is not the highest rung of any bot.") == len(names)


def test_a_bot_stands_on_the_highest_rung_that_it_has_beaten(client, worm):
    for rung in ("drifter", "gardener"):
        passed(worm, rung)
    page = client.get("/games/snake/climb/").text
    assert page.index('id="rung-gardener"') < page.index("/bots/alice/worm/")
    assert page.index("/bots/alice/worm/") < page.index('id="rung-drifter"')
    assert page.count("/bots/alice/worm/") == 1
    own = " ".join(client.get("/bots/alice/worm/").text.split())
    assert "<strong>gardener</strong>, 2 of 5, by v1" in own
    assert "rung 2 of 5" in " ".join(client.get("/people/alice/").text.split())


def test_managers_press_climb_and_others_have_no_button(client, worm, bob, charlie):
    address = "/bots/alice/worm/climb/"
    client.force_login(charlie)
    assert f'action="{address}"' not in client.get("/bots/alice/worm/").text
    assert client.post(address).status_code == 404
    client.force_login(bob)
    assert f'action="{address}"' in client.get("/bots/alice/worm/").text
    page = client.post(address, follow=True).text
    assert "worm climbs." in page
    assert "climbing. It won 0 of 0 matches against drifter." in " ".join(page.split())
    assert f'action="{address}"' not in page
    assert "is climbing already" in client.post(address, follow=True).text
    assert Match.objects.filter(kind="climb").count() == 3


def test_my_bots_show_the_rung(client, worm, alice):
    passed(worm, "drifter")
    client.force_login(alice)
    assert "rung 1 of 5" in " ".join(client.get("/bots/").text.split())


def test_the_api_starts_a_climb_and_shows_how_far_a_bot_came(client, worm, alice, charlie):
    client.force_login(charlie)
    address = f"/api/v1/bots/{worm.pk}/"
    assert client.get(address).json()["climb"] is None
    assert client.post(f"{address}climb/").status_code == 403
    client.force_login(alice)
    assert client.post(f"{address}climb/").status_code == 200
    assert client.post(f"{address}climb/").status_code == 400
    assert Climb.objects.get().by == alice
    passed(worm, "hunter")
    found = client.get(address).json()["climb"]
    when = found.pop("when")
    assert when
    assert found == {"rung": "hunter", "number": 3, "of": 5, "version": 1, "ruleset": "standard"}
    listed = client.get("/api/v1/bots/?owner=alice").json()["results"]
    assert [bot["climb"]["rung"] for bot in listed] == ["hunter"]
