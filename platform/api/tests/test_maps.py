"""Maps over the API: kept, checked, made by chance, and played on."""

from __future__ import annotations

import pytest

from api.tests.conftest import client_of
from api.tests.test_problems import assert_problem
from bots.services import create_bot
from games.registry import GAMES
from ladder.tests.play import add_version
from maps.models import Map
from maps.services import archive, install_stock
from maps.tests.meadow import FIELD, MEADOW
from maps.tests.steps import add_meadow, make_map
from matches.models import Match
from tests.undone import undone

MAPS = "/api/v1/maps/"
BOARD = MEADOW.maps.parse(FIELD)
OTHER = FIELD.replace("#", "h")
PEOPLE = ("nobody", "alice", "bob", "charlie", "olga")


@pytest.fixture(autouse=True)
def meadow(monkeypatch, settings):
    return add_meadow(monkeypatch, settings)


@pytest.fixture
def field(alice, team):
    """A map of alice's that only she and her team see."""
    return make_map(alice, team=team, title="A field")


@pytest.fixture
def open_field(alice):
    return make_map(alice, "open", public=True)


@pytest.fixture
def pair(alice, charlie):
    """A bot of alice's and one of charlie's, which play."""
    bots = [create_bot(alice, "meadow", "lamb"), create_bot(charlie, "meadow", "wolf")]
    for bot in bots:
        add_version(bot)
    return bots


def post(client, path, **body):
    return client.post(f"{MAPS}{path}", body, format="json")


@pytest.mark.parametrize(
    ("method", "path", "expected", "body"),
    [
        ("get", "", (200, 200, 200, 200, 200), {}),
        ("get", "{field}/", (404, 200, 200, 404, 200), {}),
        ("get", "{open}/", (200, 200, 200, 200, 200), {}),
        ("post", "", (401, 201, 201, 201, 201), {"game": "meadow", "name": "new", "text": FIELD}),
        ("patch", "{field}/", (401, 200, 200, 404, 403), {"title": "Mine"}),
        ("patch", "{field}/", (401, 200, 403, 404, 403), {"team": None}),
        ("patch", "{open}/", (401, 200, 403, 403, 403), {"title": "Mine"}),
        ("post", "{field}/archive/", (401, 200, 200, 404, 200), {"reason": "rude"}),
        ("post", "{open}/archive/", (401, 200, 403, 403, 200), {"reason": "rude"}),
        ("post", "{open}/archive/", (401, 200, 403, 403, 400), {}),
        ("post", "{field}/unarchive/", (401, 200, 200, 404, 200), {}),
        ("post", "check/", (401, 200, 200, 200, 200), {"game": "meadow", "text": FIELD}),
        ("post", "generate/", (401, 200, 200, 200, 200), {"game": "meadow"}),
    ],
)
def test_who_may(people, field, open_field, method, path, expected, body):
    statuses = []
    for name in PEOPLE:
        with undone():
            address = MAPS + path.format(field=field.pk, open=open_field.pk)
            options = {} if method == "get" else {"format": "json"}
            statuses.append(getattr(people[name], method)(address, body, **options).status_code)
    assert tuple(statuses) == expected


def test_a_map_tells_all_of_itself_and_the_list_leaves_the_board_out(people, field):
    body = people["alice"].get(f"{MAPS}{field.pk}/").json()
    assert (body["board"], body["text"], body["revision"]) == (BOARD, FIELD, 1)
    assert (body["owner"], body["team"], body["title"]) == ("alice", "wonderland", "A field")
    assert body["facts"][0] == {"title": "Size", "value": "5 × 5"}
    assert body["rulesets"] == ["duel"]
    (row,) = people["bob"].get(MAPS).json()["results"]
    assert row == {k: v for k, v in body.items() if k not in ("board", "text")}


@pytest.mark.parametrize("told", [{"text": FIELD}, {"board": BOARD}])
def test_a_map_is_made_from_its_text_or_its_board(people, told):
    answer = post(people["charlie"], "", game="meadow", name="mine", public=True, **told)
    assert answer.status_code == 201
    made = Map.objects.get(pk=answer.json()["id"])
    assert (made.board, made.public, str(made.owner)) == (BOARD, True, "charlie")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"name": "two words"}, "name"),
        ({"text": FIELD.replace("#", "?")}, "text"),
        ({"text": None, "board": {"width": 5}}, "board"),
        ({"text": None, "board": {**BOARD, "cells": [7] * 25}}, "board"),
        ({"text": None}, "text"),
        ({"board": BOARD}, "board"),
        ({"team": "wonderland"}, "team"),
        ({"parent": 987}, "parent"),
    ],
)
def test_what_is_no_map_is_refused_by_field(people, change, field):
    asked = {"game": "meadow", "name": "mine", "text": FIELD} | change
    asked = {name: value for name, value in asked.items() if value is not None}
    body = assert_problem(post(people["charlie"], "", **asked), 400)
    assert set(body["errors"]) == {field}
    assert not Map.objects.exists()


def test_a_changed_board_is_a_revision_and_an_old_one_is_no_ground_for_it(people, field):
    path = f"{MAPS}{field.pk}/"
    body = people["bob"].patch(path, {"text": OTHER, "revision": 1}, format="json").json()
    assert (body["revision"], body["text"], body["title"]) == (2, OTHER, "A field")
    late = people["alice"].patch(path, {"board": BOARD, "revision": 1}, format="json")
    assert "at revision 2 now" in assert_problem(late, 400)["detail"]


