"""Standings of past days, of all seasons, by points, and as files."""

from __future__ import annotations

import csv
import re
from datetime import UTC, date, datetime, timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import escape

from games.registry import GAMES
from ladder.models import RatedMatch, Season
from ladder.ratings import official
from ladder.seasons import history
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot
from maps.services import install_stock
from matches.services import create_match
from pages.ladder.course_chart import Chart, Track, drawn
from rulesets.catalogue import rated

pytestmark = pytest.mark.django_db
LADDER = f"/games/snake/ladder/{RULESET}/"


@pytest.fixture
def season(db):
    ensure_seasons()
    return current_season("snake", RULESET)


def play(season, *bots, ranks=(1, 2)):
    versions = [bot.versions.get() for bot in bots]
    match = create_match("snake", RULESET, "ladder", versions)
    RatedMatch.objects.create(match=match, season=season)
    finish(match, ranks)


@pytest.fixture
def bots(alice, charlie):
    return [make_bot(alice, "worm"), make_bot(charlie, "viper")]


@pytest.fixture
def days(season, bots):
    """Worm leads on the first day, viper on the third; nothing is kept of the second."""
    play(season, *bots)
    history.keep(season, date(2026, 5, 1))
    for _ in range(3):
        play(season, *reversed(bots))
    history.keep(season, date(2026, 5, 3))
    return season


