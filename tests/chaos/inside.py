"""The chaos test's questions to the database of a running site (see `tests.inside`)."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.files.storage import default_storage

from accounts.models import User
from bots.models import Bot, BotVersion
from bots.services import create_bot, upload_version
from ladder.models import RatedMatch, RatingChange, Season
from ladder.ratings.rebuilding import rebuild
from ladder.seasons.current import current_season, ensure_seasons
from matches.models import Match
from matches.services import create_match
from storage import cleanup

GAME, RULESET = "snake", "blitz"
NAMES = ("fire", "flood")


def enter(source: str) -> dict[str, Any]:
    """Two people enter a bot each."""
    for name in NAMES:
        owner = User.objects.create_user(name, f"{name}@example.org")
        bot = create_bot(owner, GAME, name)
        upload_version(bot, owner, "main.py", io.BytesIO(source.encode()))
    return {}


def entered() -> dict[str, Any]:
    states = dict(BotVersion.objects.values_list("bot__name", "state"))
    return {"states": states, "failures": list(BotVersion.objects.values_list("failure"))}


def queue(number: int) -> dict[str, Any]:
    """Rated matches that wait at once."""
    ensure_seasons()
    season = current_season(GAME, RULESET)
    assert season is not None
    versions = [_active(name) for name in NAMES]
    for i in range(number):
        sides = versions[:: 1 if i % 2 else -1]
        match = create_match(GAME, RULESET, Match.Kind.LADDER, sides, seed=i)
        RatedMatch.objects.create(match=match, season=season)
    return {}


def _active(name: str) -> BotVersion:
    version = Bot.objects.get(name=name).active_version
    assert version is not None
    return version


def states() -> dict[str, Any]:
    """How many rated matches are in which state."""
    found: dict[str, int] = {}
    for state in Match.objects.filter(kind=Match.Kind.LADDER).values_list("state", flat=True):
        found[state] = found.get(state, 0) + 1
    return found


def report() -> dict[str, Any]:
    """Everything that must be right in the end; what it mends itself it tells first."""
    matches = list(Match.objects.order_by("pk"))
    removed = cleanup.remove_files(older=timedelta(0))
    season = Season.objects.get(game=GAME, ruleset=RULESET)
    orders = RatedMatch.objects.filter(season=season).order_by("order")
    seats: dict[int, list[int]] = {}
    for match, seat in RatingChange.objects.values_list("rated__match", "seat"):
        seats.setdefault(match, []).append(seat)
    rebuilt = rebuild(season)
    return {
        "matches": [_told(match) | {"rated": sorted(seats.get(match.pk, []))} for match in matches],
        "orders": list(orders.values_list("order", flat=True)),
        "results": season.results,
        "corrected": rebuilt.corrected,
        "rebuilt": rebuilt.matches,
        "removed": removed,
        "replays": sorted(default_storage.listdir("replays")[1]),
    }


def tidy() -> dict[str, Any]:
    """Remove what killed processes left, as if it were old."""
    return {"folders": cleanup.remove_folders(older=timedelta(0))}


def _told(match: Match) -> dict[str, Any]:
    names = ("pk", "kind", "state", "attempt", "losses", "faults", "reruns", "failure")
    told = {name: getattr(match, name) for name in names}
    ranks = list(match.seats.values_list("rank", flat=True))
    return told | {"replay": Path(match.replay.name or "").name, "ranks": ranks}


COMMANDS: dict[str, Callable[..., dict[str, Any]]] = {
    command.__name__: command for command in (enter, entered, queue, states, report, tidy)
}
