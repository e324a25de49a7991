"""A ladder of 10,000 bots, measured in a process of its own: see `bench.crowds`."""

from __future__ import annotations

import json
import random
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bots.models import Bot
    from ladder.models import Season

BOTS = 10_000
EACH = 5
"""Results of each bot, in duels."""
GOALS = {
    f"a ladder of {BOTS:,} bots: two more matches": 100.0,
    f"a ladder of {BOTS:,} bots: a refit": 2000.0,
}
"""By what is measured: the goals, in ms."""


def people(count: int) -> list[Bot]:
    """As many people with a bot each."""
    from accounts.models import User
    from bots.models import Bot, BotVersion

    users = User.objects.bulk_create(User(username=f"u{n}") for n in range(count))
    bots = Bot.objects.bulk_create(
        Bot(owner=user, game="snake", name=f"b{n}") for n, user in enumerate(users)
    )
    versions = BotVersion.objects.bulk_create(
        BotVersion(
            bot=bot, number=1, language="python", uploaded_by=bot.owner, source_bytes=1,
            source_files=1, state="ready",
        )
        for bot in bots
    )  # fmt: skip
    for bot, version in zip(bots, versions, strict=True):
        bot.active_version = version
    Bot.objects.bulk_update(bots, ["active_version"], batch_size=500)
    return bots


def main() -> None:
    """Fill a database, measure, and print each value as a line of JSON."""
    import django

    django.setup()
    from django.core.management import call_command

    from arbiter.working import queues

    call_command("migrate", verbosity=0)
    queues.send = lambda *_, **__: None  # no worker listens
    season = _season(people(BOTS))
    for name, act in zip(GOALS, (_two_matches, _refit), strict=True):
        began = time.perf_counter()
        act(season)
        print(json.dumps([name, 1e3 * (time.perf_counter() - began)]), flush=True)


def _two_matches(season: Season) -> None:
    from ladder.matchmaking import feed_season

    made = feed_season(season, random.Random(1), 2)
    assert len(made) == 2, "the matchmaker had no two matches"


def _refit(season: Season) -> None:
    from ladder.ratings import official

    official.refit(season)


def _season(bots: list[Bot]) -> Season:
    """The season of Snake with results that strengths by number and luck decided."""
    from ladder.models import RatedMatch, Rating
    from ladder.seasons.current import current_season, ensure_seasons
    from matches.models import Match, Seat

    ensure_seasons()
    season, rng = current_season("snake", "standard"), random.Random(1)
    assert season is not None, "Snake has no season"
    pairs = []
    for _ in range(EACH):
        order = rng.sample(range(BOTS), BOTS)
        pairs += list(zip(order[::2], order[1::2], strict=True))
    matches = Match.objects.bulk_create(
        Match(game="snake", ruleset="standard", kind="ladder", seed=n, state="finished")
        for n in range(len(pairs))
    )
    RatedMatch.objects.bulk_create(
        RatedMatch(match=match, season=season, order=n) for n, match in enumerate(matches, 1)
    )
    seats = []
    for match, pair in zip(matches, pairs, strict=True):
        luck = [each / BOTS + rng.gauss(0, 0.3) for each in pair]
        seats += [
            Seat(match=match, number=n, version=bots[each].active_version,
                 rank=1 if luck[n] == max(luck) else 2, end="ok")
            for n, each in enumerate(pair)
        ]  # fmt: skip
    Seat.objects.bulk_create(seats)
    Rating.objects.bulk_create(
        Rating(season=season, bot=bot, games=EACH, version=bot.active_version, version_games=EACH)
        for bot in bots
    )
    season.revision = len(matches)
    season.save(update_fields=["revision"])
    return season
