"""The maps that rated matches are played on, and chance."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from maps import services
from maps.models import Map, PoolEntry
from maps.services import Draft, add_to_pool, draw_map, edit_map, install_stock, pool
from maps.tests.meadow import FIELD, MEADOW
from maps.tests.steps import make_map

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("meadow")]
OTHER = FIELD.replace("#", "h")


def names(ruleset: str) -> list[str]:
    return [found.name for found in pool("meadow", ruleset)]


def test_a_pool_is_the_rulesets_own_maps_and_what_organizers_added(alice, olga):
    install_stock([MEADOW])
    assert (names("duel"), names("trio"), names("eight")) == (["crossing"], ["ring"], [])
    add_to_pool(make_map(alice, public=True), olga, "duel")
    assert names("duel") == ["crossing", "field"]
    add_to_pool(Map.objects.get(game="meadow", name="ring"), olga, "duel")
    assert names("duel") == ["crossing", "ring", "field"]


def test_only_organizers_add_maps_and_only_public_ones_that_fit(alice, olga):
    made = make_map(alice, public=True)
    with pytest.raises(PermissionDenied):
        add_to_pool(made, alice, "duel")
    with pytest.raises(ValidationError, match="Trio cannot be played on it: it has 2 homes for 3"):
        add_to_pool(made, olga, "trio")
    with pytest.raises(ValidationError, match="no ruleset “none”"):
        add_to_pool(made, olga, "none")
    services.publish(made, alice, public=False)
    with pytest.raises(ValidationError, match="Only a public map"):
        add_to_pool(made, olga, "duel")


def test_a_map_of_the_pool_keeps_its_board_but_not_its_words(alice, olga):
    made = make_map(alice, public=True)
    entry = add_to_pool(made, olga, "duel")
    with pytest.raises(ValidationError, match="copy it and change the copy"):
        edit_map(made, alice, Draft("field", OTHER, public=True))
    edit_map(made, alice, Draft("field", FIELD, title="A field", public=True))
    services.remove_from_pool(entry, olga, "boring")
    edit_map(made, alice, Draft("field", OTHER, public=True))
    assert names("duel") == []


@pytest.mark.parametrize(
    "withdraw", [services.archive, lambda m, by: services.publish(m, by, False)]
)
def test_a_map_that_is_withdrawn_is_in_no_pool(alice, olga, withdraw):
    made = make_map(alice, public=True)
    add_to_pool(made, olga, "duel")
    withdraw(made, alice)
    assert names("duel") == []
    assert PoolEntry.objects.count() == 1


def test_every_map_and_none_at_all_have_the_same_chance(alice, olga):
    install_stock([MEADOW])
    add_to_pool(make_map(alice, public=True), olga, "duel")
    rng = random.Random(5)
    drawn = Counter(getattr(draw_map("meadow", "duel", rng), "name", None) for _ in range(300))
    assert set(drawn) == {"crossing", "field", None}
    assert all(75 < times < 125 for times in drawn.values())


def test_a_ruleset_that_generates_nothing_draws_a_map_always():
    install_stock([MEADOW])
    rng = random.Random(1)
    drawn = {getattr(draw_map("meadow", "trio", rng), "name", None) for _ in range(20)}
    assert drawn == {"ring"}


def test_there_is_nothing_to_draw_without_maps(caplog):
    rng = random.Random(1)
    assert draw_map("meadow", "eight", rng) is None
    assert draw_map("chess", "duel", rng) is None
    assert draw_map("meadow", "none", rng) is None
    assert caplog.records == []
    assert draw_map("meadow", "trio", rng) is None
    assert "no map of meadow can be played as trio" in caplog.text


def test_a_draw_has_the_board_at_hand(django_assert_num_queries):
    install_stock([MEADOW])
    with django_assert_num_queries(2):
        drawn = draw_map("meadow", "trio", random.Random(1))
        assert drawn is not None
        assert drawn.board["width"] == 7
