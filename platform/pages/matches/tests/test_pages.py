"""The list of matches, the page of one, and what can be had of it."""

from __future__ import annotations

import gzip
import json
import re
from html.parser import HTMLParser

import pytest
from django.urls import reverse
from django_htmx.http import HTMX_STOP_POLLING as STOP_POLLING

from arbiter.serving.modules import with_imports
from controls import services as controls
from games.engine import EndState
from ladder.models import RatedMatch
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot
from matches import services, tasks
from matches.models import Match
from matches.tests.recorded import recorded

pytestmark = pytest.mark.django_db


@pytest.fixture
def worm(alice, team):
    return make_bot(alice, "worm", team)


@pytest.fixture
def noodle(charlie):
    return make_bot(charlie, "noodle")


@pytest.fixture
def pair(worm, noodle):
    """Makes a waiting match of worm (seat 0) against noodle (seat 1)."""

    def make(ruleset=RULESET, kind="ladder") -> Match:
        versions = [worm.active_version, noodle.active_version]
        return services.create_match("snake", ruleset, kind, versions, seed=3)

    return make


def rated(match: Match) -> Match:
    """Let a waiting match count for the running season."""
    ensure_seasons()
    season = current_season("snake", RULESET)
    assert season is not None
    RatedMatch.objects.create(match=match, season=season)
    return match


def show(client, match):
    response = client.get(match.get_absolute_url())
    assert response.status_code == 200
    return response.content.decode()


def config(html):
    found = re.search(r'<script id="player-config"[^>]*>(.*?)</script>', html, re.DOTALL)
    assert found, "the page has no player"
    return json.loads(found[1])


def listed(client, **query) -> set[int]:
    html = client.get(reverse("matches"), query).content.decode()
    return {int(n) for n in re.findall(r'class="fit"><a href="/matches/(\d+)/"', html)}


def test_every_filter_of_the_list_is_in_the_address(client, pair, worm, bob):
    waiting, blitz = pair(), pair(ruleset="blitz", kind="friendly")
    done = finish(pair(), (1, 2))
    mirror = services.create_match(
        "snake", RULESET, "ladder", [worm.active_version, worm.active_version], seed=1
    )
    everything = {waiting.pk, blitz.pk, done.pk, mirror.pk}
    assert listed(client) == everything
    assert listed(client, ruleset="blitz") == {blitz.pk}
    assert listed(client, kind="friendly", state="queued") == {blitz.pk}
    assert listed(client, state="finished") == {done.pk}
    assert listed(client, bot="noodle") == everything - {mirror.pk}
    assert listed(client, bot="alice/WORM") == everything
    assert listed(client, bot="charlie/worm") == set()
    assert listed(client, person="Charlie") == everything - {mirror.pk}
    assert listed(client, person="bob") == set()


def test_an_invalid_filter_is_reported_beside_its_field(client, pair):
    match = pair()
    response = client.get(reverse("matches"), {"state": "asleep", "bot": "worm"})
    assert "asleep is not one of the available choices" in response.content.decode()
    assert listed(client, state="asleep", bot="worm") == {match.pk}


def test_pages_of_a_filtered_list_keep_the_filter(client, pair):
    for _ in range(31):
        pair()
    html = client.get(reverse("matches"), {"bot": "worm"}).content.decode()
    assert 'href="?bot=worm&amp;page=2"' in html
    assert len(listed(client, bot="worm", page=2)) == 1
    assert len(listed(client, page="nonsense")) == 30


def test_a_list_takes_no_more_queries_for_more_matches(client, pair, django_assert_max_num_queries):
    for _ in range(20):
        pair()
    with django_assert_max_num_queries(8):
        client.get(reverse("matches"))


def test_a_finished_match_shows_its_result_without_a_script_too(client, pair):
    match = finish(pair(), (2, 1), (EndState.TIMEOUT, EndState.OK))
    html = show(client, match)
    sentence = "charlie/noodle beat alice/worm, which timed out"
    head, _, main = html.partition("<main")
    assert (head.count(sentence), main.count(sentence)) == (3, 0)
    assert "charlie/noodle beat alice/worm.</strong> " in main, "the ending tells the failure"
    assert f"<title>{sentence}, match {match.pk}" in html
    table = html[html.index('id="seats-title"') :]
    assert "timed out" in table
    assert "Finished normally" in table
    assert reverse("match-replay", args=[match.pk]) in table


