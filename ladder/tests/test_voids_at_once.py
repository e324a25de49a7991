"""Results, voids and recalculations at the same time, each in a connection of its own."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from ladder.models import RatedMatch, Season
from ladder.ratings import rebuilding
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot
from ladder.tests.test_voids import RANKS, live
from matches.recorded.voiding import restore, void
from matches.services import create_match


@pytest.fixture
def season(transactional_db, redis_client) -> Season:
    ensure_seasons()
    found = current_season("snake", RULESET)
    assert found is not None
    return found


def in_thread(act, *given):
    try:
        return act(*given)
    finally:
        connection.close()


def test_whoever_comes_first_the_ratings_end_as_a_rebuild_says(
    season, alice, charlie, olga, monkeypatch
):
    monkeypatch.setattr(rebuilding, "CHUNK", 2)
    # After each void in its own thread, as a worker would.
    monkeypatch.setattr(rebuilding, "QUICK", 10**6)
    bots = [make_bot(alice, "worm"), make_bot(charlie, "viper"), make_bot(olga, "adder")]
    rng = random.Random(11)

    def waiting():
        versions = [bot.versions.get() for bot in rng.sample(bots, 2)]
        match = create_match("snake", RULESET, "ladder", versions)
        RatedMatch.objects.create(match=match, season=season)
        return match

    first = [finish(waiting(), rng.choice(RANKS)) for _ in range(10)]
    later = [waiting() for _ in range(10)]
    gone, back = first[:5], first[2:4]
    with ThreadPoolExecutor(4) as threads:
        acts = [threads.submit(in_thread, finish, match, rng.choice(RANKS)) for match in later]
        acts += [threads.submit(in_thread, void, match, olga, "wrong") for match in gone]
        acts += [threads.submit(in_thread, rebuilding.recalculate, season.pk) for _ in range(3)]
        for act in acts:
            act.result()
        acts = [threads.submit(in_thread, restore, match, olga, "right") for match in back]
        for act in acts:
            act.result()
    while rebuilding.waiting().exists():
        rebuilding.recalculate(season.pk)
    season.refresh_from_db()
    assert (season.stale_since, season.results, season.revision) == (None, 17, 27)
    found = live(season)
    assert rebuilding.rebuild(season).corrected == 0
    assert live(season) == found
