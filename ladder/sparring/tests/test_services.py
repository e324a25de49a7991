"""Lonely bots spar with frozen old versions; nothing of it reaches the ladder."""

import random
from collections import Counter
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from bots.models import Bot, BotVersion
from bots.services import deactivate, retire
from bots.versions import sparring as consent
from controls import services as controls
from ladder.models import Disqualification, RatedMatch, Rating, RatingChange, Season
from ladder.ratings import official, rebuilding
from ladder.ratings.standings import Standings
from ladder.seasons.current import current_season, ensure_seasons
from ladder.sparring import partners as frozen_ratings
from ladder.sparring.partners import allowed, frozen, partners
from ladder.sparring.services import spar, spar_in, withdraw_stale
from ladder.statistics import rivals
from ladder.statistics.sample import sample
from ladder.tasks import sparring
from ladder.tests.play import RULESET, add_version, finish, make_bot, rated
from maps.pools import add_to_pool
from maps.services import Draft, create_map
from matches.models import Match
from matches.recorded.voiding import restore, void

pytestmark = pytest.mark.usefixtures("redis_client")
GAMES = 26
COLUMNS = [field.attname for field in Rating._meta.concrete_fields]
CHANGE = ["rated_id", "seat", "rating_id", "mu_before", "sigma_before", "mu", "sigma"]


@pytest.fixture
def rng():
    return random.Random(4)


@pytest.fixture(scope="module")
def replaced(kept_cast):
    """The id of a version of boa that is as strong as worm; worm has no other even opponents."""
    ensure_seasons()
    season = current_season("snake", RULESET)
    assert season is not None
    worm = make_bot(kept_cast.alice, "worm", kept_cast.team)
    boa = consent.allow(make_bot(kept_cast.charlie, "boa"), kept_cast.charlie, True)
    for number in range(GAMES):
        finish(rated(season, worm, boa), [1, 2] if number % 2 else [2, 1])
    assert boa.active_version is not None
    return boa.active_version.pk


@pytest.fixture
def worm(replaced, db):
    """Alice's bot, which her team shares."""
    return Bot.objects.get(name="worm")


@pytest.fixture
def boa(replaced, db):
    """Charlie's bot, whose old versions may be sparring partners."""
    return Bot.objects.get(name="boa")


@pytest.fixture
def old(replaced, boa):
    """The version that boa has replaced."""
    add_version(boa)
    rest()
    return BotVersion.objects.get(pk=replaced)


def rest():
    """Let all bots have rested."""
    earlier = timezone.now() - timedelta(days=1)
    Bot.objects.update(created=earlier)
    Match.objects.update(created=earlier)


def ladder():
    """All numbers of the ladder."""
    return (
        list(Rating.objects.order_by("pk").values_list(*COLUMNS)),
        list(RatingChange.objects.order_by("rated", "seat").values_list(*CHANGE)),
        list(Season.objects.order_by("pk").values_list("results", "revision")),
    )


def test_a_lonely_bot_plays_an_old_version_in_both_seatings(season, worm, old, rng):
    made = spar_in(season, rng)
    seats = [[seat.version for seat in match.seats.order_by("number")] for match in made]
    assert seats[0] == seats[1][::-1]
    assert set(seats[0]) == {worm.active_version, old}
    marks = {(seat.version, seat.sparring) for match in made for seat in match.seats.all()}
    assert marks == {(worm.active_version, False), (old, True)}
    assert {(m.kind, m.share, m.priority) for m in made} == {("sparring", "ladder", -1)}
    assert not RatedMatch.objects.filter(match__in=made).exists()
    assert spar_in(season, rng) == [], "its matches wait"


def test_every_season_of_the_ladder_is_looked_at_unless_all_are_held(season, olga, old, rng):
    controls.hold("seasons", "all", olga, "the machines move")
    assert spar(rng) == []
    controls.release("seasons", "all", olga, "they are here")
    assert {match.ruleset for match in spar(rng)} == {RULESET}


