"""The result of a match in one sentence."""

from __future__ import annotations

import pytest

from games.engine import EndState
from ladder.tests.play import RULESET, add_version, finish, make_bot
from matches.models import Match
from matches.recorded.results import sentence, tie_break
from matches.recorded.sides import sides
from matches.services import create_match

pytestmark = pytest.mark.django_db
OK, LATE = EndState.OK, EndState.TIMEOUT


@pytest.fixture
def pair(alice, charlie, redis_client):
    return [make_bot(alice, "worm").active_version, make_bot(charlie, "viper").active_version]


@pytest.mark.parametrize(
    ("ranks", "ends", "scores", "words"),
    [
        ((1, 2), (OK, OK), (3, 1), "alice/worm beat charlie/viper 3 : 1"),
        ((2, 1), (OK, OK), (0.5, 2), "charlie/viper beat alice/worm 2 : 0.5"),
        ((2, 1), (LATE, OK), (9, 1), "charlie/viper beat alice/worm, which timed out"),
        ((1, 1), (OK, OK), (4, 4), "alice/worm and charlie/viper drew 4 : 4"),
        ((1, 2), (OK, OK), (3, -1), "alice/worm beat charlie/viper 3 : −1"),
        ((1, 2), (OK, OK), (1, 3), "alice/worm beat charlie/viper"),
        ((1, 2), (OK, OK), (None, None), "alice/worm beat charlie/viper"),
    ],
)
def test_a_sentence_says_who_beat_whom_and_how(pair, ranks, ends, scores, words):
    match = finish(create_match("snake", RULESET, "friendly", pair), ranks, ends)
    for seat, score in zip(match.seats.all(), scores, strict=True):
        match.seats.filter(pk=seat.pk).update(score=score)
    found = Match.objects.with_seats().get(pk=match.pk)
    assert sentence(found) == words
    assert sentence(found, faults=False) == words.split(", which")[0]


def test_a_score_that_contradicts_the_result_comes_with_what_decided(pair):
    match = finish(create_match("snake", RULESET, "friendly", pair), (1, 2))
    match.seats.update(score=30)
    Match.objects.filter(pk=match.pk).update(reason="decided by the first item")
    told = "alice/worm beat charlie/viper 30 : 30, decided by the first item"
    found = Match.objects.with_seats().get(pk=match.pk)
    assert sentence(found) == told
    assert tie_break(found, sides(found)) == "decided by the first item"
    match.seats.filter(number=0).update(score=31)
    clear = Match.objects.with_seats().get(pk=match.pk)
    assert sentence(clear) == "alice/worm beat charlie/viper 31 : 30"
    assert tie_break(clear, sides(clear)) == ""


def test_two_versions_of_a_bot_are_told_apart(pair):
    older = pair[0]
    newer = add_version(older.bot)
    match = finish(create_match("snake", RULESET, "friendly", [newer, older]), (1, 2))
    assert sentence(match).startswith("alice/worm v2 beat alice/worm v1 ")


def test_a_match_without_a_result_has_no_sentence(pair):
    assert sentence(create_match("snake", RULESET, "friendly", pair)) == ""
