"""The standings of past days."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from bots.services import deactivate
from ladder import tasks
from ladder.models import Disqualification, Season, StandingsDay
from ladder.ratings.rebuilding import rebuild
from ladder.ratings.standings import Standings
from ladder.seasons import history
from ladder.tests.play import finish, make_bot
from matches.models import Match

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


class Clock:
    """The current time of the ladder."""

    def __init__(self):
        self.now = NOON

    def __call__(self):
        return self.now


@pytest.fixture
def clock(season, monkeypatch):
    """A season that began two days before noon, and a hand to move the time."""
    found = Clock()
    Season.objects.update(starts=NOON - timedelta(days=2))
    season.refresh_from_db()
    monkeypatch.setattr(timezone, "now", found)
    return found


@pytest.fixture
def played(clock, season, worm, viper, pit):
    finish(pit(worm, viper), [1, 2])
    season.refresh_from_db()
    return season


def kept(season):
    rows = StandingsDay.objects.filter(season=season).order_by("day", "place")
    return [(row.day.day, row.place, row.bot.name, row.games, row.final) for row in rows]


def test_the_standings_of_yesterday_are_kept_once(clock, played, worm, viper, pit):
    history.keep_due()
    assert kept(played) == [(3, 1, "worm", 1, False), (3, 2, "viper", 1, False)]
    finish(pit(viper, worm), [1, 2])
    assert history.keep_due() == []
    assert len(kept(played)) == 2
    clock.now += timedelta(hours=12)
    assert history.keep_due() == [played]
    assert [row[3] for row in kept(played)] == [1, 1, 2, 2]


def test_the_heartbeat_of_seasons_keeps_them(played):
    tasks.open_seasons()
    assert len(kept(played)) == 2


def test_a_row_has_the_number_that_the_table_shows(played):
    history.keep_due()
    shown = [line.display.points for line in Standings(played)]
    values = StandingsDay.objects.filter(season=played).order_by("place")
    assert [round(row.value) for row in values] == shown


def test_a_row_of_points_has_the_points(clock, season, worm, viper, pit):
    Season.objects.filter(pk=season.pk).update(scoring="points")
    finish(pit(worm, viper), [1, 2])
    history.keep_due()
    values = StandingsDay.objects.filter(season=season).order_by("place")
    assert [row.value for row in values] == [10, 0]


def test_a_season_of_today_has_no_yesterday(clock, season, worm, viper, pit):
    Season.objects.filter(pk=season.pk).update(starts=NOON - timedelta(hours=1))
    finish(pit(worm, viper), [1, 2])
    assert history.keep_due() == []


def test_a_season_ends_with_its_last_standings(clock, played):
    Season.objects.filter(pk=played.pk).update(ends=NOON - timedelta(hours=1))
    assert history.keep_due() == [played]
    assert kept(played) == [(4, 1, "worm", 1, True), (4, 2, "viper", 1, True)]
    assert history.keep_due() == []


def test_what_ends_at_midnight_ends_with_the_day_before(clock, played):
    midnight = datetime(2026, 5, 4, tzinfo=UTC)
    Season.objects.filter(pk=played.pk).update(ends=midnight)
    history.keep_due()
    assert {row[0] for row in kept(played)} == {3}


def test_the_end_waits_for_matches_that_are_still_played(clock, played, worm, viper, pit):
    waiting = pit(viper, worm)
    Season.objects.filter(pk=played.pk).update(ends=NOON)
    assert history.keep_due() == []
    finish(waiting, [1, 2])
    assert history.keep_due() == [played]
    assert {row[3] for row in kept(played)} == {2}


def test_a_result_that_is_taken_back_changes_what_a_season_ended_with(clock, played, worm, viper):
    Season.objects.filter(pk=played.pk).update(ends=NOON)
    history.keep_due()
    Match.objects.filter(kind="ladder").update(voided_at=NOON)
    Season.objects.filter(pk=played.pk).update(revision=played.revision + 1)
    rebuild(played)
    assert history.keep_due() == [played]
    assert kept(played) == []


def test_who_is_disqualified_afterwards_loses_the_title(clock, played, worm, viper, olga):
    Season.objects.filter(pk=played.pk).update(ends=NOON)
    history.keep_due()
    clock.now += timedelta(hours=1)
    out = Disqualification.objects.create(season=played, bot=worm, by=olga, why="copied")
    clock.now += timedelta(hours=1)
    assert history.keep_due() == [played]
    assert [row.bot for row in history.champions([played])[played.pk]] == [viper]
    assert history.keep_due() == []
    out.undone_at = clock.now + timedelta(minutes=1)
    out.save()
    clock.now += timedelta(hours=1)
    assert history.keep_due() == [played]
    assert [row.bot for row in history.champions([played])[played.pk]] == [worm]


def test_only_the_first_places_are_kept(clock, played, charlie, worm, pit, monkeypatch):
    finish(pit(worm, make_bot(charlie, "third")), [1, 2])
    monkeypatch.setattr(history, "KEPT", 2)
    history.keep(played, date(2026, 5, 4))
    assert [row[1] for row in kept(played)] == [1, 2]


def test_days_are_listed_newest_first(clock, played):
    for day in (1, 3, 2):
        history.keep(played, date(2026, 5, day))
    assert history.days(played) == [date(2026, 5, day) for day in (3, 2, 1)]
    assert [row.place for row in history.of_day(played, date(2026, 5, 2))] == [1, 2]


def test_a_course_has_the_days_of_each_bot(clock, played, worm, viper, pit):
    history.keep(played, date(2026, 5, 1))
    for _ in range(3):
        finish(pit(viper, worm), [1, 2])
    history.keep(played, date(2026, 5, 2))
    one, two = history.courses(played, [worm, viper])
    assert (one.bot, [row.place for row in one.rows]) == (worm, [1, 2])
    assert (two.bot, [row.place for row in two.rows]) == (viper, [2, 1])
    assert history.leaders(played, 1) == [viper]


def test_champions_are_those_first_of_whom_nobody_took_out(clock, played, worm, viper, olga):
    Season.objects.filter(pk=played.pk).update(ends=NOON)
    history.keep_due()
    assert [row.bot for row in history.champions([played])[played.pk]] == [worm]
    deactivate(worm, olga, "copied")
    assert [row.bot for row in history.champions([played])[played.pk]] == [viper]


def test_who_shares_the_first_place_shares_the_title(clock, season, worm, viper, pit):
    finish(pit(worm, viper), [1, 1])
    Season.objects.filter(pk=season.pk).update(ends=NOON)
    history.keep_due()
    assert {row.bot for row in history.champions([season])[season.pk]} == {worm, viper}
