"""Series: moved by results, and what organizers may do to them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit.models import AuditEntry
from games.registry import OURS
from ladder import series as verbs
from ladder.models import RatedMatch, Series
from ladder.seasons.current import current_season, ensure_seasons
from ladder.series import MOST_TRIES
from ladder.series_state import state_of
from ladder.tasks import move_series
from ladder.tests.play import add_version, finish
from ladder.tests.series_steps import game_now, lose, plan, win
from maps.models import Map
from matches import services as match_services
from matches.models import Match
from matches.services import create_match


@pytest.fixture
def bots(stakes_bots):
    """Of three people, and two of the house."""
    return stakes_bots


# Going on ----------------------------------------------------------------------------------------


def test_winners_begin_with_more_and_seats_move_on(series):
    win(series, 0)
    win(series, 0)
    win(series, 2)
    seatings = [game.seating for game in series.games.all()]
    assert seatings == [[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 1, 2]]
    handicaps = [[seat.handicap for seat in game.match.seats.all()] for game in series.games.all()]
    assert handicaps == [[1, 1, 1], [1, 1.5, 1], [1, 1, 2.25], [2.25, 1, 1.5]]
    matches = [game.match for game in series.games.all()]
    assert {match.kind for match in matches} == {"series"}
    assert len({match.seed for match in matches}) == 4


def test_who_has_left_is_followed_by_guests_in_turn(series, bots):
    for _ in range(5):
        win(series, 1)
    guests = []
    for _ in range(4):
        game = game_now(series)
        assert {0, 2} < set(game.seating)
        assert 1 not in game.seating
        (guest,) = set(game.seating) - {0, 2}
        guests.append(guest)
        assert game.match.seats.get(number=game.seating.index(guest)).handicap == 1
        win(series, 0)
    assert guests in ([3, 4, 3, 4], [4, 3, 4, 3])
    assert series.state == "running"
    win(series, 0)
    assert (series.state, series.games.count()) == ("finished", 10)
    assert series.ended is not None
    assert verbs.advance(series.pk) is None


def test_it_ends_at_its_bound(bots, olga):
    series = verbs.create(olga, plan(bots[:3], most_games=2))
    verbs.start(series, olga)
    win(series, 0)
    win(series, 1)
    assert (series.state, series.games.count()) == ("finished", 2)


def test_one_game_is_made_however_often_it_is_asked_for(series):
    for _ in range(3):
        assert verbs.advance(series.pk) is None
        move_series()
    assert (series.games.count(), Match.objects.count()) == (1, 1)


def test_a_result_moves_it_by_itself(series, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        finish(game_now(series).match, [1, 2, 3])
    assert series.games.count() == 2


def test_what_a_lost_worker_left_undone_the_heartbeat_does(series):
    finish(game_now(series).match, [1, 2, 3])
    assert series.games.count() == 1
    move_series()
    assert series.games.count() == 2


@pytest.mark.parametrize("how", ["aborted", "failed"])
def test_a_game_without_a_result_is_played_again_with_the_same_seats(series, how):
    win(series, 2)
    lost = game_now(series)
    lose(series, how)
    again = game_now(series)
    assert (again.number, again.seating) == (lost.number, lost.seating)
    assert again.match != lost.match
    assert again.match.seed != lost.match.seed
    before, now = (
        list(game.match.seats.values_list("version", "handicap")) for game in (lost, again)
    )
    assert now == before
    lost.refresh_from_db()
    assert lost.lost
    win(series, 2)
    assert [line.wins for line in state_of(series).lines] == [0, 0, 2]


def test_a_match_that_was_given_up_counts_no_more_whatever_becomes_of_it(
    series, olga, django_capture_on_commit_callbacks
):
    lost = game_now(series).match
    with django_capture_on_commit_callbacks(execute=True):
        match_services.abort(lost, olga, "wrong map")
    assert series.games.count() == 2
    match_services.requeue(lost, olga, "after all")
    with django_capture_on_commit_callbacks(execute=True):
        finish(lost, [1, 2, 3])
    assert series.games.count() == 2
    assert state_of(series).played == 0


def test_a_game_that_fails_again_and_again_stops_the_series_for_a_human(series, olga):
    for _ in range(MOST_TRIES):
        assert not series.paused
        lose(series, "failed")
    assert series.paused
    assert "Game 1" in series.trouble
    assert "the disk was full" in series.trouble
    assert series.games.filter(lost=False).count() == 0
    move_series()
    assert series.games.count() == MOST_TRIES
    verbs.resume(series, olga, "disk is fine")
    series.refresh_from_db()
    assert (series.paused, series.trouble) == (False, "")
    assert series.games.count() == MOST_TRIES + 1
    win(series, 0)
    assert state_of(series).played == 1


def test_a_game_that_left_the_site_stops_it_and_nothing_is_lost(series, olga, monkeypatch):
    win(series, 1)
    finish(game_now(series).match, [1, 2, 3])
    with monkeypatch.context() as patch:
        patch.delitem(OURS, "stakes")
        verbs.advance(series.pk)
        series.refresh_from_db()
        assert "no longer has the game" in series.trouble
        assert state_of(series).played == 2
    verbs.resume(series, olga, "it is back")
    assert series.games.count() == 3


# What organizers do ------------------------------------------------------------------------------


def test_while_it_is_paused_no_game_is_made_and_what_runs_counts(series, olga):
    verbs.pause(series, olga, "a look at the machine")
    win(series, 0)
    move_series()
    assert series.games.count() == 1
    with pytest.raises(ValidationError, match="already paused"):
        verbs.pause(series, olga, "again")
    verbs.resume(series, olga, "all is well")
    assert series.games.count() == 2
    assert state_of(series).lines[0].wins == 1
    acts = [entry.words for entry in AuditEntry.objects.order_by("pk")]
    assert acts == [
        "planned",
        "started",
        "paused: a look at the machine",
        "resumed: all is well",
    ]


def test_the_last_result_ends_it_also_while_it_is_paused(bots, olga):
    series = verbs.create(olga, plan(bots[:3], most_games=1))
    verbs.start(series, olga)
    verbs.pause(series, olga, "lunch")
    win(series, 0)
    assert (series.state, series.paused) == ("finished", False)


def test_an_aborted_series_takes_its_match_along(series, olga):
    match = game_now(series).match
    verbs.abort(series, olga, "the wrong bots")
    series.refresh_from_db()
    match.refresh_from_db()
    assert (series.state, series.trouble, match.state) == ("aborted", "the wrong bots", "aborted")
    move_series()
    assert series.games.count() == 1
    with pytest.raises(ValidationError, match="has ended"):
        verbs.abort(series, olga, "twice")


@pytest.mark.parametrize("verb", [verbs.pause, verbs.resume, verbs.abort])
def test_nobody_else_does_anything(series, alice, verb):
    with pytest.raises(PermissionDenied):
        verb(series, alice, "please")
    with pytest.raises(PermissionDenied):
        verbs.start(series, alice)
    with pytest.raises(PermissionDenied):
        verbs.create(alice, plan([]))


def test_its_time_starts_it(bots, olga):
    series = verbs.create(olga, plan(bots[:3], starts=timezone.now() + timedelta(hours=1)))
    move_series()
    series.refresh_from_db()
    assert series.state == "planned"
    Series.objects.update(starts=timezone.now())
    move_series()
    series.refresh_from_db()
    assert (series.state, series.games.count()) == ("running", 1)


def test_one_that_cannot_begin_says_why_and_begins_once_it_can(bots, olga):
    series = verbs.create(olga, plan(bots[:3], starts=timezone.now() + timedelta(hours=1)))
    bot = bots[0]
    bot.active_version = None
    bot.save()
    Series.objects.update(starts=timezone.now())
    move_series()
    series.refresh_from_db()
    assert (series.state, "alice/of-alice" in series.trouble) == ("planned", True)
    add_version(bot)
    move_series()
    series.refresh_from_db()
    assert (series.state, series.trouble) == ("running", "")


def test_a_series_is_started_once(series, olga):
    with pytest.raises(ValidationError, match="planned"):
        verbs.start(series, olga)
    assert series.games.count() == 1


def test_the_maps_of_the_pool_come_by_turns(series, monkeypatch):
    boards = [Map(pk=1), Map(pk=2), Map(pk=3)]
    monkeypatch.setattr(verbs, "pool", lambda *_: boards)
    assert [verbs._board(series, played) for played in range(5)] == [*boards, *boards[:2]]
    monkeypatch.setattr(verbs, "pool", lambda *_: [])
    assert verbs._board(series, 0) is None


def test_points_before_the_match_are_those_of_the_ladder(bots, olga):
    ensure_seasons()
    season = current_season("stakes", "three")
    assert season is not None
    versions = [bot.active_version for bot in bots[:3]]
    match = create_match("stakes", "three", "ladder", versions)
    RatedMatch.objects.create(match=match, season=season)
    finish(match, [1, 2, 3])
    series = verbs.create(olga, plan([bots[2], bots[0]], ruleset="three", winners=1))
    verbs.start(series, olga)
    ratings = [seat.rating for seat in game_now(series).match.seats.all()]
    assert ratings[0] is not None
    assert ratings[1] is not None
    assert ratings[0] < 1500 < ratings[1]
    assert ratings[2] == 1500
