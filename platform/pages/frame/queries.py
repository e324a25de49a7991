"""Data of pages, fetched in a bounded number of queries."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from accounts.models import Viewer
from bots.models import Bot
from games.registry import GAMES
from ladder.models import Rating, Season
from maps.models import Map
from matches.models import Match, MatchQuerySet

DULL = (Match.Kind.PROVING, Match.Kind.ROOM)
"""Matches that do not play on a front page: people think for long."""


def listed() -> MatchQuerySet:
    """Public matches for a list."""
    return Match.objects.for_lists().public()


def featured(game: str | None = None) -> Match | None:
    """The match whose board plays on a front page: one that runs, else the newest result."""
    matches = listed().alike("game", game) if game else listed().filter(game__in=GAMES)
    running = matches.live().exclude(kind__in=DULL).order_by("-started").first()
    newest = "-pk" if game else "-finished"  # as the index of each has them
    return running or matches.finished().exclude(replay="").order_by(newest).first()


def ratings_of(bots: Sequence[Bot]) -> dict[int, Rating]:
    """By bot: its rating in the running season of its game's default ruleset, where it has one."""
    ratings = Rating.objects.filter(bot__in=bots, season__in=Season.objects.running(), games__gt=0)
    return {
        r.bot_id: r
        for r in ratings.select_related("season", "bot__active_version", "version")
        if r.season.game in GAMES and r.season.ruleset == GAMES[r.season.game].rulesets[0].name
    }


def used_map(pk: int | None, user: Viewer) -> Map | None:
    """A map of a game of this installation, if this person may see it."""
    if pk is None:
        return None
    used = Map.objects.light().select_related("team").filter(pk=pk, game__in=GAMES).first()
    return used if used and used.visible_to(user) else None


def playing_bots(game: str, typed: str = "", count: int = 50) -> QuerySet[Bot]:
    """Bots that may be challenged now, whose owner or name has what was typed; by name."""
    bots = Bot.objects.playing().filter(game=game).called(typed).select_related("owner")
    return bots.order_by("name", "owner__username")[:count]