def text(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def rows_of(page):
    return [text(row).strip() for row in re.findall(r"<tr.*?</tr>", page, re.DOTALL)]


def table(answer):
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    body = b"".join(answer.streaming_content).decode()
    return list(csv.DictReader(body.splitlines()))


# By days ------------------------------------------------------------------------------------------


def test_a_history_has_every_day_and_a_line_for_each_bot(client, days):
    page = client.get(f"{LADDER}history/").text
    head, third, first = rows_of(page)
    assert head.split() == ["Day", "charlie/viper", "alice/worm"]
    assert re.fullmatch(r"3 May 2026 1 \d+ 2 \d+", third)
    assert re.fullmatch(r"1 May 2026 2 \d+ 1 \d+", first)
    assert page.count('class="plot-seat"') == 2
    assert "alice/worm: place 1 on 01 May, place 2 on 03 May." in page
    assert f'href="{LADDER}?season={days.pk}&amp;day=2026-05-01"' in page


def test_a_history_shows_the_bots_that_are_named(client, days):
    page = client.get(f"{LADDER}history/", {"bots": "Alice/Worm, bob/none"}).text
    assert rows_of(page)[0].split() == ["Day", "alice/worm"]
    assert "No bot of this game is called bob/none." in text(page)
    assert page.count('class="plot-seat"') == 1


def test_a_history_can_be_drawn_of_ratings(client, days):
    page = client.get(f"{LADDER}history/", {"show": "value"}).text
    assert re.search(r"alice/worm: 1[56]\d\d on 01 May, 1[345]\d\d on 03 May\.", page)


def test_at_most_ten_bots_are_drawn(client, season, bots, charlie):
    for number in range(11):
        play(season, bots[0], make_bot(charlie, f"bot{number}"))
    history.keep(season, date(2026, 5, 1))
    assert client.get(f"{LADDER}history/").text.count('class="plot-seat"') == 10
    names = ",".join(f"charlie/bot{number}" for number in range(11))
    assert client.get(f"{LADDER}history/", {"bots": names}).text.count('class="plot-seat"') == 10


def test_before_the_first_day_the_history_says_what_comes(client, season):
    assert "stores the standings at the end of each day" in client.get(f"{LADDER}history/").text


def test_the_standings_of_a_past_day_can_be_opened(client, days):
    page = client.get(LADDER, {"day": "2026-05-01"}).text
    assert "The standings at the end of 1 May 2026 (UTC)." in text(page)
    assert [row.split()[:2] for row in rows_of(page)[1:]] == [["1", "alice/"], ["2", "charlie/"]]
    assert 'day=2026-05-03" rel="next"' in page
    assert 'rel="prev"' not in page
    found = client.get(LADDER, {"day": "2026-05-01", "q": "charlie"}).text
    assert [row.split()[0] for row in rows_of(found)[1:]] == ["2"]


@pytest.mark.parametrize("day", ["2026-05-02", "yesterday", "2026-13-01"])
def test_a_day_of_which_nothing_is_kept_is_not_found(client, days, day):
    assert client.get(LADDER, {"day": day}).status_code == 404
    assert client.get(f"{LADDER}standings.csv", {"day": day}).status_code == 404


# By points ----------------------------------------------------------------------------------------


@pytest.fixture
def by_points(season, bots):
    Season.objects.filter(pk=season.pk).update(scoring="points", window=2)
    for _ in range(3):
        play(season, *bots)
    season.refresh_from_db()
    return season


def test_standings_by_points_show_points_and_what_counted(client, by_points):
    page = client.get(LADDER).text
    head, first, second = rows_of(page)
    assert "Points" in head
    assert re.search(r"worm 20\.0 2 of 2 10\.00 \d+ ± \d+ 3$", first)
    assert re.search(r"viper 0\.0 2 of 2 0\.00 \d+ ± \d+ 3$", second)
    assert "Only a bot's newest 2 matches count" in text(page).replace("&#x27;", "'")


def test_the_game_and_the_front_page_show_points_too(client, by_points):
    assert "20.0 points" in text(client.get("/games/snake/").text)
    assert client.get("/").status_code == 200


def test_the_file_of_a_season_by_points_has_them(client, by_points):
    first, second = table(client.get(f"{LADDER}standings.csv"))
    assert (first["bot"], first["points"], first["counted_matches"]) == ("worm", "20.0", "2")
    assert second["average_points"] == "0.0"


# Seasons ------------------------------------------------------------------------------------------


@pytest.fixture
def two_seasons(season, bots):
    """Worm won the first; the second runs."""
    play(season, *bots)
    official.refit(season)
    Season.objects.filter(pk=season.pk).update(ends=timezone.now() - timedelta(seconds=1))
    history.keep_due()
    ensure_seasons()
    second = current_season("snake", RULESET)
    play(second, *reversed(bots))
    return [season, second]


def test_all_seasons_have_champions_and_everybodys_record(client, two_seasons):
    page = client.get(f"{LADDER}all/").text
    running, past = rows_of(page)[1:3]
    assert " on " in running
    assert "alice/ worm" in past
    worm, viper = rows_of(page)[4:]
    assert re.fullmatch(r"alice/ worm 1 1 \d+ 2 2", worm)
    assert re.fullmatch(r"charlie/ viper – 2 \d+ 2 2", viper)
    assert "alice/worm: place 1 on" in page


def test_a_past_season_is_still_there_and_the_running_one_comes_first(client, two_seasons):
    first, second = two_seasons
    page = client.get(LADDER).text
    assert f'<option value="{second.pk}" selected>' in page
    assert re.search(rf'<option value="{first.pk}">\s*{first.name} \(ended\)</option>', page)
    past = client.get(LADDER, {"season": first.pk}).text
    assert "its standings are final" in past
    assert client.get(LADDER, {"season": 987654}).status_code == 404


def test_a_planned_season_is_announced_and_does_not_take_the_place_of_this_one(
    client, season, bots
):
    play(season, *bots)
    starts = datetime(2031, 5, 1, 18, 0, tzinfo=UTC)
    coming = Season.objects.create(
        game="snake", ruleset=RULESET, name="Cup", starts=starts, ends=starts + timedelta(days=9)
    )
    page = client.get(LADDER).text
    assert "“Cup” begins 1 May 2031, 18:00 UTC" in text(page)
    assert f'<option value="{season.pk}" selected>' in page
    own = client.get(LADDER, {"season": coming.pk}).text
    assert "This season begins 1 May 2031, 18:00 UTC." in text(own)


def test_without_any_season_every_page_is_there(client, db):
    for page in ("", "official/", "history/", "all/"):
        assert client.get(f"{LADDER}{page}").status_code == 200
    assert client.get(f"{LADDER}standings.csv").status_code == 404
    assert table(client.get(f"{LADDER}all.csv")) == []


@pytest.mark.parametrize(
    "page",
    [
        "history/",
        "all/",
        "standings.csv",
        "official.csv",
        "history.csv",
        "all.csv",
        "by-season.csv",
    ],
)
def test_an_unknown_ladder_has_none_of_these(client, season, page):
    assert client.get(f"/games/snake/ladder/nonsense/{page}").status_code == 404
    assert client.get(f"/games/nothing/ladder/standard/{page}").status_code == 404


# Files --------------------------------------------------------------------------------------------


def test_every_file_has_a_name_and_its_table(client, days):
    official.refit(days)
    answer = client.get(f"{LADDER}standings.csv", {"season": days.pk})
    name = f'attachment; filename="snake-{RULESET}-season{days.pk}-standings.csv"'
    assert answer["Content-Disposition"] == name
    assert [row["bot"] for row in table(answer)] == ["viper", "worm"]
    assert [row["place"] for row in table(client.get(f"{LADDER}official.csv"))] == ["1", "2"]
    day = client.get(f"{LADDER}standings.csv", {"day": "2026-05-01"})
    assert [row["bot"] for row in table(day)] == ["worm", "viper"]
    assert len(table(client.get(f"{LADDER}history.csv"))) == 4
    chosen = table(client.get(f"{LADDER}history.csv", {"bots": "alice/worm"}))
    assert [(row["day"], row["place"]) for row in chosen] == [
        ("2026-05-01", "1"),
        ("2026-05-03", "2"),
    ]
    assert client.get(f"{LADDER}history.csv", {"bots": "alice/none"}).status_code == 404
    assert [row["bot"] for row in table(client.get(f"{LADDER}all.csv"))] == ["viper", "worm"]
    assert table(client.get(f"{LADDER}by-season.csv")) == []


@pytest.mark.django_db(transaction=True)
async def test_a_file_is_sent_the_same_by_the_asynchronous_server(async_client, days):
    answer = await async_client.get(f"{LADDER}history.csv")
    body = b"".join([part async for part in answer.streaming_content])
    assert answer.is_async

    def sync():
        return [row["bot"] for row in table(Client().get(f"{LADDER}history.csv"))]

    told = [row["bot"] for row in csv.DictReader(body.decode().splitlines())]
    assert told == await sync_to_async(sync)()


# The ruleset's page -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_shipped_ruleset_has_a_page_with_its_terms(client, game):
    ensure_seasons()
    install_stock([game])
    titles = {each.name: each.title for each in game.maps.stock} if game.maps else {}
    for ruleset in game.rulesets:
        page = client.get(f"/games/{game.name}/rulesets/{ruleset.name}/").text
        assert f"{ruleset.memory_mb} MB" in page
        for name in ruleset.pool:
            assert f">{escape(titles[name])}</a>" in page
        assert ("All seasons together" in page) == (ruleset in rated(game))


def test_a_rulesets_page_has_its_seasons_and_files(client, two_seasons):
    page = client.get(f"/games/snake/rulesets/{RULESET}/").text
    first = two_seasons[0]
    assert f'href="{LADDER}standings.csv?season={first.pk}"' in page
    assert "alice/ worm" in text(page)
    assert f'href="/games/snake/rulesets/{RULESET}/"' in client.get(LADDER).text


# As any page --------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["", "history/", "all/", "?day=2026-05-01"])
def test_more_bots_and_days_take_no_more_queries(client, days, bots, charlie, page):
    client.get(f"{LADDER}{page}")
    with CaptureQueriesContext(connection) as few:
        client.get(f"{LADDER}{page}")
    for number in range(5):
        play(days, bots[0], make_bot(charlie, f"bot{number}"))
        history.keep(days, date(2026, 5, 4 + number))
    history.keep(days, date(2026, 5, 1))
    with CaptureQueriesContext(connection) as many:
        client.get(f"{LADDER}{page}")
    assert len(many) <= len(few)


@pytest.mark.parametrize("page", ["", "history/", "all/", "?day=2026-05-01"])
def test_no_page_has_a_script_or_a_style_within_it(client, days, page):
    html = client.get(f"{LADDER}{page}").text
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=", html)


# The chart ----------------------------------------------------------------------------------------


def chart(*tracks, places=True):
    labels = ["a", "b", "c"]
    return drawn(Chart("Places", labels, range(3), [Track(*each) for each in tracks], places))


def path_of(svg):
    (path,) = re.findall(r'<path d="([^"]*)"/><text', svg)
    return path


def heights(svg):
    """Those of the points of its one line, from left to right; 0 is at the top."""
    return [float(y) for y in re.findall(r"[ML][\d.]+ ([\d.]+)", path_of(svg))]


def test_a_line_has_a_gap_where_nothing_is_known():
    whole = chart(("x/y", [1, 2, 3]))
    gap = chart(("x/y", [1, None, 3]))
    assert (path_of(whole).count("L"), path_of(gap)) == (2, "")


def test_the_first_place_is_at_the_top():
    rising = heights(chart(("x/y", [1, 2, 3])))
    assert rising == sorted(rising)
    falling = heights(chart(("x/y", [1500, 1600, 1700]), places=False))
    assert falling == sorted(falling, reverse=True)


def test_labels_leave_each_other_room_and_the_last_is_there():
    days = [*range(10), 200]
    labels = [f"day {day}" for day in days]
    svg = drawn(Chart("Places", labels, days, [Track("x/y", [1.0] * 11)], places=True))
    shown = re.findall(r'text-anchor="middle">(day \d+)</text>', svg)
    assert shown == ["day 200", "day 9"]


def test_a_chart_of_nothing_is_empty():
    assert chart(("x/y", [None, None, None])) == ""


def test_names_are_safe_in_a_chart():
    assert "<b>" not in chart(("<b>/x", [1, 2, 3]))
