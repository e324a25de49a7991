"""Finished matches are played on from one of their turns."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404

from games.registry import GAMES
from matches import services, tasks
from matches.audience import Audience
from matches.derived import forks
from matches.models import Match
from matches.recorded.replays import open_replay
from rooms.forks import play_on


@pytest.fixture
def ready(make_ready, alices_bot):
    return make_ready(alices_bot)


@pytest.fixture
def origin(ready, alice) -> Match:
    match = services.request_match(alice, "snake", "blitz", [ready, ready], seed=5)
    tasks.play("matches")
    match.refresh_from_db()
    return match


def frames(match):
    with open_replay(match) as replay:
        return [{k: v for k, v in frame.items() if k != "cpu"} for frame in replay.read()]


def test_the_same_bots_play_the_same_match_again(origin, ready, alice):
    fork = forks.request_fork(alice, origin, origin.frames // 3, [ready, ready])
    tasks.play("matches")
    fork.refresh_from_db()
    assert (fork.state, fork.kind, fork.failure) == ("finished", "fork", "")
    assert frames(fork) == frames(origin)
    assert fork.outcome == origin.outcome
    with open_replay(fork) as replay:
        assert replay.header["origin"] == {"match": origin.pk, "frame": origin.frames // 3}
        assert replay.result["past"]["differs"] == []
    assert list(origin.forks.all()) == [fork]
    assert list(forks.ancestors(fork)) == [origin]


def test_a_new_bot_is_told_the_position_where_a_question_holds_it(
    origin, ready, make_ready, alices_bot, alice, monkeypatch
):
    newer = make_ready(alices_bot)
    fork = forks.request_fork(alice, origin, 10, [ready, newer])
    before = forks.resumed(fork)
    monkeypatch.setattr(GAMES["snake"].wire, "whole", True)
    after = forks.resumed(fork)
    assert before is not None
    assert after is not None
    assert (before[1].told, after[1].told) == (frozenset(), frozenset({1}))


def test_a_fork_of_a_fork_has_both_ancestors(origin, ready, alice):
    first = forks.request_fork(alice, origin, 10, [ready, ready])
    tasks.play("matches")
    first.refresh_from_db()
    second = forks.request_fork(alice, first, 20, [ready, ready])
    assert list(forks.ancestors(second)) == [first, origin]


def test_a_first_match_is_played_on_by_its_own_brief_rules(origin, ready, alice):
    Match.objects.filter(pk=origin.pk).update(kind="proving")
    origin.refresh_from_db()
    again = services.create_match("snake", "blitz", "proving", [ready, ready])
    tasks.play("matches")
    again.refresh_from_db()
    fork = forks.request_fork(alice, again, 4, [ready, ready])
    tasks.play("matches")
    fork.refresh_from_db()
    assert frames(fork) == frames(again)


@pytest.mark.parametrize("frame", [-1, 10**6])
def test_a_frame_that_nothing_follows_is_refused(origin, ready, alice, frame):
    with pytest.raises(ValidationError, match="from 0 to"):
        forks.request_fork(alice, origin, frame, [ready, ready])


def test_the_last_frame_has_nothing_after_it(origin, ready, alice):
    with pytest.raises(ValidationError, match="from 0 to"):
        forks.request_fork(alice, origin, origin.frames - 1, [ready, ready])


def test_one_of_the_bots_must_be_yours(origin, ready, charlie):
    with pytest.raises(ValidationError, match="must be yours"):
        forks.request_fork(charlie, origin, 3, [ready, ready])


def test_seats_are_as_many_as_the_match_has_and_people_sit_for_themselves(
    origin, ready, alice, charlie
):
    with pytest.raises(ValidationError, match="2 seats"):
        forks.request_fork(alice, origin, 3, [ready])
    with pytest.raises(ValidationError, match="only yourself"):
        forks.request_fork(alice, origin, 3, [ready, charlie])
    with pytest.raises(ValidationError, match="one seat"):
        forks.request_fork(alice, origin, 3, [alice, alice])


def test_a_person_has_a_number_of_forks_that_wait(origin, ready, alice, monkeypatch):
    monkeypatch.setattr(forks, "MAX_WAITING", 1)
    forks.request_fork(alice, origin, 3, [ready, ready])
    with pytest.raises(ValidationError, match="still wait"):
        forks.request_fork(alice, origin, 3, [ready, ready])


def test_a_match_of_another_version_of_the_game_is_not_played_on(origin, ready, alice, monkeypatch):
    monkeypatch.setattr(type(GAMES["snake"]), "version", "99")
    with pytest.raises(ValidationError, match="another version"):
        forks.request_fork(alice, origin, 3, [ready, ready])


def test_a_match_that_one_may_not_see_is_not_there(origin, ready, charlie):
    Match.objects.filter(pk=origin.pk).update(audience=Audience.HIDDEN)
    with pytest.raises(Http404):
        forks.request_fork(charlie, origin, 3, [ready, ready])


def test_a_match_that_waits_cannot_be_played_on(ready, alice):
    match = services.request_match(alice, "snake", "blitz", [ready, ready])
    with pytest.raises(PermissionDenied, match="has ended"):
        forks.request_fork(alice, match, 3, [ready, ready])


def test_a_fork_of_a_private_match_is_for_whoever_asked(origin, ready, alice, charlie):
    Match.objects.filter(pk=origin.pk).update(kind="trial")
    origin.refresh_from_db()
    Match.objects.filter(pk=origin.pk).update(requested_by=alice, origin=origin)
    fork = forks.request_fork(alice, origin, 3, [ready, ready])
    assert fork.visible_to(alice)
    assert not fork.visible_to(charlie)
    assert not Match.objects.public().filter(pk=fork.pk).exists()


def test_a_person_takes_a_seat_within_the_limits_of_such_matches(
    origin, ready, alice, charlie, settings
):
    fork = play_on(charlie, origin, 3, [charlie, ready])
    assert (fork.kind, fork.share) == ("room", "rooms")
    assert fork.seats.get(number=0).person == charlie
    settings.ROOM_MATCHES_PER_PERSON = 1
    with pytest.raises(ValidationError, match="limit of matches"):
        play_on(charlie, origin, 3, [charlie, ready])


def test_a_fork_whose_origin_is_gone_is_given_up(origin, ready, alice, settings):
    settings.MATCH_FAULTS = 1
    fork = forks.request_fork(alice, origin, 3, [ready, ready])
    Match.objects.filter(pk=fork.pk).update(origin=None)
    tasks.play("matches")
    fork.refresh_from_db()
    assert fork.state == "failed"
    assert "deleted" in fork.failure
