"""Choosing a map for a friendly match."""

from __future__ import annotations

import re

import pytest

from bots.services import create_bot
from bots.tests.steps import ready, version_of
from maps import services
from maps.models import Map
from maps.tests.meadow import FIELD, MEADOW, rows
from maps.tests.steps import add_meadow, make_map
from matches.models import Match
from matches.services import create_match

pytestmark = pytest.mark.django_db
MAPS = "/games/meadow/maps/"

OTHER = FIELD.replace("#", "h")


@pytest.fixture(autouse=True)
def meadow(monkeypatch, settings):
    return add_meadow(monkeypatch, settings)


@pytest.fixture
def field(alice, team):
    return make_map(alice, title="A field", team=team)


@pytest.fixture
def pair(alice, charlie):
    """A bot of alice's and one of charlie's, which play."""
    bots = [create_bot(alice, "meadow", "lamb"), create_bot(charlie, "meadow", "wolf")]
    return [ready(version_of(bot)) for bot in bots]


CHALLENGE = "/matches/new/?game=meadow&ruleset=duel"


def groups(client, ruleset="duel", more=""):
    field = client.get(f"/matches/new/?game=meadow&ruleset={ruleset}{more}").context["form"]["map"]
    return {
        title: [words for _, words in maps] if isinstance(maps, list) else maps
        for title, maps in field.field.choices
    }


def test_a_challenge_offers_the_maps_that_fit_each_once(client, alice, charlie, pair):
    services.install_stock()
    make_map(alice, "mine")
    make_map(charlie, "theirs", OTHER, public=True)
    make_map(charlie, "hidden")
    services.archive(make_map(alice, "old"), alice)
    client.force_login(alice)
    assert groups(client) == {
        "": "Generated from the seed",
        "In the pool of Duel": ["The crossing · 7 × 5"],
        "Yours": ["mine by alice · 5 × 5"],
        "Ship with the game": ["The ring · 7 × 7"],
        "Public": ["theirs by charlie · 5 × 5"],
    }


def test_a_ruleset_that_generates_nothing_offers_its_pool_at_random(client, alice, charlie):
    services.install_stock()
    trio = ready(version_of(create_bot(alice, "meadow", "lamb")))
    ready(version_of(create_bot(charlie, "meadow", "wolf")))
    client.force_login(alice)
    assert groups(client, "trio")[""] == "Random, from the pool"
    match = create_match("meadow", "trio", "friendly", [trio] * 3)
    assert match.map_used == Map.objects.get(game="meadow", name="ring")
    assert match.map == match.map_used.board


def test_a_map_that_one_comes_with_is_chosen_and_played_on(client, alice, charlie, pair):
    found = make_map(charlie, "theirs", public=True)
    client.force_login(alice)
    page = client.get(f"{CHALLENGE}&map={found.pk}")
    (option,) = re.findall(rf'<option value="{found.pk}"([^>]*data-board[^>]*)>', page.text)
    assert "selected" in option
    assert f'data-board-url="/games/meadow/maps/{found.pk}/board.json' in option
    sent = {"version": pair[0].pk, "opponent_1": "charlie/wolf", "seat": "0", "map": found.pk}
    client.post(CHALLENGE, sent)
    match = Match.objects.get()
    assert (match.map_used, match.map_revision, match.map) == (found, 1, found.board)
    services.edit_map(found, charlie, services.Draft("theirs", OTHER, public=True))
    match.refresh_from_db()
    assert (match.map_revision, match.map) == (1, MEADOW.maps.parse(FIELD))


def test_without_a_map_the_match_has_none(client, alice, pair):
    client.force_login(alice)
    sent = {"version": pair[0].pk, "opponent_1": "charlie/wolf", "seat": "0", "map": ""}
    client.post(CHALLENGE, sent)
    assert (Match.objects.get().map, Match.objects.get().map_used) == (None, None)


@pytest.mark.parametrize("wrong", ["hidden", "unfit", "nonsense"])
def test_a_map_that_may_not_be_played_on_is_refused_at_its_field(
    client, alice, charlie, pair, wrong
):
    chosen = "x"
    if wrong == "hidden":
        chosen = str(make_map(charlie).pk)
    if wrong == "unfit":
        chosen = str(make_map(alice, text=rows(*["....."] * 5)).pk)
    client.force_login(alice)
    sent = {"version": pair[0].pk, "opponent_1": "charlie/wolf", "seat": "0", "map": chosen}
    answer = client.post(CHALLENGE, sent)
    assert answer.status_code == 422
    assert answer.context["form"].errors["map"]
    assert not Match.objects.exists()


def test_a_game_without_maps_offers_none(client, alice, pair, monkeypatch):
    monkeypatch.setattr(type(MEADOW), "maps", None)
    client.force_login(alice)
    assert "map" not in client.get(CHALLENGE).context["form"].fields
    sent = {"version": pair[0].pk, "opponent_1": "charlie/wolf", "seat": "0"}
    assert client.post(CHALLENGE, sent).status_code == 302
