"""Planning a single series, and who takes part in it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from accounts.models import User
from bots.services import create_bot, deactivate, reactivate
from ladder.core.contest.plan import Kind
from ladder.events.entrants import entering, invitations
from ladder.events.entrants.terms import consent
from ladder.events.models import Entry, Event
from ladder.events.people import let_create
from ladder.events.planning import acts, single_series
from ladder.events.tests.series_steps import (
    begun,
    game_now,
    games,
    go_on,
    planned,
    stage_of,
    wanted,
    win,
)
from ladder.models import RatedMatch
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import add_version, finish
from matches.models import Match
from matches.services import create_match
from notices.models import Notice


@pytest.fixture
def bots(stakes_bots):
    """Of three people, and two of the house."""
    return stakes_bots


# Planning ----------------------------------------------------------------------------------------


def test_a_plan_is_kept_and_waits(bots, olga):
    series = planned(olga, bots[:3])
    assert (series.state, series.slug, str(series)) == ("open", "autumn-round", "Autumn round")
    assert [entry.bot for entry in series.entries.order_by("pk")] == bots[:3]
    assert [stage.kind for stage in series.planned.stages] == [Kind.SERIES]
    go_on(series)
    assert not Match.objects.exists()
    assert planned(olga, bots[:3]).slug == "autumn-round-2"


def test_others_cannot_enter(bots, olga, alice):
    series = planned(olga, bots[1:3], winners=1)
    assert not series.takes_entries
    with pytest.raises(ValidationError, match="not open"):
        entering.enter(series, bots[0], alice)


@pytest.mark.parametrize("name", ["New", "new!", "轮"])
def test_every_name_has_an_address_of_its_own(bots, olga, name):
    slugs = {planned(olga, bots[:3], name=name).slug for _ in range(2)}
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
        planned(olga, bots[:3], **wrong)
    assert list(caught.value.error_dict) == [field]
    assert not Event.objects.exists()


def test_entrants_are_different_bots_of_the_game_and_not_too_many(bots, olga, alices_bot):
    for chosen in (bots[:1], bots[:4], [bots[0], bots[0]], [bots[0], alices_bot], []):
        with pytest.raises(ValidationError) as caught:
            planned(olga, chosen, winners=1)
        assert "bots" in caught.value.error_dict
    with pytest.raises(ValidationError) as caught:
        planned(olga, [], top=4, winners=1)
    assert "top" in caught.value.error_dict


def test_a_start_in_the_past_is_refused(bots, olga):
    with pytest.raises(ValidationError, match="has passed"):
        planned(olga, bots[:3], starts=timezone.now() - timedelta(seconds=1))


# Entrants ----------------------------------------------------------------------------------------


def test_the_versions_that_play_at_the_start_play_to_the_end(series, bots):
    first = [bot.active_version for bot in bots]
    add_version(bots[0])
    win(series, 0)
    seats = game_now(series).match.seats.select_related("version")
    assert {seat.version for seat in seats} == set(first[:3])
    entries = stage_of(series).entries.select_related("version")
    assert [entry.version for entry in entries] == first[:3]


def test_a_newer_version_that_does_not_play_takes_no_part(bots, olga):
    newest = add_version(bots[0], active=False)
    series = begun(olga, bots[:3])
    assert (
        stage_of(series).entries.get(entry__bot=bots[0]).version == bots[0].active_version != newest
    )


def test_a_bot_that_plays_no_more_takes_no_part_and_one_fewer_wins(bots, olga):
    series = planned(olga, bots[:3])
    deactivate(bots[1], olga, "copied")
    acts.start(series, olga)
    assert [row.entry.bot for row in stage_of(series).entries.all()] == [bots[0], bots[2]]
    assert stage_of(series).series.get().winners == 1


def test_the_best_of_the_ladder_are_those_at_the_start_one_of_each_person(bots, olga, alice):
    series = planned(olga, [], top=3)
    with pytest.raises(ValidationError, match="has 0 bots"):
        acts.start(series, olga)
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
    # bob's was entered and withdrawn, so it is not entered again.
    Entry.objects.create(event=series, bot=bots[1], withdrawn_at=timezone.now())
    acts.start(series, olga)
    entrants = [row.entry.bot for row in stage_of(series).entries.all()]
    assert bots[0] in entrants
    assert second not in entrants
    assert bots[1] not in entrants
    assert len(entrants) == 2


def test_without_house_bots_a_series_waits_once_a_seat_is_empty(bots, olga):
    for bot in bots[3:]:
        deactivate(bot, olga, "later")
    series = begun(olga, bots[:3])
    for _ in range(5):
        win(series, 1)
    assert "no house bot to fill an empty seat" in stage_of(series).trouble
    assert len(games(series)) == 5
    reactivate(bots[3], olga, "now")
    go_on(series)
    assert (stage_of(series).trouble, len(games(series))) == ("", 6)


def test_events_of_others_enter_the_best_bots_of_people_who_agreed(bots, olga, alice, bob, charlie):
    ensure_seasons()
    season = current_season("stakes", "three")
    assert season is not None
    for _ in range(3):
        versions = [bot.active_version for bot in bots[:3]]
        match = create_match("stakes", "three", "ladder", versions)
        RatedMatch.objects.create(match=match, season=season)
        finish(match, [1, 2, 3])
    consent.set_standing(charlie, True)
    owner = User.objects.create_user("owen", password="of no use")
    let_create(olga, "owen")
    draft = acts.Draft("Autumn round", wanted([], winners=1).plan, top=2)
    series = acts.create(owner, draft)
    acts.publish(series, owner)
    series.refresh_from_db()
    invited = {row.person for row in series.invitations.all()}
    assert invited == {alice, bob}
    assert "invited to Autumn round" in Notice.objects.filter(user=alice).latest("pk").text
    with pytest.raises(ValidationError, match="has 1 bots for this event, but it needs 2"):
        acts.start(series, owner)
    invitations.accept(series, bob)
    acts.start(series, owner)
    assert {entry.bot for entry in series.entries.all()} == {bots[1], bots[2]}
    own = single_series.create(olga, wanted([], top=2, winners=1))
    assert not own.invitations.exists()
    acts.start(own, olga)
    assert own.entries.count() == 2
