"""Comparisons over the API."""

import pytest

from ladder.comparisons.models import Comparison
from ladder.comparisons.tests.conftest import bots as bots
from ladder.comparisons.tests.conftest import kept_bots as kept_bots
from ladder.comparisons.tests.conftest import new as new
from ladder.comparisons.tests.steps import begin, win
from matches.models import Match

PATH = "/api/v1/comparisons/"


@pytest.fixture
def wanted(new):
    def side(version):
        return {"bot": version.bot_id, "version": version.number}

    active = new.bot.active_version
    return {"candidate": side(new), "baseline": side(active), "ruleset": "two"}


def test_one_is_begun_by_who_manages_the_candidate(people, wanted):
    expected = {"nobody": 401, "alice": 201, "bob": 201, "charlie": 403, "olga": 403}
    for name, status in expected.items():
        assert people[name].post(PATH, wanted, format="json").status_code == status, name
    comparison = Comparison.objects.all()[0]
    assert (
        comparison.elo0,
        comparison.elo1,
        comparison.alpha,
        comparison.beta,
        comparison.budget,
    ) == (
        0,
        50,
        *[0.05] * 2,
        200,
    )
    body = people["alice"].get(f"{PATH}{comparison.pk}/").json()["comparison"]
    assert (body["state"], body["verdict"], body["units"]) == ("running", "open", 0)
    assert body["candidate"] == {
        "bot": {"id": comparison.candidate.bot_id, "owner": "alice", "name": "ant"},
        "version": 2,
    }


def test_it_and_its_matches_are_for_its_managers_and_organizers(people, alice, new):
    comparison = begin(alice, new, new.bot.active_version)
    win(comparison)
    match = Match.objects.filter(kind="trial", state="finished")[0]
    expected = {"nobody": 401, "alice": 200, "bob": 200, "charlie": 404, "olga": 200}
    for name, status in expected.items():
        assert people[name].get(f"{PATH}{comparison.pk}/").status_code == status
        seen = 1 if status == 200 else 0
        assert len(people[name].get(PATH).json().get("results", [])) == seen
        found = people[name].get(f"/api/v1/matches/{match.pk}/").status_code
        assert found == (200 if seen else 404)
        listed = people[name].get("/api/v1/matches/?kind=trial").json()["results"]
        assert bool(listed) == bool(seen)


def test_one_has_its_course_and_results(people, alice, new):
    comparison = begin(alice, new, new.bot.active_version)
    win(comparison, 3)
    body = people["bob"].get(f"{PATH}{comparison.pk}/").json()
    assert len(body["path"]) == 3
    assert body["counts"] == [0, 0, 0, 0, 3]
    assert body["comparison"]["ratio"] == body["path"][-1]
    newest, *_, oldest = body["results"]
    assert (newest["fate"], newest["counts"], newest["candidate_score"]) == ("open", False, None)
    assert (oldest["fate"], oldest["counts"], oldest["candidate_score"]) == ("done", True, 1.0)
    assert [part["score"] for part in oldest["matches"]] == [1.0, 1.0]


def test_against_a_pool_or_the_first_of_the_ladder(people, wanted, bots):
    made = people["alice"].post(PATH, {**wanted, "pool": [bots["bee"].pk]}, format="json").json()
    assert made["pooled"] is True
    assert Comparison.objects.get().opponents.get().version == bots["bee"].active_version
    answer = people["alice"].post(PATH, {**wanted, "top": 3}, format="json")
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "wrong",
    [
        {"budget": 501},
        {"alpha": 0},
        {"elo1": -5},
        {"ruleset": "none"},
        {"elo0": "NaN"},
        {"elo1": "Infinity"},
        {"pool": [0]},
        {"pool": list(range(1, 22))},
    ],
)
def test_an_invalid_plan_is_refused(people, wanted, wrong):
    answer = people["alice"].post(PATH, {**wanted, **wrong}, format="json")
    assert answer.status_code == 400, answer.content
    assert not Comparison.objects.exists()


def test_it_is_stopped_and_stays_so(people, alice, new):
    comparison = begin(alice, new, new.bot.active_version)
    path = f"{PATH}{comparison.pk}/stop/"
    assert people["charlie"].post(path).status_code == 404
    assert people["nobody"].post(path).status_code == 401
    assert people["bob"].post(path).json()["state"] == "stopped"
    assert people["alice"].post(path).json()["state"] == "stopped"
