"""Seasons and standings over the API."""

from datetime import date, timedelta

from django.utils import timezone

from ladder.models import Season
from ladder.ratings import official
from ladder.ratings.rebuilding import rebuild
from ladder.seasons import history
from ladder.tests.play import RULESET


def test_seasons_can_be_found_by_game_ruleset_and_time(people, season):
    Season.objects.create(
        game="snake",
        ruleset=RULESET,
        name="past",
        starts=timezone.now() - timedelta(days=9),
        ends=timezone.now() - timedelta(days=2),
    )

    def names(query):
        path = f"/api/v1/seasons/?ruleset={RULESET}&game=snake&{query}"
        return [row["name"] for row in people["nobody"].get(path).json()["results"]]

    assert set(names("")) == {season.name, "past"}
    assert names("running=true") == [season.name]
    assert names("running=false") == ["past"]


def test_standings_give_places_and_what_they_follow_from(people, season, match):
    body = people["nobody"].get(f"/api/v1/seasons/{season.pk}/standings/").json()
    assert body["count"] == 2
    first, second = body["results"]
    assert (first["place"], first["bot"]["name"], first["wins"]) == (1, "worm", 1)
    assert (second["place"], second["bot"]["owner"], second["losses"]) == (2, "charlie", 1)
    assert first["rating"] > 1500 > second["rating"]
    assert first["provisional"]
    assert first["mu"] - 25 == -(second["mu"] - 25) > 0


def test_standings_come_in_pages(people, season, match):
    path = f"/api/v1/seasons/{season.pk}/standings/?page_size=1"
    body = people["nobody"].get(path).json()
    assert len(body["results"]) == 1
    following = people["nobody"].get(body["next"]).json()
    assert (following["results"][0]["place"], following["next"]) == (2, None)


def test_official_ratings_have_intervals_and_ranges(people, season, match):
    official.refit(season)
    body = people["nobody"].get(f"/api/v1/seasons/{season.pk}/official/").json()
    first, second = body["results"]
    assert (first["place"], first["bot"]["name"], first["version"]) == (1, "worm", 1)
    assert (first["best_place"], first["worst_place"], first["matches"]) == (1, 2, 1)
    assert first["low"] < 1500 < first["rating"] < first["high"]
    assert first["rating"] - 1500 == 1500 - second["rating"]


def test_two_bots_are_compared(people, season, match):
    path = f"/api/v1/seasons/{season.pk}/compare/"
    worm, noodle = (seat.program.bot_id for seat in match.seats.order_by("number"))
    asked = {"first": worm, "second": noodle}
    assert people["nobody"].get(path, asked).status_code == 404
    official.refit(season)
    body = people["nobody"].get(path, asked).json()
    assert 0.5 < body["probability"] < 0.9
    assert body["lead"] == body["first"]["rating"] - body["second"]["rating"] > 0
    wrong = people["nobody"].get(path, {"first": "worm"}).json()
    assert set(wrong["errors"]) == {"first", "second"}


def test_a_season_by_points_says_so_and_tells_them(people, season, match):
    body = people["nobody"].get(f"/api/v1/seasons/{season.pk}/").json()
    assert (body["scoring"], body["window"]) == ("rating", 100)
    assert body["hourly_floor"] == 30
    path = f"/api/v1/seasons/{season.pk}/standings/"
    assert people["nobody"].get(path).json()["results"][0]["points"] is None
    Season.objects.filter(pk=season.pk).update(scoring="points")
    rebuild(season)
    first, second = people["nobody"].get(path).json()["results"]
    assert first["points"] == {"total": 10.0, "counted": 1, "average": 10.0}
    assert second["points"]["total"] == 0


def test_the_standings_of_past_days(people, season, match):
    for day in (1, 2):
        history.keep(season, date(2026, 5, day))
    path = f"/api/v1/seasons/{season.pk}/history/"

    def told(**asked):
        rows = people["nobody"].get(path, asked).json()["results"]
        return [(row["day"], row["place"], row["bot"]["name"]) for row in rows]

    worm = match.seats.get(number=0).program.bot_id
    assert [row[:2] for row in told()] == [
        ("2026-05-01", 1), ("2026-05-01", 2), ("2026-05-02", 1), ("2026-05-02", 2),
    ]  # fmt: skip
    assert told(day="2026-05-02")[0] == ("2026-05-02", 1, "worm")
    assert told(bot=worm) == [("2026-05-01", 1, "worm"), ("2026-05-02", 1, "worm")]
    assert people["nobody"].get(path, {"day": "soon"}).status_code == 400
