"""The sparring matches of a bot, for its page."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Sum

from bots.models import Bot
from ladder.core.standings import final_places
from ladder.models import Rating, Season
from matches.models import Match, Seat

MOST = 1000
"""Matches that are read, the newest."""


@dataclass(frozen=True, slots=True)
class Record:
    """Results of the version that plays against sparring partners, over all rulesets; ``rated``
    are its matches in seasons that run."""

    wins: int
    draws: int
    losses: int
    rated: int

    @property
    def matches(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """The part of its matches of both kinds that were sparring ones."""
        return self.matches / (self.matches + self.rated)


def sparring_of(bot: Bot) -> Record | None:
    """None where the version that plays has not sparred."""
    if bot.active_version_id is None:
        return None
    counting = Match.objects.counting().filter(kind=Match.Kind.SPARRING, game=bot.game)
    own = Seat.objects.filter(version=bot.active_version_id, sparring=False)
    newest = counting.filter(pk__in=own.values("match")).order_by("-pk")[:MOST]
    keys = list(newest.values_list("pk", flat=True))
    won = drawn = lost = 0
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=keys).order_by("match", "number"):
        seats.setdefault(seat.match_id, []).append(seat)
    for row in seats.values():
        versions = [seat.version_id or 0 for seat in row]
        ranks, teams = [seat.rank or 0 for seat in row], [seat.team for seat in row]
        final = final_places(ranks, teams, versions)[bot.active_version_id]
        won += final.won
        drawn += final.drawn
        lost += not (final.won or final.drawn)
    if not seats:
        return None
    ratings = Rating.objects.filter(bot=bot, version=bot.active_version_id)
    running = ratings.filter(season__in=Season.objects.running())
    return Record(won, drawn, lost, running.aggregate(n=Sum("version_games"))["n"] or 0)