def test_the_task_makes_matches_and_ends_stale_ones(season, boa, old):
    sparring()
    waiting = Match.objects.filter(kind="sparring", state="queued")
    assert waiting.count() == 2
    Bot.objects.filter(pk=boa.pk).update(sparring=False)
    sparring()
    assert not waiting.exists()


def test_a_season_of_a_ruleset_that_is_gone_has_none(season, old, rng):
    Season.objects.exclude(pk=season.pk).delete()
    Season.objects.update(ruleset="gone")
    assert spar(rng) == []


def test_frozen_ratings_are_looked_up_a_few_at_a_time(season, worm, old, monkeypatch):
    monkeypatch.setattr(frozen_ratings, "AT_ONCE", 1)
    both = [old.pk, worm.active_version_id]
    assert set(frozen("snake", RULESET, both)) == {old.pk}
    assert set(frozen("snake", RULESET, both)) == set(both)


def test_a_bot_with_three_even_opponents_does_not_spar(season, olga, bob, old, rng):
    make_bot(olga, "adder")
    assert len(spar_in(season, rng)) == 2
    Match.objects.filter(kind="sparring").delete()
    make_bot(bob, "cobra")
    assert spar_in(season, rng) == []


def test_at_most_half_of_the_matches_are_sparring_ones(season, worm, old, rng):
    for _ in range(GAMES // 2):
        made = spar_in(season, rng)
        assert len(made) == 2
        for match in made:
            finish(match, [1, 2])
        rest()
    assert spar_in(season, rng) == []
    Rating.objects.filter(bot=worm).update(version_games=GAMES + 2)
    assert len(spar_in(season, rng)) == 2


def test_a_start_is_not_played_again_while_others_are_left(season, olga, old, rng):
    line = create_map(olga, "snake", Draft("line", "5 5 1 0 3\n", public=True))
    add_to_pool(line, olga, RULESET)
    on_maps = []
    for _ in range(GAMES // 2):
        for match in spar_in(season, rng):
            finish(match, [1, 2])
            on_maps.append(match.map_used_id)
        rest()
    assert Counter(on_maps) == {line.pk: 1, None: GAMES - 1}


def test_the_queue_has_its_depth_for_matches_of_both_kinds(season, old, pit, worm, boa, settings):
    settings.LADDER_QUEUE_DEPTH = 2
    waiting = pit(worm, boa)
    assert spar_in(season, random.Random(1)) == []
    finish(waiting, [1, 2])
    rest()
    assert len(spar_in(season, random.Random(1))) == 2


def test_the_frozen_rating_is_that_after_the_last_match_and_never_moves(
    season, worm, boa, old, pit, rng
):
    last = RatingChange.objects.filter(rating__bot=boa).latest("pk")
    rating = frozen("snake", RULESET, [old.pk])[old.pk]
    assert rating.belief == (last.mu, last.sigma)
    for match in spar_in(season, rng):
        finish(match, [1, 2])
    finish(pit(worm, boa), [1, 2])
    assert Rating.objects.get(bot=boa).mu != last.mu
    cache.clear()
    assert frozen("snake", RULESET, [old.pk])[old.pk] == rating
    assert frozen("snake", "other", [old.pk]) == {}


@pytest.mark.parametrize("state", ["removed", "failed", "deleted"])
def test_a_removed_program_is_built_again_and_a_lost_one_does_not_play(season, old, rng, state):
    BotVersion.objects.filter(pk=old.pk).update(artifact_state=state)
    made = spar_in(season, rng)
    old.refresh_from_db()
    if state == "removed":
        assert len(made) == 2
        assert old.artifact_state == "waiting"
        assert not Match.objects.waiting().filter(kind="sparring").exists()
    else:
        assert (made, old.artifact_state) == ([], state)


def test_only_programs_that_do_not_play_are_partners(charlie, boa, old):
    assert list(allowed("snake")) == [old]
    retire(boa, charlie)
    assert set(allowed("snake")) == {old, boa.active_version}
    assert not allowed("generals").exists()


def _ban(boa, olga, season):
    deactivate(boa, olga, "copied")


def _disqualify(boa, olga, season):
    Disqualification.objects.create(season=season, bot=boa, by=olga, why="two accounts")


def _pause(boa, olga, season):
    Bot.objects.filter(pk=boa.pk).update(paused_at=timezone.now())


def _leave(boa, olga, season):
    boa.owner.is_active = False
    boa.owner.save()


def _refuse(boa, olga, season):
    Bot.objects.filter(pk=boa.pk).update(sparring=False)


@pytest.mark.parametrize("act", [_ban, _disqualify, _pause, _leave, _refuse])
def test_a_bot_that_was_taken_out_is_no_partner_and_its_waiting_matches_end(
    season, boa, old, olga, rng, act
):
    waiting = spar_in(season, rng)
    act(boa, olga, season)
    assert partners(season) == {}
    assert withdraw_stale() == 2
    assert set(Match.objects.filter(pk__in=[m.pk for m in waiting]).values_list("state")) == {
        ("aborted",)
    }
    assert spar_in(season, rng) == []


def test_consent_is_off_on_for_house_bots_and_withdrawn_at_once(
    season, worm, alice, charlie, bob, boa, old, rng
):
    assert not worm.sparring
    charlie.is_house = True
    charlie.save()
    assert make_bot(charlie, "guide").sparring
    waiting = spar_in(season, rng)
    with pytest.raises(PermissionDenied):
        consent.allow(boa, alice, False)
    consent.allow(boa, charlie, False)
    for match in waiting:
        match.refresh_from_db()
        assert match.state == "aborted"
        assert "may not play any more" in match.failure
    assert consent.allow(worm, bob, True).sparring, "a member of its team manages it"


def test_a_rating_that_was_never_known_makes_no_partner(season, worm, charlie, pit, rng):
    newcomer = consent.allow(make_bot(charlie, "newcomer"), charlie, True)
    for number in range(4):
        finish(pit(worm, newcomer), [1, 2] if number % 2 else [2, 1])
    add_version(newcomer)
    rest()
    assert partners(season) == {}


def test_no_number_of_the_ladder_moves_and_a_rebuild_gives_the_same(
    season, worm, old, olga, rng, monkeypatch
):
    before = ladder()
    made = spar_in(season, rng)
    for match in made:
        finish(match, [1, 2])
    void(made[0], olga, "by mistake")
    restore(made[0], olga, "it was none")
    assert ladder() == before
    monkeypatch.setattr(rebuilding, "CHUNK", 7)
    killed = rebuilding._Work.go_on
    steps = iter(range(3))

    def dies(work, now):
        if next(steps, None) is None:
            raise KeyboardInterrupt
        return killed(work, now)

    monkeypatch.setattr(rebuilding._Work, "go_on", dies)
    with pytest.raises(KeyboardInterrupt):
        rebuilding.rebuild(season)
    monkeypatch.setattr(rebuilding._Work, "go_on", killed)
    Season.objects.update(recalculation_until=timezone.now() - timedelta(seconds=1))
    done = rebuilding.recalculate(season.pk)
    assert done is not None
    assert (done.matches, done.corrected) == (GAMES, 0)
    assert ladder() == before


def test_no_table_of_the_ladder_counts_a_sparring_match(season, worm, boa, old, rng):
    official.refit(season)
    table = [(row.rating.bot_id, row.rating.strength) for row in official.table(season)]
    lines = [(line.rating.bot_id, line.rating.games) for line in Standings(season)]
    report, read = rivals.report(season), len(sample(boa).played)
    for match in spar_in(season, rng):
        finish(match, [1, 2])
    official.refit(season)
    assert [(row.rating.bot_id, row.rating.strength) for row in official.table(season)] == table
    assert [(line.rating.bot_id, line.rating.games) for line in Standings(season)] == lines
    assert rivals.report(season) == report
    assert len(sample(boa).played) == read == GAMES
