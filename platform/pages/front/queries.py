"""The front page: games at a glance, what is played now, and boards to watch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count

from arbiter.database.locks import database_now
from bots.models import Bot
from controls import services as controls
from games.game import Game
from games.registry import GAMES
from ladder.ratings import standings
from ladder.seasons import current
from matches.models import Match
from pages.frame.queries import listed


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game at a glance: ``top`` has the first rows of the default ruleset's standings."""

    game: Game
    bots: int
    live: int
    top: Sequence[standings.StandingsRow]


def game_cards(top: int) -> list[GameCard]:
    bots = dict(Bot.objects.playing().order_by().values_list("game").annotate(n=Count("pk")))
    live = Counter(Match.objects.live().public().order_by().values_list("game", flat=True))
    seasons = current.default_seasons()
    tops = standings.leaders([*seasons.values()], top)
    return [
        GameCard(
            game,
            bots.get(name, 0),
            live[name],
            tops[seasons[name].pk] if name in seasons else [],
        )
        for name, game in GAMES.items()
    ]


def now() -> dict[str, object]:
    """Live matches, the newest results, and three counts."""
    # Two counts, each by an index, cost less than one that reads every match.
    return {
        "live": list(listed().live().order_by("-started")[:5]),
        "results": list(listed().finished().order_by("-finished")[:8]),
        "live_count": Match.objects.live().public().count(),
        "waiting": Match.objects.filter(state=Match.State.QUEUED).count(),
        "last_day": sum(controls.finished_since(database_now(-timedelta(days=1))).values()),
    }


def boards(limit: int) -> list[Match]:
    """Matches for the wall: those that run, newest first, then the newest results."""
    shown = listed().filter(game__in=GAMES)
    playing = list(shown.live().watchable().order_by("-started")[:limit])
    # Without those that have ended since.
    ended = shown.finished().exclude(replay="").exclude(pk__in=[match.pk for match in playing])
    ended = ended.order_by("-finished")
    return playing + list(ended[: limit - len(playing)])
