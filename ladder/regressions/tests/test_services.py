"""Each new version plays the tests of its bot before it goes live."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from bots import services as bots
from games.engine import EndState
from ladder.regressions import services
from ladder.regressions.models import RegressionRun, RegressionTest
from ladder.regressions.reading import rows_of, runs_of, summary
from ladder.tests.play import add_version, finish, make_bot
from matches import services as match_services
from matches.models import Match
from matches.services import create_match
from notices.models import Notice

pytestmark = pytest.mark.usefixtures("redis_client")
BOB_AND_ALICE = {"alice", "bob"}


@pytest.fixture
def worm(alice, team, db):
    return make_bot(alice, "worm", team)


@pytest.fixture
def viper(charlie):
    return make_bot(charlie, "viper")


@pytest.fixture
def lost(worm, viper) -> Match:
    """A match that worm lost on seat 1."""
    versions = [viper.active_version, worm.active_version]
    return finish(create_match("snake", "blitz", "ladder", versions, seed=11), [1, 2])


@pytest.fixture
def kept(worm, alice, lost) -> RegressionTest:
    return services.keep(worm, alice, lost, 1)


def prove(bot):
    """A new version of the bot that has passed its first match."""
    version = add_version(bot, state="proving", active=False)
    bots.proved(version)
    version.refresh_from_db()
    bot.refresh_from_db()
    return version


def test_match() -> Match:
    return Match.objects.unfinished().get(kind="test")


test_match.__test__ = False  # type: ignore[attr-defined]


def test_a_match_is_kept_for_the_bots_only_seat(worm, viper, alice, charlie, lost):
    assert services.keep(worm, alice, lost, None).seat == 1
    both = finish(create_match("snake", "blitz", "ladder", [viper.active_version] * 2), [1, 2])
    with pytest.raises(ValidationError, match="sits on the seats 1, 2: choose one of them"):
        services.keep(viper, charlie, both, None)
    with pytest.raises(ValidationError, match="does not sit in this match"):
        services.keep(worm, alice, both, None)


def test_a_new_version_plays_the_same_start_before_it_goes_live(worm, viper, kept, lost):
    version = prove(worm)
    assert version.state == "ready"
    assert worm.active_version.number == 1
    match = test_match()
    assert (match.seed, match.ruleset, match.map) == (lost.seed, lost.ruleset, lost.map)
    assert [seat.version for seat in match.seats.all()] == [viper.active_version, version]
    finish(match, [2, 1])
    worm.refresh_from_db()
    assert worm.active_version == version
    (run,) = runs_of(version)
    # The version of the kept match, which lost it, is the one before.
    assert (run.verdict, run.share, run.change) == ("passed", 1.0, "better")


def test_a_version_is_compared_with_the_newest_one_that_played_the_start(worm, kept):
    changes = []
    for ranks in ([2, 1], [2, 1], [1, 2]):
        version = prove(worm)
        finish(test_match(), ranks)
        changes += [run.change for run in runs_of(version)]
    assert changes == ["better", "same", "worse"]


def test_a_match_that_was_won_lets_the_first_version_after_it_be_worse(worm, viper, alice):
    versions = [viper.active_version, worm.active_version]
    won = finish(create_match("snake", "blitz", "ladder", versions, seed=11), [2, 1])
    services.keep(worm, alice, won, 1)
    version = prove(worm)
    finish(test_match(), [1, 2])
    assert [run.change for run in runs_of(version)] == ["worse"]


def test_a_bot_without_tests_goes_live_at_once(worm):
    assert prove(worm) == worm.active_version


@pytest.mark.parametrize(
    ("ranks", "ends", "verdict"),
    [
        ([2, 1], None, "passed"),
        ([1, 1], None, "failed"),
        ([1, 2], None, "failed"),
        ([2, 1], [EndState.OK, EndState.CRASH], "failed"),
    ],
)
def test_a_test_passes_by_a_first_place_alone_without_a_failure(worm, kept, ranks, ends, verdict):
    version = prove(worm)
    finish(test_match(), ranks, ends)
    assert runs_of(version)[0].verdict == verdict
    worm.refresh_from_db()
    assert worm.active_version == version, "a failed test stops nothing by itself"


def test_a_goal_may_be_the_result_of_the_match(worm, alice, lost, viper):
    drawn = finish(
        create_match("snake", "blitz", "ladder", [viper.active_version, worm.active_version]),
        [1, 1],
    )
    test = services.keep(worm, alice, drawn, 1, as_then=True)
    assert test.goal == 0.5
    version = prove(worm)
    finish(test_match(), [1, 1])
    assert runs_of(version)[0].verdict == "passed"


def test_versions_are_compared_and_the_team_learns_of_what_is_worse(worm, kept):
    prove(worm)
    finish(test_match(), [2, 1])
    worse = prove(worm)
    finish(test_match(), [1, 2])
    better = prove(worm)
    finish(test_match(), [2, 1])
    assert [runs_of(version)[0].change for version in (worse, better)] == ["worse", "better"]
    assert summary(runs_of(worse)) == "1 failed; 1 worse than the version before"
    notices = Notice.objects.filter(kind="tests.worse")
    assert {notice.user.username for notice in notices} == BOB_AND_ALICE
    assert "It plays now" in notices[0].text
    assert rows_of(worm)[0].newest == runs_of(better)[0]


def test_a_team_may_keep_the_old_version_where_a_test_gets_worse(worm, kept, alice):
    services.set_policy(worm, alice, holds=True)
    good = prove(worm)
    finish(test_match(), [2, 1])
    worse = prove(worm)
    finish(test_match(), [1, 2])
    worm.refresh_from_db()
    assert worm.active_version == good
    bots.activate(worse, alice)  # they still may
    better = prove(worm)
    finish(test_match(), [2, 1])
    worm.refresh_from_db()
    assert worm.active_version == better


def test_a_test_that_cannot_be_played_holds_nothing_back(worm, kept, viper, olga):
    bots.deactivate(viper, olga, "because")
    version = prove(worm)
    (run,) = runs_of(version)
    assert (run.verdict, run.match) == ("skipped", None)
    assert "does not play" in run.why
    assert worm.active_version == version


def test_a_match_that_is_given_up_or_waits_too_long_is_skipped(worm, kept, olga):
    first = prove(worm)
    match_services.abort(test_match(), olga, "because")
    worm.refresh_from_db()
    assert worm.active_version == first
    second = prove(worm)
    assert services.sweep() == 0
    RegressionRun.objects.filter(version=second).update(
        created=timezone.now() - services.LONGEST - timedelta(seconds=1)
    )
    assert services.sweep() == 1
    worm.refresh_from_db()
    assert worm.active_version == second
    assert "30 minutes" in runs_of(second)[0].why
    finish(test_match(), [2, 1])  # a late result changes nothing
    assert runs_of(second)[0].verdict == "skipped"


def test_a_version_goes_live_once_the_test_it_waits_for_is_removed(worm, viper, alice, lost, kept):
    again = [viper.active_version, worm.active_version]
    second = services.keep(
        worm, alice, finish(create_match("snake", "blitz", "ladder", again), [1, 2]), 1
    )
    version = prove(worm)
    services.remove(kept, alice)
    worm.refresh_from_db()
    assert worm.active_version.number == 1, "the second test is still waited for"
    services.remove(second, alice)
    worm.refresh_from_db()
    assert worm.active_version == version


def test_runs_that_end_at_once_are_judged_one_after_the_other(
    worm, kept, django_assert_max_num_queries
):
    """Else each of two transactions sees the other's run waiting, and nobody settles."""
    version = prove(worm)
    match = finish(test_match(), [2, 1])
    RegressionRun.objects.filter(version=version).update(verdict="waiting")
    with transaction.atomic(), django_assert_max_num_queries(20) as seen:
        services.judge(Match, match)
    queries = [query["sql"] for query in seen.captured_queries]
    held = next(i for i, sql in enumerate(queries) if 'FROM "bots_bot"' in sql)
    written = next(i for i, sql in enumerate(queries) if sql.startswith("UPDATE"))
    assert held < written
    assert 'FROM "regressions_regressionrun"' in queries[held + 1], "read again once it is held"