def test_a_match_that_ties_has_no_winner(client, pair):
    html = show(client, finish(pair(), (1, 1)))
    assert "alice/worm and charlie/noodle drew −1 : −1" in html
    assert "side-won" not in html


def test_the_player_gets_seats_with_ratings_and_what_the_match_did_to_them(client, pair):
    match = rated(pair())
    player = config(show(client, finish(match, (1, 2))))
    assert player["socket"] == f"/ws/matches/{match.pk}/"
    assert player["view"] == "/static/games/snake/view.js"
    assert player["state"] == "finished"
    winner, loser = player["seats"]
    assert (winner["number"], winner["name"], winner["url"]) == (0, "worm", "/bots/alice/worm/")
    assert winner["change"] > 0 > loser["change"]
    assert winner["rating"] > 1500 > loser["rating"]
    assert ["Seed", "3"] in player["info"]


def test_a_match_that_does_not_count_shows_the_ratings_of_now_and_no_change(client, pair):
    finish(rated(pair()), (1, 2))
    seats = config(show(client, finish(pair(kind="friendly"), (2, 1))))["seats"]
    assert seats[0]["rating"] > 1500
    assert [seat["change"] for seat in seats] == [None, None]


def test_a_waiting_match_tells_its_place_and_how_long_that_takes(client, pair):
    controls.seen("box:1:2", "matches")
    Match.objects.filter(pk=pair().pk).update(expected=240.0)
    match = pair()
    Match.objects.filter(pk=match.pk).update(expected=240.0)
    html = show(client, match)
    assert "number 2 in the queue" in html
    assert "It starts in about 4 min." in html


def test_without_workers_nothing_is_promised(client, pair):
    html = show(client, pair())
    assert "next in the queue" in html
    assert "It starts in about" not in html


def test_the_waiting_line_stops_asking_once_the_match_plays(client, pair):
    match = pair(kind="friendly")
    address = reverse("match-state", args=[match.pk])
    assert b"next in the queue" in client.get(address).content
    Match.objects.claim(match.pk, "test")
    response = client.get(address)
    assert (response.status_code, response.content) == (STOP_POLLING, b"")


def test_the_person_who_asked_for_a_match_cancels_it(client, pair, charlie, alice):
    match, button = pair(kind="friendly"), "Cancel this match"
    Match.objects.update(requested_by=charlie)
    address = reverse("match-cancel", args=[match.pk])
    for person in (alice, charlie):
        client.force_login(person)
        assert (button in show(client, match)) == (person == charlie)
    client.force_login(alice)
    assert "Only the person who asked" in client.post(address, follow=True).text
    client.force_login(charlie)
    Match.objects.claim(match.pk, "test")  # also while it runs
    html = client.post(address, follow=True).text
    assert "The person who asked for this match cancelled it." in html
    assert button not in html
    match.refresh_from_db()
    assert match.state == "aborted"
    assert "can be aborted" in client.post(address, follow=True).text


def test_an_aborted_match_says_why_and_has_no_player(client, pair, olga):
    match = pair()
    services.abort(match, olga, "asked for by mistake")
    html = show(client, match)
    assert "This match was stopped" in html
    assert "asked for by mistake" in html
    assert "player-config" not in html


def test_a_failure_of_ours_is_no_bots_fault_and_its_details_are_for_organizers(client, pair, olga):
    match = pair()
    Match.objects.filter(pk=match.pk).update(state="failed", failure="disk full on worker-7")
    html = show(client, match)
    assert "the match counts against no bot" in html
    assert "worker-7" not in html
    client.force_login(olga)
    assert "worker-7" in show(client, match)


def test_a_match_of_a_game_that_left_the_site_still_has_its_page(client, pair):
    match = finish(pair(), (1, 2))
    Match.objects.filter(pk=match.pk).update(game="chess", ruleset="rapid")
    html = show(client, match)
    assert "chess" in html
    assert "player-config" not in html
    assert listed(client) == {match.pk}


