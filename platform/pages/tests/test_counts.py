"""Statistics count the same matches everywhere: finished ones whose result stands."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from following.weekly import digest_content
from ladder import failures
from ladder.seasons.current import current_season, ensure_seasons
from ladder.statistics.notable import notable
from ladder.statistics.sample import sample
from ladder.tests.play import RULESET, finish, make_bot, rated
from maps.models import Map
from matches import services
from matches.models import Match
from matches.playing.failures import give_up
from matches.recorded import voiding
from pages.bots.queries import opponents
from pages.front import wall_queries
from pages.maps.queries import balance, with_counts
from pages.people.activity import activity
from pages.people.subjects import of_person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_client")]


@pytest.fixture
def board(alice):
    return Map.objects.create(game="snake", owner=alice, name="field", public=True, board={})


def counts_of(bot, board):
    """Every number of matches that a page or mail shows of the bot and the map."""
    now = timezone.now()
    week = digest_content.content(bot.owner, now - timedelta(days=7), now + timedelta(minutes=1))
    years = activity(of_person(bot.owner), AnonymousUser(), str(now.year))
    return {
        "map": getattr(with_counts(Map.objects.all()).get(pk=board.pk), "played", None),
        "balance": [(row.seat, row.firsts, row.matches) for row in balance(board)],
        "activity": years.matches,
        "digest": week and week["own"],
        "opponents": sum(row.share.results for row in opponents(bot)),
        "statistics": len(sample(bot).played),
        "notable": len(notable(bot)),
        "failures": len(failures.recent(bot)),
        "wall": len(wall_queries.offered(wall_queries.Choice((), None, 4))["over"]),
    }


def test_only_matches_whose_result_stands_are_counted(alice, charlie, olga, board):
    worm, viper = make_bot(alice, "worm"), make_bot(charlie, "viper")
    ensure_seasons()
    season = current_season("snake", RULESET)
    assert season is not None
    finish(on(board, rated(season, worm, viper)), (2, 1))
    before = counts_of(worm, board)
    assert before["map"] == 1
    assert before["activity"] == before["opponents"] == before["statistics"] == 1

    on(board, rated(season, worm, viper))  # it waits
    playing = on(board, rated(season, worm, viper))
    assert Match.objects.claim(playing.pk, "worker")
    services.abort(on(board, rated(season, worm, viper)), olga, "a test")
    give_up(on(board, rated(season, worm, viper)), "a fault of the platform")
    voiding.void(finish(on(board, rated(season, worm, viper)), (2, 1)), olga, "a broken board")
    assert counts_of(worm, board) == before


def on(board: Map, match: Match) -> Match:
    Match.objects.filter(pk=match.pk).update(map_used=board, map_revision=board.revision)
    return match
