"""Series over the API."""

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bots.services import create_bot
from games.tests import stakes
from ladder.core.contest.plan import Reveal
from ladder.events.planning import acts
from ladder.events.tests.series_steps import begun, games, planned, stage_of, win
from ladder.tests.play import add_version
from matches.tests import crowd


@pytest.fixture
def series(alice, bob, olga, monkeypatch, redis_client):
    """One whose first game alice's bot has won, and one that is planned."""
    crowd.install(monkeypatch, stakes)
    bots = []
    for owner in (alice, bob):
        bot = create_bot(owner, "stakes", f"of-{owner}")
        add_version(bot)
        bot.refresh_from_db()
        bots.append(bot)
    made = begun(olga, bots, name="Duel", ruleset="two", winners=1)
    win(made, 0)
    planned(olga, bots, name="Later", ruleset="two", winners=1)
    return made


def test_series_are_listed_and_found_by_their_state(people, series):
    def names(query):
        path = f"/api/v1/series/?{query}"
        return [row["slug"] for row in people["nobody"].get(path).json()["results"]]

    assert names("") == ["later", "duel"]
    assert names("state=running&game=stakes") == ["duel"]
    assert names("game=snake") == []


def test_a_longer_list_takes_no_more_queries(people, series, olga):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            people["nobody"].get("/api/v1/series/")
        return len(captured)

    first = queries()
    for number in range(3):
        planned(olga, [], name=f"More {number}", ruleset="two", winners=1, top=2)
    assert queries() == first


def test_one_has_its_standings_and_games(people, series):
    body = people["nobody"].get("/api/v1/series/duel/").json()
    assert (body["series"]["state"], body["series"]["winners"]) == ("running", 1)
    assert [bot["owner"] for bot in body["entrants"]] == ["alice", "bob"]
    first, second = body["standings"]
    assert (first["bot"]["name"], first["wins"], first["handicap"], first["left_after"]) == (
        "of-alice",
        1,
        1.5,
        None,
    )
    assert first["games"] == [{"place": 1, "won": True, "handicap": 1.0}]
    assert second["games"] == [{"place": 2, "won": False, "handicap": 1.0}]
    played, now = games(series)
    assert body["games"] == [{"number": 1, "match": played.match_id}]
    assert body["now"] == {"number": 2, "match": now.match_id}


def test_one_that_is_planned_has_none_yet(people, series):
    body = people["nobody"].get("/api/v1/series/later/").json()
    assert len(body["entrants"]) == 2
    assert (body["standings"], body["games"], body["now"]) == ([], [], None)


def test_standings_come_as_a_file(people, series):
    answer = people["nobody"].get("/api/v1/series/duel/standings/", HTTP_ACCEPT="text/csv")
    assert answer["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.getvalue().decode())))
    assert [(row["place"], row["bot"]) for row in rows] == [("1", "of-alice"), ("2", "of-bob")]


def test_nothing_is_changed_over_the_api(people, series):
    for who in ("alice", "olga"):
        assert people[who].post("/api/v1/series/", {}).status_code == 405
        assert people[who].delete("/api/v1/series/duel/").status_code == 405
    assert people["nobody"].get("/api/v1/series/none/").status_code == 404


def test_results_that_are_kept_back_are_left_out(people, series, olga):
    acts.reveal(stage_of(series), olga, Reveal.HIDDEN)
    body = people["nobody"].get("/api/v1/series/duel/").json()
    assert (body["standings"], body["games"], body["now"]) == ([], [], None)
    path = "/api/v1/series/duel/standings/"
    assert people["nobody"].get(path).status_code == people["alice"].get(path).status_code == 404
    assert len(people["olga"].get("/api/v1/series/duel/").json()["standings"]) == 2
    assert people["olga"].get(path).status_code == 200
    acts.reveal(stage_of(series), olga, Reveal.PARTICIPANTS)
    assert len(people["alice"].get("/api/v1/series/duel/").json()["standings"]) == 2
    assert people["nobody"].get(path).status_code == 404
