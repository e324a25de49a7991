"""Planning a series, and who takes part in it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from bots.services import create_bot, deactivate
from ladder import series as verbs
from ladder.models import RatedMatch, Series
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import add_version, finish
from ladder.tests.series_steps import game_now, plan, win
from matches.models import Match
from matches.services import create_match


@pytest.fixture
def bots(stakes_bots):
    """Of three people, and two of the house."""
    return stakes_bots


# Planning ----------------------------------------------------------------------------------------


def test_a_plan_is_kept_and_waits(bots, olga):
    series = verbs.create(olga, plan(bots[:3]))
    assert (series.state, series.slug, str(series)) == ("planned", "autumn-round", "Autumn round")
    assert [entry.bot for entry in series.entries.all()] == bots[:3]
    assert verbs.advance(series.pk) is None
    assert not Match.objects.exists()
    assert verbs.create(olga, plan(bots[:3])).slug == "autumn-round-2"


@pytest.mark.parametrize("name", ["New", "new!", "轮"])
def test_every_name_has_an_address_of_its_own(bots, olga, name):
    slugs = {verbs.create(olga, plan(bots[:3], name=name)).slug for _ in range(2)}
    assert len(slugs) == 2
    assert not slugs & {"", "new"}


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("ruleset", {"ruleset": "gone"}),
        ("ruleset", {"ruleset": "pairs"}),
        ("ruleset", {"ruleset": "alone"}),
        ("ruleset", {"game": "snake", "ruleset": "standard"}),
        ("name", {"name": "  "}),
        ("winners", {"winners": 3}),
        ("winners", {"winners": 0}),
        ("bots", {"top": 3}),
        ("most_games", {"most_games": -1}),
        ("most_games", {"most_games": 1001}),
        ("patience", {"patience": 0}),
    ],
)
def test_what_could_not_be_played_is_refused_beside_its_field(bots, olga, field, wrong):
    with pytest.raises(ValidationError) as caught:
        verbs.create(olga, plan(bots[:3], **wrong))
    assert list(caught.value.error_dict) == [field]
    assert not Series.objects.exists()


def test_entrants_are_different_bots_of_the_game_and_not_too_many(bots, olga, alices_bot):
    for chosen in (bots[:1], bots[:4], [bots[0], bots[0]], [bots[0], alices_bot], []):
        with pytest.raises(ValidationError) as caught:
            verbs.create(olga, plan(chosen, winners=1))
        assert "bots" in caught.value.error_dict
    with pytest.raises(ValidationError) as caught:
        verbs.create(olga, plan([], top=4, winners=1))
    assert "top" in caught.value.error_dict


def test_a_start_in_the_past_is_refused(bots, olga):
    with pytest.raises(ValidationError, match="has passed"):
        verbs.create(olga, plan(bots[:3], starts=timezone.now() - timedelta(seconds=1)))


# Who takes part ----------------------------------------------------------------------------------


def test_the_versions_that_play_at_the_start_play_to_the_end(series, bots):
    first = [bot.active_version for bot in bots]
    add_version(bots[0])
    add_version(bots[3])
    win(series, 0)
    seats = game_now(series).match.seats.select_related("version")
    assert {seat.version for seat in seats} == set(first[:3])
    entries = series.entries.select_related("version")
    assert [entry.version for entry in entries] == first
    assert [entry.guest for entry in entries] == [False] * 3 + [True] * 2


def test_a_newer_version_that_does_not_play_takes_no_part(bots, olga):
    newest = add_version(bots[0], active=False)
    series = verbs.create(olga, plan(bots[:3]))
    verbs.start(series, olga)
    assert series.entries.get(bot=bots[0]).version == bots[0].active_version != newest


def test_a_bot_that_plays_no_more_keeps_the_series_from_beginning(bots, olga):
    series = verbs.create(olga, plan(bots[:3]))
    deactivate(bots[1], olga, "copied")
    with pytest.raises(ValidationError, match="bob/of-bob"):
        verbs.start(series, olga)
    series.refresh_from_db()
    assert (series.state, Match.objects.count()) == ("planned", 0)


def test_the_best_of_the_ladder_are_those_at_the_start_one_of_each_person(bots, olga, alice):
    series = verbs.create(olga, plan([], top=3))
    with pytest.raises(ValidationError, match="bots of 0 people"):
        verbs.start(series, olga)
    second = create_bot(alice, "stakes", "second")
    add_version(second)
    second.refresh_from_db()
    ensure_seasons()
    season = current_season("stakes", "three")
    assert season is not None
    # alice's two bots are the best by far, then house bot low, bob's, charlie's.
    for _ in range(4):
        for group in ([bots[0], second, bots[3]], [bots[3], bots[1], bots[2]]):
            versions = [bot.active_version for bot in group]
            match = create_match("stakes", "three", "ladder", versions)
            RatedMatch.objects.create(match=match, season=season)
            finish(match, [1, 2, 3])
    verbs.start(series, olga)
    entrants = [entry.bot for entry in series.entries.filter(guest=False)]
    assert bots[0] in entrants
    assert second not in entrants
    assert len(entrants) == 3


def test_without_house_bots_no_seat_may_stay_empty(bots, olga):
    for bot in bots[3:]:
        deactivate(bot, olga, "later")
    with pytest.raises(ValidationError, match="no house bot"):
        verbs.start(verbs.create(olga, plan(bots[:3])), olga)
    verbs.start(verbs.create(olga, plan(bots[:3], winners=1)), olga)
