"""Matches over the API: lists, requests, logs."""

from datetime import timedelta
from urllib.parse import quote

import pytest

from api.tests.test_problems import assert_problem
from ladder.tests.play import RULESET
from matches.models import Match
from matches.services import create_match


@pytest.fixture
def friendly(worm, viper, charlie):
    """A friendly match of charlie's that waits."""
    versions = [viper.active_version, worm.active_version]
    return create_match("snake", RULESET, "friendly", versions, 7, requested_by=charlie)


def test_a_match_tells_who_played_and_how_it_ended(people, match, season, worm, viper):
    body = people["nobody"].get(f"/api/v1/matches/{match.pk}/").json()
    assert (body["state"], body["kind"], body["season"]) == ("finished", "ladder", season.pk)
    seats = [(s["number"], s["bot"]["name"], s["version"], s["rank"]) for s in body["seats"]]
    assert seats == [(0, "worm", 1, 1), (1, "viper", 1, 2)]
    assert body["seats"][0]["cpu_ms"] == 12
    assert body["outcome"]["reason"] == match.reason
    assert body["replay"]["sha256"] == match.replay_sha256
    assert body["replay"]["frames"] == 3
    assert body["turn"] == 2  # the last one


def test_addresses_in_an_answer_lead_there(people, match, turns_export):
    replay = people["nobody"].get(f"/api/v1/matches/{match.pk}/").json()["replay"]
    assert people["nobody"].get(replay["url"]).status_code == 200
    assert people["nobody"].get(replay["exports"]["turns"]).status_code == 200


def test_figures_of_a_seat_are_for_its_bots_managers_and_organizers(people, match):
    excess = {"what": "memory", "limit": 1024.0, "used": 1025.0, "unit": "MB"}
    fault = {"game": 0, "turn": 3, "kind": "memory", "detail": "too much", "excess": excess}
    match.seats.filter(number=0).update(faults=[fault], stolen_ms=5, stderr_bytes=7)
    expected = {"faults": [fault], "stolen_ms": 5, "stderr_bytes": 7, "stderr_cut": False}
    for name in ("alice", "bob", "olga", "charlie", "nobody"):
        body = people[name].get(f"/api/v1/matches/{match.pk}/").json()
        own = expected if name in ("alice", "bob", "olga") else None
        assert body["seats"][0]["figures"] == own, name
        assert (body["seats"][1]["figures"] is None) == (name not in ("charlie", "olga"))


def test_a_list_asks_once_which_bots_are_the_callers(
    people, worm, viper, django_assert_max_num_queries
):
    for _ in range(10):
        versions = [viper.active_version, worm.active_version]
        create_match("snake", RULESET, "friendly", versions)
    alice = people["alice"]
    with django_assert_max_num_queries(8):
        alice.get("/api/v1/matches/")


def test_a_disturbed_match_tells_its_turns(people, match):
    turn = {"game": 0, "turn": 3, "seat": 1, "wall_ms": 912, "cpu_ms": 3, "waited_ms": 890}
    Match.objects.filter(pk=match.pk).update(disturbed=[turn], reruns=1)
    body = people["nobody"].get(f"/api/v1/matches/{match.pk}/").json()
    assert (body["disturbed"], body["reruns"]) == ([turn], 1)


def test_a_match_that_waits_has_no_replay(people, friendly):
    body = people["nobody"].get(f"/api/v1/matches/{friendly.pk}/").json()
    assert (body["state"], body["replay"], body["season"]) == ("queued", None, None)
    assert (body["requested_by"], body["seed"]) == ("charlie", 7)


@pytest.mark.parametrize(("state", "public"), [("aborted", "why"), ("failed", "")])
def test_the_insides_of_a_failure_are_for_organizers(people, friendly, state, public):
    Match.objects.filter(pk=friendly.pk).update(state=state, failure="why")
    path = f"/api/v1/matches/{friendly.pk}/"
    assert people["charlie"].get(path).json()["failure"] == public
    assert people["olga"].get(path).json()["failure"] == "why"


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"match", "friendly"}),
        ("state=queued", {"friendly"}),
        ("kind=ladder", {"match"}),
        ("owner=Alice", {"match", "friendly"}),
        ("owner=olga", set()),
        ("bot={viper}", {"match", "friendly"}),
        ("bot=987654", set()),
        (f"game=snake&ruleset={RULESET}", {"match", "friendly"}),
        ("game=go", set()),
        ("ruleset=none", set()),
    ],
)
def test_matches_can_be_filtered(people, match, friendly, viper, query, found):
    path = f"/api/v1/matches/?{query.format(viper=viper.pk)}"
    names = {match.pk: "match", friendly.pk: "friendly"}
    results = people["nobody"].get(path).json()["results"]
    assert [names[row["id"]] for row in results] == sorted(found)


def test_matches_can_be_asked_for_since_a_time(people, match, friendly):
    Match.objects.filter(pk=match.pk).update(created=friendly.created - timedelta(hours=2))
    since = quote((friendly.created - timedelta(hours=1)).isoformat())
    results = people["nobody"].get(f"/api/v1/matches/?since={since}").json()["results"]
    assert [row["id"] for row in results] == [friendly.pk]


