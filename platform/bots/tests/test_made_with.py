"""A bot may name the coding agent or model that wrote it, and lists are filtered by it."""

from __future__ import annotations

import re

import pytest

from bots.models import Bot
from bots.services import create_bot
from ladder.models import Rating
from ladder.ratings.official import refit
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot, rated
from matches.models import Match
from matches.services import create_match

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
    return season


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


# One spelling, suggestions, badges, filters


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  claude   CODE ", "Claude Code"),
        ("codex 9", "Codex 9"),
        ("Something new", "Something new"),
        ("By Hand", ""),
        ("   ", ""),
    ],
)
def test_one_spelling_is_kept_of_what_differs_in_case_or_blanks(alice, ladder, typed, kept):
    assert create_bot(alice, "snake", "newt", made_with=typed).made_with == kept


def test_forms_suggest_well_known_agents_and_those_of_bots(client, alice, ladder):
    client.force_login(alice)
    page = client.get("/bots/new/").text
    for name in ("Claude Code", "Codex 9"):
        assert page.count(f'<option value="{name}">') == 1
    assert 'list="made_with-suggestions"' in page
    filters = client.get("/matches/").text
    assert '<option value="by hand">' in filters
    assert '<option value="Codex 9">' in filters
    assert '<option value="Claude Code">' not in filters


def test_suggestions_are_escaped(client, alice, ladder):
    Bot.objects.filter(name="viper").update(made_with='"><b>x')
    client.force_login(alice)
    assert '"><b>x' not in client.get("/bots/new/").text
    assert "<b>x" not in client.get(f"/games/snake/ladder/{RULESET}/").text


@pytest.mark.parametrize("table", ["", "official/"])
def test_tables_of_the_ladder_have_a_badge_and_the_filter(client, olga, ladder, table):
    refit(ladder)
    address = f"/games/snake/ladder/{RULESET}/{table}"
    page = client.get(address).text
    assert len(re.findall('class="badge badge-made"', page)) == 1
    for value, shown, hidden in [("CODEX  9", "viper", "worm"), ("by hand", "worm", "viper")]:
        page = client.get(address, {"made_with": value}).text
        assert f"/{shown}/" in page
        assert f"/{hidden}/" not in page


def test_places_stay_those_of_the_whole_table(client, ladder):
    page = client.get(f"/games/snake/ladder/{RULESET}/?made_with=codex 9").text
    assert '<td class="num fit place">2</td>' in page


def test_lists_of_bots_and_matches_are_filtered(client, alice, charlie, ladder):
    alone = make_bot(alice, "newt")
    create_match("snake", RULESET, "friendly", [playing(alone), playing(alone)])
    every = {match.pk for match in Match.objects.all()}
    for value, count in [("codex 9", 1), ("by hand", 2), ("nobody", 0)]:
        found = client.get("/matches/", {"made_with": value}).context["page"].object_list
        assert len(found) == count
        rows = client.get("/api/v1/matches/", {"made_with": value}).json()["results"]
        assert len(rows) == count
        assert {row["id"] for row in rows} <= every
    client.force_login(charlie)
    assert "/bots/charlie/viper/" in client.get("/bots/?made_with=codex 9").text
    assert "/bots/charlie/viper/" not in client.get("/bots/?made_with=by hand").text
    assert 'class="badge badge-made"' in client.get("/bots/").text


def test_the_api_filters_bots_by_hand_and_standings(client, ladder):
    found = client.get("/api/v1/bots/?made_with=by hand").json()["results"]
    assert [bot["name"] for bot in found] == ["worm"]
    address = f"/api/v1/seasons/{ladder.pk}/standings/"
    rows = client.get(address, {"made_with": "codex 9"}).json()["results"]
    assert [(row["place"], row["bot"]["name"]) for row in rows] == [(2, "viper")]


def test_matches_are_filtered_by_team(client, alice, charlie, team, ladder):
    Bot.objects.filter(name="worm").update(team=team)
    for address in ("/matches/", "/api/v1/matches/"):
        for name, count in [("Wonderland", 1), ("nobody", 0)]:
            answer = client.get(address, {"team": name})
            rows = answer.context["page"] if answer.context else answer.json()["results"]
            assert len(list(rows)) == count


def playing(bot):
    assert bot.active_version is not None
    return bot.active_version