def test_a_stock_map_is_changed_by_nobody(people):
    install_stock([MEADOW])
    stock = Map.objects.get(game="meadow", name="ring")
    answer = people["olga"].patch(f"{MAPS}{stock.pk}/", {"title": "x"}, format="json")
    assert_problem(answer, 403)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("game=meadow", {"field", "open", "old", "crossing", "ring"}),
        ("game=meadow&archived=false", {"field", "open", "crossing", "ring"}),
        ("archived=true", {"old"}),
        ("mine=true", {"field", "open", "old"}),
        ("game=meadow&mine=false", {"crossing", "ring"}),
        ("owner=Alice&archived=false", {"field", "open"}),
        ("game=meadow&ruleset=trio", {"ring"}),
        ("game=snake", set()),
    ],
)
def test_maps_can_be_filtered(people, alice, field, open_field, query, found):
    install_stock([MEADOW])
    archive(make_map(alice, "old"), alice)
    results = people["alice"].get(f"{MAPS}?{query}").json()["results"]
    assert {row["name"] for row in results} == found


def test_a_list_costs_the_same_however_long(people, alice, django_assert_max_num_queries):
    for number in range(8):
        make_map(alice, f"m{number}", public=True)
    with django_assert_max_num_queries(3):
        assert len(people["nobody"].get(MAPS).json()["results"]) == 8


def test_a_check_tells_the_places_and_keeps_nothing(people):
    bad = FIELD.replace("#", "?")
    body = post(people["alice"], "check/", game="meadow", text=bad).json()
    reason = "“?” is nothing that a meadow has"
    assert body["problems"] == [{"reason": reason, "row": 3, "column": 3}]
    good = post(people["alice"], "check/", game="meadow", text=FIELD, with_board=True).json()
    assert (good["problems"], good["board"]) == ([], BOARD)
    assert good["objections"] == {
        "duel": "", "trio": "it has 2 homes for 3", "eight": "it has 2 homes for 8",
    }  # fmt: skip
    assert post(people["alice"], "check/", game="meadow", text=FIELD).json()["board"] is None
    assert not Map.objects.exists()


def test_checks_are_not_made_without_end(people, monkeypatch):
    from rest_framework.throttling import ScopedRateThrottle

    monkeypatch.setitem(ScopedRateThrottle.THROTTLE_RATES, "map-check", "2/min")
    answers = [post(people["alice"], "check/", game="meadow", text=FIELD) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0


def test_what_is_far_too_large_is_not_even_read(people, monkeypatch):
    for game in GAMES.values():
        if game.maps is not None:
            monkeypatch.setattr(type(game.maps), "most_bytes", 1000)
    answer = post(people["alice"], "check/", game="meadow", text="." * 80_000)
    assert_problem(answer, 413)
    body = post(people["alice"], "check/", game="meadow", text="." * 2000).json()
    assert "at most 1000 bytes" in body["problems"][0]["reason"]


def test_a_generated_map_follows_from_options_and_seed(people):
    asked = {"game": "meadow", "options": {"width": 9, "height": 6, "homes": 3}, "seed": 5}
    first, second = (post(people["alice"], "generate/", **asked).json() for _ in range(2))
    assert first == second
    assert (first["board"]["width"], first["board"]["cells"].count("h")) == (9, 3)
    assert MEADOW.maps.parse(first["text"]) == first["board"]
    other = post(people["alice"], "generate/", game="meadow").json()
    assert other["seed"] != post(people["alice"], "generate/", game="meadow").json()["seed"]


def test_options_out_of_bounds_are_refused(people):
    answer = post(people["alice"], "generate/", game="meadow", options={"width": 4})
    assert set(assert_problem(answer, 400)["errors"]) == {"options"}


def ask(client, pair, **more):
    seats = [{"bot": bot.pk} for bot in pair]
    asked = {"game": "meadow", "ruleset": "duel", "seats": seats, **more}
    return client.post("/api/v1/matches/", asked, format="json")


def test_a_match_may_be_asked_for_on_a_map_and_says_which(people, pair, field):
    body = ask(people["alice"], pair, map=field.pk).json()
    assert (body["map"], body["map_revision"]) == (field.pk, 1)
    assert Match.objects.get(pk=body["id"]).map == BOARD
    found = people["nobody"].get(f"/api/v1/matches/?map={field.pk}").json()["results"]
    assert [row["id"] for row in found] == [body["id"]]
    assert people["nobody"].get("/api/v1/matches/?map=987").json()["results"] == []


@pytest.mark.parametrize("wrong", ["hidden", "archived", "unfit", "other game"])
def test_a_map_that_cannot_be_played_on_is_refused(people, pair, alice, bob, wrong):
    asker = "alice"
    if wrong == "hidden":
        chosen = make_map(bob)
    elif wrong == "unfit":
        chosen = make_map(alice, text=FIELD.replace("h", "."))
    else:
        chosen = make_map(alice)
    if wrong == "archived":
        archive(chosen, alice)
    if wrong == "other game":
        Map.objects.filter(pk=chosen.pk).update(game="snake")
    body = assert_problem(ask(people[asker], pair, map=chosen.pk), 400)
    assert set(body["errors"]) == {"map"}
    assert not Match.objects.exists()


def test_a_game_tells_how_its_maps_are_written(people, monkeypatch):
    body = people["nobody"].get("/api/v1/games/meadow/").json()
    assert (body["maps"]["grid"], body["maps"]["options"][0]["name"]) == (True, "width")
    assert [r["generated"] for r in body["rulesets"]] == [True, False, True]
    monkeypatch.setattr(type(MEADOW), "maps", None)
    assert people["nobody"].get("/api/v1/games/meadow/").json()["maps"] is None


def test_a_token_and_a_session_may_both_check(client, alice):
    client.force_login(alice)
    answer = client.post(
        f"{MAPS}check/", {"game": "meadow", "text": FIELD}, content_type="application/json"
    )
    assert answer.status_code == 200
    assert post(client_of(alice), "check/", game="meadow", text=FIELD).status_code == 200
