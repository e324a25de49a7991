"""A voided match of a climb takes its rung back, a replayed or restored one gives it again."""

from __future__ import annotations

import pytest
from django.db import transaction

from bots.models import BotVersion
from ladder.climb import services
from ladder.climb.models import RungPassed
from ladder.climb.reading import climb_of, height
from ladder.climb.tests.steps import play, waiting
from ladder.corrections.services import restore_unrated, void_unrated
from ladder.tests.play import add_version
from matches import services as match_services

pytestmark = pytest.mark.usefixtures("redis_client", "house")


@pytest.fixture
def stopped(worm, alice):
    """A climb that beat drifter 3 : 0 and did not pass gardener, 1 : 3."""
    climb = play(services.start(worm, alice), *[True] * 3, True, False, False, False)
    assert climb.state == "stopped"
    return climb


def matches(climb, rung, **wanted):
    return [row.match for row in climb.matches.filter(rung=rung, **wanted)]


def highest(bot):
    found = height(bot)
    return found and found.passed.rung


def rungs(bot):
    return dict(bot.rungs_passed.values_list("rung", "version__number"))


def test_a_void_takes_the_rung_back_and_a_replay_gives_it_again(stopped, worm, olga):
    (first, *_) = matches(stopped, "drifter")
    void_unrated(first, olga, "the engine was wrong")
    assert rungs(worm) == {}
    (again,) = waiting()
    assert again.climb_match.rung == "drifter"
    assert again.seed != first.seed
    play(stopped, True)
    assert rungs(worm) == {"drifter": 1}
    assert stopped.state == "stopped"
    assert waiting() == []


def test_a_lost_replay_is_played_until_the_rung_is_decided(stopped, worm, olga):
    void_unrated(matches(stopped, "drifter")[0], olga, "the engine was wrong")
    play(stopped, False, False)
    assert len(waiting()) == 1
    play(stopped, False)
    assert (rungs(worm), waiting()) == ({}, [])


def test_a_restored_match_gives_the_rung_back_and_ends_its_replay(stopped, worm, olga):
    (first, *_) = matches(stopped, "drifter")
    before = RungPassed.objects.get().version
    void_unrated(first, olga, "the engine was wrong")
    (again,) = waiting()
    restore_unrated(first, olga, "it was not")
    assert RungPassed.objects.get().version == before
    assert RungPassed.objects.get().created == matches(stopped, "drifter")[2].finished
    again.refresh_from_db()
    assert again.state == "aborted"
    stopped.refresh_from_db()
    assert stopped.state == "stopped"


def test_a_correction_that_is_undone_takes_nothing(stopped, worm, olga):
    with transaction.atomic():
        void_unrated(matches(stopped, "drifter")[0], olga, "the engine was wrong")
        assert rungs(worm) == {}
        transaction.set_rollback(True)
    assert rungs(worm) == {"drifter": 1}
    assert waiting() == []


def test_a_climb_that_a_void_match_stopped_goes_on(stopped, worm, olga):
    void_unrated(matches(stopped, "gardener", won=False)[0], olga, "the engine was wrong")
    stopped.refresh_from_db()
    assert stopped.state == "climbing"
    seen = climb_of(worm)
    assert seen is not None
    assert (seen.wins, seen.played) == (1, 3)
    assert play(stopped, True, True).rung == "hunter"
    assert rungs(worm) == {"drifter": 1, "gardener": 1}


def test_a_climb_to_the_top_is_decided_again_at_the_top(worm, alice, olga):
    climb = play(services.start(worm, alice), *[True] * 15)
    assert climb.state == "top"
    void_unrated(matches(climb, "sentinel")[0], olga, "the engine was wrong")
    climb.refresh_from_db()
    assert climb.state == "climbing"
    assert highest(worm) == "warden"
    assert play(climb, True).state == "top"
    assert highest(worm) == "sentinel"


def test_the_rung_falls_to_the_next_version_that_beat_it(stopped, worm, alice, olga):
    worm.refresh_from_db()
    add_version(worm)
    second = play(services.start(worm, alice), *[True] * 3, *[False] * 3)
    decided = matches(second, "drifter")[2].finished
    for match in matches(stopped, "drifter"):
        void_unrated(match, olga, "the engine was wrong")
    assert rungs(worm) == {"drifter": 2}
    assert RungPassed.objects.get().created == decided
    play(stopped, True, True, True)
    assert rungs(worm) == {"drifter": 1}


def test_a_void_match_of_the_rung_that_is_played_is_replaced(worm, alice, olga):
    climb = play(services.start(worm, alice), True)
    void_unrated(matches(climb, "drifter", won=True)[0], olga, "the engine was wrong")
    assert len(waiting()) == 3
    assert play(climb, True, True, True).rung == "gardener"


def test_a_replay_that_could_not_be_played_does_not_break_the_climb(stopped, worm, olga):
    void_unrated(matches(stopped, "drifter")[0], olga, "the engine was wrong")
    match_services.abort(waiting()[0], olga, "because")
    stopped.refresh_from_db()
    assert (stopped.state, rungs(worm)) == ("stopped", {})


def test_a_version_whose_files_are_gone_plays_no_replay(stopped, worm, olga):
    BotVersion.objects.filter(pk=stopped.version_id).update(artifact_state="deleted")
    void_unrated(matches(stopped, "drifter")[0], olga, "the engine was wrong")
    assert (rungs(worm), waiting()) == ({}, [])
