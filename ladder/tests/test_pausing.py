"""The rule by which bots are paused, and how they are resumed."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit import services as audit
from bots import pausing
from bots.models import Bot
from bots.pausing import IN_A_ROW, OFTEN, WINDOW, is_failure, verdict
from bots.services import activate
from games.engine import EndState
from ladder import failures
from ladder.models import RatedMatch, Season
from ladder.ratings import rebuilding
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, add_version, finish, make_bot
from matches.models import Match
from matches.recorded.voiding import void
from matches.services import create_match
from notices.models import Notice

CRASH, OK = EndState.CRASH, EndState.OK


@pytest.fixture
def pair(db, alice, charlie, team, redis_client):
    """Alice's bot and Charlie's, which play."""
    ensure_seasons()
    return make_bot(alice, "worm", team), make_bot(charlie, "viper")


def running() -> Season:
    season = current_season("snake", RULESET)
    assert season is not None
    return season


def play(pair, *ends, kind="ladder"):
    """One rated match for each end of the first bot."""
    season = running()
    for end in ends:
        versions = [bot.active_version for bot in pair]
        match = create_match("snake", RULESET, kind, versions)
        if kind == "ladder":
            RatedMatch.objects.create(match=match, season=season)
        finish(match, [2, 1], [end, OK])
    for bot in pair:
        bot.refresh_from_db()
    return match


@pytest.mark.parametrize(
    ("failed", "paused"),
    [
        ([True] * (IN_A_ROW - 1), False),
        ([True] * IN_A_ROW, True),
        ([True] * (IN_A_ROW - 1) + [False] * WINDOW, False),
        ([False] + [True] * IN_A_ROW, False),
        ([True, False] * OFTEN, True),
        ([True, False] * (OFTEN - 1) + [False, False, True, True], False),
        ([], False),
    ],
)
def test_the_rule(failed, paused):
    assert bool(verdict(failed)) is paused


def test_every_fault_of_a_program_is_its_failure_and_nothing_else_is():
    assert {end for end in EndState if not is_failure(end)} == {EndState.OK, EndState.LEFT}
    assert not is_failure("")


def test_a_bot_that_fails_in_a_row_is_paused_and_those_behind_it_told(pair, alice, bob, charlie):
    worm, viper = pair
    play(pair, *[CRASH] * (IN_A_ROW - 1))
    assert worm.is_playing
    play(pair, CRASH)
    assert (worm.is_playing, worm.may_enter, viper.is_playing) == (False, True, True)
    assert worm not in Bot.objects.playing()
    assert worm.paused_why == "Its last 5 rated matches ended by its own failure."
    told = Notice.objects.filter(kind="bot.paused")
    assert {notice.user for notice in told} == {alice, bob}
    assert told[0].path == "/bots/alice/worm/"
    assert len(failures.recent(worm)) == 5


def test_a_bot_that_fails_every_other_time_is_paused_after_twenty_matches(pair):
    worm, _ = pair
    play(pair, *[OK, CRASH] * 9)
    assert worm.is_playing
    play(pair, OK, EndState.TIMEOUT)
    assert worm.paused_why.startswith("10 of its last 20")


def test_losing_on_rules_pauses_nobody(pair):
    play(pair, *[OK] * (WINDOW + 1))
    assert pair[0].is_playing


@pytest.mark.parametrize("change", ["disturbed", "void", "friendly"])
def test_matches_that_do_not_count_against_it_do_not_pause_it(pair, olga, change):
    kind = "friendly" if change == "friendly" else "ladder"
    for _ in range(IN_A_ROW + 1):
        match = play(pair, CRASH, kind=kind)
        if change == "disturbed":
            Match.objects.filter(pk=match.pk).update(disturbed=[{"turn": 1}])
        elif change == "void":
            void(match, olga, "a broken worker")
    assert pair[0].is_playing


def test_house_bots_are_never_paused(pair):
    Bot.objects.filter(pk=pair[0].pk).update(is_house=True)
    play(pair, *[CRASH] * (IN_A_ROW + 1))
    assert pair[0].is_playing


def test_a_resumed_bot_has_as_many_tries_again(pair, alice):
    worm, _ = pair
    play(pair, *[CRASH] * IN_A_ROW)
    pausing.resume(worm, alice)
    play(pair, *[CRASH] * (IN_A_ROW - 1))
    assert worm.is_playing
    play(pair, CRASH)
    assert not worm.is_playing


def test_another_version_that_plays_resumes_it(pair, alice):
    worm, _ = pair
    first = worm.active_version
    play(pair, *[CRASH] * IN_A_ROW)
    add_version(worm)
    assert worm.is_playing
    play(pair, *[CRASH] * (IN_A_ROW - 1))
    activate(first, alice)
    worm.refresh_from_db()
    play(pair, CRASH)
    assert worm.is_playing, "what the first version did before counts no more"


def test_only_managers_and_organizers_resume(pair, alice, bob, charlie, olga):
    worm, _ = pair
    play(pair, *[CRASH] * IN_A_ROW)
    with pytest.raises(PermissionDenied):
        pausing.resume(worm, charlie)
    pausing.resume(worm, bob)
    assert not audit.of(worm).exists()
    with pytest.raises(ValidationError, match="not paused"):
        pausing.resume(worm, alice)
    play(pair, *[CRASH] * IN_A_ROW)
    pausing.resume(worm, olga, "the disk was full")
    assert audit.of(worm).get().summary == "resumed: the disk was full"


def test_rebuilding_ratings_pauses_nobody(pair, alice):
    worm, _ = pair
    play(pair, *[CRASH] * IN_A_ROW)
    pausing.resume(worm, alice)
    rebuilding.rebuild(running())
    worm.refresh_from_db()
    assert worm.is_playing


def test_a_match_without_failures_costs_no_query(pair):
    match = play(pair, OK)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        failures.look(match)
    assert len(queries) == 0