def test_a_newer_version_is_not_replaced_by_a_late_one(worm, kept):
    old = prove(worm)
    waiting = test_match()
    newer = prove(worm)
    matches = Match.objects.unfinished().filter(kind="test").exclude(pk=waiting.pk)
    finish(matches.get(), [2, 1])
    finish(waiting, [2, 1])
    worm.refresh_from_db()
    assert worm.active_version == newer
    assert runs_of(old)[0].verdict == "passed"


def test_only_managers_keep_and_remove_tests(worm, lost, kept, bob, charlie, olga):
    services.remove(kept, bob)
    for other in (charlie, olga):
        with pytest.raises(PermissionDenied):
            services.keep(worm, other, lost, 1)
    test = services.keep(worm, bob, lost, 1)
    with pytest.raises(PermissionDenied):
        services.remove(test, charlie)


def test_matches_of_tests_are_seen_by_the_team_alone(worm, kept, alice, bob, charlie):
    prove(worm)
    match = test_match()
    assert match.visible_to(alice)
    assert match.visible_to(bob)
    assert not match.visible_to(charlie)
    assert not Match.objects.public().filter(pk=match.pk).exists()


def test_matches_of_other_kinds_are_refused_with_a_reason(
    worm, viper, alice, lost, kept, monkeypatch
):
    def refused(match, seat=1):
        with pytest.raises(ValidationError) as error:
            services.keep(worm, alice, match, seat)
        return " ".join(error.value.messages)

    def ended(kind, *players):
        return finish(create_match("snake", "blitz", kind, players), [1, 2])

    versions = [viper.active_version, worm.active_version]
    assert "already" in refused(lost)
    assert "does not sit" in refused(lost, 0)
    assert "does not sit" in refused(lost, 5)
    assert "finished match" in refused(create_match("snake", "blitz", "friendly", versions))
    assert "too brief" in refused(ended("proving", *versions))
    assert "A person" in refused(ended("room", alice, versions[1]))
    played_on = ended("fork", *versions)
    Match.objects.filter(pk=played_on.pk).update(origin=lost, origin_frame=3)
    played_on.refresh_from_db()
    assert "goes on from a turn" in refused(played_on)
    monkeypatch.setattr(services, "MOST", 1)
    assert "remove one first" in refused(ended("friendly", *versions))
