"""Options of a match, from the forms of rooms and friendly matches and from the API to the bots."""

from __future__ import annotations

import json
import re

import pytest

from bots import services as bots
from bots.tests.steps import ready, version_of
from games.generals.engine import GeneralsEngine
from games.generals.options import OPTIONS
from games.generals.orders import Modifiers
from games.generals.wire import GeneralsWire
from maps import services as maps
from matches.models import Match
from matches.seating import setup_of, special_rules_of
from matches.services import request_match
from rooms import services as rooms
from rooms.models import Room
from rooms.services import RoomError
from rulesets import services as rulesets

pytestmark = pytest.mark.django_db
CHALLENGE = "/matches/new/?game=generals&ruleset=duel"
NEW_ROOM = "/rooms/new/?game=generals&ruleset=duel"
EACH = {
    "leapfrog": True,
    "city_state": True,
    "misty_veil": 3,
    "crystal_clear": True,
    "silent_war": True,
}


@pytest.fixture
def ant(alice):
    return ready(version_of(bots.create_bot(alice, "generals", "ant")))


@pytest.fixture
def bee(charlie):
    return ready(version_of(bots.create_bot(charlie, "generals", "bee")))


@pytest.fixture
def meadow(charlie):
    board = "\n".join([",".join(["n0"] * 9)] * 9)
    found = maps.create_map(charlie, "generals", maps.Draft("meadow", board))
    maps.publish(found, charlie)
    return found


def typed(chosen):
    return {f"option_{name}": "on" if value is True else value for name, value in chosen.items()}


def challenge(client, version, chosen, **more):
    form = {"version": version.pk, "opponent_1": "charlie/bee", "seat": "0", "seed": "7"}
    return client.post(CHALLENGE, form | typed(chosen) | more)


def assert_plays_by(match, chosen):
    """The engine has the rules, both bots are told them, and the match names them."""
    setup = setup_of(match)
    engine = GeneralsEngine(setup)
    expected = {**Modifiers().to_json(), **chosen}
    assert engine.world.modifiers.to_json() == expected
    for seat in range(len(setup.seats)):
        line = GeneralsWire(setup, seat).begin(engine.scene(), engine.view(seat))
        assert json.loads(line)["modifiers"] == expected
    titles = {option.name: option.title for option in OPTIONS.options}
    told = [rule.title for rule in special_rules_of(match)]
    assert [title.partition(" (")[0] for title in told] == [titles[name] for name in chosen]


@pytest.mark.parametrize("name", EACH)
def test_each_rule_can_be_chosen_for_a_friendly_match(client, alice, ant, bee, name):
    client.force_login(alice)
    answer = challenge(client, ant, {name: EACH[name]})
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert match.options == {name: EACH[name]}
    assert_plays_by(match, {name: EACH[name]})


@pytest.mark.parametrize("name", EACH)
def test_each_rule_can_be_chosen_for_a_room(client, alice, bee, name):
    client.force_login(alice)
    form = {"opponent_1": "charlie/bee", "seat": "0", "start": "1", **typed({name: EACH[name]})}
    client.post(NEW_ROOM, form)
    assert Room.objects.get().options == {name: EACH[name]}
    assert_plays_by(Match.objects.get(), {name: EACH[name]})


@pytest.mark.parametrize("name", EACH)
def test_each_rule_can_be_chosen_over_the_api(client, alice, ant, bee, name):
    client.force_login(alice)
    wanted = {
        "game": "generals",
        "ruleset": "duel",
        "seats": [{"bot": "alice/ant"}, {"bot": "charlie/bee"}],
        "options": {name: EACH[name], "leapfrog": name == "leapfrog"},
    }
    answer = client.post("/api/v1/matches/", wanted, content_type="application/json")
    assert answer.status_code == 201, answer.json()
    assert answer.json()["options"] == {name: EACH[name]}
    assert_plays_by(Match.objects.get(), {name: EACH[name]})


PARTS = (
    {"kind": "leapfrog"},
    {"kind": "misty_veil", "distance": 3},
    {"kind": "crystal_clear"},
    {"kind": "silent_war"},
)


def draft(meadow, *parts):
    data: dict[str, object] = {"constants": {}, "points": [], "parts": [*parts]}
    return rulesets.Draft("generals", "odd", "Odd", "duel", meadow, data)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part["kind"])
def test_each_rule_but_city_state_can_be_a_part_of_a_scenario(
    client, alice, olga, ant, bee, meadow, part
):
    scenario = rulesets.create(olga, draft(meadow, part))
    rulesets.publish(scenario, olga)
    match = request_match(alice, "generals", "odd", [ant, bee])
    assert_plays_by(match, {part["kind"]: part.get("distance", True)})
    client.force_login(alice)
    assert "option_" not in client.get("/matches/new/?game=generals&ruleset=odd").text


