"""Queries of the desk's pages of foreign games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.db.models import Count, QuerySet

from bots.models import Bot
from games.foreign import games_folder
from games.foreign.game import ForeignGame
from games.texts.sentences import counted, listed
from installs import services
from installs.models import GameInstall
from matches.models import Match
from sandbox.foreign.install.installing import digest_of

SHOWN = 20


@dataclass(frozen=True)
class InstalledGame:
    """One row of the list; ``when`` and ``how`` are None where that is not known."""

    game: ForeignGame
    digest: str
    seats: str
    when: datetime | None
    how: GameInstall | None
    bots: int
    matches: int
    running: int
    waiting: int
    failed: int

    @property
    def kept(self) -> str:
        """The data that stays after a removal, in words."""
        bots, matches = self.bots, counted(self.matches, "match", "matches")
        if bots and self.matches:
            return f"{counted(bots, 'bot')} and {matches}"
        if bots:
            return f"{counted(bots, 'bot')} and no matches"
        return f"no bots and {matches}" if self.matches else "no bots and no matches"

    @property
    def cut(self) -> str:
        """The effect on matches that are not over, in words; empty if all are over."""
        effects = []
        if self.running:
            running = counted(self.running, "match", "matches")
            effects.append(f"{running} that run are played on")
        if self.waiting:
            waiting = counted(self.waiting, "match", "matches")
            effects.append(f"{waiting} that wait cannot be played")
        return ", ".join(effects)


def installed() -> list[InstalledGame]:
    games = services.installed()
    names = [game.name for game in games]
    rows = GameInstall.objects.filter(name__in=names, state=GameInstall.State.INSTALLED)
    light = rows.select_related("by").defer("log", "failure").order_by("pk")
    latest = {(row.name, row.digest): row for row in light}
    matches = Match.objects.filter(game__in=names)
    bots, of_all = _by_game(Bot.objects.filter(game__in=names)), _by_game(matches)
    running = _by_game(matches.filter(state=Match.State.RUNNING))
    waiting = _by_game(matches.filter(state=Match.State.QUEUED))
    failed = _by_game(matches.filter(fault_of=Match.FaultOf.GAME))
    return [
        InstalledGame(
            game=game,
            digest=digest_of(game),
            seats=_seats(game),
            when=_placed(game),
            how=latest.get((game.name, digest_of(game))),
            bots=bots[game.name],
            matches=of_all[game.name],
            running=running[game.name],
            waiting=waiting[game.name],
            failed=failed[game.name],
        )
        for game in games
    ]


def failures(name: str) -> QuerySet[Match]:
    """The newest matches that the program of a game has failed."""
    rows = Match.objects.filter(game=name, fault_of=Match.FaultOf.GAME)
    return rows.order_by("-pk")[:SHOWN]


def history() -> QuerySet[GameInstall]:
    """The newest installations."""
    rows = GameInstall.objects.select_related("by").defer("log")
    return rows.order_by("-pk")[:SHOWN]


def now_of(row: GameInstall) -> ForeignGame | None:
    """The version of the row's game that is here now."""
    return next((game for game in services.installed() if game.name == row.name), None)


def _by_game(rows: QuerySet[Any, Any]) -> Counter[str]:
    return Counter(dict(rows.order_by().values_list("game").annotate(n=Count("pk"))))


def _seats(game: ForeignGame) -> str:
    """How many play, over all rulesets: "2", "2 or 4"."""
    numbers = sorted({ruleset.seats for ruleset in game.rulesets})
    return listed(numbers, "or")


def _placed(game: ForeignGame) -> datetime | None:
    """When the version that is here took its place."""
    folder = games_folder()
    try:
        moment = (folder / game.name).lstat().st_mtime if folder else None
    except OSError:
        return None
    return None if moment is None else datetime.fromtimestamp(moment, UTC)
