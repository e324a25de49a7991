"""The pages of a single series: what its event shows, and how organizers plan one."""

from __future__ import annotations

import csv
import io
import re
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.utils import timezone

from bots.models import Bot
from bots.services import create_bot
from games.registry import OURS
from games.tests import stakes
from ladder.events.entrants.terms import consent
from ladder.events.models import Event, Stage
from ladder.events.tests.series_steps import begun, game_now, games, go_on, planned, win
from ladder.tests.play import add_version
from matches.models import Match
from matches.tests import crowd

pytestmark = pytest.mark.django_db
RULES = "/events/new/?rules=stakes/three"


@pytest.fixture(scope="module")
def four(kept_cast):
    """The ids of two bots of alice's, one of bob's and one of the house."""
    alice, bob, charlie = kept_cast.alice, kept_cast.bob, kept_cast.charlie
    charlie.is_house = True
    charlie.save()
    made = []
    with pytest.MonkeyPatch.context() as patch:
        crowd.install(patch, stakes)
        for owner, name in ((alice, "ant"), (bob, "bee"), (alice, "cat"), (charlie, "low")):
            bot = create_bot(owner, "stakes", name)
            add_version(bot)
            made.append(bot.pk)
    for owner in (alice, bob):
        consent.set_standing(owner, True)
    return made


@pytest.fixture
def bots(four, db, monkeypatch, redis_client):
    crowd.install(monkeypatch, stakes)
    found = Bot.objects.filter(pk__in=four).select_related("owner").in_bulk()
    return [found[pk] for pk in four]


@pytest.fixture
def series(bots, olga):
    return begun(olga, bots[:3])


def play(series, *winners):
    """Games that these entrants win, one after the other; the others follow by number."""
    for winner in winners:
        win(series, winner)


def stage_url(series) -> str:
    return f"{series.get_absolute_url()}stages/series/"


# Public pages ------------------------------------------------------------------------------------


def test_without_events_the_page_says_what_will_be_here(client, olga, bots):
    page = client.get("/events/").text
    assert "No event has been planned yet." in page
    assert "/events/plan/" not in page
    client.force_login(olga)
    assert 'href="/events/plan/"' in client.get("/events/").text
    assert 'href="/events/new/"' in client.get("/events/plan/").text


def test_events_are_listed_by_what_they_are_up_to(client, olga, bots):
    begun(olga, bots[:3], name="On now")
    done = begun(olga, bots[:3], name="Done", most_games=1)
    play(done, 1)
    tomorrow = timezone.now() + timedelta(days=1)
    planned(olga, [], name="Soon", top=3, starts=tomorrow)
    page = client.get("/events/").text
    sections = re.split(r"<h2[^>]*>", page)[1:]
    assert [text.split("<")[0] for text in sections] == ["Now", "Next", "Past"]
    assert [name in text for name, text in zip(("On now", "Soon", "Done"), sections, strict=True)]
    assert "top 3" in sections[1]
    assert " UTC" in sections[1]
    assert re.findall(r'class="name">([^<]+)<', sections[2]) == ["bee", "ant"]


def test_many_events_cost_as_much_as_one(client, olga, bots, django_assert_max_num_queries):
    for number in range(6):
        play(begun(olga, bots[:3], name=f"Round {number}", most_games=1), 0)
        begun(olga, bots[:3], name=f"Other {number}")
    with django_assert_max_num_queries(10):
        assert client.get("/events/").text.count("Round ") == 6


def test_a_planned_series_tells_when_and_who(client, olga, bots):
    series = planned(olga, bots[:2], winners=1)
    page = client.get(series.get_absolute_url()).text
    assert "when an organizer starts it" in page
    assert all(name in page for name in ("ant", "bee"))
    assert "Entries are closed" in page
    assert client.get(stage_url(series)).status_code == 200


def test_one_of_the_ladder_says_who_will_play(client, olga, bots):
    series = planned(olga, [], top=3)
    page = client.get(series.get_absolute_url()).text
    assert "The 3 best bots of the ladder enter when the event starts" in page


def test_a_running_series_tells_how_far_it_has_come_and_leads_to_its_game(client, series):
    play(series, 0, 0, 1)
    now = game_now(series).match
    page = " ".join(client.get(stage_url(series)).text.split())
    assert "3 games played, 0 of 2 winners found" in page
    # Three more wins of ant and four of bee; at most cat wins four on the way.
    assert "7 to 11 more games" in page
    assert f'is queued: <a href="/matches/{now.pk}/"' in page
    assert "what a prize is worth" in page
    Match.objects.filter(pk=now.pk).update(state="running")
    page = client.get(f"{stage_url(series)}state/").text
    assert "Watch game 4 live" in page
    assert 'value="0.3"' in page


