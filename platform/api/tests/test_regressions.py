"""Regression tests over the API."""

from __future__ import annotations

from api.tests.test_problems import assert_problem
from bots import services as bots
from ladder.tests.play import add_version, finish
from matches.models import Match


def test_a_match_is_kept_played_by_the_next_version_and_removed(people, worm, match):
    alice, address = people["alice"], f"/api/v1/bots/{worm.pk}/tests/"
    made = alice.post(address, {"match": match.pk, "seat": 0, "note": "won once"}, format="json")
    assert made.status_code == 201
    test = made.json()
    assert (test["match"], test["seat"], test["goal"], test["note"]) == (
        match.pk,
        0,
        1.0,
        "won once",
    )
    assert [row["id"] for row in alice.get(address).json()["results"]] == [test["id"]]
    version = add_version(worm, state="proving", active=False)
    bots.proved(version)
    runs = f"/api/v1/bots/{worm.pk}/versions/{version.number}/tests/"
    assert alice.get(runs).json()[0]["verdict"] == "waiting"
    finish(Match.objects.get(kind="test"), [1, 2])
    (run,) = alice.get(runs).json()
    assert (run["verdict"], run["share"], run["test"]) == ("passed", 1.0, test["id"])
    assert people["charlie"].delete(f"{address}{test['id']}/").status_code == 403
    assert alice.delete(f"{address}{test['id']}/").status_code == 204
    assert alice.get(address).json()["results"] == []


def test_a_seat_of_another_bot_is_refused(people, worm, match):
    address = f"/api/v1/bots/{worm.pk}/tests/"
    body = {"match": match.pk, "seat": 1}
    problem = assert_problem(people["alice"].post(address, body, format="json"), 400)
    assert "does not sit" in str(problem)
