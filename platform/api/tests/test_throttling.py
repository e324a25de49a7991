"""Those who ask too often are told when to come again."""

import pytest
from rest_framework.throttling import SimpleRateThrottle

from api.tests.test_bots import upload
from api.tests.test_problems import assert_problem
from ladder.tests.play import RULESET


@pytest.fixture
def rates(monkeypatch):
    def set_rates(**changed):
        usual = SimpleRateThrottle.THROTTLE_RATES
        monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {**usual, **changed})

    return set_rates


def test_strangers_and_people_have_limits_of_their_own(people, rates):
    rates(anon="2/min", user="3/min")
    statuses = {
        name: [people[name].get("/api/v1/games/").status_code for _ in range(4)]
        for name in ("nobody", "alice", "bob")
    }
    assert statuses["nobody"] == [200, 200, 429, 429]
    assert statuses["alice"] == statuses["bob"] == [200, 200, 200, 429]


def test_too_many_requests_is_a_problem_that_says_when_to_come_again(people, rates):
    rates(anon="1/min")
    people["nobody"].get("/api/v1/games/")
    response = people["nobody"].get("/api/v1/games/")
    assert_problem(response, 429)
    assert 1 <= int(response["Retry-After"]) <= 60


def test_uploads_have_a_limit_that_looking_does_not_use_up(people, worm, rates):
    rates(upload="1/hour")
    for _ in range(3):
        assert people["alice"].get(f"/api/v1/bots/{worm.pk}/versions/").status_code == 200
    assert upload(people["alice"], worm).status_code == 201
    assert_problem(upload(people["alice"], worm), 429)
    assert people["alice"].get(f"/api/v1/bots/{worm.pk}/versions/").status_code == 200


def test_requests_for_matches_have_a_limit(people, worm, viper, rates):
    rates(match="1/hour")
    seats = [{"bot": worm.pk}, {"bot": viper.pk}]
    asked = {"game": "snake", "ruleset": RULESET, "seats": seats}
    post = people["alice"].post
    assert post("/api/v1/matches/", asked, format="json").status_code == 201
    assert_problem(post("/api/v1/matches/", asked, format="json"), 429)
    assert people["alice"].get("/api/v1/matches/").status_code == 200


def test_climbs_have_the_limit_of_matches(people, worm, rates):
    rates(match="1/hour")
    post = people["alice"].post
    assert post(f"/api/v1/bots/{worm.pk}/climb/").status_code != 429
    assert_problem(post(f"/api/v1/bots/{worm.pk}/climb/"), 429)
    assert people["alice"].get(f"/api/v1/bots/{worm.pk}/").status_code == 200
