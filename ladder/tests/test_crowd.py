"""From the upload to ratings that moved, with sixteen seats and with two against two."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bots.models import Bot
from bots.services import create_bot
from games.registry import GAMES, OURS
from games.tests.conformance import replay_reaches_the_same_frames
from games.tests.crowd import bidder
from ladder.core.rating import MU, SIGMA
from ladder.core.seating import mirrored
from ladder.matchmaking import feed, feed_season
from ladder.models import RatedMatch, Rating, RatingChange, Season
from ladder.ratings.rebuilding import rebuild
from ladder.ratings.standings import Standings
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import add_version, finish
from matches import services, tasks
from matches.models import Match
from matches.recorded.replays import open_replay
from matches.tests import crowd
from tests.examples import sample


@pytest.fixture
def house(make_ready, charlie, monkeypatch):
    """Three house bots that were uploaded, built and proven."""
    crowd.install(monkeypatch)
    charlie.is_house = True
    charlie.save()
    bots = [create_bot(charlie, "crowd", name) for name in ("low", "middle", "high")]
    for number, bot in enumerate(bots):
        make_ready(bot, bidder(1 + number, number))
        bot.refresh_from_db()
        assert bot.is_playing
    return bots


@pytest.fixture
def guest(make_ready, alice, house):
    bot = create_bot(alice, "crowd", "guest")
    make_ready(bot, bidder(2, 5))
    bot.refresh_from_db()
    assert bot.is_playing
    return bot


def play_season(ruleset: str, bots):
    """Let the matchmaker seat both matches of one plan with the guest, and play them for real."""
    ensure_seasons()
    season = season_of(ruleset)
    for seed in range(20):
        made = feed_season(season, random.Random(seed))
        if any(seat.program.bot == bots[0] for seat in made[0].seats.all()):
            break
        Match.objects.filter(pk__in=[match.pk for match in made]).delete()
    assert len(made) == 2
    for _ in made:
        tasks.play("matches")
    for match in made:
        match.refresh_from_db()
        assert (match.state, match.failure) == ("finished", "")
    return season, made


def check_ratings(season, made):
    changes = RatingChange.objects.filter(rated__season=season)
    for match in made:
        bots = {seat.program.bot_id for seat in match.seats.all()}
        assert sorted(changes.filter(rated__match=match).values_list("rating__bot", flat=True)) == (
            sorted(bots)
        )
    ratings = list(Rating.objects.filter(season=season))
    assert all(rating.games == 2 == sum(rating.places) for rating in ratings)
    assert all(rating.sigma < SIGMA for rating in ratings)
    assert any(rating.mu != MU for rating in ratings)
    assert len(Standings(season)) == len(ratings)
    assert rebuild(season).corrected == 0


def test_sixteen_seats_are_played_from_upload_to_rating(house, guest):
    season, made = play_season("sixteen", [guest, *house])
    for match in made:
        seated = [seat.program.bot for seat in match.seats.all()]
        assert Counter(seated)[guest] == 1
        assert sorted(Counter(seated)[bot] for bot in house) == [5, 5, 5]
        assert [seat.end for seat in match.seats.all()] == ["ok"] * 16
        with open_replay(match) as replay:
            replay_reaches_the_same_frames(GAMES["crowd"], replay.read())
    assert made[0].seed == made[1].seed
    check_ratings(season, made)


def test_two_against_two_are_played_from_upload_to_rating(house, guest):
    season, made = play_season("pairs", [guest, *house])
    seated = [[seat.program.bot_id for seat in match.seats.all()] for match in made]
    assert seated[1] == list(mirrored(tuple(seated[0]), (1, 1, 2, 2)))
    for match in made:
        seats = list(match.seats.all())
        assert [seat.team for seat in seats] == [1, 1, 2, 2]
        assert seats[0].rank == seats[1].rank
        assert seats[2].rank == seats[3].rank
        with open_replay(match) as replay:
            setup = replay.header["setup"]
        assert [seat["team"] for seat in setup["seats"]] == [1, 1, 2, 2]
    check_ratings(season, made)


# Ratings and matchmaking, without playing --------------------------------------------------------


@pytest.fixture
def toys(db, alice, bob, charlie, olga, monkeypatch):
    """Four bots of four people that play the crowd's game, the only one with seasons."""
    crowd.install(monkeypatch)
    bots = []
    for owner in (alice, bob, charlie, olga):
        bot = create_bot(owner, "crowd", f"of-{owner}")
        add_version(bot)
        bots.append(bot)
    ensure_seasons()
    Season.objects.exclude(game="crowd").delete()
    return bots


