"""Matches of a climb that end as a test wants."""

from __future__ import annotations

from ladder.climb.models import Climb
from ladder.tests.play import finish
from matches.models import Match


def waiting() -> list[Match]:
    """The matches of climbs that are not over."""
    return list(Match.objects.unfinished().filter(kind="climb").order_by("pk"))


def end(match: Match, climb: Climb, *, won: bool) -> None:
    """End a match, won by the version that climbs or by the rung."""
    own = [seat.version_id == climb.version_id for seat in match.seats.order_by("number")]
    finish(match, [1 if each == won else 2 for each in own])


def play(climb: Climb, *results: bool) -> Climb:
    """End the next matches with these results."""
    for won in results:
        end(waiting()[0], climb, won=won)
    climb.refresh_from_db()
    return climb
