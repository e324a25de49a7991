"""Checks of a new comparison: permissions, versions, rules and bounds."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from ladder.comparisons import services
from ladder.comparisons.models import Comparison
from ladder.comparisons.planning import MOST_PAIRS, ComparisonPlan
from ladder.comparisons.tests.steps import begin
from ladder.tests.play import add_version

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_bots")]


def test_only_who_manages_the_candidate_may_ask(alice, bob, charlie, olga, new, old):
    for person in (charlie, olga):
        with pytest.raises(PermissionDenied):
            begin(person, new, old)
    assert begin(bob, new, old).owner == bob


def test_versions_of_others_only_while_they_play(alice, old, bots):
    add_version(bots["bee"], active=False)
    hidden = bots["bee"].versions.get(number=2)
    with pytest.raises(ValidationError, match="not the version that plays") as caught:
        begin(alice, old, hidden)
    assert "baseline" in caught.value.error_dict
    begin(alice, old, bots["bee"].active_version)


def test_a_version_that_is_not_ready_is_refused(alice, old, bots):
    failed = add_version(bots["ant"], state="failed", active=False)
    with pytest.raises(ValidationError, match="failed"):
        begin(alice, failed, old)


def test_two_run_at_a_time_and_no_more(alice, bob, new, old):
    begin(alice, new, old)
    second = begin(alice, new, old)
    with pytest.raises(ValidationError, match="2 of your comparisons run"):
        begin(alice, new, old)
    begin(bob, new, old)
    services.stop(second, alice)
    begin(alice, new, old)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("budget", {"budget": 0}),
        ("budget", {"budget": MOST_PAIRS + 1}),
        ("elo1", {"elo0": 10.0, "elo1": 10.0}),
        ("elo0", {"elo0": float("nan")}),
        ("elo1", {"elo1": float("inf")}),
        ("alpha", {"alpha": 0.0}),
        ("beta", {"beta": 0.5}),
        ("ruleset", {"ruleset": "none"}),
        ("ruleset", {"ruleset": "alone"}),
        ("top", {"top": 21}),
        ("top", {"top": 3}),
    ],
)
def test_an_invalid_value_is_reported_beside_its_field(alice, new, old, field, wrong):
    with pytest.raises(ValidationError) as caught:
        services.create(
            alice, ComparisonPlan(**{"ruleset": "two", **wrong}, candidate=new, baseline=old)
        )
    assert field in caught.value.error_dict
    assert not Comparison.objects.exists()


def test_a_pool_without_those_who_are_compared(alice, new, old, bots):
    for pool in ([bots["ant"]], [bots["bee"], bots["bee"]]):
        with pytest.raises(ValidationError) as caught:
            begin(alice, new, old, pool=pool)
        assert "pool" in caught.value.error_dict
    with pytest.raises(ValidationError, match="two different"):
        begin(alice, new, new)


def test_without_house_bots_only_two_sides_can_be_compared(alice, new, old, bots):
    type(bots["low"]).objects.filter(is_house=True).update(retired_at=timezone.now())
    with pytest.raises(ValidationError, match="no house bot"):
        begin(alice, new, old, "three")
    begin(alice, new, old, "pairs")