def season_of(ruleset) -> Season:
    season = current_season("crowd", ruleset)
    assert season is not None
    return season


def rated(ruleset, bots, ranks):
    season = season_of(ruleset)
    match = services.create_match("crowd", ruleset, "ladder", [bot.active_version for bot in bots])
    RatedMatch.objects.create(match=match, season=season)
    return finish(match, ranks)


def record(ruleset, bot):
    return Rating.objects.get(season=season_of(ruleset), bot=bot)


def test_team_mates_win_and_lose_together(toys):
    rated("pairs", toys, [1, 1, 3, 3])
    won, also, lost, _ = (record("pairs", bot) for bot in toys)
    assert (won.wins, won.draws, won.losses, won.places) == (1, 0, 0, [1])
    assert (lost.wins, lost.draws, lost.losses, lost.places) == (0, 0, 1, [0, 1])
    assert (won.mu, won.sigma) == (also.mu, also.sigma)
    assert won.mu > MU > lost.mu


def test_a_shared_first_place_of_teams_is_a_draw(toys):
    rated("pairs", toys, [1, 1, 1, 1])
    assert {record("pairs", bot).draws for bot in toys} == {1}


def test_places_are_counted_and_averaged(toys):
    seats = [toys[n % 4] if n > 3 else toys[n] for n in range(16)]
    rated("sixteen", seats, range(1, 17))
    rated("sixteen", seats[::-1], range(1, 17))
    # Seats 1, 5, 9 and 13 have the mean 7; from the other end it is 10.
    row = record("sixteen", toys[0])
    assert (row.games, row.places) == (2, [0] * 6 + [1, 0, 0, 1])
    assert row.average_place == 8.5
    assert row.losses == 2


def test_a_bot_on_many_seats_has_one_change_a_match_and_is_found_again_by_a_rebuild(toys):
    seats = [toys[0], *[toys[n % 3 + 1] for n in range(15)]]
    rated("sixteen", seats, range(1, 17))
    rated("pairs", toys, [3, 3, 1, 1])
    for ruleset in ("sixteen", "pairs"):
        season = season_of(ruleset)
        assert RatingChange.objects.filter(rated__season=season).count() == 4
        assert rebuild(season).corrected == 0


def test_a_rebuild_needs_no_game_to_know_the_teams(toys, monkeypatch):
    rated("pairs", toys, [1, 1, 3, 3])
    season = season_of("pairs")
    monkeypatch.delitem(OURS, "crowd")
    assert rebuild(season).corrected == 0


def fed(rounds: int) -> tuple[Counter[str], Counter[str]]:
    """Let the matchmaker fill the empty queue ``rounds`` times.  Returns the seats by ruleset, and
    the most matches of each that waited at a time."""
    rng = random.Random(3)
    cost: Counter[str] = Counter()
    most: Counter[str] = Counter()
    for _ in range(rounds):
        made = feed(rng)
        most |= Counter(match.ruleset for match in made)
        for match in made:
            cost[match.ruleset] += match.played_game.ruleset(match.ruleset).seats
        Match.objects.filter(state=Match.State.QUEUED).update(state=Match.State.ABORTED)
    return cost, most


@pytest.mark.parametrize("rounds", [60, pytest.param(150, marks=pytest.mark.nightly)])
def test_a_quarter_of_the_machine_is_for_side_rulesets_by_seats_and_in_equal_parts(
    toys, settings, rounds
):
    Bot.objects.filter(owner__username="charlie").update(is_house=True)
    settings.LADDER_QUEUE_DEPTH = 4
    cost, most = fed(rounds)
    assert 0.65 < cost["duel"] / cost.total() < 0.85
    sides = [cost[name] for name in ("pairs", "trios", "sixteen")]
    assert max(sides) < 1.5 * min(sides)
    # Nothing waits behind a row of matches with many seats.
    assert most == {"duel": 4, "pairs": 2, "trios": 2, "sixteen": 2}


def test_a_ruleset_for_which_there_are_too_few_bots_keeps_no_other_from_its_share(toys, settings):
    settings.LADDER_QUEUE_DEPTH = 4
    cost, _ = fed(sample(30, 20))
    assert set(cost) == {"duel", "pairs"}
    assert 0.65 < cost["duel"] / cost.total() < 0.85
