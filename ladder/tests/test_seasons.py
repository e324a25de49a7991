"""Seasons: there is one for each ruleset, and organizers can halt it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError
from django.utils import timezone

from audit.models import AuditEntry
from games.registry import GAMES
from ladder import tasks
from ladder.models import Season
from ladder.seasons.current import current_season, ensure_seasons, pause, resume
from ladder.tests.play import RULESET


def test_every_ruleset_of_several_seats_gets_one_running_season(db):
    wanted = {(g.name, r.name) for g in GAMES.values() for r in g.rulesets if r.seats > 1}
    assert {(s.game, s.ruleset) for s in ensure_seasons()} == wanted
    assert ensure_seasons() == []
    assert Season.objects.running().count() == len(wanted)


def test_a_season_that_ended_is_followed_by_the_next(season):
    Season.objects.filter(pk=season.pk).update(ends=timezone.now() - timedelta(hours=1))
    assert current_season("snake", RULESET) is None
    (following,) = ensure_seasons()
    assert following.name.endswith("season 2")
    assert current_season("snake", RULESET) == following


def test_while_the_site_runs_the_next_season_opens_by_itself(season):
    Season.objects.filter(pk=season.pk).update(ends=timezone.now() - timedelta(seconds=1))
    tasks.open_seasons()
    following = current_season("snake", RULESET)
    assert following is not None
    assert following.pk != season.pk
    schedule = settings.CELERY_BEAT_SCHEDULE.values()
    assert "ladder.tasks.open_seasons" in {entry["task"] for entry in schedule}


def test_a_season_that_has_not_begun_does_not_run(season):
    Season.objects.filter(pk=season.pk).update(starts=timezone.now() + timedelta(hours=1))
    assert current_season("snake", RULESET) is None


def test_no_two_open_seasons_of_one_ruleset(season):
    with pytest.raises(IntegrityError):
        Season.objects.create(game=season.game, ruleset=season.ruleset, name="another")


def test_organizers_pause_and_resume_with_a_reason_that_is_kept(season, olga):
    pause(season, olga, "a new map")
    season.refresh_from_db()
    assert season.paused
    resume(season, olga, "it is in")
    season.refresh_from_db()
    assert not season.paused
    entries = [(entry.actor_name, entry.summary) for entry in AuditEntry.objects.order_by("pk")]
    assert entries == [("olga", "paused: a new map"), ("olga", "resumed: it is in")]


@pytest.mark.parametrize("verb", [pause, resume])
def test_others_may_not(season, alice, verb):
    with pytest.raises(PermissionDenied, match="organizers"):
        verb(season, alice, "please")
    assert not AuditEntry.objects.exists()


def test_a_pause_needs_a_reason_and_is_not_repeated(season, olga):
    with pytest.raises(ValidationError, match="Say why"):
        pause(season, olga, "  ")
    pause(season, olga, "once")
    with pytest.raises(ValidationError, match="already paused"):
        pause(season, olga, "twice")


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"ruleset": "nonsense"}, "ruleset"),
        ({"ends": datetime(2020, 1, 1, tzinfo=UTC)}, "ends"),
    ],
)
def test_a_season_that_nobody_could_play_is_refused(wrong, field):
    season = Season(**{"game": "snake", "ruleset": RULESET, "name": "x", **wrong})
    with pytest.raises(ValidationError) as refused:
        season.clean()
    assert list(refused.value.error_dict) == [field]
