"""A season in which three bots beat each other in a ring."""

from __future__ import annotations

from bots.models import Bot
from ladder.ratings import official
from ladder.seasons.current import current_season, ensure_seasons
from ladder.tests.play import RULESET, finish, make_bot, rated


def play_ring(owners) -> list[Bot]:
    """Three bots that beat each other in a ring, each pair often enough for a proof."""
    ensure_seasons()
    season = current_season("snake", RULESET)
    assert season is not None
    bots = [make_bot(owner, name) for owner, name in zip(owners, ("a", "b", "c"), strict=True)]
    for n in range(24):
        for first, second in ((0, 1), (1, 2), (2, 0)):
            match = rated(season, bots[first], bots[second])
            match.seed = n
            match.save()
            finish(match, (1, 2))
    official.refit(season)
    return bots
