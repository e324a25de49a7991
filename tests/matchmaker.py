"""The matchmaker of a running site whose ladder makes no matches by itself (see `tests.inside`)."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from django.conf import settings

from ladder.matchmaking import feed_season
from ladder.seasons.current import current_season


def feed(game: str, ruleset: str) -> int:
    """Let two matches of the ruleset's season wait; the number of new ones."""
    settings.LADDER_QUEUE_DEPTH = 2
    season = current_season(game, ruleset)
    assert season is not None
    return len(feed_season(season, random.Random()))


COMMANDS: dict[str, Callable[..., Any]] = {"feed": feed}