def test_the_standings_have_every_game_and_who_has_left_when(client, series):
    play(series, 0, 0, 0, 0, 1, 0, 2)
    page = client.get(stage_url(series)).text.partition("Game by game")[2]
    body = page[page.index("<tbody>") : page.index("</tbody>")]
    rows = [re.sub(r"<[^>]*>", " ", row).split() for row in body.split("</tr>")[:-1]]
    assert " ".join(rows[0]) == (
        "1 alice/ ant v1 winner 5 of 5 ×7.59 after game 6 1.17 "
        "1 won ×1 1 won ×1.5 1 won ×2.25 1 won ×3.38 2 ×5.06 1 won ×5.06 · left before"
    )
    assert " ".join(rows[1][:9]) == "2 bob/ bee v1 1 of 5 ×1.5 –"
    assert rows[1][-2:] == ["2", "×1.5"]
    assert rows[2][-3:] == ["1", "won", "×1"]


def test_the_pages_tell_the_order_of_a_series_as_it_is_computed(client, series):
    play(series, 0, 1)
    page = client.get(stage_url(series)).text
    assert "then by the mean of their places: the lower mean is better" in page
    assert "sum of places" not in page
    page = page.partition("Game by game")[2]
    rows = page[page.index("<tbody>") : page.index("</tbody>")].split("</tr>")[:-1]
    means = [re.findall(r">\s*(\d\.\d\d)\s*<", row) for row in rows]
    assert means == [["1.50"], ["1.50"], ["3.00"]]


def test_the_chart_says_in_words_what_it_draws(client, series):
    play(series, 0, 0, 0, 0, 0, 1)
    page = client.get(stage_url(series)).text
    svg = page[page.index('<svg class="plot plot-series"') :]
    svg = svg[: svg.index("</svg>") + 6].replace("<svg ", '<svg xmlns="urn:x" ', 1)
    root = ElementTree.fromstring(svg)  # noqa: S314
    space = "{urn:x}"
    words = root.findtext(f"{space}desc") or ""
    assert "alice/ant: 5 wins, left after game 5." in words
    assert "bob/bee: 1 win." in words
    lines: Any = root.findall(f"{space}g")
    assert [len(line.find(f"{space}path").get("d").split("L")) for line in lines] == [6, 7, 7]
    assert len({line.get("data-seat") for line in lines}) == 3


def test_the_matches_are_listed_with_those_that_were_played_again(client, olga, series):
    play(series, 1)
    lost = game_now(series).match
    Match.objects.filter(pk=lost.pk).update(state="failed")
    go_on(series)
    page = client.get(f"{series.get_absolute_url()}matches/").text
    assert page.count(">replaced<") == 1
    assert [f'"/matches/{game.match_id}/"' in page for game in games(series)] == [True] * 3
    page = " ".join(client.get(f"/matches/{lost.pk}/").text.split())
    assert f'<a href="{series.get_absolute_url()}">Autumn round</a>' in page
    assert f'<a href="{stage_url(series)}">Series, game 2</a> (replaced)' in page


def test_a_finished_series_keeps_its_pages_and_asks_for_its_state_no_more(client, olga, bots):
    series = begun(olga, bots[:3], most_games=2)
    assert "hx-get" in client.get(stage_url(series)).text
    play(series, 1, 1)
    page = client.get(stage_url(series)).text
    assert "The series reached its bound of games, so the order decides" in page
    assert page.partition("Game by game")[0].count('badge-ok">winner<') == 2
    assert "hx-get" not in page[page.index("<main") : page.index("</main")]


def test_a_series_whose_game_left_the_site_can_still_be_read(client, series, monkeypatch):
    play(series, 0)
    with monkeypatch.context() as patch:
        patch.delitem(OURS, "stakes")
        for tab in ("", "standings/", "matches/", "standings.csv", "state/"):
            assert client.get(f"{series.get_absolute_url()}{tab}").status_code == 200
        for part in ("", "table.csv", "state/"):
            assert client.get(f"{stage_url(series)}{part}").status_code == 200
        assert client.get("/events/").status_code == 200


def test_the_file_has_the_standings_with_every_game(client, series):
    play(series, 0, 2)
    answer = client.get(f"{stage_url(series)}table.csv")
    assert answer["Content-Type"].startswith("text/csv")
    first, second, third = csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig")))
    assert (first["owner"], first["bot"], first["wins"], first["handicap"]) == (
        "alice",
        "ant",
        "1",
        "1.5",
    )
    assert (second["bot"], second["game_2_place"], second["game_2_handicap"]) == ("cat", "1", "1.0")
    assert (third["place"], third["won"], third["left_after"]) == ("3", "no", "")
    assert third["group"] == "", "it has one group"


