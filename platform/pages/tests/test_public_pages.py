"""The pages that anybody may read: front page, wall, games, ladder, people, about."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from controls.tests.boxes import machine
from games.registry import GAMES
from ladder.models import RatedMatch, Season
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot
from matches.models import Match
from matches.services import create_match
from sandbox.isolation import walls
from sandbox.languages import LANGUAGES
from sandbox.languages.base import Language

pytestmark = pytest.mark.django_db


@pytest.fixture
def worm(alice, team):
    return make_bot(alice, "worm", team)


@pytest.fixture
def noodle(charlie):
    return make_bot(charlie, "noodle")


@pytest.fixture
def season(db):
    ensure_seasons()
    return current_season("snake", RULESET)


def pair(first, second, kind="ladder") -> Match:
    return create_match(
        "snake", RULESET, kind, [first.active_version, second.active_version], seed=3
    )


def rated(season, first, second, ranks=(1, 2)) -> Match:
    """A ladder match that counts, played to its end."""
    match = pair(first, second)
    RatedMatch.objects.create(match=match, season=season)
    return finish(match, ranks)


def page(client, address, *args, **query):
    response = client.get(reverse(address, args=args), query)
    assert response.status_code == 200
    return response.content.decode()


EVERY_PAGE = [
    ("front", ()),
    ("now", ()),
    ("live", ()),
    ("live-boards", ()),
    ("live-wall", ()),
    ("live-wall-matches", ()),
    ("game", ("snake",)),
    ("game-rules", ("snake",)),
    ("game-matches", ("snake",)),
    ("game-kit", ("snake",)),
    ("ladder", ("snake", RULESET)),
    ("matches", ()),
    ("about", ()),
]


@pytest.mark.parametrize(("address", "args"), EVERY_PAGE)
def test_a_new_installation_has_every_page(client, address, args):
    assert client.get(reverse(address, args=args)).status_code == 200


def test_a_long_list_takes_no_more_queries_than_a_short_one(client, season, worm, noodle, charlie):
    def add_some():
        rated(season, worm, noodle)
        Match.objects.claim(pair(noodle, worm).pk, "test")
        rated(season, make_bot(charlie, f"bot{Match.objects.count()}"), worm)

    def queries() -> dict[str, int]:
        found = {}
        for address, args in EVERY_PAGE:
            with CaptureQueriesContext(connection) as taken:
                page(client, address, *args)
            found[address] = len(taken)
        return found

    add_some()
    short = queries()
    for _ in range(4):
        add_some()
    assert {name: n for name, n in queries().items() if n > short[name]} == {}


def test_no_page_has_a_script_or_a_style_within_it(client, season, worm, noodle):
    rated(season, worm, noodle)
    for address, args in EVERY_PAGE:
        html = page(client, address, *args)
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", html), address
        inline = [tag for tag in re.findall(r"<script[^>]*>", html) if "src=" not in tag]
        assert all('type="application/json"' in tag for tag in inline), address


def test_the_front_page_plays_a_running_match_before_a_finished_one(client, worm, noodle):
    done = finish(pair(worm, noodle), (1, 2))
    assert f'data-socket="/ws/matches/{done.pk}/"' in page(client, "front")
    running = pair(noodle, worm)
    Match.objects.claim(running.pk, "test")
    html = page(client, "front")
    assert f'data-socket="/ws/matches/{running.pk}/"' in html
    assert 'data-view="/static/games/snake/view.js"' in html


def test_the_front_page_names_the_languages_that_work_here(client, redis_client, monkeypatch):
    tools = {language.name: "" for language in LANGUAGES.values()} | {"python": "no Python"}
    monkeypatch.setattr(Language, "unavailable", lambda self: tools[self.name] or None)
    assert "Upload a bot in C17, C++20, Go, Java, JavaScript or Rust. It is" in page(
        client, "front"
    )
    machine("box", builds=True, rust="no linker", go="no cache", python="no Python")
    assert "Upload a bot in C17, C++20, Java or JavaScript. It is" in page(client, "front")
    refused = [kit for kit in GAMES["snake"].kits if kit.language in ("python", "rust", "go")]
    words = "This site cannot build this language"
    assert page(client, "game-kit", "snake").count(words) == len(refused) == 3


def test_the_front_page_counts_what_is_on(client, worm, noodle):
    finish(pair(worm, noodle), (1, 2))
    Match.objects.claim(pair(worm, noodle).pk, "test")
    pair(worm, noodle)
    assert "1 live · 1 waiting · 1 played in the last day" in page(client, "now")


def test_the_wall_shows_what_runs_and_then_what_has_ended(client, worm, noodle):
    done = finish(pair(worm, noodle), (1, 2))
    running, waiting = pair(worm, noodle), pair(worm, noodle)
    Match.objects.claim(running.pk, "test")
    boards = re.findall(r'id="board-(\d+)"', page(client, "live"))
    assert boards == [str(running.pk), str(done.pk)]
    assert str(waiting.pk) not in boards


def test_a_game_that_is_not_here_is_not_found(client):
    for address in ("game", "game-rules", "game-kit", "game-matches", "game-ladder"):
        assert client.get(reverse(address, args=["chess"])).status_code == 404


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_the_rules_of_every_game_have_contents_that_lead_somewhere(client, game):
    html = page(client, "game-rules", game.name)
    anchors = re.findall(r'<li class="toc-\d"><a href="#([^"]+)"', html)
    assert len(anchors) > 3
    for anchor in anchors:
        assert html.count(f'id="{anchor}"') == 1


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_kit_that_a_page_offers_can_be_downloaded(client, game):
    links = re.findall(r'href="([^"]+\.zip)"', page(client, "game-kit", game.name))
    assert len(links) == len(game.kits)
    for link in links:
        response = client.get(link)
        assert response["Content-Type"] == "application/zip"
        assert "attachment" in response["Content-Disposition"]
        assert zipfile.ZipFile(io.BytesIO(response.content)).testzip() is None


def test_a_kit_for_a_language_without_one_is_not_found(client):
    assert client.get("/games/snake/kit/cobol.zip").status_code == 404


def test_the_ladder_without_a_ruleset_leads_to_the_default_one(client):
    response = client.get(reverse("game-ladder", args=["snake"]))
    assert response["Location"] == reverse("ladder", args=["snake", RULESET])


def test_standings_show_rating_with_uncertainty_matches_and_wins(client, season, worm, noodle):
    for ranks in ((1, 2), (1, 2), (2, 1), (1, 1)):
        rated(season, worm, noodle, ranks)
    html = page(client, "ladder", "snake", RULESET)
    first, second = re.findall(r"<tr.*?</tr>", html, re.DOTALL)[1:]
    assert "worm" in first
    assert "noodle" in second
    assert re.search(r'<strong class="figure">\d{4}</strong>\s+<span class="muted">± \d+', first)
    assert '<td class="num opt">4</td>' in first
    assert "62 %" in first
    assert 'class="plot-interval"' in first
    assert 'class="plot-spark"' in first
    assert "provisional" in first


def test_standings_are_searched_by_bot_and_owner(client, season, worm, noodle):
    rated(season, worm, noodle)
    html = page(client, "ladder", "snake", RULESET, q="charlie/N")
    assert "noodle" in html
    assert "worm" not in html
    assert 'value="charlie/N"' in html


def test_a_search_that_finds_nobody_says_so(client, season, worm, noodle):
    rated(season, worm, noodle)
    assert "No bot or owner in these standings" in page(client, "ladder", "snake", RULESET, q="zz")


def test_a_paused_season_says_that_it_is_paused(client, season, worm, noodle):
    assert "is paused" not in page(client, "ladder", "snake", RULESET)
    Season.objects.filter(pk=season.pk).update(paused=True)
    assert "is paused" in page(client, "ladder", "snake", RULESET)


def test_an_old_season_stays_readable_and_one_of_another_ladder_is_not_found(client, season):
    old = Season.objects.create(
        game="snake", ruleset=RULESET, name="Season 0", starts="2020-01-01T00:00Z",
        ends="2020-06-01T00:00Z",
    )  # fmt: skip
    blitz = current_season("snake", "blitz")
    assert blitz is not None
    address = reverse("ladder", args=["snake", RULESET])
    html = page(client, "ladder", "snake", RULESET, season=old.pk)
    assert f'<option value="{old.pk}" selected>' in html
    assert client.get(address, {"season": blitz.pk}).status_code == 404
    assert client.get(address, {"season": "x"}).status_code == 404


def test_the_viewers_own_bots_are_marked_in_the_standings(client, alice, season, worm, noodle):
    rated(season, worm, noodle)
    assert page(client, "ladder", "snake", RULESET).count('class="own"') == 0
    client.force_login(alice)
    assert page(client, "ladder", "snake", RULESET).count('class="own"') == 1


def test_a_persons_page_shows_bots_ratings_and_matches(client, alice, season, worm, noodle):
    match = rated(season, worm, noodle)
    alice.about = "<b>Hello</b>"
    alice.save()
    html = page(client, "person", "alice")
    assert "&lt;b&gt;Hello" in html
    assert "playing v1" in html
    assert re.search(
        r"<strong class=\"figure\">1[56]\d\d</strong> <span class=\"muted\">± \d+", html
    )
    assert reverse("match", args=[match.pk]) in html


def test_a_persons_name_is_found_in_any_case_and_shown_in_its_own(client, alice):
    assert client.get("/people/ALICE/")["Location"] == "/people/alice/"


def test_who_has_left_has_no_page(client, alice):
    alice.is_active = False
    alice.save()
    assert client.get("/people/alice/").status_code == 404


def test_organizers_and_members_see_their_ways_and_visitors_the_way_in(client, alice, olga):
    html = page(client, "front")
    assert reverse("account_login") in html
    assert reverse("desk") not in html
    client.force_login(alice)
    html = page(client, "front")
    assert reverse("bots") in html
    assert reverse("desk") not in html
    client.force_login(olga)
    assert reverse("desk") in page(client, "front")


def test_the_chosen_theme_is_in_the_page_that_the_server_sends(client):
    assert "data-theme=" not in page(client, "about")
    client.cookies["theme"] = "dark"
    assert '<html lang="en" data-theme="dark">' in page(client, "about")
    client.cookies["theme"] = 'x"><script>'
    assert "data-theme=" not in page(client, "about")


def test_the_dark_palette_is_the_same_by_preference_and_by_choice():
    text = Path(__file__).parents[3].joinpath("static", "site", "tokens.css").read_text()
    rules = dict(re.findall(r"(:root\S+) \{([^{}]+)\}", text))
    asked, chosen = rules[':root:not([data-theme="light"])'], rules[':root[data-theme="dark"]']
    assert asked.split() == chosen.split()
    assert len(chosen.split(";")) > 20


def test_the_server_keeps_the_theme_for_a_year_as_safari_forgets_what_scripts_keep(client):
    assert client.post("/theme/", {"theme": "dark"}).status_code == 204
    assert client.cookies["theme"]["max-age"] == 365 * 24 * 3600
    assert '<html lang="en" data-theme="dark">' in page(client, "about")
    assert client.post("/theme/", {"theme": 'x"><script>'}).status_code == 400
    assert '<html lang="en" data-theme="dark">' in page(client, "about")


def test_a_site_without_isolation_says_so_on_every_page(client, monkeypatch):
    assert "without isolation" not in page(client, "about")
    monkeypatch.setenv("ARBITER_UNSAFE_NO_SANDBOX", "1")
    assert "without isolation" in page(client, "about")


@pytest.fixture
def memory_is_watched(monkeypatch):
    held = walls.Held("memory", walls.Holder.WATCHER)
    monkeypatch.setattr("controls.walls.watched", lambda: (held,))


def test_a_machine_whose_walls_are_only_watched_says_so_with_the_command_that_helps(
    client, settings, memory_is_watched
):
    settings.RATED_WATCHED = True
    text = page(client, "about")
    assert "only watched on this machine" in text
    assert "Delegate=yes make run" in text
    assert "rated matches wait" not in text
    settings.RATED_WATCHED = False
    assert "rated matches wait" in page(client, "about")


def test_a_machine_whose_kernel_holds_all_walls_says_nothing_of_them(client, monkeypatch):
    monkeypatch.setattr("controls.walls.watched", lambda: ())
    assert "only watched on this machine" not in page(client, "about")


def test_crawlers_are_kept_from_what_is_not_for_them(client):
    text = client.get("/robots.txt").content.decode()
    assert "Disallow: /api/" in text
    assert "Disallow: /\n" not in text


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("snake", "2 seats · 3.0 s CPU a turn · 1024 MB memory"),
        ("microwars", "2 seats · 10 s CPU a game · 512 MB memory"),
        ("generals", "2 seats · 250 ms CPU a turn · 2 min CPU a game · 512 MB memory"),
    ],
)
def test_a_games_page_tells_the_time_of_a_turn_and_of_a_game(client, game, told):
    assert told in " ".join(client.get(f"/games/{game}/").text.split())
