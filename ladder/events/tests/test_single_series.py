"""Events of a single series: how results move them, and what organizers may do to them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from audit.models import AuditEntry
from games.registry import OURS
from ladder.events.kinds import matches as formats
from ladder.events.kinds.matches import MOST_TRIES
from ladder.events.models import Event
from ladder.events.planning import acts
from ladder.events.running import pausing
from ladder.events.tasks import move_events
from ladder.events.tests.series_steps import (
    begun,
    game_now,
    games,
    go_on,
    lose,
    planned,
    stage_of,
    state_of,
    win,
)
from ladder.models import RatedMatch
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import add_version, finish
from maps.tests.steps import add_meadow, make_map
from matches import services as match_services
from matches.models import Match
from matches.services import create_match


@pytest.fixture
def bots(stakes_bots):
    """Of three people, and two of the house."""
    return stakes_bots


# Advancing ---------------------------------------------------------------------------------------


def test_winners_begin_with_more_and_seats_move_on(series):
    win(series, 0)
    win(series, 0)
    win(series, 2)
    seatings = [game.seating for game in games(series)]
    assert seatings == [[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 1, 2]]
    handicaps = [[seat.handicap for seat in game.match.seats.all()] for game in games(series)]
    assert handicaps == [[1, 1, 1], [1, 1.5, 1], [1, 1, 2.25], [2.25, 1, 1.5]]
    matches = [game.match for game in games(series)]
    assert {match.kind for match in matches} == {"series"}
    assert len({match.seed for match in matches}) == 4


def test_who_has_left_is_followed_by_guests_in_turn(series, bots):
    for _ in range(5):
        win(series, 1)
    guests = []
    for _ in range(4):
        game = game_now(series)
        assert sorted(map(str, game.seating)) == ["0", "2", "None"]
        seat = game.match.seats.get(number=game.seating.index(None))
        guests.append(seat.program.bot.name)
        assert seat.handicap == 1
        win(series, 0)
    assert guests in (["low", "high"] * 2, ["high", "low"] * 2)
    assert series.state == "running"
    win(series, 0)
    assert (series.state, len(games(series))) == ("finished", 10)
    assert series.ended is not None
    assert sorted(row.entry.bot.name for row in stage_of(series).entries.filter(won=True)) == [
        "of-alice",
        "of-bob",
    ]
    go_on(series)
    assert len(games(series)) == 10


def test_it_ends_at_its_bound(bots, olga):
    series = begun(olga, bots[:3], most_games=2)
    win(series, 0)
    win(series, 1)
    assert (series.state, len(games(series))) == ("finished", 2)


def test_one_game_is_made_however_often_it_is_asked_for(series):
    for _ in range(3):
        go_on(series)
        move_events()
    assert (len(games(series)), Match.objects.count()) == (1, 1)


def test_a_result_moves_it_by_itself(series, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        finish(game_now(series).match, [1, 2, 3])
    assert len(games(series)) == 2


def test_what_a_lost_worker_left_undone_the_heartbeat_does(series):
    finish(game_now(series).match, [1, 2, 3])
    assert len(games(series)) == 1
    move_events()
    assert len(games(series)) == 2


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
    assert len(games(series)) == 2
    match_services.requeue(lost, olga, "after all")
    with django_capture_on_commit_callbacks(execute=True):
        finish(lost, [1, 2, 3])
    assert len(games(series)) == 2
    assert state_of(series).played == 0


def test_a_game_that_fails_again_and_again_stops_the_series_for_a_human(series, olga):
    for _ in range(MOST_TRIES):
        assert not stage_of(series).paused
        lose(series, "failed")
    stage = stage_of(series)
    assert stage.paused
    assert "Series, game 1 had no result 3 times" in stage.trouble
    assert "the disk was full" in stage.trouble
    assert all(game.lost for game in games(series))
    move_events()
    assert len(games(series)) == MOST_TRIES
    pausing.resume_stage(stage, olga, "disk is fine")
    stage.refresh_from_db()
    assert (stage.paused, stage.trouble) == (False, "")
    assert len(games(series)) == MOST_TRIES + 1
    win(series, 0)
    assert state_of(series).played == 1


def test_a_game_that_left_the_site_stops_it_and_nothing_is_lost(series, olga, monkeypatch):
    win(series, 1)
    finish(game_now(series).match, [1, 2, 3])
    with monkeypatch.context() as patch:
        patch.delitem(OURS, "stakes")
        go_on(series)
        assert "no longer has the game" in stage_of(series).trouble
        assert state_of(series).played == 2
    go_on(series)
    assert len(games(series)) == 3


# Acts of organizers ------------------------------------------------------------------------------


def test_while_it_is_paused_no_game_is_made_and_what_runs_counts(series, olga):
    pausing.pause(series, olga, "a look at the machine")
    win(series, 0)
    move_events()
    assert len(games(series)) == 1
    with pytest.raises(ValidationError, match="already paused"):
        pausing.pause(series, olga, "again")
    pausing.resume(series, olga, "all is well")
    assert len(games(series)) == 2
    assert state_of(series).lines[0].wins == 1
    acts = [entry.summary for entry in AuditEntry.objects.order_by("pk")]
    assert acts == [
        "drafted",
        "published",
        "started",
        "paused: a look at the machine",
        "resumed: all is well",
    ]


def test_the_last_result_ends_it_also_while_it_is_paused(bots, olga):
    series = begun(olga, bots[:3], most_games=1)
    pausing.pause(series, olga, "lunch")
    win(series, 0)
    assert (series.state, series.paused) == ("finished", False)


def test_an_aborted_series_takes_its_match_along(series, olga):
    match = game_now(series).match
    acts.abort(series, olga, "the wrong bots")
    series.refresh_from_db()
    match.refresh_from_db()
    assert (series.state, series.trouble, match.state) == ("aborted", "the wrong bots", "aborted")
    move_events()
    assert len(games(series)) == 1
    with pytest.raises(ValidationError, match="has ended"):
        acts.abort(series, olga, "twice")


@pytest.mark.parametrize("verb", [pausing.pause, pausing.resume, acts.abort])
def test_others_do_nothing(series, alice, verb):
    with pytest.raises(PermissionDenied):
        verb(series, alice, "please")
    with pytest.raises(PermissionDenied):
        acts.start(series, alice)
    with pytest.raises(PermissionDenied):
        planned(alice, [])


def test_its_time_starts_it(bots, olga):
    series = planned(olga, bots[:3], starts=timezone.now() + timedelta(hours=1))
    move_events()
    series.refresh_from_db()
    assert series.state == "open"
    Event.objects.update(starts=timezone.now())
    move_events()
    series.refresh_from_db()
    assert (series.state, len(games(series))) == ("running", 1)


def test_one_that_cannot_begin_says_why_and_begins_once_it_can(bots, olga):
    series = planned(olga, bots[:2], winners=1, starts=timezone.now() + timedelta(hours=1))
    bot = bots[0]
    bot.active_version = None
    bot.save()
    Event.objects.update(starts=timezone.now())
    move_events()
    series.refresh_from_db()
    assert (series.state, "Fewer than two bots" in series.trouble) == ("open", True)
    add_version(bot)
    move_events()
    series.refresh_from_db()
    assert (series.state, series.trouble) == ("running", "")


def test_a_series_is_started_once(series, olga):
    with pytest.raises(ValidationError, match="Only an open event"):
        acts.start(series, olga)
    assert len(games(series)) == 1


def test_the_maps_of_the_pool_come_by_turns(series, alice, monkeypatch, settings):
    add_meadow(monkeypatch, settings)
    stage = stage_of(series)
    boards = [make_map(alice, name) for name in ("one", "two", "three")]
    monkeypatch.setattr(formats, "pool", lambda *_: boards)
    assert [formats.Boards(stage).at(turn) for turn in range(5)] == [*boards, *boards[:2]]
    monkeypatch.setattr(formats, "pool", lambda *_: [])
    assert formats.Boards(stage).at(0) is None


def test_points_before_the_match_are_those_of_the_ladder(bots, olga):
    ensure_seasons()
    season = current_season("stakes", "three")
    assert season is not None
    versions = [bot.active_version for bot in bots[:3]]
    match = create_match("stakes", "three", "ladder", versions)
    RatedMatch.objects.create(match=match, season=season)
    finish(match, [1, 2, 3])
    series = begun(olga, [bots[2], bots[0]], winners=1)
    ratings = [seat.rating for seat in game_now(series).match.seats.all()]
    assert ratings[0] is not None
    assert ratings[1] is not None
    assert ratings[0] < 1500 < ratings[1]
    assert ratings[2] == 1500
