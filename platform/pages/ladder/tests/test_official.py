"""The page of official ratings, and its question whether one bot is better than another."""

from __future__ import annotations

import itertools
import re

import pytest
from django.urls import reverse

from ladder.models import RatedMatch
from ladder.ratings import official
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot
from matches.services import create_match

pytestmark = pytest.mark.django_db
PAGE = f"/games/snake/ladder/{RULESET}/official/"


@pytest.fixture
def season(db):
    ensure_seasons()
    return current_season("snake", RULESET)


def play(season, first, second):
    """A match of the season that the first bot wins."""
    versions = [bot.versions.get() for bot in (first, second)]
    match = create_match("snake", RULESET, "ladder", versions)
    RatedMatch.objects.create(match=match, season=season)
    finish(match, [1, 2])


@pytest.fixture
def three(season, alice, charlie, olga):
    """Three bots, each of which beat the next one four times."""
    bots = [make_bot(owner, name) for owner, name in ((alice, "a"), (charlie, "b"), (olga, "c"))]
    for first, second in itertools.pairwise(bots):
        for _ in range(4):
            play(season, first, second)
    official.refit(season)
    return bots


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_both_tables_lead_to_each_other(client, three):
    live = client.get(reverse("ladder", args=["snake", RULESET])).text
    assert f'href="{PAGE}"' in live
    page = " ".join(client.get(PAGE).text.split())
    assert f'href="{PAGE}" aria-current="page"' in page
    assert re.search(rf'href="/games/snake/ladder/{RULESET}/"[^>]*>Live', page)


def test_the_table_has_places_ranges_and_intervals(client, three, season):
    page = client.get(PAGE).text
    rows = [words(row) for row in re.findall(r"<tr.*?</tr>", page, re.DOTALL)][1:]
    assert ["a" in rows[0], "b" in rows[1], "c" in rows[2]] == [True] * 3
    for row, line in zip(rows, official.table(season), strict=True):
        best, worst = line.rating.best, line.rating.worst
        places = str(best) if best == worst else f"{best}–{worst}"
        assert f" {line.place} {places} " in row
        assert f" {line.points} {line.low} – {line.high} " in row
    assert re.search(r"3 bots\. Computed just now from 8 rated matches\.", words(page))


def test_words_find_bots_and_the_places_stay(client, three):
    page = client.get(PAGE, {"q": "charlie"}).text
    (row,) = re.findall(r"<tr.*?</tr>", page, re.DOTALL)[1:]
    assert words(row).split()[0] == "2"
    assert "No bot or owner in these standings" in client.get(PAGE, {"q": "nobody"}).text


def test_one_bot_is_better_than_another_with_a_probability(client, three):
    page = words(client.get(PAGE, {"a": "Alice/A", "b": "olga/c"}).text)
    told = re.search(
        r"alice/a is better than olga/c with a probability of ([\d.]+) % ?\. "
        r"By the results so far, it has (\d+) points more",
        page,
    )
    assert told, page
    assert 95 < float(told[1]) < 99.9
    back = words(client.get(PAGE, {"a": "olga/c", "b": "alice/a"}).text)
    assert f"with a probability of {100 - float(told[1]):.1f} %" in back
    assert f"it has {told[2]} points less" in back


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"a": "alice/a", "b": "dora/x"}, "“dora/x” is not in this table"),
        ({"a": "", "b": "alice/a"}, "Name two bots."),
        ({"a": "<b>", "b": "alice/a"}, "“&lt;b&gt;” is not in this table"),
    ],
)
def test_a_bot_that_cannot_be_compared_is_named(client, three, asked, complaint):
    page = client.get(PAGE, asked)
    assert page.status_code == 200
    assert complaint in page.text
    assert "better than" not in words(page.text).split("Second bot")[1]


def test_matches_since_the_last_fit_are_shown(client, three, season):
    play(season, *three[:2])
    assert "1 new or corrected result is not included yet" in words(client.get(PAGE).text)


def test_before_the_first_fit_the_page_says_what_comes(client, season, alice, charlie):
    assert "once their first rated match is over" in client.get(PAGE).text
    play(season, make_bot(alice, "a"), make_bot(charlie, "b"))
    assert "are computed within two minutes" in client.get(PAGE).text


def test_an_unknown_ladder_has_no_such_page(client, db):
    assert client.get("/games/snake/ladder/nonsense/official/").status_code == 404
    assert client.get("/games/nothing/ladder/standard/official/").status_code == 404
