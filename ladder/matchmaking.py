"""From the database to the matchmaker's core and back: candidates in, matches in the queue out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import combinations
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from bots.models import Bot
from games.registry import GAMES
from ladder import results
from ladder.core.pairing import MATCHES_PER_PLAN, Candidate, Pair, pair, plan
from ladder.models import RatedMatch, Rating, Season
from matches.models import Match, Seat
from matches.services import create_match, new_seed

if TYPE_CHECKING:
    from bots.models import BotVersion

RECENT = timedelta(days=2)
"""Bots that met within so much time meet less often."""
RECENT_MATCHES = 2000
"""And no more of them are counted."""
SIDE_SHARE = 4
"""All rulesets of a game but its first together get one match of so many."""
SIDE_WINDOW = 40
"""The share is kept over so many matches of the game."""


def feed(rng: random.Random) -> list[Match]:
    """Fill the queues of all seasons that run; returns the new matches."""
    made = []
    for seasons in _by_game(Season.objects.running().filter(paused=False)):
        for season in _in_turn(seasons):
            made += feed_season(season, rng)
    return made


@transaction.atomic
def feed_season(season: Season, rng: random.Random) -> list[Match]:
    """Let up to ``LADDER_QUEUE_DEPTH`` matches of a season wait.

    The season's row is the lock: of two matchmakers at once, the second finds the queue full.
    """
    season = Season.objects.select_for_update().get(pk=season.pk)
    waiting = _waiting(season)
    free = settings.LADDER_QUEUE_DEPTH - waiting.total() // _seats(season)
    if season.paused or free < MATCHES_PER_PLAN:
        return []
    bots = {bot.pk: bot for bot in _playing(season)}
    plans = plan(
        _candidates(season, bots.values(), waiting), _met(season), free, rng, _seats(season)
    )
    made = []
    for planned in plans:
        seed = new_seed()
        for seating in planned.seatings:
            versions = [_active(bots[number]) for number in seating]
            made.append(_create(season, versions, seed))
    return made


def _create(season: Season, versions: Sequence[BotVersion], seed: int) -> Match:
    kind = Match.Kind.LADDER
    match = create_match(season.game, season.ruleset, kind, versions, seed)
    RatedMatch.objects.create(match=match, season=season)
    return match


def _active(bot: Bot) -> BotVersion:
    assert bot.active_version is not None, "only playing bots are candidates"
    return bot.active_version


def _seats(season: Season) -> int:
    return GAMES[season.game].ruleset(season.ruleset).seats


def _playing(season: Season) -> Iterable[Bot]:
    playing = Bot.objects.playing().filter(game=season.game)
    return playing.select_related("active_version", "owner")


def _waiting(season: Season) -> Counter[int]:
    """Bot id → matches of the season that wait to be played."""
    seats = Seat.objects.filter(match__rated__season=season, match__state=Match.State.QUEUED)
    rows = seats.values_list("version__bot").annotate(n=Count("pk")).order_by()
    return Counter(dict(rows))


def _candidates(season: Season, bots: Iterable[Bot], waiting: Counter[int]) -> list[Candidate]:
    now = timezone.now()
    rows = Rating.objects.filter(season=season).select_related("version")
    ratings = {row.bot_id: row for row in rows}
    found = []
    for bot in bots:
        rating = ratings.get(bot.pk) or Rating(season=season, bot=bot)
        mu, sigma = results.belief(rating, bot.active_version)
        same = rating.version_id == bot.active_version_id
        idle_since = rating.last_played or bot.created
        found.append(
            Candidate(
                id=bot.pk,
                owner=bot.owner_id,
                mu=mu,
                sigma=sigma,
                games=rating.version_games if same else 0,
                waiting=waiting[bot.pk],
                idle=(now - idle_since).total_seconds(),
                house=bot.is_house,
            )
        )
    return found


def _met(season: Season) -> dict[Pair, int]:
    """How often bots met of late.  Matches that failed count: a pair that always fails is no
    reason to try nothing else."""
    latest = (
        RatedMatch.objects.filter(season=season, match__created__gt=timezone.now() - RECENT)
        .order_by("-pk")
        .values_list("match_id", flat=True)[:RECENT_MATCHES]
    )
    together: dict[int, list[int]] = {}
    seats = Seat.objects.filter(match__in=list(latest)).order_by()
    for match, bot in seats.values_list("match_id", "version__bot"):
        together.setdefault(match, []).append(bot)
    met: Counter[Pair] = Counter()
    for group in together.values():
        met.update(pair(a, b) for a, b in combinations(group, 2))
    return met


def _by_game(seasons: Iterable[Season]) -> list[list[Season]]:
    """The seasons of each registered game, in the order of its rulesets."""
    found = {(season.game, season.ruleset): season for season in seasons}
    return [
        [
            found[game.name, ruleset.name]
            for ruleset in game.rulesets
            if ruleset.seats > 1 and (game.name, ruleset.name) in found
        ]
        for game in GAMES.values()
    ]


def _in_turn(seasons: list[Season]) -> list[Season]:
    """The seasons of a game that may get matches now: the first, and the one most behind of the
    others while together they have had less than their share."""
    if len(seasons) < 2:
        return seasons
    main, *side = seasons
    latest = RatedMatch.objects.filter(season__in=seasons).order_by("-pk")
    had = Counter(latest.values_list("season_id", flat=True)[:SIDE_WINDOW])
    if (had.total() - had[main.pk]) * SIDE_SHARE >= had.total():
        return [main]
    return [main, min(side, key=lambda season: had[season.pk])]