def test_a_replay_comes_with_a_tag_and_is_not_sent_twice(client, pair):
    match = finish(pair(), (1, 2))
    address = reverse("match-replay", args=[match.pk])
    response = client.get(address)
    lines = gzip.decompress(response.getvalue()).splitlines()
    assert json.loads(lines[0])["type"] == "header"
    assert response["ETag"] == f'"{match.replay_sha256}"'
    assert response["Content-Disposition"] == f'attachment; filename="match-{match.pk}.jsonl.gz"'
    assert client.get(address, headers={"if-none-match": response["ETag"]}).status_code == 304


def test_an_unfinished_match_has_nothing_to_download(client, pair):
    match = pair()
    assert client.get(reverse("match-replay", args=[match.pk])).status_code == 404
    assert client.get(reverse("match-export", args=[match.pk, "first-half"])).status_code == 404


def test_a_format_that_the_game_does_not_have_is_not_found(client, pair):
    match = finish(pair(), (1, 2))
    assert client.get(reverse("match-export", args=[match.pk, "pgn"])).status_code == 404


def test_logs_are_for_those_who_manage_the_bot(client, pair, alice, bob, charlie, olga):
    match = finish(pair(), (1, 2))
    addresses = [
        reverse("match-log", args=[match.pk, 0]),
        reverse("match-logs", args=[match.pk]),
    ]
    expected = {None: [404, 404], olga: [404, 404], charlie: [404, 200], bob: [200, 200]}
    for viewer, codes in {**expected, alice: [200, 200]}.items():
        client.logout()
        if viewer:
            client.force_login(viewer)
        assert [client.get(address).status_code for address in addresses] == codes, viewer
        offered = config(show(client, match))["log_url"]
        assert (offered is None) == (codes[1] == 404)


@pytest.fixture
def played(transactional_db, alices_bot, make_ready, alice):
    """A blitz match of alice's bot against itself, played by the real judger."""
    version = make_ready(alices_bot)
    assert version.state == "ready", version.failure
    match = services.request_match(alice, "snake", "blitz", [version, version], seed=5)
    tasks.play("matches")
    match.refresh_from_db()
    return match


@pytest.mark.django_db(transaction=True)
def test_what_a_real_match_leaves_can_be_read_and_downloaded(client, played, alice):
    client.force_login(alice)
    player = config(show(client, played))
    lines = client.get(player["log_url"]).json()["lines"]
    assert {line["seat"] for line in lines} == {0, 1}
    assert [(line["game"], line["turn"]) for line in lines] == sorted(
        (line["game"], line["turn"]) for line in lines
    )
    text = client.get(reverse("match-log", args=[played.pk, 1]))
    assert text["Content-Type"] == "text/plain; charset=utf-8"
    assert b"hello from player 0" in text.content
    for file in player["downloads"][1:]:
        response = client.get(file["url"])
        assert response["Content-Disposition"].endswith('.json"')
        assert json.loads(response.content)


def test_the_page_names_all_modules_of_the_board_at_once(client, pair):
    source = show(client, finish(pair(), [1, 2]))
    named = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', source)
    assert named[:2] == ["player/player.js", "games/snake/view.js"]
    assert {"player/board.js", "shared/dom.js", "games/snake/state.js"} <= set(named)
    assert len(named) == len(set(named)) > 30
    imported = {name for each in named for name in with_imports(each)}
    assert imported == set(named)


class Undrawn(HTMLParser):
    """The words of a page that no state changes: outside of its head and of what is drawn again."""

    def __init__(self, html: str):
        super().__init__()
        self.words: list[str] = []
        self._inside: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        redrawn = "data-live" in given or "page-head" in (given.get("class") or "")
        if self._inside:
            self._inside += [tag] if tag == self._inside[0] else []
        elif redrawn or tag in ("head", "script"):
            self._inside = [tag]

    def handle_endtag(self, tag: str) -> None:
        if self._inside and tag == self._inside[0]:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside and data.strip():
            self.words.append(data.strip())


def test_all_that_the_end_changes_on_a_page_is_drawn_again(client, alice, pair):
    client.force_login(alice)
    match = pair()
    before = show(client, match)
    after = show(client, recorded(match))
    assert "site/following" in before
    assert "site/following" not in after
    assert Undrawn(before).words == Undrawn(after).words
