"""Where rulesets come from, and who gets to know of a scenario when."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine import Ruleset
from games.registry import GAMES, OURS
from games.tests.orchard import GAME
from maps.models import Map
from maps.pools import draw_map, generates, pool
from maps.services import archive
from rulesets import services
from rulesets.catalogue import find, find_offered, offered, rated, scenario_of, titles
from rulesets.models import Scenario
from rulesets.tests.steps import make, plant

pytestmark = pytest.mark.django_db


def names(rulesets) -> list[str]:
    return [ruleset.name for ruleset in rulesets]


def test_a_scenario_is_its_base_with_parameters_of_its_own(summer):
    ruleset, base = summer.ruleset(), GAME.ruleset("duel")
    assert ruleset == Ruleset(
        name="summer",
        title="Summer fair",
        summary="Two turns.",
        seats=2,
        params={"base": "duel", "turns": 2, "scenario": summer.document},
        memory_mb=base.memory_mb,
        limits=base.limits,
        pool=(),
        generated=False,
    )


def test_a_draft_is_found_and_not_offered(summer):
    assert find("orchard", "summer").title == "Summer fair"
    assert names(offered(GAME)) == ["duel", "trio"]
    assert titles(GAME) == {"duel": "Duel", "trio": "Trio"}
    with pytest.raises(KeyError):
        find_offered("orchard", "summer")


def test_it_is_offered_from_its_date_on_until_it_is_retired(summer, olga):
    services.publish(summer, olga, timezone.now() + timedelta(days=1))
    assert names(offered(GAME)) == ["duel", "trio"]
    now = timezone.now()
    Scenario.objects.update(published_at=now, map_public_at=now)
    assert names(offered(GAME)) == ["duel", "trio", "summer"]
    assert find_offered("orchard", "summer") == find("orchard", "summer")
    services.retire(summer, olga, "over")
    assert names(offered(GAME)) == ["duel", "trio"]
    assert titles(GAME)["summer"] == "Summer fair"
    assert find("orchard", "summer").title == "Summer fair"


def test_only_those_with_a_ladder_are_rated(field, olga):
    for name, ladder in (("with", True), ("without", False)):
        services.publish(make(olga, field, name=name), olga, rated=ladder)
    assert names(offered(GAME)) == ["duel", "trio", "without", "with"]
    assert names(rated(GAME)) == ["duel", "trio", "with"]


def test_shipped_rulesets_come_first_and_cost_no_query(
    summer, olga, monkeypatch, django_assert_num_queries
):
    services.publish(summer, olga)
    with django_assert_num_queries(0):
        assert find("orchard", "duel") is GAME.rulesets[0]
        assert offered(GAMES["snake"]) == GAMES["snake"].rulesets
        assert scenario_of("orchard", "trio") is None
    later = Ruleset("summer", "Shipped", "It came with an update.", 2)
    monkeypatch.setattr(type(GAME), "rulesets", (*GAME.rulesets, later))
    assert find("orchard", "summer") is later
    assert offered(GAME)[-1] is later


@pytest.mark.parametrize(
    ("game", "name"), [("chess", "summer"), ("snake", "summer"), ("orchard", "winter")]
)
def test_what_is_not_there_is_a_key_error(summer, game, name):
    with pytest.raises(KeyError):
        find(game, name)
    with pytest.raises(KeyError):
        find_offered(game, name)


def test_a_game_that_left_or_lost_its_base_leaves_no_ruleset(summer, olga, monkeypatch):
    services.publish(summer, olga)
    monkeypatch.setattr(type(GAME), "rulesets", GAME.rulesets[1:])
    assert names(offered(GAME)) == ["trio"]
    with pytest.raises(KeyError):
        find("orchard", "summer")
    monkeypatch.delitem(OURS, "orchard")
    with pytest.raises(KeyError):
        find("orchard", "summer")


def test_it_is_played_on_its_own_map_alone(summer, field, olga):
    services.publish(summer, olga)
    other = plant(olga, "other", public=True)
    assert pool("orchard", "summer") == [field]
    assert not generates("orchard", "summer")
    assert draw_map("orchard", "summer", random.Random(1)) == field
    assert list(Map.objects.fitting("summer")) == [field]
    assert names(field.rulesets()) == ["duel", "summer"]
    assert names(other.rulesets()) == ["duel"]
    archive(field, olga)
    assert pool("orchard", "summer") == [field]