def test_a_scenario_with_a_rule_twice_is_not_published(olga, meadow):
    scenario = rulesets.create(olga, draft(meadow, PARTS[0], PARTS[0]))
    with pytest.raises(rulesets.ScenarioRefused, match="Leapfrog is chosen twice"):
        rulesets.publish(scenario, olga)


def test_the_form_of_a_scenario_offers_the_special_rules(client, olga, meadow):
    client.force_login(olga)
    page = client.get("/desk/scenarios/new/generals/").text
    for part in PARTS:
        assert f'value="add:parts:{part["kind"]}"' in page
    assert "City-State is not among them" in page
    assert "Map and points" not in page


def test_the_api_lists_the_options_of_each_ruleset(client):
    game = client.get("/api/v1/games/generals/").json()
    options = {rules["name"]: [o["name"] for o in rules["options"]] for rules in game["rulesets"]}
    assert options["duel"] == [*EACH]
    assert options["mixed"] == []
    snake = client.get("/api/v1/games/snake/").json()
    assert all(rules["options"] == [] for rules in snake["rulesets"])


def test_the_api_says_what_is_wrong_with_options(client, alice, ant, bee):
    client.force_login(alice)
    wanted = {
        "game": "generals",
        "ruleset": "duel",
        "seats": [{"bot": "alice/ant"}, {"bot": "charlie/bee"}],
    }
    for options, why in (
        ({"misty_veil": 255}, "Set it to a whole number from 0 to 254."),
        ({"fog": True}, "Duel has no option 'fog'."),
        ({"leapfrog": [1]}, "Set it to true or false."),
    ):
        asked = {**wanted, "options": options}
        answer = client.post("/api/v1/matches/", asked, content_type="application/json")
        assert answer.status_code == 400
        assert why in json.dumps(answer.json())
    assert not Match.objects.exists()


def test_a_bad_distance_is_refused_beside_its_field_and_nothing_is_lost(client, alice, ant, bee):
    client.force_login(alice)
    answer = challenge(client, ant, {"misty_veil": "999", "leapfrog": True})
    assert answer.status_code == 422
    assert "Misty Veil: enter a whole number from 0 to 254." in answer.text
    assert '<details class="options" open>' in answer.text
    assert 'value="999"' in answer.text
    assert not Match.objects.exists()


def test_city_state_is_refused_on_a_map(client, alice, ant, bee, meadow):
    client.force_login(alice)
    answer = challenge(client, ant, {"city_state": True}, map=meadow.pk)
    assert answer.status_code == 422
    assert "Choose no map, or turn City-State off." in answer.text
    with pytest.raises(RoomError, match="City-State works on generated boards only"):
        rooms.open_room(alice, "generals", "duel", meadow, {"city_state": True})


def test_a_game_without_options_shows_none_and_takes_none(client, alice, alices_bot, charlie):
    worm = ready(version_of(alices_bot))
    cobra = ready(version_of(bots.create_bot(charlie, "snake", "cobra")))
    client.force_login(alice)
    assert "option_" not in client.get("/matches/new/?game=snake&ruleset=standard").text
    with pytest.raises(Exception, match="has no options"):
        request_match(alice, "snake", "standard", [worm, cobra], options={"leapfrog": True})


def test_the_mixed_ruleset_offers_no_choice_and_its_match_names_what_was_drawn(
    client, alice, ant, bee
):
    client.force_login(alice)
    assert "option_" not in client.get("/matches/new/?game=generals&ruleset=mixed").text
    match = request_match(alice, "generals", "mixed", [ant, bee], seed=3)
    drawn = GeneralsEngine(setup_of(match)).world.modifiers.to_json()
    on = [name for name, value in drawn.items() if value not in (None, False)]
    assert len(special_rules_of(match)) == len(on)


def test_the_page_of_a_match_names_its_special_rules(client, alice, ant, bee):
    options = {"leapfrog": True, "misty_veil": 3}
    match = request_match(alice, "generals", "duel", [ant, bee], options=options)
    page = client.get(f"/matches/{match.pk}/").text
    assert ">Leapfrog</span>" in page
    assert ">Misty Veil (distance 3)</span>" in page
    assert "Players see 3 tiles far. Lit tiles are not always visible." in page


def test_the_owner_of_a_room_changes_its_rules_and_everybody_sees_them(client, alice):
    room = rooms.open_room(alice, "generals", "duel", None, {"silent_war": True})
    address = f"/rooms/{room.code}/"
    assert "No leaderboard and no messages." in client.get(address).text
    client.force_login(alice)
    page = client.get(address).text
    assert re.search(r'<input[^>]*name="option_silent_war"[^>]*checked', page)
    client.post(f"{address}change/", {"ruleset": "duel", "option_misty_veil": "0", "map": ""})
    room.refresh_from_db()
    assert room.options == {"misty_veil": 0}
    assert "Players see their own tiles only." in client.get(address).text
    rooms.change(room, alice, ruleset="melee")
    assert room.options == {"misty_veil": 0}, "options that fit the new ruleset stay"
    rooms.change(room, alice, ruleset="mixed")
    assert room.options == {}
