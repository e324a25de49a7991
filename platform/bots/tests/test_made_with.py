"""A bot may name the coding agent or model that wrote it, and lists are filtered by it."""

from __future__ import annotations

import re

import pytest

from bots.models import Bot
from ladder.models import Rating
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot, rated

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


def test_the_forms_ask_for_it(client, alice):
    """A form without the field would empty it with each change of anything else."""
    client.force_login(alice)
    client.post("/bots/new/", {"game": "snake", "name": "newt", "made_with": "Codex 9"})
    assert re.search(r'<input[^>]* name="made_with"', client.get("/bots/new/").text)
    edit = client.get("/bots/alice/newt/edit/").text
    assert re.search(r'<input[^>]* name="made_with" value="Codex 9"', edit)


def test_the_forms_take_it_and_the_page_shows_it(client, alice):
    client.force_login(alice)
    form = {"game": "snake", "name": "newt", "made_with": " Codex 9 "}
    client.post("/bots/new/", form)
    assert Bot.objects.get().made_with == "Codex 9"
    assert "made with Codex 9" in client.get("/bots/alice/newt/").text
    client.post("/bots/alice/newt/edit/", {"made_with": ""})
    assert "made with" not in client.get("/bots/alice/newt/").text


def test_a_line_break_is_refused(client, alice):
    client.force_login(alice)
    answer = client.post("/bots/new/", {"game": "snake", "name": "newt", "made_with": "a\nb"})
    assert answer.status_code == 422
    assert not Bot.objects.exists()


@pytest.fixture
def ladder(alice, charlie):
    """A ladder of two bots, of which charlie's was made with a model."""
    ensure_seasons()
    season = current_season("snake", RULESET)
    assert season is not None
    bots = [make_bot(alice, "worm"), make_bot(charlie, "viper")]
    Bot.objects.filter(name="viper").update(made_with="Codex 9")
    finish(rated(season, *bots), [1, 2])
    assert Rating.objects.filter(season=season).count() == 2


def test_the_standings_are_searched_by_it(client, ladder):
    page = client.get(f"/games/snake/ladder/{RULESET}/?q=codex").text
    assert "/bots/charlie/viper/" in page
    assert "/bots/alice/worm/" not in page


def test_the_api_takes_shows_and_filters_it(client, alice, ladder):
    found = client.get("/api/v1/bots/?made_with=codex 9").json()["results"]
    assert [(bot["name"], bot["made_with"]) for bot in found] == [("viper", "Codex 9")]
    client.force_login(alice)
    body = {"game": "snake", "name": "newt", "made_with": "Codex 10"}
    made = client.post("/api/v1/bots/", body, content_type="application/json")
    assert made.json()["made_with"] == "Codex 10"
    address = f"/api/v1/bots/{made.json()['id']}/"
    client.patch(address, {"made_with": "Codex 11"}, content_type="application/json")
    assert Bot.objects.get(name="newt").made_with == "Codex 11"
    client.patch(address, {"about": "x"}, content_type="application/json")
    assert Bot.objects.get(name="newt").made_with == "Codex 11"
