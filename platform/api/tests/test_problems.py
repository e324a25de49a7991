"""Every error is a problem document, whatever went wrong and wherever."""

import logging

import pytest

from api.problems import CONTENT_TYPE
from api.views.games import GameViewSet


def assert_problem(response, status):
    assert response.status_code == status
    assert response["Content-Type"] == CONTENT_TYPE
    body = response.json()
    assert body["status"] == status
    assert body["instance"] == response.wsgi_request.path
    assert body["type"] == "about:blank"
    assert body["title"]
    assert body["detail"]
    return body


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete"])
@pytest.mark.parametrize("path", ["/api/v2/", "/api/v2/games/", "/api/v1/bots/x/", "/api/nothing"])
def test_an_unknown_address_is_a_problem_whatever_is_done_there(people, method, path):
    assert_problem(getattr(people["alice"], method)(path), 404)


def test_a_missing_slash_is_put_right_and_keeps_method_and_query(people):
    response = people["alice"].post("/api/v1/bots?x=1")
    assert (response.status_code, response["Location"]) == (308, "/api/v1/bots/?x=1")


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/games/go/",
        "/api/v1/bots/0/",
        "/api/v1/bots/99999999999999999999999/",
        "/api/v1/bots/0/versions/",
        "/api/v1/matches/1234567/",
        "/api/v1/matches/1234567/replay/",
        "/api/v1/seasons/99/standings/",
    ],
)
def test_what_is_not_there_is_a_problem(people, path):
    assert_problem(people["nobody"].get(path), 404)


def test_a_method_that_is_not_offered_is_a_problem_that_says_which_are(people):
    response = people["alice"].delete("/api/v1/bots/")
    assert_problem(response, 405)
    assert set(response["Allow"].split(", ")) >= {"GET", "POST"}


def test_a_body_that_cannot_be_read_is_a_problem(people):
    response = people["alice"].post("/api/v1/bots/", b"{nonsense", content_type="application/json")
    assert_problem(response, 400)


@pytest.mark.parametrize("body", [b"[]", b'"x"', b"null", b"3"])
def test_a_body_that_is_no_object_is_a_problem(people, body):
    response = people["alice"].post("/api/v1/bots/", body, content_type="application/json")
    assert_problem(response, 400)


def test_a_kind_of_body_that_nobody_reads_is_a_problem(people, worm):
    assert_problem(people["alice"].post("/api/v1/bots/", b"x", content_type="text/csv"), 415)
    path = f"/api/v1/bots/{worm.pk}/versions/"
    assert_problem(people["alice"].post(path, {"file": "x"}, format="json"), 415)


def test_a_kind_of_answer_that_nobody_writes_is_a_problem(people):
    assert_problem(people["alice"].get("/api/v1/bots/", HTTP_ACCEPT="image/png"), 406)


