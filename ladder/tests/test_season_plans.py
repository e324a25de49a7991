"""Seasons that organizers plan: they begin and end by themselves, one at a time."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit import services as audit
from ladder.models import Season
from ladder.seasons import planning
from ladder.seasons.current import current_season, ensure_seasons
from ladder.seasons.planning import SeasonPlan
from ladder.tests.play import RULESET

HOUR = timedelta(hours=1)


def plan(begins=1.0, lasts=10.0, **more):
    """A season of snake that begins in ``begins`` hours."""
    starts = timezone.now() + begins * HOUR
    given = {"game": "snake", "ruleset": RULESET, "name": "Spring", **more}
    return SeasonPlan(starts=starts, ends=starts + lasts * HOUR, **given)


def pass_time(hours):
    """Move all seasons ``hours`` into the past."""
    for each in Season.objects.all():
        each.starts -= hours * HOUR
        each.ends = each.ends - hours * HOUR if each.ends else None
        each.save()


@pytest.fixture
def spring(season, olga):
    return planning.create(olga, plan(scoring="points", window=30))


def test_a_planned_season_begins_where_the_automatic_one_ends(season, spring):
    season.refresh_from_db()
    assert season.ends == spring.starts
    assert current_season("snake", RULESET) == season
    pass_time(2)
    assert current_season("snake", RULESET) == spring
    assert list(Season.objects.running().filter(game="snake", ruleset=RULESET)) == [spring]
    assert ensure_seasons() == []


def test_after_its_end_an_automatic_season_follows(season, spring):
    pass_time(12)
    (following,) = ensure_seasons()
    assert following.automatic
    assert following.ends is None
    assert current_season("snake", RULESET) == following


def test_an_automatic_season_that_opens_before_a_planned_one_ends_there(season, olga):
    Season.objects.filter(pk=season.pk).update(ends=timezone.now() - HOUR)
    planned = planning.create(olga, plan())
    (opened,) = ensure_seasons()
    opened.refresh_from_db()
    assert opened.ends == planned.starts


def test_a_season_can_begin_at_once(season, olga):
    made = planning.create(olga, plan(begins=0))
    season.refresh_from_db()
    assert made.has_begun
    assert season.has_ended
    assert current_season("snake", RULESET) == made


def test_the_plan_and_its_changes_are_in_the_audit_trail(spring, olga):
    planning.edit(spring, olga, plan(name="Summer", begins=3))
    words = [entry.summary for entry in audit.of(spring)]
    assert [each.split(":")[0] for each in words] == ["planned again", "planned"]
    assert "points, window 30" in words[1]


@pytest.mark.parametrize(("begins", "lasts"), [(0.5, 1), (1, 10), (2, 1), (10.5, 4), (0.5, 40)])
def test_two_seasons_of_a_ruleset_never_overlap(spring, olga, begins, lasts):
    with pytest.raises(ValidationError, match="one season at a time, and there is “Spring”"):
        planning.create(olga, plan(begins=begins, lasts=lasts, name="Another"))


def test_a_season_may_be_planned_before_a_planned_one(season, spring, olga):
    early = planning.create(olga, plan(begins=0.2, lasts=0.5, name="Early"))
    season.refresh_from_db()
    assert season.ends == early.starts
    planning.withdraw(early, olga, "too short")
    season.refresh_from_db()
    assert season.ends == spring.starts


def test_seasons_may_follow_each_other_without_a_gap(spring, olga):
    starts = spring.ends
    following = planning.create(olga, SeasonPlan("snake", RULESET, "Summer", starts, starts + HOUR))
    assert following.starts == spring.ends


def test_a_season_that_runs_to_a_fixed_end_is_not_cut(season, olga):
    planning.create(olga, plan(begins=0, lasts=5))
    with pytest.raises(ValidationError, match="one season at a time"):
        planning.create(olga, plan(begins=3))


def test_other_rulesets_have_seasons_of_their_own(spring, olga):
    assert planning.create(olga, plan(ruleset="blitz")).ruleset == "blitz"


def test_a_planned_season_may_change_until_it_begins(season, spring, olga):
    changed = planning.edit(spring, olga, plan(begins=5, name="Late spring", scoring="rating"))
    season.refresh_from_db()
    assert (changed.name, changed.scoring) == ("Late spring", "rating")
    assert season.ends == changed.starts
    pass_time(6)
    with pytest.raises(ValidationError, match="has begun"):
        planning.edit(spring, olga, plan())


def test_the_ruleset_of_a_season_stays(spring, olga):
    with pytest.raises(ValidationError, match="stay"):
        planning.edit(spring, olga, plan(ruleset="blitz"))


def test_the_season_before_goes_on_when_a_plan_is_withdrawn(season, spring, olga):
    kept = Season(pk=spring.pk)
    planning.withdraw(spring, olga, "nobody came")
    season.refresh_from_db()
    assert season.ends is None
    assert not Season.objects.filter(pk=spring.pk).exists()
    assert "withdrawn: nobody came" in [entry.summary for entry in audit.of(kept)]


def test_one_that_has_begun_is_not_withdrawn(spring, olga):
    pass_time(2)
    with pytest.raises(ValidationError, match="has begun"):
        planning.withdraw(spring, olga, "too late")


def test_a_running_season_ends_now_for_a_reason(season, olga):
    with pytest.raises(ValidationError, match="Say why"):
        planning.end(season, olga, " ")
    planning.end(season, olga, "the finals begin")
    season.refresh_from_db()
    assert season.has_ended
    assert "ended: the finals begin" in [entry.summary for entry in audit.of(season)]
    with pytest.raises(ValidationError, match="already"):
        planning.end(season, olga, "again")


def test_a_planned_season_cannot_end_before_it_begins(spring, olga):
    with pytest.raises(ValidationError, match="withdraw it instead"):
        planning.end(spring, olga, "now")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"begins": -1}, "starts"),
        ({"begins": 24 * 400}, "starts"),
        ({"lasts": 0}, "ends"),
        ({"lasts": 24 * 800}, "ends"),
        ({"name": " "}, "name"),
        ({"scoring": "stars"}, "scoring"),
        ({"window": 0}, "window"),
        ({"window": 1001}, "window"),
        ({"game": "chess"}, "game"),
        ({"ruleset": "nonsense"}, "ruleset"),
    ],
)
def test_an_invalid_plan_is_refused_where_it_is_wrong(season, olga, wrong, field):
    with pytest.raises(ValidationError) as refused:
        planning.create(olga, plan(**wrong))
    assert list(refused.value.error_dict) == [field]
    season.refresh_from_db()
    assert season.ends is None


def test_others_plan_nothing(spring, alice):
    for attempt in (
        lambda: planning.create(alice, plan(begins=20)),
        lambda: planning.edit(spring, alice, plan()),
        lambda: planning.withdraw(spring, alice, "please"),
        lambda: planning.end(spring, alice, "please"),
    ):
        with pytest.raises(PermissionDenied, match="organizers"):
            attempt()