def test_a_list_of_matches_costs_the_same_however_long(
    people, match, worm, viper, django_assert_max_num_queries
):
    versions = [worm.active_version, viper.active_version]
    for _ in range(8):
        create_match("snake", RULESET, "friendly", versions)
    with django_assert_max_num_queries(5):
        assert len(people["nobody"].get("/api/v1/matches/").json()["results"]) == 9


def test_pages_follow_one_another_and_stand_still_while_matches_arrive(people, worm, viper):
    versions = [worm.active_version, viper.active_version]

    def add(count):
        return [create_match("snake", RULESET, "friendly", versions).pk for _ in range(count)]

    old = add(5)
    page = people["nobody"].get("/api/v1/matches/?page_size=2").json()
    assert page["previous"] is None
    seen = [row["id"] for row in page["results"]]
    add(3)
    while page["next"]:
        page = people["nobody"].get(page["next"]).json()
        seen += [row["id"] for row in page["results"]]
    assert seen == old[::-1]


def test_a_page_is_never_larger_than_allowed(people, worm, viper, monkeypatch):
    from api.pagination import CursorPagination

    monkeypatch.setattr(CursorPagination, "max_page_size", 3)
    for _ in range(5):
        create_match("snake", RULESET, "friendly", [worm.active_version, viper.active_version])
    body = people["nobody"].get("/api/v1/matches/?page_size=1000").json()
    assert len(body["results"]) == 3


def test_a_friendly_match_is_asked_for_by_bots_and_versions(people, worm, viper):
    asked = {
        "game": "snake",
        "ruleset": RULESET,
        "seats": [{"bot": viper.pk}, {"bot": worm.pk, "version": 2}],
        "seed": 42,
    }
    response = people["alice"].post("/api/v1/matches/", asked, format="json")
    assert response.status_code == 201
    match = Match.objects.get(pk=response.json()["id"])
    assert (match.kind, match.seed, str(match.requested_by)) == ("friendly", 42, "alice")
    seated = [(seat.program.bot, seat.program.number) for seat in match.seats.all()]
    assert seated == [(viper, 1), (worm, 2)]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "go"}, "game"),
        ({"ruleset": "none"}, "ruleset"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**53}, "seed"),
        ({"seats": []}, "seats"),
    ],
)
def test_a_request_that_cannot_be_played_says_which_field(people, worm, viper, change, field):
    seats = [{"bot": worm.pk}, {"bot": viper.pk}]
    asked = {"game": "snake", "ruleset": RULESET, "seats": seats} | change
    body = assert_problem(people["alice"].post("/api/v1/matches/", asked, format="json"), 400)
    assert set(body["errors"]) == {field}
    assert not Match.objects.exists()


def test_a_version_that_is_not_there_is_named(people, worm, viper):
    seats = [{"bot": viper.pk}, {"bot": worm.pk, "version": 9}]
    asked = {"game": "snake", "ruleset": RULESET, "seats": seats}
    body = assert_problem(people["alice"].post("/api/v1/matches/", asked, format="json"), 400)
    assert body["errors"] == {"seats.1.version": ["alice/worm has no version 9."]}


@pytest.mark.parametrize(
    ("person", "kind", "status"),
    [("charlie", "friendly", 200), ("charlie", "fork", 200), ("charlie", "event", 403),
     ("alice", "friendly", 403), ("olga", "friendly", 403), ("nobody", "friendly", 401)],
)  # fmt: skip
def test_who_asked_for_a_match_cancels_it(people, friendly, person, kind, status):
    Match.objects.filter(pk=friendly.pk).update(kind=kind)
    path = f"/api/v1/matches/{friendly.pk}/cancel/"
    assert people[person].post(path).status_code == status
    friendly.refresh_from_db()
    assert friendly.state == ("aborted" if status == 200 else "queued")
    if status == 200:
        assert_problem(people[person].post(path), 400)


def test_a_log_is_rows_of_game_turn_and_text(people, match):
    response = people["bob"].get(f"/api/v1/matches/{match.pk}/seats/0/log/")
    assert response.json() == [{"game": 0, "turn": 3, "text": "thinking about apples"}]
    assert "no-store" in response["Cache-Control"]


def test_a_seat_that_is_not_there_has_no_log(people, match):
    assert_problem(people["bob"].get(f"/api/v1/matches/{match.pk}/seats/9/log/"), 404)


def test_bots_are_named_by_owner_and_name(people, worm, viper):
    asked = {"game": "snake", "ruleset": RULESET}
    seats = [{"bot": "Alice/WORM", "version": 2}, {"bot": "charlie/viper"}]
    response = people["alice"].post("/api/v1/matches/", {**asked, "seats": seats}, format="json")
    assert response.status_code == 201
    bots = [(seat["bot"]["id"], seat["version"]) for seat in response.json()["seats"]]
    assert bots == [(worm.pk, 2), (viper.pk, 1)]


@pytest.mark.parametrize("name", ["alice/wyrm", "nobody/worm", "alice/", "/", "alice/worm/2"])
def test_a_name_that_no_bot_has_is_refused_with_what_to_write(people, worm, name):
    asked = {"game": "snake", "ruleset": RULESET, "seats": [{"bot": name}, {"bot": worm.pk}]}
    body = assert_problem(people["alice"].post("/api/v1/matches/", asked, format="json"), 400)
    assert body["errors"]["seats.0.bot"] == [
        f"There is no bot “{name}”. Write a bot's id, or its owner/name."
    ]