def test_a_body_beyond_the_limit_is_a_problem(people, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    body = b'{"name": "' + b"x" * 200 + b'"}'
    response = people["alice"].post("/api/v1/bots/", body, content_type="application/json")
    assert_problem(response, 413)


def test_errors_are_given_for_each_field(people):
    body = assert_problem(people["alice"].post("/api/v1/bots/", {"name": "x" * 31}), 400)
    assert set(body["errors"]) == {"game", "name"}
    assert all(isinstance(m, str) for messages in body["errors"].values() for m in messages)


def test_errors_in_lists_say_where(people, worm):
    asked = {"game": "snake", "ruleset": "x", "seats": [{"bot": worm.pk}, {"bot": 0}]}
    body = assert_problem(people["alice"].post("/api/v1/matches/", asked, format="json"), 400)
    assert set(body["errors"]) == {"seats.1.bot"}


def test_what_a_verb_refuses_is_told_in_its_words(people, worm):
    body = assert_problem(
        people["alice"].post("/api/v1/bots/", {"game": "snake", "name": "WORM"}), 400
    )
    assert body["errors"] == {"name": ["You already have a bot named “WORM”."]}
    body = assert_problem(people["alice"].post(f"/api/v1/bots/{worm.pk}/versions/3/activate/"), 400)
    assert "only a version that passed its first match can play" in body["detail"]


@pytest.mark.parametrize("query", ["since=yesterday", "state=asleep", "bot=x"])
def test_an_invalid_filter_is_a_problem(people, query):
    body = assert_problem(people["nobody"].get(f"/api/v1/matches/?{query}"), 400)
    assert set(body["errors"]) == {query.partition("=")[0]}


HUGE = "9" * 40


@pytest.mark.parametrize(
    "path",
    [
        f"/api/v1/matches/?bot={HUGE}",
        "/api/v1/matches/?bot=1e300",
        "/api/v1/matches/?bot=1.5",
        "/api/v1/matches/?owner=%00",
        "/api/v1/matches/?page_size=-1",
        f"/api/v1/matches/?cursor={HUGE}",
        "/api/v1/matches/?since=0001-01-01T00:00:00Z",
        "/api/v1/matches/?since=9999-12-31T23:59:59-23:59",
        f"/api/v1/bots/{HUGE}/versions/{HUGE}/",
        f"/api/v1/matches/{HUGE}/seats/{HUGE}/log/",
    ],
)
def test_absurd_values_never_crash(people, path):
    response = people["alice"].get(path)
    if response.status_code != 200:
        assert response.status_code in (400, 404)
        assert_problem(response, response.status_code)


@pytest.mark.parametrize("bot", [int(HUGE), -1, "x", None, True, [], 1.5])
def test_absurd_bodies_never_crash(people, worm, bot):
    for seat in ({"bot": bot}, {"bot": worm.pk, "version": bot}):
        asked = {"game": "snake", "ruleset": "x", "seats": [seat]}
        assert_problem(people["alice"].post("/api/v1/matches/", asked, format="json"), 400)


def test_a_cursor_that_was_made_up_is_a_problem(people):
    assert_problem(people["nobody"].get("/api/v1/matches/?cursor=%00nonsense"), 404)


def test_a_crash_is_logged_and_tells_nothing(people, monkeypatch, caplog):
    def crash(*_, **__):
        raise RuntimeError("the password is swordfish")

    monkeypatch.setattr(GameViewSet, "list", crash)
    with caplog.at_level(logging.ERROR, "api.problems"):
        response = people["nobody"].get("/api/v1/games/")
    body = assert_problem(response, 500)
    assert "swordfish" not in str(body)
    assert "swordfish" in caplog.text


@pytest.mark.parametrize(
    "path", ["bots/%s/versions/", "bots/1/versions/%s/", "matches/1/seats/%s/log/"]
)
def test_a_number_of_five_thousand_digits_is_of_nothing(people, match, path):
    assert_problem(people["alice"].get("/api/v1/" + path % ("9" * 5000)), 404)


def test_json_that_is_nested_without_end_is_a_problem(people):
    body = "[" * 20000
    response = people["alice"].generic("POST", "/api/v1/bots/", body, "application/json")
    assert "nested" in assert_problem(response, 400)["detail"]


@pytest.mark.parametrize("name", ["%00", "a%3Fb", "%E2%98%83"])
def test_a_missing_slash_is_put_right_behind_any_letters(people, name):
    response = people["nobody"].get(f"/api/v1/games/{name}")
    assert response.status_code == 308
    assert response["Location"] == f"/api/v1/games/{name}/"


def test_an_address_with_a_line_break_is_a_problem_too(people):
    assert_problem(people["nobody"].get("/api/v1/bots/%0d%0aX:y/"), 404)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("bots/?ower=alice", "ower"),
        ("events/?game=snake", "game"),
        ("games/?x=1", "x"),
        ("search/?q=a&knd=bot", "knd"),
    ],
)
def test_an_unknown_filter_is_refused_with_those_that_there_are(client, path, name):
    answer = client.get(f"/api/v1/{path}")
    assert answer.status_code == 400
    (told,) = answer.json()["errors"][name]
    assert f"no parameter “{name}”" in told


@pytest.mark.django_db
def test_known_filters_and_pages_are_taken(client):
    assert client.get("/api/v1/bots/?owner=alice&page_size=3").status_code == 200
    assert client.get("/api/v1/events/?state=open").status_code == 200