def test_there_is_no_page_for_no_series(client, bots):
    for path in ("", "state/", "standings/", "standings.csv", "matches/"):
        assert client.get(f"/events/nothing/{path}").status_code == 404


# Pages for organizers ----------------------------------------------------------------------------


def form(**more):
    given = {
        "name": "Spring round",
        "who": "chosen",
        "place_0": "alice/ant",
        "place_1": "bee",
        "place_2": "",
        "winners": "1",
        "most_games": "60",
        "patience": "10",
        "when": "later",
        "zone": "Europe/Berlin",
    }
    return {**given, **more}


def test_an_organizer_plans_one_and_starts_it_by_one_click(client, olga, bots):
    client.force_login(olga)
    assert client.get(RULES).status_code == 200
    answer = client.post(RULES, form())
    assert answer["Location"] == "/events/spring-round/"
    series = Event.objects.get()
    assert [entry.bot for entry in series.entries.order_by("pk")] == bots[:2]
    assert (series.state, series.starts) == ("open", None)
    assert series.planned.stages[0].options.winners == 1
    begin = 'action="/events/spring-round/organize/begin/"'
    assert begin in client.get("/events/spring-round/").text
    client.post("/events/spring-round/organize/begin/")
    series.refresh_from_db()
    assert (series.state, len(games(series))) == ("running", 1)
    assert begin not in client.get("/events/spring-round/").text


def test_one_that_begins_at_once_has_begun(client, olga, bots):
    client.force_login(olga)
    client.post(RULES, form(when="now"))
    assert Event.objects.get().state == "running"


def test_one_that_cannot_begin_at_once_is_planned_and_says_why(client, olga, bots):
    client.force_login(olga)
    answer = client.post(RULES, form(when="now", who="top", top="2"), follow=True)
    assert Event.objects.get().state == "open"
    assert "was not started" in answer.text
    assert "has 0 bots" in answer.text


def test_a_time_is_meant_in_its_zone(client, olga, bots):
    client.force_login(olga)
    client.post(RULES, form(when="at", starts="2030-07-01T18:00"))
    starts = Event.objects.get().starts
    assert starts is not None
    assert starts.isoformat() == "2030-07-01T16:00:00+00:00"


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("Choose either bots", {"place_0": "", "place_1": ""}),
        ("Choose from 2 to 3 bots", {"place_1": ""}),
        ("A bot is listed twice", {"place_1": "alice/ant"}),
        ("No bot “gnat” plays", {"place_1": "gnat"}),
        ("Enter the number of bots", {"who": "top"}),
        ("Choose from 2 to 3 bots", {"who": "top", "top": "4"}),
        ("at most 1 can win", {"winners": "2"}),
        ("less than or equal to 1000", {"most_games": "1001"}),
        ("Write a date and a time", {"when": "at"}),
        ("Write a date and a time", {"when": "at", "starts": "tomorrow"}),
        ("Write a date and a time", {"when": "at", "starts": "2030-02-30T10:00"}),
        ("This time has passed", {"when": "at", "starts": "2020-01-01T10:00"}),
        ("02:30 does not exist", {"when": "at", "starts": "2030-03-31T02:30"}),
        ("no such time zone", {"when": "at", "starts": "2030-07-01T18:00", "zone": "Moon"}),
        ("no such time zone", {"when": "at", "starts": "2030-07-01T18:00", "zone": "../etc"}),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(client, olga, bots, words, wrong):
    client.force_login(olga)
    answer = client.post(RULES, form(**wrong))
    assert answer.status_code == 422
    assert words in answer.text
    assert 'value="Spring round"' in answer.text
    assert not Event.objects.exists()


def test_others_do_not_plan(client, alice, olga, bots):
    series = planned(olga, bots[:2], winners=1)
    assert "/accounts/login/" in client.post(RULES, form())["Location"]
    client.force_login(alice)
    assert client.get(RULES).status_code == client.post(RULES, form()).status_code == 404
    assert "For organizers" not in client.get(series.get_absolute_url()).text
    assert Event.objects.count() == 1


def test_what_stops_a_series_is_for_organizers_to_read(client, alice, olga, series):
    Stage.objects.update(paused=True, trouble="Series, game 1 had no result 3 times")
    path = stage_url(series)
    assert "had no result" not in client.get(path).text
    assert "Paused: no new game" in client.get(path).text
    client.force_login(olga)
    assert "had no result" in client.get(path).text
    assert "had no result" in client.get("/desk/").text


def test_without_a_game_that_knows_handicaps_there_is_nothing_to_plan(client, olga, monkeypatch):
    monkeypatch.setattr("pages.events.series.views.offered", lambda: iter(()))
    client.force_login(olga)
    assert "No installed game has handicaps" in client.get("/events/new/").text
